"""What a captain thinks a model, a shot and a place are worth; all in thousandths of a point of a fleet's points."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engines.warfleets.dice import faces
from engines.warfleets.geometry import Arc, Place, arc, squared_distance, within
from engines.warfleets.orders import TURRET
from engines.warfleets.rules.shooting import BLAST, EASY, FACINGS, Gun, guns, in_cover, sums_of_shot
from engines.warfleets.state import NOBODY, ROUNDS, Battle, Model

POINT: Final = 1000
SIXTHS: Final = 36
"""A chance to hit and one not to be blocked are sixths each."""
ARC_BONUS: Final = 3
"""Threats from behind count half as much again: in thirds, beside two for others."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a captain weighs: percent of what a thing is worth, and points for what is worth nothing in itself.

    `marker` are the points for a marker in each round that is left to hold it, `last` those in the last round.
    `pull` is how many points an inch nearer to a marker or an enemy is worth, in hundredths.
    """

    threat: int = 45
    acted: int = 60
    spent: int = 60
    marker: int = 60
    last: int = 70
    pull: int = 60
    chase: int = 40
    hunted: int = 100
    second: int = 30
    late: int = 35


Muzzle = tuple[int, int, int]
"""How near an enemy has to stand to fire a weapon after a move, and what damage it does then, in 36ths.

