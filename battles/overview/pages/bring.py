"""What the page shows on which a battle's record is brought in."""

from dataclasses import dataclass
from typing import ClassVar

from battles.battle.selectors import brought
from battles.battle.under_way import being_fought, in_browser
from battles.models import Battle, BroughtRecord
from config.pages import Page
from engines.seam.refusals import Refusal


@dataclass(frozen=True, slots=True)
class BringPage(Page):
    """The form for a record; after one that was not taken, with what was `typed`, and why not as in `BattlePage`."""

    template: ClassVar = "battles/bring.html"
    battle: Battle
    brought: BroughtRecord | None
    being_fought: bool
    in_browser: bool
    typed: str = ""
    stale: str = ""
    refusals: tuple[Refusal, ...] = ()


def bring_page(battle: Battle) -> BringPage:
    """The page with the form empty."""
    return BringPage(
        battle=battle,
        brought=brought(battle),
        being_fought=being_fought(battle),
        in_browser=in_browser(battle),
    )
