"""Whether the damage of a unit is possible: in a set-up by itself, in a report compared with the set-up."""

from collections.abc import Iterator

from engines.seam.documents import UNDAMAGED, Damage
from engines.talon.catalogue import ShipClass
from engines.talon.damage import WHOLE, TalonDamage, in_talon, is_of_talon


def damage_refusals(
    kind: ShipClass, name: str, damage: Damage, before: Damage = UNDAMAGED
) -> Iterator[tuple[str, str]]:
    """Rule and reason for all impossible damage of a unit that is not destroyed (8.4, 8.5, S13)."""
    if not (is_of_talon(damage) and is_of_talon(before)):
        yield "S13", f"{name} has damage of another game."
    elif kind.fighters:
        yield from _squadron(kind, name, in_talon(damage), in_talon(before))
    else:
        yield from _ship(kind, name, in_talon(damage), in_talon(before))


def listed_damage_refusals(kind: ShipClass, name: str, damage: Damage) -> Iterator[tuple[str, str]]:
    """The same in words for somebody who lists a unit; one that is destroyed is not to be listed."""
    found = in_talon(damage) if is_of_talon(damage) else WHOLE
    if not kind.fighters and found.hull == len(kind.hull):
        yield "8.4", f"All hull boxes of {name} are marked, so it is destroyed. Leave it out."
    elif not kind.fighters and any(group >= len(kind.weapons) for group in found.weapons_lost):
        yield "8.5", f"{name} has {len(kind.weapons)} weapons on its sheet."
    else:
        yield from damage_refusals(kind, name, damage)


def _ship(kind: ShipClass, name: str, damage: TalonDamage, before: TalonDamage) -> Iterator[tuple[str, str]]:
    boxes = len(kind.hull)
    if damage.fighters:
        yield "S13", f"{name} has no fighters of its own."
    if damage.hull < before.hull:
        yield "31.6.5", f"{name} started with {before.hull} hull boxes marked; none are repaired in a battle."
    elif damage.hull > boxes:
        yield "8.4", f"{name} has only {boxes} hull boxes; {damage.hull} cannot be marked."
    elif damage.hull == boxes:
        yield "8.4", f"All {boxes} hull boxes of {name} are marked. Choose Destroyed."
    else:
        yield from _criticals(kind, name, damage, before)


def _criticals(
    kind: ShipClass, name: str, damage: TalonDamage, before: TalonDamage
) -> Iterator[tuple[str, str]]:
    groups, lost_before = set(damage.weapons_lost), set(before.weapons_lost)
    if len(groups) != len(damage.weapons_lost) or any(group >= len(kind.weapons) for group in groups):
        yield "8.5", f"{name} has {len(kind.weapons)} weapon groups, numbered from 0; each is lost only once."
    if not groups >= lost_before or damage.thrusters < before.thrusters or damage.relays < before.relays:
        yield "31.6.5", f"{name} started with lasting criticals; they are not repaired in a battle."
    if kind.role == "base" and damage.thrusters > before.thrusters:
        yield "8.5", f"A thruster critical has no effect on the base {name}."
    room = kind.critical_boxes(before.hull, damage.hull)
    new = damage.lasting - before.lasting
    if new <= room:
        return
    if not kind.critical_boxes(0, boxes := len(kind.hull)):
        yield "R8", f"A {kind.title} has no critical boxes among its {boxes}, so {name} has no criticals."
    elif before:
        yield "8.4", f"{name} has {new} new lasting criticals but marked {room} critical boxes."
    else:
        yield "8.4", f"{name} has {new} lasting criticals but {room} critical boxes marked."


def _squadron(
    kind: ShipClass, name: str, damage: TalonDamage, before: TalonDamage
) -> Iterator[tuple[str, str]]:
    boxes = damage.fighters or (0,) * kind.fighters
    came = before.fighters or (0,) * kind.fighters
    if len(boxes) != kind.fighters or damage.hull or damage.lasting:
        yield "12", f"{name} has only {kind.fighters} fighters of two hull boxes each."
    elif any(now < then for now, then in zip(boxes, came, strict=True)):
        yield "31.6.5", f"{name} cannot regain fighters or hull boxes in a battle."
    elif damage.fighters_lost == kind.fighters:
        yield "R35", f"{name} has lost every fighter, so it is destroyed."
