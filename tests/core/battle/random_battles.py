"""Battles between random players that like a fight: set-ups of every kind, and a walk through each."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from engines.seam.documents import UNDAMAGED, BattleSetup, Damage, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon import game, teams
from engines.talon import orders as o
from engines.talon.catalogue import astrometrics, classes_of, ship_class
from engines.talon.damage import TalonDamage
from engines.talon.dice import Label, ScriptedDice
from engines.talon.documents.codec import decode_position, encode_position
from engines.talon.events import AnyEvent
from engines.talon.hexes import RANGE, at
from engines.talon.rules.movement import goal
from engines.talon.state import Battle
from engines.talon.terrain import TalonTerrain
from tests.core.battle.random_terms import random_terms

MOST_ORDERS = 1500
KINDS: tuple[Any, ...] = o.AnyOrder.__args__


class RecordedDice:
    """Dice from a generator that remember what was rolled."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.rolled: list[int] = []

    def roll(self, label: Label) -> int:
        """The next die."""
        self.rolled.append(self._random.randint(1, 6))
        return self.rolled[-1]


def _damage(random: Random, side: Side, key: str) -> Damage:
    kind = ship_class(side, key)
    if random.random() < 0.7:
        return UNDAMAGED
    if kind.fighters:
        return TalonDamage(fighters=(random.randrange(3), random.randrange(3), random.randrange(2)))
    hull = random.randrange(len(kind.hull))
    room = kind.critical_boxes(0, hull)
    lost = tuple(sorted(random.sample(range(len(kind.weapons)), min(room, len(kind.weapons), 1))))
    left = max(0, room - len(lost))
    return TalonDamage(hull, lost, thrusters=0 if key == "base" else min(left, random.randrange(2)))


def _name(random: Random, key: str, number: int) -> str:
    strange = (
        "{}_{}",
        "{} {}",
        '"{}" {}',
        "{}/{}",
        "m{1}",
        "{}: {}",
        "Ünïcödé {} {}",
        "# {} {}",
        "nothing",
        "{}'s {}",
    )
    shape = random.choice(strange) if random.random() < 0.1 else "{} {}"
    return f"{shape.format(key.title(), number)}{number}"


def _force(random: Random, side: Side, keys: list[str]) -> tuple[Unit, ...]:
    return tuple(Unit(_name(random, key, at), key, _damage(random, side, key)) for at, key in enumerate(keys))


def _keys(side: Side) -> st.SearchStrategy[list[str]]:
    """Classes of a side: some of any, or many of a few, so that ships wait for counters."""
    some = st.sampled_from([kind.key for kind in classes_of(side)])
    few = st.tuples(some, some).flatmap(lambda two: st.lists(st.sampled_from(two), min_size=4, max_size=12))
    group = ["carrier", *["fighter"] * 4] if side == "terran" else ["base", "dreadnought", "battleship"]
    return st.one_of(
        st.lists(some, min_size=1, max_size=5),
        few,
        st.lists(some, max_size=2).map(lambda keys: [*group, *keys]),
    )


@st.composite
def setups(draw: st.DrawFn) -> BattleSetup:
    """A set-up with any classes, terrain, planet, bases and damage; some ships may have to wait for counters."""
    random = Random(draw(st.integers(0, 10**6)))
    owner = draw(st.sampled_from([None, None, *SIDES]))
    patterns = st.none() | st.sampled_from(sorted(astrometrics()))
    keys = {side: draw(_keys(side)) for side in SIDES}
    for side in SIDES:
        bases = [at for at, key in enumerate(keys[side]) if key == "base"]
        keys[side] = [key for at, key in enumerate(keys[side]) if at not in bases[1:]]
        if all(key == "fighter" for key in keys[side]):
            keys[side].append("carrier")
    if owner:
        keys[opponent(owner)] += ["transport"] * 3
    forces = {side: _force(random, side, keys[side]) for side in SIDES}
    setup = BattleSetup(
        "Somewhere",
        "planet" if owner else "last_ship_standing",
        forces["terran"],
        forces["talon"],
        TalonTerrain("rolled", None if owner else draw(patterns), rolled=True),
        owner,
        initiative=draw(st.sampled_from(SIDES)),
        boxes=draw(st.integers(1, 2)),
    )
    return random_terms(random, setup)


