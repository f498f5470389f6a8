"""What a captain weighs while it decides: its view, its doctrine, and how the fleets lie to each other now."""

from dataclasses import dataclass, field

from battles.captains.doctrine import Temper
from battles.captains.reckoning import Readiness, cost, fire, full_readiness, readiness, sheltered
from battles.engine.hexes import ARC, RANGE, STEP, TOWARD, Facing, Hex, Table, at
from battles.engine.orders import MISSILES
from battles.engine.state import Missile, Unit
from battles.engine.view import View

CROWD = 0.3
"""How much of the fire at all but the best target counts: a ship fires at one at a time."""
SHARE = 0.6
"""How much of the enemies' fire counts at one ship: they have others to fire at."""
CLOSE = 3
"""The range that ships seek."""


BEARING = 1.3
"""What a turn still to make toward a goal counts, in hexes."""


NOWHERE = 10**6


def _turns_to(facing: Facing) -> Table[int]:
    """How many turns of one hex side bring a goal ahead, by where it lies."""

    def turns(q: int, r: int) -> int:
        steps = ((toward - facing) % 6 for toward in TOWARD[at(q, r)])
        return min((min(step, 6 - step) for step in steps), default=0)

    return Table(turns)


TURNS_TO = tuple(_turns_to(facing) for facing in range(6))


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy on the map with the fire to expect from it, by place as seen from it."""

    unit: Unit
    threat: Table[float]
    sheltered: bool


@dataclass(slots=True)
class Situation:
    """The fleets as they lie in one step of a turn; `leaving` are own ships that are on their way out."""

    view: View
    temper: Temper
    leaving: set[int]
    foes: list[Foe] = field(default_factory=list)
    caution: float = 0.0
    eagerness: float = 0.0
    ways: dict[tuple[int, str], float] = field(default_factory=dict)
    _contact: tuple[float, float] | None = None
    _ready: dict[int, Readiness] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Reckon with less caution as rounds go by, and with more eagerness as they stay quiet."""
        quiet = self.view.quiet
        self.caution = self.temper.caution * max(0.25, 1 - self.view.round / 40 - 0.1 * quiet)
        self.eagerness = self.temper.eagerness * (1 + 0.5 * quiet)
        self.foes = [
            Foe(enemy, fire(enemy.kind, _threat(enemy), enemy.facing), sheltered(self.view, enemy))
            for enemy in self.view.enemies
        ]

    def ready(self, unit: Unit) -> Readiness:
        """How ready the unit's groups are, worked out once."""
        found = self._ready.get(unit.number)
        if found is None:
            found = self._ready[unit.number] = readiness(unit)
        return found

    def gain(self, unit: Unit, place: Hex, facing: Facing, ready: Readiness) -> float:
        """What the unit's fire from there would cost the enemy, in Ship Points."""
        mine = fire(unit.kind, ready, facing)
        best = total = 0.0
        for foe in self.foes:
            damage = mine[foe.unit.place - place]
            if damage:
                value = cost(foe.unit, _arc(foe.unit, place), damage, foe.sheltered)
                total += value
                best = max(best, value)
        return best + CROWD * (total - best)

    def risk(self, unit: Unit, place: Hex, facing: Facing) -> float:
        """What the enemies' fire would cost the unit there, in Ship Points."""
        total = 0.0
        working = not unit.shields_down and self.view.terrain.get(place) != "nebula"
        for foe in self.foes:
            damage = foe.threat[place - foe.unit.place]
            if damage:
                came = foe.unit.place - place
                total += cost(unit, ARC[facing][came] if came else 0, damage, working)
        return SHARE * total

    def contact(self) -> tuple[float, float]:
        """What own fire would cost the enemy from where the ships are, and theirs the own side; worked out once."""
        if self._contact is None:
            own = self.view.own
            self._contact = (
                sum(self.gain(unit, unit.place, unit.facing, self.ready(unit)) for unit in own),
                sum(self.risk(unit, unit.place, unit.facing) for unit in own),
            )
        return self._contact

    def outlook(self, unit: Unit, place: Hex, facing: Facing, ready: Readiness) -> float:
        """How good it is for the unit to be there, in Ship Points."""
        fearful = not unit.kind.groups or unit.number in self.leaving
        caution = 3.0 * self.caution if fearful else self.caution
        value = self.gain(unit, place, facing, ready) - caution * self.risk(unit, place, facing)
        return value + self._drift(unit, place, facing) + self._ground(unit, place)

    def _drift(self, unit: Unit, place: Hex, facing: Facing) -> float:
        """What draws a ship beyond weapon range: toward the enemy, to its planet, or away."""
        capital = self.view.capital
        if unit.kind.transport and capital is not None:
            return -4.0 * (RANGE[capital - place] + BEARING * TURNS_TO[facing][capital - place])
        if not self.foes:
            return 0.0
        distance, away = NOWHERE, 0
        for foe in self.foes:
            hexes = RANGE[foe.unit.place - place]
            if hexes < distance:
                distance, away = hexes, foe.unit.place - place
        turns = TURNS_TO[facing][away]
        if unit.number in self.leaving or not unit.kind.groups:
            return 1.5 * (min(distance, 12) + BEARING * turns)
        weight = unit.kind.points / 80
        if distance <= CLOSE:
            return -0.3 * weight * turns
        return -weight * self.eagerness * (distance - CLOSE + BEARING * turns)

    def _ground(self, unit: Unit, place: Hex) -> float:
        """What the hex itself costs: asteroids, nebula, the pull of a black hole."""
        terrain = self.view.terrain
        if not terrain:
            return 0.0
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

    def deadly(self, place: Hex) -> bool:
        """Whether a hex destroys whoever enters it."""
        kind = self.view.terrain.get(place)
        return kind in ("planet", "black-hole")

    def trapped(self, unit: Unit, place: Hex, facing: Facing, turn: int) -> bool:
        """Whether the turn count keeps the unit on a straight course into a deadly hex."""
        return bool(self.view.terrain) and any(
            self.deadly(place + moves * STEP[facing]) for moves in range(1, turn + 1)
        )

    def incoming(self, unit: Unit, place: Hex) -> list[Missile]:
        """Enemy missiles in a hex that are aimed at the unit."""
        return [one for one in self.view.missiles if one.target == unit.number and one.place == place]


def _threat(enemy: Unit) -> Readiness:
    """How ready an enemy is to be taken for: as it is, but never as harmless for long."""
    return readiness(enemy) or full_readiness(enemy) // 2


def _arc(target: Unit, place: Hex) -> int:
    came = place - target.place
    return ARC[target.facing][came] if came else 0


def is_missile(target: int) -> bool:
    """Whether a target's number is a missile's."""
    return target >= MISSILES
