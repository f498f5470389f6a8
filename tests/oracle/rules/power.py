"""What an AP buys (6)."""

from collections.abc import Iterator

from msgspec import UNSET

from engines.talon.orders import (
    PLANET,
    AnyOrder,
    Battery,
    Charge,
    Done,
    PowerShift,
    PowerThrough,
    Reinforce,
    Retarget,
    Slip,
    Transmit,
    Vote,
)
from tests.oracle.rules.geometry import Hex, arc, distance, hex_of, passes_inside
from tests.oracle.rules.table import Piece, Table, acts


def ap_orders(table: Table) -> Iterator[AnyOrder]:
    """6: one AP for each ship that gets one and has not spent it, and the end of the step."""
    side = table.told.side
    for unit in () if rule_25_too_many_words(table) else table.acting():
        if has_ap(table, unit):
            yield from rule_6_1_charge(unit)
            yield from rule_6_2_battery(table, unit)
            yield from rule_6_3_initiative(unit)
            yield from rule_6_4_reinforce(table, unit)
            yield from rule_6_5_side_slip(unit)
            yield from rule_6_6_power_through(unit)
            yield from rule_24_power_shift(table, unit)
            yield from rule_6_7_retarget(table, unit)
            yield from rule_6_8_transmit(table, unit)
    yield Done(side)


def rule_25_too_many_words(table: Table) -> bool:
    """25, R113: the player in turn has said too many words in the last Power Phase: no AP."""
    told = table.told.players
    return told is not UNSET and (table.told.side, told.current) in told.barred


def has_ap(table: Table, unit: Piece) -> bool:
    """6, 10.1, 8.5: an AP from its Power in this impulse, or else from its battery; none with a power loss."""
    if unit.told.spent or unit.told.power_loss or unit.is_squadron:
        return False
    return ap_from_power(table, unit) or unit.told.battery or rule_32_5_extra(table, unit)


def rule_32_5_extra(table: Table, unit: Piece) -> bool:
    """32.5, R117: the battery of its legendary crew is full."""
    told = table.told.qualities
    return told is not UNSET and unit.number in told.charged


def ap_from_power(table: Table, unit: Piece) -> bool:
    """4.1: whether its modified Power acts in this impulse."""
    return acts(unit.told.power, table.told.impulse)


def rule_6_1_charge(unit: Piece) -> Iterator[AnyOrder]:
    """6.1: one yellow box of a group that is not destroyed, even while red boxes are empty."""
    for group, weapons in enumerate(unit.kind.weapons):
        if not unit.told.lost[group] and unit.told.yellow[group] < weapons.yellow:
            yield Charge(unit.side, unit.number, group)


def rule_6_2_battery(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """6.2, R4, R117: an empty battery, by an AP that is not its own."""
    others = ap_from_power(table, unit) or rule_32_5_extra(table, unit)
    if unit.kind.battery and not unit.told.battery and others:
        yield Battery(unit.side, unit.number)


def rule_6_3_initiative(unit: Piece) -> Iterator[AnyOrder]:
    """6.3: a Change or a Defend marker, by either side (R1)."""
    yield Vote(unit.side, unit.number, "change")
    yield Vote(unit.side, unit.number, "defend")


def rule_6_4_reinforce(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """6.4, R3: two markers at most, a third in place of one; none while shields are out of use."""
    if unit.told.shields_down or table.terrain.get(unit.place) == "nebula" or unit.kind.shields is None:
        return
    for shield in range(4):
        if len(unit.told.markers) < 2:
            yield Reinforce(unit.side, unit.number, shield)
        else:
            for marker in set(unit.told.markers):
                yield Reinforce(unit.side, unit.number, shield, marker)


def rule_6_5_side_slip(unit: Piece) -> Iterator[AnyOrder]:
    """6.5, R56: a marker while none stands; a base needs none."""
    if not unit.told.slip and not unit.is_base:
        yield Slip(unit.side, unit.number)


def rule_6_6_power_through(unit: Piece) -> Iterator[AnyOrder]:
    """6.6: the turn count lowered by 1, if it is not 0 yet."""
    if unit.told.turn > 0:
        yield PowerThrough(unit.side, unit.number)


def rule_24_power_shift(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """24, R84: by agreement, in impulse F, a ship without such a marker; not a base."""
    if table.told.power_shift is True and table.told.impulse == 5 and unit.is_ship and not unit.told.shift:
        yield PowerShift(unit.side, unit.number)


def rule_6_7_retarget(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """6.7, 13.7, R73: a new enemy target, or the planet, for a missile of the side, in reach of its launchers."""
    found = [
        target.number
        for target in table.on_map
        if target.side != unit.side
        and any(launcher_bears(unit, group, target.place) for group in launchers(unit))
        and not table.planet_between(unit.place, target.place)
    ]
    planet = table.planet_to_fire_at(unit.side)
    if planet is not None and not table.planet_in_line(unit.place, planet):
        found += [PLANET] if any(launcher_bears(unit, group, planet) for group in launchers(unit)) else []
    for missile in table.missiles:
        for number in found if missile.side == unit.side else ():
            if missile.target != number:
                yield Retarget(unit.side, unit.number, missile.number, number)


def launchers(unit: Piece) -> list[int]:
    """13.7: the missile launchers that are not destroyed, charged or not."""
    return [
        group
        for group, weapons in enumerate(unit.kind.weapons)
        if weapons.type == "missile" and not unit.told.lost[group]
    ]


def launcher_bears(unit: Piece, group: int, place: Hex) -> bool:
    """13.2: arc and range 1 to 4 of a launcher."""
    held = arc(unit.place, unit.facing, place)
    return 1 <= distance(unit.place, place) <= 4 and held in unit.kind.weapons[group].arcs


def rule_6_8_transmit(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """6.8, 12.2: one AP to a squadron that the carrier or base reaches and that had none in this impulse."""
    if not (unit.is_carrier or unit.is_base):
        return
    for squadron in table.own(unit.side):
        if not squadron.is_squadron or squadron.told.spent or not reaches(table, unit, squadron):
            continue
        for fighter in squadron.living_fighters:
            if squadron.told.yellow[fighter] < squadron.kind.weapons[0].yellow:
                yield Transmit(unit.side, unit.number, squadron.number, "charge", fighter)
        if squadron.told.turn > 0:
            yield Transmit(unit.side, unit.number, squadron.number, "power-through")
        if not squadron.told.slip:
            yield Transmit(unit.side, unit.number, squadron.number, "slip")


def reaches(table: Table, unit: Piece, squadron: Piece) -> bool:
    """12.2: six hexes, not into, out of or through asteroids, nebulae or planets."""
    if distance(unit.place, squadron.place) > 6:
        return False
    return not any(
        passes_inside(unit.place, squadron.place, hex_of(place))
        for kind, places in table.told.terrain.items()
        if kind in ("asteroid", "nebula", "planet")
        for place in places
    )
