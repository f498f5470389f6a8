"""A unit as pages show it: its boxes, shields, weapons, and lasting criticals in words."""

from dataclasses import dataclass

from engines.seam.documents import Damage, FateWord, Unit
from engines.seam.names_in_a_row import in_row
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, WeaponGroup, class_of
from engines.talon.sheets.ship_drawing import HullBox, hull_boxes

ARCS = {"F": "front", "L": "left", "R": "right", "B": "rear"}
MOST_CRITICALS = 2
STATES: dict[FateWord, str] = {
    "destroyed": "destroyed",
    "jumped": "jumped",
    "left": "jumped",
    "landed": "landed",
    "landed_after": "landed",
}
FATE_WORDS: dict[FateWord, str] = {
    "stands": "Stands",
    "destroyed": "Destroyed",
    "jumped": "Jumped",
    "left": "Left the map",
    "landed": "Landed",
    "landed_after": "Landed after the battle",
    "waited": "Stayed out",
}
FATE_ICONS: dict[FateWord, str] = {
    "stands": "stands",
    "destroyed": "destroyed",
    "jumped": "jumped",
    "left": "chevron-right",
    "landed": "landed",
    "landed_after": "landed",
    "waited": "clock",
}


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
    """One unit with the damage it carries; `fighters` are the boxes left on each of a squadron's fighters."""

    side: Side
    name: str
    kind: ShipClass
    boxes: tuple[HullBox, ...]
    hull_left: int
    shields: tuple[tuple[str, int], ...]
    weapons: tuple[Weapon, ...]
    lasting: tuple[str, ...]
    fighters: tuple[int, ...]
    fate: FateWord | None = None
    thrusters: int = 0
    relays: int = 0

    @property
    def fighters_left(self) -> int:
        """How many fighters still fly."""
        return sum(boxes > 0 for boxes in self.fighters)

    @property
    def shield_tracks(self) -> tuple[BoxRow, ...]:
        """The shield boxes of each arc, all whole when a battle begins (5.3, S13)."""
        return tuple(BoxRow(arc, (False,) * boxes) for arc, boxes in self.shields)

    @property
    def system_tracks(self) -> tuple[BoxRow, ...]:
        """The criticals that last, the FTL drive, and what a battle uses up: afterburners, the battery (8.5, 11)."""
        if self.kind.fighters:
            return ()
        base = self.kind.key == "base"
        counted = (
            ("thrusters", 0 if base else MOST_CRITICALS, self.thrusters),
            ("relays", MOST_CRITICALS, self.relays),
            ("FTL offline", 0 if base else 1, 0),
            ("afterburners", self.kind.afterburners, 0),
            ("battery", int(self.kind.battery), 0),
        )
        return tuple(
            BoxRow(title, tuple(box < ticked for box in range(boxes)))
            for title, boxes, ticked in counted
            if boxes
        )

    @property
    def state(self) -> str:
        """The picture's state: destroyed, jumped, landed, or nothing."""
        return STATES.get(self.fate, "") if self.fate else ""

    @property
    def fate_words(self) -> str:
        """What became of it, in words."""
        return fate_words(self.kind, self.fate) if self.fate else ""

    @property
    def fate_icon(self) -> str:
        """The icon of what became of it."""
        return FATE_ICONS[self.fate] if self.fate else ""


def fate_words(kind: ShipClass, fate: FateWord) -> str:
    """What became of a unit of the class, in words; squadrons jump only aboard a carrier (16)."""
    return "Aboard a carrier" if kind.fighters and fate == "jumped" else FATE_WORDS[fate]


def unit_card(side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None) -> UnitCard:
    """The unit with the damage it came with, or with `damage`."""
    kind = class_of(side, unit)
    now = unit.damage if damage is None else damage
    marked = min(now.hull, len(kind.hull))
    return UnitCard(
        side=side,
        name=unit.name,
        kind=kind,
        boxes=() if kind.fighters else hull_boxes(kind.hull, marked),
        hull_left=len(kind.hull) - marked,
        shields=_shields(kind),
        weapons=weapons_of(kind, now),
        lasting=tuple(lasting_words(kind, now)),
        fighters=tuple(2 - boxes for boxes in now.fighters or (0,) * kind.fighters),
        fate=fate,
        thrusters=now.thrusters,
        relays=now.relays,
    )


def _shields(kind: ShipClass) -> tuple[tuple[str, int], ...]:
    shields = kind.shields
    if shields is None:
        return ()
    return (
        ("front", shields.front),
        ("left", shields.left),
        ("right", shields.right),
        ("rear", shields.rear),
    )


def weapons_of(kind: ShipClass, damage: Damage) -> tuple[Weapon, ...]:
    """The weapon groups of a class, those lost marked."""
    return tuple(
        Weapon(number, group.title, arc_words(group), number in damage.weapons_lost)
        for number, group in enumerate(kind.weapons)
    )


def arc_words(group: WeaponGroup) -> str:
    """The arcs a group fires into, in words, as "front and left"."""
    return in_row([ARCS[arc] for arc in group.arcs])


def lasting_words(kind: ShipClass, damage: Damage) -> list[str]:
    """Each lasting critical as a phrase (8.5)."""
    words = [f"{weapon.title} ({weapon.arcs}) lost" for weapon in weapons_of(kind, damage) if weapon.lost]
    if damage.thrusters:
        words.append(f"Thrusters: turn radius +{damage.thrusters}")
    if damage.relays:
        words.append(f"Power relay: power −{damage.relays}")
    return words
