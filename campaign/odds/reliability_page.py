"""How often the odds that were shown came true, for everybody to see."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.odds.kept import came_true
from campaign.odds.reliability import LEAST, Reliability, at_the_bench, reliability
from config.pages import Page
from engines.seam.registry import DEFAULT
from engines.seam.systems import system

CAPTAINS = "The same captains made the odds, so these battles show whether the odds are counted correctly."
AT_THE_BENCH = (
    "Measured at the bench, not on this site: {bench.battles} battles of whole wars that the estimate was not made "
    "from. Captains or ensigns fought each of them {bench.play_outs} times or more. “Said” is the chance that the "
    "estimate gave Terran, “Won” how often Terran won."
)
PEOPLE = "At the table, or by hand in the browser. Only these battles show how well the odds hold for people."


@dataclass(frozen=True, slots=True)
class ReliabilityPage(Page):
    """A curve of the estimate, and those of battles that captains and people fought; `least` of these make a curve."""

    template: ClassVar = "campaign/reliability.html"
    curves: tuple[Reliability, ...]
    least: int


def reliability_page() -> ReliabilityPage:
    """The page; three queries."""
    found = came_true()
    captains = [one for one in found if one.by_captains]
    people = [one for one in found if not one.by_captains]
    bench = system(DEFAULT).calibration()
    curves = (
        at_the_bench("The captains' estimate", AT_THE_BENCH.format(bench=bench), bench),
        reliability("Battles fought by captains", CAPTAINS, captains),
        reliability("Battles fought by people", PEOPLE, people),
    )
    return ReliabilityPage(curves, LEAST)
