"""Who takes part in a battle: every unit by its number, as events name it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aim_documents import Aim
from engines.talon.aims import bombardment
from engines.talon.catalogue import astrometrics, class_of
from engines.talon.events import AnyEvent
from engines.talon.game import new_battle
from engines.talon.hexes import Hex
from engines.talon.orders import PLANET
from engines.talon.results.layout_check import layout_of
from engines.talon.ships import Kind, kind_of
from engines.talon.terms import aims_of, number_of_players
from engines.talon.terrain import talon_terrain

Part = str | int
Words = tuple[Part, ...]
"""A sentence in parts: words, and units by their numbers."""
THROUGH: Final = "through terrain"
TOWARD: Final = "toward the black hole"


@dataclass(frozen=True, slots=True)
class Role:
    """One unit: its number, its name, its class in words, and with what it came."""

    number: int
    side: Side
    name: str
    title: str
    kind: Kind
    unit: Unit

    @property
    def symbol(self) -> str:
        """The symbol of its class in the sprite of ships."""
        return self.kind.symbol


@dataclass(frozen=True, slots=True)
class Planet:
    """A planet that is fired at: whose it is, its name and hex, what destroys it, and what a point counts (26.8)."""

    side: Side
    name: str
    place: Hex
    needs: int
    worth: int

    def total(self, damage: int) -> str:
        """How much of what is needed has been done: "31 of 50"."""
        return f"{damage} of {self.needs}"


class Cast(tuple[Role, ...]):
    """Every unit in the order of the numbers, Terran first.

    `hindrance` says in words what takes from a die that is fired: terrain on its way, a black hole, or either (17, 18).
    `aims` are what is fought for besides the field. `opening` is what happens before the first order, where a scenario
    says how the battle begins (26.10); `shields_left` are those at the start of one that begins in mid-round (R104).
    `planet` is one that is fired at, None if there is none; `players` how many players each side has (25).
    """

    hindrance = THROUGH
    opening: tuple[AnyEvent, ...] = ()
    shields_left: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    aims: tuple[Aim, ...] = ()
    planet: Planet | None = None
    players: Mapping[Side, int] = MappingProxyType({})

    def player(self, side: Side, player: int) -> str:
        """A player as "Player 2 of Terran"; of a side that has one only, the side."""
        return f"Player {player + 1} of {side.title()}" if self.players.get(side, 1) > 1 else side.title()

    @property
    def target_planet(self) -> Planet:
        """The planet that is fired at; LookupError if there is none."""
        if self.planet is None:
            raise LookupError("no planet is fired at in this battle")
        return self.planet

    def side_of(self, number: int) -> Side:
        """Whose the unit is, or the planet."""
        return self.target_planet.side if number == PLANET else self[number].side

    def name(self, number: int) -> str:
        """The unit's name, with its side where both have one of that name; or the planet's."""
        if number == PLANET:
            return self.target_planet.name
        role = self[number]
        twice = sum(other.name == role.name for other in self) > 1
        return f"{role.name} ({role.side.title()})" if twice else role.name

    def plain(self, words: Words) -> str:
        """A sentence as text."""
        return "".join(part if isinstance(part, str) else self.name(part) for part in words)

    def points(self, numbers: list[int]) -> int:
        """What these units are worth together, in Ship Points."""
        return sum(self[number].kind.points for number in numbers)


def cast_of(setup: BattleSetup) -> Cast:
    """Everybody of a set-up."""
    units = [(side, unit) for side in SIDES for unit in setup.force(side)]
    cast = Cast(_role(number, side, unit) for number, (side, unit) in enumerate(units))
    cast.hindrance, cast.aims = _hindrance(setup), aims_of(setup)
    cast.players = {side: number_of_players(setup, side) for side in SIDES}
    layout = layout_of(setup)
    if layout is not None:
        begun = new_battle(setup)
        cast.opening = tuple(begun.events)
        if layout.start is not None:
            cast.shields_left = {unit.number: unit.shields for unit in begun.units}
        aim, place = bombardment(aims_of(setup)), begun.bombarded
        if aim is not None and place is not None:
            cast.planet = Planet(opponent(aim.side), aim.planet, place, aim.needs, aim.counts)
    return cast


def _hindrance(setup: BattleSetup) -> str:
    kinds = {kind for dice in talon_terrain(setup.terrain).every_pattern for kind in astrometrics()[dice]}
    if "black_hole" not in kinds:
        return THROUGH
    return f"{THROUGH} or {TOWARD}" if len(kinds) > 1 else TOWARD


def _role(number: int, side: Side, unit: Unit) -> Role:
    return Role(number, side, unit.name, class_of(side, unit).title, kind_of(side, unit.ship_class), unit)


def listed(numbers: Iterable[int], most_named: int = 99) -> Words:
    """Units in a row: "Patton", "Patton and Thor", "Patton, Thor and Caleb"; too many are only counted: "5 ships".

    One named twice is named once.
    """
    once = list(dict.fromkeys(numbers))
    if len(once) > most_named:
        return (f"{len(once)} ships",)
    parts: list[Part] = []
    for place, number in enumerate(once):
        if place:
            parts.append(" and " if place == len(once) - 1 else ", ")
        parts.append(number)
    return tuple(parts)


def counted(number: int, thing: str) -> str:
    """A number of things: "1 missile", "2 missiles", "2 boxes"."""
    return f"{number} {thing if number == 1 else several(thing)}"


def several(thing: str) -> str:
    """The plural of a thing: "missiles", "boxes", "torpedoes"."""
    return f"{thing}es" if thing.endswith(("x", "s", "o")) else f"{thing}s"


def named(words: Words) -> list[int]:
    """The units that are named up to the end of the first sentence."""
    found: list[int] = []
    for part in words:
        if isinstance(part, int):
            found.append(part)
        elif part.startswith(". "):
            break
    return found
