"""How often the odds that were shown came true, for everybody to see."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.services.kept_odds import came_true
from campaign.telling.reliability import LEAST, Reliability, reliability
from config.pages import Page

CAPTAINS = "The same captains made the odds, so these battles show whether the odds are counted correctly."
PEOPLE = "At the table, or by hand in the browser. Only these battles show how well the odds hold for people."


@dataclass(frozen=True, slots=True)
class ReliabilityPage(Page):
    """Two curves: of battles that captains fought, and of those that people fought; `least` battles make a curve."""

    template: ClassVar = "campaign/reliability.html"
    curves: tuple[Reliability, ...]
    least: int


def reliability_page() -> ReliabilityPage:
    """The page; three queries."""
    found = came_true()
    captains = [one for one in found if one.by_captains]
    people = [one for one in found if not one.by_captains]
    curves = (
        reliability("Battles fought by captains", CAPTAINS, captains),
        reliability("Battles fought by people", PEOPLE, people),
    )
    return ReliabilityPage(curves, LEAST)
