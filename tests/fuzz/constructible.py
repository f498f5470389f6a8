"""Every order that can be constructed in a position, whether or not it may be given: each kind with each argument."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from engines.seam.sides import SIDES, Side, opponent
from engines.talon import orders as o
from engines.talon import teams
from engines.talon.hexes import RANGE, at
from engines.talon.refusals.explain import ORDERS_OF_STEP
from engines.talon.rules import floating_map
from engines.talon.state import Battle
from engines.talon.weapon_table import FARTHEST

KINDS: tuple[type, ...] = o.AnyOrder.__args__
WAYS: tuple[o.Way, ...] = ("ahead", "left", "right")
HEXES: dict[type, str] = {
    o.Planet: "planet",
    o.WormHole: "worm-hole",
    o.Pattern: "terrain",
    o.Deploy: "deploy",
    o.Launch: "launch",
    o.Arrive: "arrivals",
    o.Undock: "undock",
}
"""Orders that name a hex, with the step in which they may be given; an answer that names one has no step of its own."""
FIXED: dict[str, list[Any]] = {
    "side": [*SIDES],
    "to": [*SIDES],
    "group": [*range(5)],
    "fighter": [None, *range(4)],
    "arc": [*range(4)],
    "facing": [*range(6)],
    "turned": [*range(6)],
    "player": [*range(4)],
    "speed": [*range(1, 7)],
    "replacing": [None, *range(24)],
    "land": [False, True],
    "marker": ["change", "defend"],
    "use": ["charge", "power-through", "slip"],
    "way": ["ahead", "left", "right", "slip-left", "slip-right"],
}


class Arguments:
    """What each argument of an order can be in a position: everything there is, and one more that there is not."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        units = [*range(len(battle.units) + 1)]
        missiles = [missile.number for missile in battle.missiles] + [o.MISSILES + battle.launched + 1]
        named = {"unit": units, "squadron": units, "dock": [None, *units], "missile": missiles}
        self._values: dict[str, list[Any]] = {**FIXED, **named, "target": [*units, *missiles, o.PLANET]}

    def values(self, kind: type, field: str) -> list[Any]:
        """Everything the field of that kind of order can be, hexes apart."""
        if kind is o.Steer and field == "way":
            return self._values["way"][:3]
        if kind is o.Retarget and field == "target":
            return [*self._values["unit"], o.PLANET]
        return self._values[field]

    def any(self, random: Random) -> o.AnyOrder:
        """One of all orders: as often of a kind that belongs to the step as of any kind."""
        kind = random.choice(ORDERS_OF_STEP.get(self._battle.step, KINDS) if random.random() < 0.5 else KINDS)
        told = [self._one(kind, field, random) for field in kind.__struct_fields__]  # type: ignore[attr-defined]
        order: o.AnyOrder = kind(*told)
        return order

    def some(self, random: Random, alike: int) -> list[o.AnyOrder]:
        """A few orders by lot, so many as a listed one but for one argument, and some to which lots seldom come."""
        battle = self._battle
        orders = [self.any(random)]
        if battle.options:
            side = battle.options[0].side
            orders.append(o.Done(side))
            given = (battle.options[random.randrange(len(battle.options))] for _ in range(alike))
            orders += [self.like(one, random) for one in given]
            for seldom, most in ((self.aimed(side), 3), (self.said(), 1)):
                orders += random.sample(seldom, min(most, len(seldom)))
        return orders

    def like(self, order: o.AnyOrder, random: Random) -> o.AnyOrder:
        """The order with one of its arguments another."""
        fields = order.__struct_fields__
        told = [getattr(order, field) for field in fields]
        at_field = random.randrange(len(fields))
        told[at_field] = self._one(type(order), fields[at_field], random)
        return type(order)(*told)

    def aimed(self, side: Side) -> list[o.AnyOrder]:
        """Orders of the step that lots seldom come to: jumps, landings, transmissions, shots at all that is near."""
        battle = self._battle
        own = battle.present[side]
        if battle.step == "jumps":
            return [o.Jump(side, unit.number) for unit in own]
        if battle.step == "arrivals":
            waiting = [unit for unit in battle.force(side) if unit.status == "waiting" and unit.kind.fighters]
            return [o.Arrive(side, unit.number, unit.place, unit.facing, 5) for unit in waiting]
        if battle.step == "ap":
            homes = [unit.number for unit in own if unit.kind.carries]
            squadrons = [unit.number for unit in own if unit.kind.fighters]
            return [o.Transmit(side, home, squadron, "slip") for home in homes for squadron in squadrons]
        if battle.step == "fire":
            launchers = [(unit.number, group) for unit in own for group in unit.kind.launchers]
            flying: list[o.AnyOrder] = [
                o.Fire(side, *one, missile.number) for one in launchers for missile in battle.missiles
            ]
            return flying + self._shots(side) + self._at_planet(side)
        if battle.step != "move":
            return []
        bases, enemies = [unit for unit in own if unit.kind.base], battle.present[opponent(side)]
        carriers = [unit for unit in own if unit.kind.carries]
        landing = [(unit.number, way) for unit in own if unit.kind.transport for way in WAYS]
        docking: list[o.AnyOrder] = [o.Move(side, *one, base.number) for one in landing for base in bases]
        docking += [o.Move(side, *one, None, True) for one in landing]
        for unit in own:
            if unit.kind.fighters and not unit.moved:
                near = [home for home in carriers if RANGE[home.place - unit.place] == 1]
                near += [one for one in enemies if one.kind.base and RANGE[one.place - unit.place] == 1]
                docking += [o.Move(side, unit.number, way, home.number) for home in near for way in WAYS]
        return docking

    def said(self) -> list[o.AnyOrder]:
        """What players of a team say while something is worked out, when they cannot (25, R112)."""
        battle = self._battle
        if battle.players is None or not battle.agenda:
            return []
        return [kind(*seat) for seat in teams.seats(battle) for kind in (o.FightOn, o.Exceed)]

    def _at_planet(self, side: Side) -> list[o.AnyOrder]:
        """Shots of all groups at a planet that somebody bombards (26.8)."""
        own = self._battle.present[side] if self._battle.bombarded is not None else []
        return [
            o.Fire(side, unit.number, group, o.PLANET)
            for unit in own
            for group in range(len(unit.kind.groups))
        ]

    def _shots(self, side: Side) -> list[o.AnyOrder]:
        """Each charged group at each enemy within its farthest range, fusion cannons at friends too."""
        battle = self._battle
        return [
            o.Fire(side, unit.number, group, enemy.number)
            for unit in battle.present[side]
            for group in range(len(unit.lost))
            if unit.charged(group)
            for enemy in [
                *battle.present[opponent(side)],
                *(battle.present[side] if unit.kind.groups[group].weapon == "fusion_cannon" else ()),
            ]
            if RANGE[enemy.place - unit.place] <= FARTHEST and not enemy.kind.fighters
        ]

    def _one(self, kind: type, field: str, random: Random) -> Any:
        if field == "place":
            return self._somewhere(random)
        among = self.values(kind, field)
        return among[random.randrange(len(among))]

    def _somewhere(self, random: Random) -> int:
        """A hex of terrain, one beside a unit, or anywhere on the map and around it."""
        window, terrain = self._battle.window, self._battle.terrain
        if terrain and random.random() < 0.2:
            return random.choice(list(terrain))
        if random.random() < 0.5:
            beside = random.choice(self._battle.units).place
            return beside + at(random.randint(-2, 2), random.randint(-2, 2))
        row, column = random.randint(0, window.rows + 1), random.randint(0, window.columns + 2)
        return floating_map.hex_at(window, row, column)

    def all(self, random: Random, *, by_lot: bool = True) -> Iterator[o.AnyOrder]:
        """Every order of every kind.

        Where a hex is named every hex of the map is, and those around it, in the step in which the order may be given;
        `by_lot` facings and Speeds are drawn for each hex. Out of its step one hex stands for all.
        """
        for kind in KINDS:
            fields = kind.__struct_fields__  # type: ignore[attr-defined]
            if "place" not in fields:
                for told in product(*(self.values(kind, field) for field in fields)):
                    yield kind(*told)
            else:
                yield from self._at_places(kind, fields, random, by_lot=by_lot)

    def _at_places(
        self, kind: type, fields: tuple[str, ...], random: Random, *, by_lot: bool
    ) -> Iterator[o.AnyOrder]:
        battle = self._battle
        places = [self._somewhere(random)]
        if kind is o.Place or HEXES.get(kind) == battle.step or (kind, battle.step) == (o.Launch, "arrivals"):
            places = _around(battle)
        drawn = [field for field in fields if by_lot and field in ("facing", "speed")]
        among = [
            places if field == "place" else [None] if field in drawn else self.values(kind, field)
            for field in fields
        ]
        for told in product(*among):
            for _ in range(3 if drawn else 1):
                chosen = dict(zip(fields, told, strict=True))
                chosen.update({field: random.choice(self.values(kind, field)) for field in drawn})
                yield kind(**chosen)


def _around(battle: Battle) -> list[int]:
    """Every hex of the map and those around it."""
    window = battle.window
    columns = window.columns + 3
    return [
        floating_map.hex_at(window, row, column)
        for row in range(window.rows + 2)
        for column in range(columns)
    ]
