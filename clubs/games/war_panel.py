"""What a war belongs to that was arranged, as it stands beside the war."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from accounts.models import User
from battles.arranged import Arranged
from campaign.models import War
from campaign.war.at import At
from campaign.war.hooks import Panel


@dataclass(frozen=True, slots=True)
class WarArrangedPage(Panel):
    """What the war belongs to, by when it is to be over, and what was decided about it."""

    template: ClassVar = "clubs/games/war_arranged.html"
    one: Arranged


def panel_of(at: At, arranged: Callable[[War, User], Arranged | None]) -> WarArrangedPage | None:
    """What `arranged` knows of the war; None if nothing, and without a query if its players have set it up."""
    found = arranged(at.war, at.user) if at.war.arranged else None
    return None if found is None else WarArrangedPage(found)
