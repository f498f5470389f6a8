"""What captains have played out of battles that a side expects this turn."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Final

from campaign.models import War
from campaign.rules.strategic_map import Place
from campaign.services.odds import ROUGH, asked_in, cases_of, forecasts_ahead
from campaign.telling.odds import USUAL
from campaign.telling.odds_words import rests_on
from engines.seam.sides import Side

AGAINST: Final = {"seen": "the enemy as last seen", "drawn": "random enemy forces"}
"""What is assumed where nothing is set by hand; the rest is a what-if, and no chance of the plan."""


@dataclass(frozen=True)
class PlayedAhead:
    """A battle that was played out ahead: with which of the side's ships, how often it won, and what that rests on."""

    place: Place
    ships: Set[str]
    won: float
    words: str


def played_ahead(war: War, side: Side, turn: int) -> Iterator[PlayedAhead]:
    """What has figures, the latest last; a query, and one more for each question of this turn."""
    for forecast in forecasts_ahead(war, side):
        asked = asked_in(forecast)
        if asked.turn != turn:
            continue
        tally = cases_of(forecast)[USUAL].tally
        if tally.fought >= ROUGH and asked.assumption in AGAINST:
            words = f"Played out against {AGAINST[asked.assumption]}: {rests_on(tally.fought)}."
            own = {unit.name for unit in asked.setup.force(side) if unit.ship_class != "base"}
            yield PlayedAhead(asked.setup.place, own, tally.won(side).share, words)
