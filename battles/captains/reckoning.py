"""What fire is worth: expected damage by range and arc, what a point of it costs a ship, and how strong sides are."""

from battles.engine.catalogue import Side
from battles.engine.hexes import ARC, RANGE, STEP, Arc, Facing, Hex, Table, at
from battles.engine.ships import Kind
from battles.engine.state import Unit
from battles.engine.view import View
from battles.engine.weapons import DAMAGE, FARTHEST

EXPECTED: dict[str, tuple[float, ...]] = {
    weapon: tuple(sum(row) / 6 for row in rows) for weapon, rows in DAMAGE.items()
}
"""By weapon and range: the mean damage of one weapon (8)."""
BEST: dict[str, float] = {weapon: max(row) for weapon, row in EXPECTED.items()}
"""By weapon: the mean damage at its best range."""
SHIELD = 0.4
"""What a shield box is worth, in hull boxes."""
AHEAD = (1.0, 0.5, 0.25)
"""How much fire counts that comes to bear after so many moves straight ahead."""

Readiness = int
"""How ready each group is, a digit to base 3: 0 empty or lost, 1 half charged, 2 charged."""
WEIGHT = (0.0, 0.35, 1.0)


def readiness(unit: Unit) -> Readiness:
    """How ready the unit's groups are."""
    ready, place = 0, 1
    for at_, group in enumerate(unit.kind.groups):
        if not unit.lost[at_]:
            missing = group.red + group.yellow - unit.red[at_] - unit.yellow[at_]
            ready += place * (2 if missing == 0 else 1 if 2 * missing <= group.red + group.yellow else 0)
        place *= 3
    return ready


def full_readiness(unit: Unit) -> Readiness:
    """The readiness with every group that is left charged."""
    return sum(2 * 3**at_ for at_, lost in enumerate(unit.lost) if not lost)


_fire: dict[tuple[Kind, Readiness, Facing], Table[float]] = {}


def fire(kind: Kind, ready: Readiness, facing: Facing) -> Table[float]:
    """By place of a target as seen from the ship: the damage to expect now and in its next two moves ahead."""
    key = (kind, ready, facing)
    if key not in _fire:
        _fire[key] = _fire_table(kind, ready, facing)
    return _fire[key]


def _fire_table(kind: Kind, ready: Readiness, facing: Facing) -> Table[float]:
    groups = []
    for group in kind.groups:
        ready, digit = divmod(ready, 3)
        if digit:
            groups.append(
                (group.covers, [WEIGHT[digit] * group.count * one for one in EXPECTED[group.weapon]])
            )

    def now(place: Hex) -> float:
        distance = RANGE[place]
        if not distance or distance > FARTHEST:
            return 0.0
        arc = ARC[facing][place]
        return sum(mean[distance] for covers, mean in groups if covers[arc])

    def damage(q: int, r: int) -> float:
        place = at(q, r)
        return max(weight * now(place - moves * STEP[facing]) for moves, weight in enumerate(AHEAD))

    return Table(damage)


def box_value(unit: Unit) -> float:
    """What one hull box of the unit is worth, in Ship Points; a damaged ship's are worth more."""
    kind = unit.kind
    if kind.fighters:
        return kind.points / 6
    left = kind.boxes - unit.hull
    return kind.points * (0.6 / kind.boxes + 0.4 / max(1, left))


def cost(unit: Unit, arc: Arc, damage: float, sheltered: bool = True) -> float:
    """What damage on an arc costs the unit, in Ship Points; `sheltered` says that its shields work."""
    value = box_value(unit)
    if unit.kind.fighters:
        return damage * value
    shields = unit.shields[arc] + sum(marker // 6 == arc for marker in unit.markers) if sheltered else 0
    if damage <= shields:
        return damage * SHIELD * value
    return (shields * SHIELD + damage - shields) * value


def sheltered(view: View, unit: Unit) -> bool:
    """Whether the unit's shields are in use."""
    return not unit.shields_down and view.terrain.get(unit.place) != "nebula"


def worth(unit: Unit) -> float:
    """What is left of the unit, in Ship Points: hull, weapons and, for less, shields."""
    kind = unit.kind
    if kind.fighters:
        return kind.points * sum(not lost for lost in unit.lost) / kind.fighters
    hull = (kind.boxes - unit.hull) / kind.boxes
    if not kind.groups:
        return kind.points * hull
    armed = sum(not lost for lost in unit.lost) / len(kind.groups)
    shields = sum(unit.shields) / sum(kind.shields)
    return kind.points * hull * (0.4 + 0.35 * armed + 0.25 * shields)


def strength(view: View, side: Side) -> float:
    """What is left of a side, in Ship Points: on the map, and still to come; transports do not fight."""
    units = (unit for unit in view.units(side) if unit.status in ("map", "waiting", "covered"))
    return sum(worth(unit) for unit in units if not unit.kind.transport)


def prospect(view: View) -> float:
    """The chance that the view's side holds the field, from 0 to 1, by what is left of both."""
    own, enemy = strength(view, view.side), strength(view, view.enemy_side)
    if own + enemy == 0:
        return 0.5
    return own**2 / (own**2 + enemy**2)