def copy_of(battle: Battle) -> Battle:
    """The same battle, by way of its document."""
    found = decode_position(encode_position(battle))
    game.run_to_decision(found, ScriptedDice([]))
    return found


class Course:
    """A battle being played, with all that was ordered, rolled and told."""

    def __init__(self, setup: BattleSetup, seed: int) -> None:
        self.random = Random(seed)
        self.setup = setup
        self.battle = game.new_battle(setup)
        self.dice = RecordedDice(self.random)
        self.given: list[o.AnyOrder] = []
        self.events: list[AnyEvent] = []

    def walk(self) -> Iterator[Battle]:
        """The battle at its beginning and after every order, to its end."""
        yield self.battle
        while not self.battle.ending and len(self.given) < MOST_ORDERS:
            order = self.choose()
            self.given.append(order)
            self.events += game.apply(self.battle, order, self.dice)
            yield self.battle

    def choose(self) -> o.AnyOrder:
        """An order of a random kind; movers mostly close in, and few give up."""
        battle, random = self.battle, self.random
        if random.random() < (0.005 if battle.players is None else 0.03):
            said = teams.standing(battle) if battle.round and not battle.agenda else []
            return random.choice(said or game.legal_orders(battle))
        kinds = sorted({type(order) for order in battle.options}, key=lambda kind: kind.__name__)
        kind = random.choice([kind for kind in kinds if kind is not o.Done or random.random() < 0.3] or kinds)
        alike = [order for order in battle.options if type(order) is kind]
        if kind in (o.Move, o.Burn) and random.random() < 0.8:
            unit = random.choice(alike).unit  # type: ignore[union-attr]
            return min((order for order in alike if order.unit == unit), key=self._distance)  # type: ignore[union-attr]
        return random.choice(alike)

    def _distance(self, order: Any) -> tuple[int, float]:
        unit = self.battle.units[order.unit]
        enemies = self.battle.present[opponent(unit.side)]
        place = goal(unit, order.way)
        return min((RANGE[enemy.place - place] for enemy in enemies), default=0), self.random.random()


def _value(battle: Battle, random: Random, field: str) -> object:
    """Some value that the field of an order can have, whether or not it makes sense."""
    place = random.choice([unit.place for unit in battle.units] + [one.place for one in battle.missiles])
    beside = place + at(random.randint(-2, 2), random.randint(-2, 2))
    missiles = [missile.number for missile in battle.missiles] or [o.MISSILES + 7]
    units = range(len(battle.units) + 1)
    values: dict[str, list[object]] = {
        "side": [*SIDES],
        "to": [*SIDES],
        "unit": [*units],
        "squadron": [*units],
        "dock": [None, *units],
        "missile": [*missiles],
        "target": [*units, *missiles, o.PLANET],
        "group": [*range(4)],
        "fighter": [None, *range(4)],
        "arc": [*range(4)],
        "facing": [*range(6)],
        "turned": [*range(6)],
        "player": [*range(4)],
        "place": [beside],
        "speed": [*range(1, 7)],
        "replacing": [None, *range(24)],
        "land": [True, False],
        "marker": ["change", "defend"],
        "use": ["charge", "power-through", "slip"],
        "way": ["ahead", "left", "right", "slip-left", "slip-right"],
    }
    return random.choice(values[field])


def random_order(battle: Battle, random: Random) -> o.AnyOrder:
    """An order of any kind, most likely one that may not be given."""
    kind = random.choice(KINDS)
    fields = {field: _value(battle, random, field) for field in kind.__struct_fields__}
    if kind is o.Steer:
        fields["way"] = random.choice(["ahead", "left", "right"])
    if kind is o.Retarget:
        fields["target"] = random.choice([*range(len(battle.units) + 1), o.PLANET])
    order: o.AnyOrder = kind(**fields)
    return order


def altered(battle: Battle, order: o.AnyOrder, random: Random) -> o.AnyOrder:
    """The order with one of its fields another."""
    field = random.choice(order.__struct_fields__)
    value = _value(battle, random, "unit" if isinstance(order, o.Retarget) and field == "target" else field)
    told = {name: getattr(order, name) for name in order.__struct_fields__}
    return type(order)(**{**told, field: value})
