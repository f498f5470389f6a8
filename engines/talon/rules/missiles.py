"""Missiles: launch, flight, detonation and new targets (13, R11, R12)."""

from dataclasses import dataclass
from typing import Final, Literal, cast

from engines.seam.sides import opponent
from engines.talon import qualities
from engines.talon.events import Detonated, Flew, Launched, Retargeted
from engines.talon.hexes import ARC, RANGE, STEP, TOWARD, Arc, Hex
from engines.talon.orders import PLANET, AnyOrder, Pick, Place, Retarget, Steer, Toward
from engines.talon.rules import floating_map
from engines.talon.rules.hits import damage, weapons
from engines.talon.rules.hits.explosions import Blasts, random_arc
from engines.talon.state import Battle
from engines.talon.units import Missile, Unit

POINTS: Final = 2
TURNS: Final[tuple[tuple[Literal["ahead", "left", "right"], int], ...]] = (
    ("ahead", 0),
    ("left", 1),
    ("right", 5),
)


@dataclass(slots=True, eq=False)
class Launching:
    """A missile about to be placed beside its launcher: first the hex, then the facing (13.2)."""

    unit: int
    group: int
    target: int
    place: Hex | None = None

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """The hexes inside the launcher's arc, then the facings toward the target (R11)."""
        unit, target = battle.units[self.unit], weapons.place_of(battle, self.target)
        if self.place is None:
            covers = unit.kind.groups[self.group].covers
            return [Place(unit.side, unit.place + step) for step in STEP if covers[ARC[unit.facing][step]]]
        facings = TOWARD[target - unit.place] if self.place == target else ()
        facings = facings or TOWARD[target - self.place]
        return [Toward(unit.side, facing) for facing in facings]

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Keep the hex; with the facing the missile is on its way."""
        if self.place is None:
            self.place = cast("Place", order).place
            return
        battle.agenda.pop()
        unit = battle.units[self.unit]
        missile = Missile(
            battle.next_missile(), unit.side, self.place, cast("Toward", order).facing, self.target
        )
        missile.moved = True
        missile.firer = -1 if battle.qualities is None else unit.number
        missile.player = 0 if battle.players is None else battle.players.owners[unit.number]
        battle.missiles.append(missile)
        battle.events.append(
            Launched(missile.number, unit.number, self.group, self.target, self.place, missile.facing)
        )
        _arrived(battle, missile, unit.place)

    def asked(self, battle: Battle) -> int:
        """The player of the unit that launches."""
        return self.unit


def _arrived(battle: Battle, missile: Missile, origin: Hex) -> None:
    """What a hex does to the missile that comes into it from another: the target in it, a planet, a hole, the edge."""
    target = target_of(battle, missile)
    kind = battle.terrain.get(missile.place)
    if missile.target == PLANET and missile.place == battle.bombarded:
        battle.missiles.remove(missile)
        damage.strike_planet(battle, _points(battle, missile, PLANET), "missile", missile.number)
    elif kind in ("planet", "black-hole", "worm-hole"):
        damage.lose_missile(battle, missile, cast("Literal['planet', 'black-hole', 'worm-hole']", kind))
    elif not floating_map.inside(battle.window, missile.place):
        damage.lose_missile(battle, missile, "edge")
    elif target and target.place == missile.place:
        battle.agenda.append(Detonation(missile.number, ARC[target.facing][origin - target.place]))


def target_of(battle: Battle, missile: Missile) -> Unit | None:
    """The unit at which the missile is aimed, if it is at one (13.3)."""
    return battle.units[missile.target] if 0 <= missile.target < PLANET else None


def goal_of(battle: Battle, missile: Missile) -> Hex | None:
    """Where the missile's target is, if it has one: a unit, or a planet (13.3, 26.8)."""
    return None if missile.target < 0 else weapons.place_of(battle, missile.target)


def steerings(battle: Battle, missile: Missile) -> list[AnyOrder]:
    """The moves open to a missile: closer to its target if it can, straight without one (13.3, 13.4, R12)."""
    goal = goal_of(battle, missile)
    if goal is None:
        return [Steer(missile.side, missile.number, "ahead")]
    reach = [(way, missile.place + STEP[(missile.facing + turn) % 6]) for way, turn in TURNS]
    distances = {way: RANGE[goal - place] for way, place in reach}
    now = RANGE[goal - missile.place]
    best = min(distances.values())
    ways = [(way, place) for way, place in reach if distances[way] < now or distances[way] == best >= now]
    clear = [(way, place) for way, place in ways if place == goal or battle.terrain.get(place) != "planet"]
    return [Steer(missile.side, missile.number, way) for way, _ in clear or ways]


