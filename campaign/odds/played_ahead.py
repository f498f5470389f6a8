"""What captains have played out of battles that a side expects this turn."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Final

from campaign.models import War
from campaign.odds.forecasts import SURE, asked_in, cases_of, forecasts_ahead
from campaign.odds.question import rests_on
from campaign.odds.words import USUAL
from campaign.rules.battles.predicting import ends_of
from campaign.rules.map.strategic_map import Place
from engines.seam.documents import BattleSetup
from engines.seam.estimates import Estimate
from engines.seam.sides import Side
from engines.seam.systems import role_of

AGAINST: Final = {"seen": "the enemy as last seen", "drawn": "random enemy forces"}
"""What is assumed where nothing is set by hand; the rest is a what-if, and no chance of the plan."""


@dataclass(frozen=True)
class PlayedAhead:
    """A battle that was played out ahead: how it ended, and what that rests on.

    `at_random`: against forces that were drawn, where most of what can be wrong is what comes.
    """

    setup: BattleSetup
    ends: Estimate
    words: str
    at_random: bool


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
        if tally.fought >= SURE:
            words = f"Played out against {AGAINST[asked.assumption]}: {rests_on(tally.fought)}."
            yield PlayedAhead(asked.setup, ends_of(tally), words, at_random=asked.assumption == "drawn")
