"""What captains have played out of battles that a side expects this turn."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Final

from campaign.models import War
from campaign.odds.forecasts import ROUGH, asked_in, cases_of, forecasts_ahead
from campaign.odds.question import rests_on
from campaign.odds.words import USUAL
from campaign.rules.map.strategic_map import Place
from engines.seam.sides import Side
from engines.seam.systems import role_of

AGAINST: Final = {"seen": "the enemy as last seen", "drawn": "random enemy forces"}
"""What is assumed where nothing is set by hand; the rest is a what-if, and no chance of the plan."""


@dataclass(frozen=True)
class PlayedAhead:
    """A battle that was played out ahead: how often the side won, from 0 to 1, and what that rests on."""

    place: Place
    won: float
    words: str


def played_ahead(war: War, side: Side, turn: int, sent: Callable[[Place], Set[str]]) -> Iterator[PlayedAhead]:
    """What has figures of the very ships that are sent, by place; the latest last.

    One query, and one more for each question that is about these ships.
    """
    for forecast in forecasts_ahead(war, side):
        asked = asked_in(forecast)
        own = {unit.name for unit in asked.setup.force(side) if role_of(unit.ship_class) != "base"}
        if asked.turn != turn or asked.assumption not in AGAINST or own != sent(asked.setup.place):
            continue
        tally = cases_of(forecast)[USUAL].tally
        if tally.fought >= ROUGH:
            words = f"Played out against {AGAINST[asked.assumption]}: {rests_on(tally.fought)}."
            yield PlayedAhead(asked.setup.place, tally.won(side).share, words)
