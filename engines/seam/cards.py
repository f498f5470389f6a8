"""A unit as pages show it, whatever its system: its boxes, shields and weapons, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engines.seam.classes import UnitClass
from engines.seam.documents import FateWord
from engines.seam.sides import Side

CARRIER: Final = "a carrier"
STATES: dict[FateWord, str] = {
    "destroyed": "destroyed",
    "jumped": "jumped",
    "left": "jumped",
    "through": "jumped",
    "landed": "landed",
    "landed_after": "landed",
}
FATE_WORDS: dict[FateWord, str] = {
    "stands": "Stands",
    "destroyed": "Destroyed",
    "jumped": "Jumped",
    "left": "Left the map",
    "through": "Through the worm hole",
    "landed": "Landed",
    "landed_after": "Landed after the battle",
    "waited": "Stayed out",
}
FATE_ICONS: dict[FateWord, str] = {
    "stands": "stands",
    "destroyed": "destroyed",
    "jumped": "jumped",
    "left": "chevron-right",
    "through": "worm-hole",
    "landed": "landed",
    "landed_after": "landed",
    "waited": "clock",
}


@dataclass(frozen=True, slots=True)
class HullBox:
    """A hull box: the power modifier it shows, and whether marking it calls for a critical roll."""

    modifier: str
    critical: bool
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon group in words, and whether it is lost."""

    number: int
    title: str
    arcs: str
    lost: bool


@dataclass(frozen=True, slots=True)
class BoxRow:
    """Boxes of one kind to tick at the table; True for those already ticked."""

    title: str
    boxes: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class UnitCard:
    """One unit with the damage it carries: `boxes` of its hull, and `lasting` damage besides, in words.

    `fighters` are the boxes left on each of a squadron's fighters; `system_tracks` what else is ticked at a table, and
    `home` is where a squadron is aboard, and `marked` says what it is that a box is marked for. `got_away` are the
    words for a unit that did, where nothing jumps.
    """

    side: Side
    name: str
    kind: UnitClass
    boxes: tuple[HullBox, ...]
    hull_left: int
    shields: tuple[tuple[str, int], ...]
    weapons: tuple[Weapon, ...]
    lasting: tuple[str, ...]
    fighters: tuple[int, ...]
    system_tracks: tuple[BoxRow, ...] = ()
    fate: FateWord | None = None
    home: str = CARRIER
    marked: str = "hull boxes marked"
    got_away: str = ""

    @property
    def fighters_left(self) -> int:
        """How many fighters still fly."""
        return sum(boxes > 0 for boxes in self.fighters)

    @property
    def shield_tracks(self) -> tuple[BoxRow, ...]:
        """The shield boxes of each arc, all whole when a battle begins (5.3, S13)."""
        return tuple(BoxRow(arc, (False,) * boxes) for arc, boxes in self.shields)

    @property
    def state(self) -> str:
        """The picture's state: destroyed, jumped, landed, or nothing."""
        return STATES.get(self.fate, "") if self.fate else ""

    @property
    def fate_words(self) -> str:
        """What became of it, in words."""
        if self.fate == "jumped" and self.got_away:
            return self.got_away
        return fate_words(self.kind, self.fate, self.home) if self.fate else ""

    @property
    def fate_icon(self) -> str:
        """The icon of what became of it."""
        return FATE_ICONS[self.fate] if self.fate else ""


def fate_words(kind: UnitClass, fate: FateWord, home: str = CARRIER) -> str:
    """What became of a unit of the class, in words; a squadron that got away is aboard its `home` (16, R30)."""
    return f"Aboard {home}" if kind.role == "squadron" and fate == "jumped" else FATE_WORDS[fate]


def squadrons_home(units: Iterable[tuple[UnitClass, FateWord | None]]) -> str:
    """What a side's squadrons are aboard, by what became of its units: the base, if there is no carrier (R30)."""
    homes = {kind.role for kind, fate in units if fate != "destroyed"}
    return "the base" if "base" in homes and "carrier" not in homes else CARRIER
