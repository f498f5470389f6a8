"""The classes of the dice game: two of warships a side, transports and bases."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from engines.seam.classes import ClassWeapon, Dice, ReadyFleet, Role, UnitClass
from engines.seam.documents import OPEN_SPACE, Terrain
from engines.seam.sides import Side


@dataclass(frozen=True)
class DiceClass:
    """A class, of which one unit rolls so many `dice`; it has no weapons, and one box of its own."""

    side: Side
    title: str
    points: int
    lp: int
    dice: int
    role: Role = "warship"
    counters: int = 4
    boxes: int = 1
    fighters: int = 0
    carries: int = 0
    names: tuple[str, ...] = ()
    weapons: tuple[ClassWeapon, ...] = ()

    @property
    def key(self) -> str:
        return f"dice/{self.title.lower()}"

    @property
    def abbreviation(self) -> str:
        return self.title[:2].upper()

    @property
    def numbered_title(self) -> str:
        return self.title

    @property
    def plural(self) -> str:
        return f"{self.title}s"

    @property
    def worth(self) -> float:
        return 10.0 * self.dice


def _with_support(side: Side, small: DiceClass, large: DiceClass) -> tuple[DiceClass, ...]:
    barge, fort = DiceClass(side, "Barge", 30, 1, 0, "transport"), DiceClass(side, "Fort", 80, 0, 3, "base")
    return small, large, barge, fort


CLASSES: Final[dict[Side, tuple[DiceClass, ...]]] = {
    "terran": _with_support(
        "terran", DiceClass("terran", "Raider", 40, 1, 2), DiceClass("terran", "Hammer", 90, 2, 5)
    ),
    "talon": _with_support(
        "talon", DiceClass("talon", "Wasp", 30, 1, 1), DiceClass("talon", "Anvil", 100, 2, 6)
    ),
}


class DiceCatalogue:
    """What the game sells; its battles have no terrain."""

    def classes(self, side: Side) -> tuple[UnitClass, ...]:
        return CLASSES[side]

    def unit_class(self, side: Side, key: str) -> UnitClass:
        for kind in CLASSES[side]:
            if kind.key == key:
                return kind
        raise KeyError(side, key)

    def purchasable(self, side: Side) -> tuple[UnitClass, ...]:
        return CLASSES[side][:3]

    def base_class(self, side: Side) -> UnitClass:
        return CLASSES[side][3]

    def transport_class(self, side: Side) -> UnitClass:
        return CLASSES[side][2]

    def squadron_class(self, side: Side) -> UnitClass | None:
        return None

    def names_of(self, kind: UnitClass) -> Iterator[str]:
        return (f"{kind.title} {number}" for number in count(1))

    def is_own_name(self, kind: UnitClass, name: str) -> bool:
        return name.removeprefix(f"{kind.title} ").isdecimal()

    def mix(self, side: Side, *, thrifty: bool) -> Mapping[str, int]:
        small, large, *_ = CLASSES[side]
        return {large.key: 3} if thrifty else {small.key: 1, large.key: 2}

    def ready_fleets(self, side: Side) -> Sequence[ReadyFleet]:
        large = CLASSES[side][1]
        return [ReadyFleet(side, "hammers", "Hammers", "As many large ships as there can be.", (large.key,))]

    def terrain_kinds(self) -> Mapping[Dice, Collection[str]]:
        return {(column, row): () for column in range(1, 7) for row in range(1, 7)}

    def terrain_title(self, column: int, row: int) -> str:
        return "open"

    def terrain_of(self, name: str, dice: Dice | None, *, rolled: bool) -> Terrain:
        return OPEN_SPACE