The last is the damage to a model that holds (W13).
"""


class Shooting(NamedTuple):
    """The best that a weapon can do from a place."""

    weapon: int
    target: int
    value: int


def harm(weapon: Gun, attacks: int, hit: int, block: int) -> int:
    """The damage to be expected of a shot, in 36ths of a point of damage."""
    deadly = 2 if "deadly" in weapon.specials else 1
    return attacks * faces(hit) * (6 - faces(block)) * deadly


def points(model: Model) -> int:
    """What a model costs, with its hero and title."""
    return model.sheet.points + sum([one.points for one in model.extras])


@dataclass(slots=True)
class Worths:
    """What a point of damage on each model is worth now, and what a marker is, by the temper of a captain."""

    battle: Battle
    temper: Temper
    boxes: dict[int, int] = field(default_factory=dict)
    loads: dict[int, int] = field(default_factory=dict)
    nearest_to: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note who carries what."""
        for marker in self.battle.markers:
            if marker.carrier != NOBODY:
                self.loads[marker.carrier] = self.loads.get(marker.carrier, 0) + 1

    def nearest(self, marker: int) -> int:
        """Which ship of the side in turn is nearest to a marker."""
        known = self.nearest_to.get(marker)
        if known is None:
            place = self.battle.markers[marker].place
            side = self.battle.side
            known = self.nearest_to[marker] = min(
                (squared_distance(one.place, place), one.number)
                for one in self.battle.ships()
                if one.side == side
            )[1]
        return known

    @property
    def marker(self) -> int:
        """What it is worth to hold one marker more."""
        left = ROUNDS - self.battle.round
        return POINT * (
            self.temper.marker + (self.temper.last if not left else self.temper.last // (left + 1))
        )

    def box(self, model: Model) -> int:
        """What a point of damage on a model is worth: more the nearer it is to its end, and the more it carries."""
        known = self.boxes.get(model.number)
        if known is None:
            whole = sum(model.boxes)
            left = max(1, whole - sum(model.damage))
            worth = points(model) * POINT // whole
            worth += worth * self.temper.spent * (whole - left) // (100 * whole)
            if self.battle.round == ROUNDS:
                worth = worth * self.temper.late // 100
            load = self.loads.get(model.number, 0) * self.marker
            if model.is_ship and load:
                worth += load * self.temper.hunted // (100 * (left + 2))
            known = self.boxes[model.number] = worth
        return known

    def left(self, model: Model) -> int:
        """How many points of damage a model still takes."""
        return sum(model.boxes) - sum(model.damage)


def of_shot(
    battle: Battle, worths: Worths, model: Model, weapon: Gun, target: Model, *, covered: bool
) -> int:
    """What a shot is worth that may be fired: the damage on whom it meets, less what it costs the firer."""
    attacks, hit, block = sums_of_shot(model, weapon, target, weapon.attacks, covered=covered)
    expected = harm(weapon, attacks, hit, block)
    value = _bounded(expected, worths.left(target)) * worths.box(target)
    if "blast" in weapon.specials:
        hits = attacks * faces(hit)
        for one in battle.on_table():
            if one is not target and within(one.disc, target.disc, BLAST):
                through = hits * (6 - faces(one.sheet.defence + weapon.strength))
                sign = 1 if one.side != model.side else -1
                value += sign * _bounded(through, worths.left(one)) * worths.box(one)
    if "overheating" in weapon.specials:
        value -= attacks * 6 * worths.box(model)
    return value // SIXTHS


def _bounded(expected: int, left: int) -> int:
    return min(expected, left * SIXTHS)


Sight = tuple[Model, int, bool]
"""An enemy that one of the weapons reaches: the square of how far it is, and whether it is in cover."""


class Sights:
    """Who is where for a model that thinks of a place: what it could shoot at from there, and what it would suffer.

    Whom it sees is looked up once for each place, whatever its heading there.
    """

    def __init__(self, battle: Battle, worths: Worths, model: Model) -> None:
        self.battle, self.worths, self.model = battle, worths, model
        self.enemies = battle.enemies(model)
        self.guns = guns(model)
        self.reach = max((one.range for one in self.guns), default=0)
        self.blocking = battle.pieces("blocking")
        self.threats: list[tuple[Model, list[Muzzle]]] | None = None
        self.seen_from: Place | None = None
        self.seen: list[Sight] = []

    def best_shots(self) -> list[Shooting]:
        """What each weapon does best from where the model is in thought, with the action it has in thought."""
        if self.model.action not in ("hold", "move"):
            return []
        me = self.model
        near = self._in_sight()
        if not near:
            return []
        found = []
        aims = [(sight, arc(me.place, me.heading, sight[0].place)) for sight in near]
        for weapon in self.guns:
            if weapon.hold_only and me.action != "hold":
                continue
            best: Shooting | None = None
            for sight, quarter in aims:
                one, far, covered = sight
                reach = weapon.range + me.radius + one.radius
                if far > reach * reach or not _may(weapon, one, quarter):
                    continue
                value = of_shot(self.battle, self.worths, me, weapon, one, covered=covered)
                if value > 0 and (best is None or value > best.value):
                    best = Shooting(weapon.number, one.number, value)
            if best:
                found.append(best)
        return found

    def _in_sight(self) -> list[Sight]:
        """The enemies that it may shoot at from where it is in thought, as far as its heading and weapons allow it."""
        me = self.model
        if self.seen_from == me.place:
            return self.seen
        near = [
            one
            for one in self.enemies
            if squared_distance(me.place, one.place) <= (self.reach + me.radius + one.radius) ** 2
            and not self._hidden(one)
        ]
        if not me.is_ship:
            engaged = [one for one in near if not one.is_ship and within(me.disc, one.disc, 200)]
            near = engaged or near
        self.seen_from = me.place
        self.seen = [
            (one, squared_distance(me.place, one.place), in_cover(self.battle, me, one)) for one in near
        ]
        return self.seen

    def _hidden(self, target: Model) -> bool:
        """Whether blocking terrain stands between."""
        return any(one.in_sight(self.model.place, target.place) for one in self.blocking)

    def suffered(self) -> int:
        """What the enemies may do to the model where it is in thought, those that have acted only later."""
        me, temper = self.model, self.worths.temper
        late = 0 if self.battle.round == ROUNDS else temper.acted
        total = 0
        if self.threats is None:
            self.threats = [(one, muzzles(one, me)) for one in self.enemies]
        for enemy, weapons in self.threats:
            far = squared_distance(me.place, enemy.place)
            worst = 0
            for reach, usual, easy in weapons:
                if far <= reach * reach:
                    worst += easy if me.held and me.is_ship else usual
            if not worst:
                continue
            if me.is_ship and arc(me.place, me.heading, enemy.place) == "rear":
                worst = worst * ARC_BONUS // 2
            total += worst * (late if enemy.acted else 100) // 100
        bounded = _bounded(total, self.worths.left(me))
        return bounded * self.worths.box(me) * temper.threat // (100 * SIXTHS)


def _may(weapon: Gun, target: Model, quarter: Arc) -> bool:
    """Whether a weapon may be fired at an enemy in sight in a quarter, if it is near enough."""
    if ("anti-squadron" in weapon.specials) if target.is_ship else ("anti-ship" in weapon.specials):
        return False
    return weapon.facing == "turret" or quarter in FACINGS[weapon.facing]


def muzzles(enemy: Model, target: Model) -> list[Muzzle]:
    """What the weapons of an enemy threaten a target with, wherever that stands."""
    moves = enemy.sheet.move * 100 + (200 if enemy.has("pulse-engine") else 0)
    found = []
    for weapon in guns(enemy):
        if ("anti-squadron" in weapon.specials) if target.is_ship else ("anti-ship" in weapon.specials):
            continue
        way = 0 if weapon.hold_only else moves
        bonus = int("anti-ship" in weapon.specials or "anti-squadron" in weapon.specials)
        bonus += weapon.number == TURRET and enemy.has("precision-rig")
        block = target.sheet.defence + weapon.strength
        found.append(
            (
                weapon.range + way + enemy.radius + target.radius,
                harm(weapon, weapon.attacks, target.sheet.evasion - bonus, block),
                harm(weapon, weapon.attacks, EASY, block),
            )
        )
    return found
