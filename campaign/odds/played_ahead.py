"""What captains have played out of battles that a side expects this turn."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from campaign.models import Forecast, War
from campaign.odds.forecasts import ROUGH, SHORT, SURE, CaseSoFar, asked_in, cases_of_each, forecasts_ahead
from campaign.odds.question import rests_on
from campaign.odds.words import USUAL
from campaign.rules.battles.predicting import ends_of
from campaign.rules.map.strategic_map import Place
from campaign.rules.odds.asked import Asked
from engines.seam.estimates import Estimate
from engines.seam.sides import Side
from engines.seam.systems import role_of

AGAINST: Final = {"seen": "the enemy as last seen", "drawn": "random enemy forces"}
"""What is assumed where nothing is set by hand; the rest is a what-if, and no chance of the plan."""


@dataclass(frozen=True)
class PlayedAhead:
    """A battle that a side has asked about ahead, and how far captains have come with it."""

    forecast: Forecast
    asked: Asked
    so_far: CaseSoFar

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.asked.setup.place

    @property
    def ships(self) -> Set[str]:
        """The side's ships in it, by name."""
        own = self.asked.setup.force(self.asked.side)
        return {unit.name for unit in own if role_of(unit.ship_class) != "base"}

    @property
    def of_plan(self) -> bool:
        """Whether it was asked about with the whole plan; a single question brings the whole fleet along."""
        return not self.asked.fleet

    @property
    def at_random(self) -> bool:
        """Whether it is against forces that were drawn, where most of what can be wrong is what comes."""
        return self.asked.assumption == "drawn"

    @property
    def fought(self) -> int:
        """How many play-outs there are."""
        return self.so_far.tally.fought

    @property
    def rough(self) -> bool:
        """Whether there are few."""
        return self.fought < SURE

    @property
    def going_on(self) -> bool:
        """Whether more come, as long as somebody waits for them."""
        return self.fought < SHORT and not self.so_far.failed

    @property
    def ends(self) -> Estimate | None:
        """How it ended; None before there is a figure."""
        return ends_of(self.so_far.tally) if self.fought >= ROUGH else None

    @property
    def rests_on(self) -> str:
        """How many play-outs there are, and that they are few."""
        return rests_on(self.fought)

    @property
    def words(self) -> str:
        """What the figure rests on, in a sentence."""
        return f"Played out against {AGAINST[self.asked.assumption]}: {self.rests_on}."


def played_ahead(war: War, side: Side, turn: int) -> list[PlayedAhead]:
    """What a side has asked of battles of the turn whose enemy it did not set itself, the latest last; two queries."""
    found = [(forecast, asked_in(forecast)) for forecast in forecasts_ahead(war, side)]
    of_turn = [(row, asked) for row, asked in found if asked.turn == turn and asked.assumption in AGAINST]
    cases = cases_of_each([row for row, _ in of_turn]) if of_turn else {}
    return [PlayedAhead(row, asked, cases[row.pk][USUAL]) for row, asked in of_turn]