def steer(battle: Battle, order: Steer) -> None:
    """Move a missile; it hits its target in the hex it enters (13.4, 13.5)."""
    missile = battle.missile(order.missile)
    if missile is None:
        return
    origin = missile.place
    missile.facing = (missile.facing + dict(TURNS)[order.way]) % 6
    missile.place += STEP[missile.facing]
    missile.moved = True
    battle.events.append(Flew(missile.number, missile.place, missile.facing))
    battle.agenda.append(Blasts())
    _arrived(battle, missile, origin)


def _points(battle: Battle, missile: Missile, target: int) -> int:
    """The points of a missile that hits; technology and crews may change them (13.5, 32.4, 32.5)."""
    if battle.qualities is None:
        return POINTS
    over = qualities.edge(battle, missile.firer, target)
    hit = max(0, POINTS + over.technology + over.crews)
    less = qualities.spared(battle, missile.firer, target) if hit else 0
    points = qualities.left(hit, less)
    battle.events.append(Detonated(missile.number, target, over.technology, over.crews, points, less))
    return points


@dataclass(slots=True, eq=False)
class Detonation:
    """A missile about to hit its target on an arc (13.5)."""

    missile: int
    arc: Arc
    dice: tuple[int, ...] = ()

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Hit a ship; of a squadron the missile's owner names the fighter."""
        missile = battle.missile(self.missile)
        target = target_of(battle, missile) if missile else None
        if missile and target and target.kind.fighters:
            left = (fighter for fighter, lost in enumerate(target.lost) if not lost)
            return [Pick(missile.side, target.number, fighter) for fighter in left]
        battle.agenda.pop()
        if missile and target:
            battle.missiles.remove(missile)
            points = _points(battle, missile, target.number)
            damage.strike(battle, target, self.arc, points, "missile", self.dice)
        return []

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Hit the fighter named."""
        battle.agenda.pop()
        picked = cast("Pick", order)
        missile = battle.missile(self.missile)
        if missile:
            battle.missiles.remove(missile)
            points = _points(battle, missile, picked.target)
            damage.strike_fighter(battle, battle.units[picked.target], picked.fighter or 0, points, "missile")

    def asked(self, battle: Battle) -> int:
        """The player of the missile."""
        return self.missile


def await_target(battle: Battle, unit: Unit, direction: int) -> None:
    """A unit that moved onto missiles aimed at it is hit, by the lowest number first, on the side of its move (R25)."""
    arc = ARC[unit.facing][STEP[direction]]
    aimed = [one for one in battle.missiles if one.target == unit.number and one.place == unit.place]
    for missile in sorted(aimed, key=lambda one: -one.number):
        battle.agenda.append(Detonation(missile.number, arc))


def retargets(battle: Battle, unit: Unit) -> list[AnyOrder]:
    """The new targets one AP of the unit can give to missiles of its side (13.7)."""
    launchers = [group for group in unit.kind.launchers if not unit.lost[group]]
    flying = [missile for missile in battle.missiles if missile.side == unit.side] if launchers else []
    if not flying:
        return []
    reached = [
        enemy.number
        for enemy in battle.present[opponent(unit.side)]
        if any(weapons.reaches(battle, unit, group, enemy.place) for group in launchers)
    ]
    if any(weapons.reaches_planet(battle, unit, group) for group in launchers):
        reached.append(PLANET)
    return [
        Retarget(unit.side, unit.number, missile.number, enemy)
        for missile in flying
        for enemy in reached
        if enemy != missile.target
    ]


def retarget(battle: Battle, order: Retarget) -> None:
    """Give a missile its new target; in the same hex it hits at once on a random arc (13.7)."""
    missile = battle.missile(order.missile)
    if missile is None:
        return
    missile.target = order.target
    battle.events.append(Retargeted(missile.number, order.target))
    target = target_of(battle, missile)
    if target is not None and target.place == missile.place:
        battle.agenda.append(Blasts())
        arc, dice = (0, ()) if target.kind.fighters else random_arc(battle, target)
        battle.agenda.append(Detonation(missile.number, arc, dice))


def waiting(battle: Battle) -> list[Missile]:
    """The missiles that have yet to move in this turn: the side's, of a team those its player in turn launched (25)."""
    player = 0 if battle.players is None else battle.players.current
    return [
        missile
        for missile in battle.missiles
        if missile.side == battle.side and not missile.moved and missile.player == player
    ]
