"""The units of a battle of teams: dealt out to the players of a side, and put into the set-up (25)."""

from collections.abc import Mapping, Sequence

from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import class_of
from engines.talon.terms import Teams, with_teams


def in_teams(setup: BattleSetup, shares: Mapping[Side, Sequence[Sequence[str]]]) -> BattleSetup:
    """The set-up with the units of each player; a side of one player says nothing of them."""
    teams = {side: tuple(map(tuple, shares[side])) if len(shares[side]) > 1 else () for side in SIDES}
    return with_teams(setup, Teams(terran=teams["terran"], talon=teams["talon"]))


def dealt(setup: BattleSetup, side: Side, players: int) -> list[list[str]]:
    """The names of a side's units, dealt out to its players, the dearest first, to whoever has fewest points."""
    shares: list[list[str]] = [[] for _ in range(players)]
    points = [0] * players
    units = sorted(setup.force(side), key=lambda unit: -class_of(side, unit).points)
    for unit in units:
        empty = [place for place in range(players) if not shares[place]]
        place = empty[0] if empty else points.index(min(points))
        shares[place].append(unit.name)
        points[place] += class_of(side, unit).points
    order = [unit.name for unit in setup.force(side)]
    return [sorted(share, key=order.index) for share in shares]
