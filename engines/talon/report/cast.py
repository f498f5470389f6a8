"""Who takes part in a battle: every unit by its number, as events name it."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import class_of
from engines.talon.ships import Kind, kind_of

Part = str | int
Words = tuple[Part, ...]
"""A sentence in parts: words, and units by their numbers."""


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
        return f"{self.side}-{self.kind.key}"


class Cast(tuple[Role, ...]):
    """Every unit in the order of the numbers, Terran first."""

    __slots__ = ()

    def name(self, number: int) -> str:
        """The unit's name, with its side where both have one of that name."""
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
    return Cast(_role(number, side, unit) for number, (side, unit) in enumerate(units))


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
    plural = f"{thing}es" if thing.endswith(("x", "s", "o")) else f"{thing}s"
    return f"{number} {thing if number == 1 else plural}"


def named(words: Words) -> list[int]:
    """The units that are named up to the end of the first sentence."""
    found: list[int] = []
    for part in words:
        if isinstance(part, int):
            found.append(part)
        elif part.startswith(". "):
            break
    return found
