"""How a plan's battles are likely to end, sector by sector: estimates against forces that the enemy may send."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.ahead import error_ahead, said
from campaign.rules.battles.opening import has_forces
from campaign.rules.battles.settling import chance_to_win
from campaign.rules.map.strategic_map import Place
from campaign.rules.odds.asked import expected_battle
from campaign.rules.odds.coming import coming
from campaign.rules.sight import WarView
from campaign.rules.state import Ship
from engines.seam.documents import Level
from engines.seam.sides import Side, opponent

FORCES: Final = 12
"""Against so many forces that the enemy may send a plan is estimated."""
HARD: Final = ("likely lost", "uphill")
GRADES: Final = ((0.15, HARD[0]), (0.4, HARD[1]), (0.6, "even"), (1.0, "likely won"))
"""What a chance to win is called, up to so much."""
UNOPPOSED: Final = "unopposed"
"""What a front line is called to which the enemy has nothing to send."""


@dataclass(frozen=True)
class LaneChance:
    """A sector's chance to win, in a word and of 100; `between` says what that rests on, `error` how far it may be off.

    `estimate`: nobody has played it out. `opposed`: the enemy has something to send there.
    """

    grade: str
    won: int
    between: str
    error: str = ""
    estimate: bool = True
    opposed: bool = True


def chances(working: WorkingPlan, level: Level) -> dict[str, LaneChance]:
    """The estimate for each sector to which ships go; the sectors of a home have one together."""
    found = {}
    for place in dict.fromkeys(working.view.place_of(sector) for sector in working.view.chart.order):
        own = ships_to(working, place)
        if own:
            chance = _lane_chance(working, place, own, level)
            found.update(dict.fromkeys(working.view.markers_on(place), chance))
    return found


def ships_to(working: WorkingPlan, place: Place) -> dict[str, Ship]:
    """The ships by name that the plan sends to the sectors whose front line is at a place."""
    sectors = working.view.markers_on(place)
    return {name: ship for name, ship in working.ships.items() if working.plan.assign.get(name) in sectors}


def graded(won: float) -> str:
    """What a chance is called, from 0 to 1."""
    return next(words for most, words in GRADES if won <= most)


def shares_against(
    view: WarView, side: Side, place: Place, own: Mapping[str, Ship], level: Level
) -> list[float]:
    """The chance to win against each force that the enemy may send; those that send nothing are left out."""
    enemy = opponent(side)
    battles = (expected_battle(view, side, place, own, force) for force in coming(view, enemy, place, FORCES))
    return [
        chance_to_win(view, battle, side, level) for battle in battles if has_forces(battle.forces[enemy])
    ]


def _lane_chance(working: WorkingPlan, place: Place, own: Mapping[str, Ship], level: Level) -> LaneChance:
    """What is said of the battles there; it is apart from winning one if the enemy has nothing to send."""
    view, side = working.view, working.side
    shares = shares_against(view, side, place, own, level)
    if not shares and has_forces(expected_battle(view, side, place, own, ()).forces[side]):
        return LaneChance(UNOPPOSED, 100, "The enemy has no ships to send here", opposed=False)
    won = said(view, side, place, shares) if any(shares) else 0.0
    between = _between(shares) if any(shares) else "ships that cannot fight alone"
    return LaneChance(graded(won), round(100 * won), between, error_ahead(view, side, place))


def _between(shares: Sequence[float]) -> str:
    """How much it depends on what comes: without the best and the worst force."""
    found = sorted(shares)[1:-1] or sorted(shares)
    low, high = round(100 * found[0]), round(100 * found[-1])
    return f"from {low} to {high}, depending on what the enemy sends"
