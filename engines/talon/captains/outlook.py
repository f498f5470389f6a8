"""How good it is for a unit to be somewhere: the fire exchanged there, the way to the enemy, the hex itself."""

from typing import Final

from engines.talon.captains.doctrine import unhurt
from engines.talon.captains.routes import moves_to
from engines.talon.captains.weighing.exchange import exchange
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.situation import Situation
from engines.talon.captains.weighing.spots import NOWHERE, TURNS_TO, Spot
from engines.talon.hexes import RANGE, STEP, Facing, Hex
from engines.talon.units import Unit

CLOSE: Final = 2
"""The range that ships seek."""
BEARING: Final = 2.5
"""What a turn still to make toward a goal counts, in hexes."""
FAR_AWAY: Final = 12
"""So many hexes from the nearest enemy is as good as more for those that keep away from it."""
CLEAR_AWAY: Final = 6
"""The same for those that are to escape by FTL: farther away they would be lost from the map (7.5)."""
GOALWARD: Final = 4.0
"""What a hex of the way to the planet, or home to a carrier, is worth to those that go there."""

SLIPS_PAST: Final = 2
"""So many hexes farther from the worm hole than the nearest enemy, and a transport still makes for it."""
BLOCKING: Final = 3.0
"""What a hex costs that who blocks a worm hole is farther from it than what is to escape there."""


KEPT: Final = 1.5
"""What a hex from the nearest enemy is worth to the carrier that is to bring intelligence away (26.9)."""
ESCORTED: Final = 1.5
"""What it costs the same for each hex more than `BEHIND` that it is away from its warships."""
BEHIND: Final = 2
MEETING: Final = 1.0
"""What it costs for each hex of the way of those who bring it the intelligence, or are to get it."""


HOMEWARD: Final = 8.0
"""What a move of the way is worth to what is to dock with a base: that decides the battle."""


def outlook(situation: Situation, own: Own, place: Hex, facing: Facing, count: int = 0) -> float:
    """How good it is for the unit to be there, with so many moves to make before it may turn, in Ship Points."""
    spot, terrain = situation.spot(place), situation.terrain
    distance = spot.distance
    if own.shy or distance == NOWHERE:
        value = _drift(situation, own, spot, place, facing, count)
    else:
        turns, siege = spot.turns[facing], situation.siege
        if siege.under_way and siege.planet is not None:
            way = siege.planet - place
            distance, turns = RANGE[way], TURNS_TO[way][facing]
        value = own.pull * (distance - CLOSE + BEARING * turns) if distance > CLOSE else own.poise * turns
    if spot.marks:
        gain, risk = exchange(terrain, own, spot, place, facing)
        value += gain - own.caution * risk
    if situation.hunt:
        value -= _outrun(situation, own, place)
    return value + _ground(terrain, own.unit, place) if terrain else value


def _drift(situation: Situation, own: Own, spot: Spot, place: Hex, facing: Facing, count: int) -> float:
    """What draws those that do not seek the enemy: transports to the planet, squadrons home, others away."""
    goal: Hex | None = None
    if own.unit.number in situation.couriers:
        sent = situation.goal(own)
        return 0.0 if sent is None else -HOMEWARD * moves_to(sent, place, facing, count, own.radius)
    if own.unit.kind.transport:
        goal = _where_transports_go(situation, own)
    elif own.unit.kind.fighters and own.shy:
        goal = situation.homes.nearest(own.place)
    if goal is not None:
        return -GOALWARD * (RANGE[goal - place] + BEARING * TURNS_TO[goal - place][facing])
    if spot.distance == NOWHERE:
        return 0.0
    away, turned = spot.distance, BEARING * spot.turns[facing]
    if situation.keeps_away(own.unit):
        return _with_escort(situation, own, place, min(away, CLEAR_AWAY) + turned / BEARING)
    if own.unit.number in situation.bound and away > CLEAR_AWAY:
        return 1.5 * (2 * CLEAR_AWAY - away - turned)
    return 1.5 * (min(away, FAR_AWAY) + turned)


def _with_escort(situation: Situation, own: Own, place: Hex, away: float) -> float:
    """How good a hex is for the carrier that is to bring intelligence away: near its warships and squadrons (26.9)."""
    ships = [
        one.place for one in situation.owns.values() if one.unit.kind.groups and not one.unit.kind.fighters
    ]
    near = min((RANGE[ship - place] for ship in ships if ship != own.place), default=0)
    sent = [one.place for one in situation.owns.values() if one.unit.intel]
    bases = [one.place for one in situation.foes if one.unit.kind.base]
    meeting = min((RANGE[one - place] for one in sent or bases), default=0)
    return KEPT * away - ESCORTED * max(0, near - BEHIND) - MEETING * meeting


def _where_transports_go(situation: Situation, own: Own) -> Hex | None:
    """The planet on which they land, or the worm hole by which they escape once they are as good as first there."""
    out = situation.view.way_out(own.unit.side)
    if out is None:
        return situation.view.landing_place
    nearest = min((RANGE[out - foe.place] for foe in situation.foes), default=NOWHERE)
    return out if RANGE[out - own.place] <= nearest + SLIPS_PAST else None


def _outrun(situation: Situation, own: Own, place: Hex) -> float:
    """What it costs who blocks a worm hole to be farther from it than what is to escape there."""
    gate = situation.view.way_out(situation.view.enemy_side)
    if gate is None or own.unit.kind.transport:
        return 0.0
    theirs = (RANGE[gate - foe.place] for foe in situation.foes if foe.hunted)
    return BLOCKING * max(0, RANGE[gate - place] - min(theirs, default=NOWHERE))


def stays(situation: Situation, own: Own) -> bool:
    """Whether a unit means to stay on the map: what leaves unhurt waits for its jump, a squadron for its carrier."""
    unit = own.unit
    if unit.number not in situation.leaving or unit.number in situation.bound or unhurt(unit) == 1.0:
        return True
    return bool(unit.kind.fighters) and situation.homes.nearest(own.place) is not None


def _ground(terrain: dict[Hex, str], unit: Unit, place: Hex) -> float:
    """What the hex itself costs: asteroids, nebula, the pull of a black hole."""
    kind = terrain.get(place)
    value = 0.0
    if kind == "asteroid" and not unit.kind.fighters:
        value -= unit.kind.points / 20
    elif kind == "nebula":
        value -= unit.kind.points / 30
    for hole, what in terrain.items():
        if what == "black-hole" and RANGE[hole - place] <= 3:
            value -= unit.kind.points / (1 + RANGE[hole - place])
    return value


def deadly(terrain: dict[Hex, str], place: Hex) -> bool:
    """Whether a hex takes a unit that enters it."""
    return terrain.get(place) in ("planet", "black-hole", "worm-hole")


def trapped(
    terrain: dict[Hex, str], place: Hex, facing: Facing, turn: int, way_out: Hex | None = None
) -> bool:
    """Whether the turn count keeps a unit on a straight course into a deadly hex other than its way out."""
    ahead = (place + moves * STEP[facing] for moves in range(1, turn + 1))
    return any(deadly(terrain, one) and one != way_out for one in ahead)
