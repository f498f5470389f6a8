"""A unit of Talon as pages show it: its boxes, shields, weapons, and lasting criticals in words."""

from engines.seam.cards import BoxRow, UnitCard, Weapon
from engines.seam.documents import Damage, FateWord, Unit
from engines.seam.sides import Side
from engines.seam.words.in_a_row import in_row
from engines.talon.catalogue import ShipClass, WeaponGroup, class_of
from engines.talon.damage import TalonDamage, in_talon
from engines.talon.sheets.ship_drawing import hull_boxes

ARCS = {"F": "front", "L": "left", "R": "right", "B": "rear"}
MOST_CRITICALS = 2


def unit_card(side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None) -> UnitCard:
    """The unit with the damage it came with, or with `damage`."""
    kind = class_of(side, unit)
    now = in_talon(unit.damage if damage is None else damage)
    rigged = () if fate or damage else jury_words(kind, unit)
    marked = min(now.hull, len(kind.hull))
    return UnitCard(
        side=side,
        name=unit.name,
        kind=kind,
        boxes=() if kind.fighters else hull_boxes(kind.hull, marked),
        hull_left=len(kind.hull) - marked,
        shields=_shields(kind),
        weapons=weapons_of(kind, now),
        lasting=(*lasting_words(kind, now), *rigged),
        fighters=tuple(2 - boxes for boxes in now.fighters or (0,) * kind.fighters),
        system_tracks=_system_tracks(kind, now),
        fate=fate,
    )


def _system_tracks(kind: ShipClass, damage: TalonDamage) -> tuple[BoxRow, ...]:
    """The criticals that last, the FTL drive, and what a battle uses up: afterburners, the battery (8.5, 11)."""
    if kind.fighters:
        return ()
    base = kind.role == "base"
    counted = (
        ("thrusters", 0 if base else MOST_CRITICALS, damage.thrusters),
        ("relays", MOST_CRITICALS, damage.relays),
        ("FTL offline", 0 if base else 1, 0),
        ("afterburners", kind.afterburners, 0),
        ("battery", int(kind.battery), 0),
    )
    return tuple(
        BoxRow(title, tuple(box < ticked for box in range(boxes)))
        for title, boxes, ticked in counted
        if boxes
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


def weapons_of(kind: ShipClass, damage: TalonDamage) -> tuple[Weapon, ...]:
    """The weapon groups of a class, those lost marked."""
    return tuple(
        Weapon(number, group.title, arc_words(group), number in damage.weapons_lost)
        for number, group in enumerate(kind.weapons)
    )


def arc_words(group: WeaponGroup) -> str:
    """The arcs a group fires into, in words, as "front and left"."""
    return in_row([ARCS[arc] for arc in group.arcs])


def jury_words(kind: ShipClass, unit: Unit) -> tuple[str, ...]:
    """The group that is jury rigged as a phrase, if there is one (24)."""
    if unit.jury is None:
        return ()
    group = kind.weapons[unit.jury]
    return (f"{group.title} ({arc_words(group)}) jury rigged",)


def lasting_words(kind: ShipClass, damage: TalonDamage) -> list[str]:
    """Each lasting critical as a phrase (8.5)."""
    words = [f"{weapon.title} ({weapon.arcs}) lost" for weapon in weapons_of(kind, damage) if weapon.lost]
    if damage.thrusters:
        words.append(f"Thrusters: turn radius +{damage.thrusters}")
    if damage.relays:
        words.append(f"Power relay: power −{damage.relays}")
    return words


def damage_words(kind: ShipClass, damage: TalonDamage) -> tuple[str, ...]:
    """All that a unit carries from earlier battles, a few words each (S13)."""
    counted = (
        (damage.hull, "hull box marked", "hull boxes marked"),
        (damage.thrusters, "thruster critical", "thruster criticals"),
        (damage.relays, "power relay critical", "power relay criticals"),
        (damage.fighters_lost, "fighter lost", "fighters lost"),
        (sum(boxes == 1 for boxes in damage.fighters), "fighter damaged", "fighters damaged"),
    )
    weapons = [
        f"{group.title} lost" for number, group in enumerate(kind.weapons) if number in damage.weapons_lost
    ]
    return (
        *(f"{number} {one if number == 1 else many}" for number, one, many in counted if number),
        *weapons,
    )
