"""What the page about the link for onlookers of a war shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from config.pages import Page
from engines.seam.sides import opponent


@dataclass(frozen=True, slots=True)
class OnlookersPage(Page):
    """The link for onlookers of a war, "" without one, and who made it; `refused` says why none was made."""

    template: ClassVar = "campaign/onlookers.html"
    frame: WarFrame
    watch_link: str
    watch_by: str
    refused: str


def onlookers_page(at: At, absolute: Callable[[str], str], refused: str = "") -> OnlookersPage:
    """The page for a side; `absolute` makes an address of a path."""
    token = at.war.watch_token
    return OnlookersPage(
        frame=frame(at),
        watch_link="" if token is None else absolute(reverse("watch", args=[token])),
        watch_by="You" if at.war.watch_by == at.side else at.name_of(opponent(at.side)),
        refused=refused,
    )
