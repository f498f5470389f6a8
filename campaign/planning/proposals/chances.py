"""How a plan's battles are likely to end, sector by sector: estimates against forces that the enemy may send."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from campaign.commanders.settling import chance_to_win
from campaign.odds.outlook import error_of
from campaign.planning.editor.edits import WorkingPlan
from campaign.rules.map.strategic_map import Place
from campaign.rules.odds.asked import expected_battle
from campaign.rules.odds.assumptions import drawn
from campaign.rules.state import Ship
from engines.seam.documents import Level
from engines.seam.sides import opponent

FORCES: Final = 6
"""Against so many forces that the enemy may send a plan is estimated."""
LIKELY_LOST: Final = "likely lost"
GRADES: Final = ((0.15, LIKELY_LOST), (0.4, "uphill"), (0.6, "even"), (1.0, "likely won"))
"""What a chance to win is called, up to so much."""


@dataclass(frozen=True)
class LaneChance:
    """A sector's chance to win, in a word and of 100; `between` says what that rests on, `error` how far it may be off.

    `estimate`: nobody has played it out.
    """

    grade: str
    won: int
    between: str
    error: str = ""
    estimate: bool = True


def chances(working: WorkingPlan, level: Level) -> dict[str, LaneChance]:
    """The estimate for each sector to which ships go; the sectors of a home have one together."""
    found = {}
    for place in dict.fromkeys(working.view.place_of(sector) for sector in working.view.chart.order):
        own = ships_to(working, place)
        shares = _shares(working, place, own, level) if own else []
        if shares:
            chance = _lane_chance(shares, error_of(working.war.settings.system, level, ahead=True))
            found.update(dict.fromkeys(working.view.markers_on(place), chance))
    return found


def ships_to(working: WorkingPlan, place: Place) -> dict[str, Ship]:
    """The ships by name that the plan sends to the sectors whose front line is at a place."""
    sectors = working.view.markers_on(place)
    return {name: ship for name, ship in working.ships.items() if working.plan.assign.get(name) in sectors}


def graded(won: float) -> str:
    """What a chance is called, from 0 to 1."""
    return next(words for most, words in GRADES if won <= most)


def _shares(working: WorkingPlan, place: Place, own: Mapping[str, Ship], level: Level) -> list[float]:
    """The chance to win against each force; 1 where nothing comes."""
    forces = drawn(working.view, opponent(working.side), place, FORCES)
    battles = (expected_battle(working.view, working.side, place, own, force) for force in forces)
    return [chance_to_win(working.view, battle, working.side, level) for battle in battles]


def _lane_chance(shares: list[float], error: str) -> LaneChance:
    """The mean, and how much it depends on what comes: without the best and the worst force."""
    won = sum(shares) / len(shares)
    low, high = (round(100 * share) for share in (sorted(shares)[1], sorted(shares)[-2]))
    between = f"from {low} to {high}, depending on what the enemy sends"
    return LaneChance(graded(won), round(100 * won), between, error)
