"""The layout of a set-up, and whether it is possible: every unit named is there, and has room (21, 26)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.seam.codec import as_usual
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refusal, refuse
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.seam.words.articles import with_article
from engines.talon.aims import places_hole, two_planets
from engines.talon.catalogue import ShipClass, known_class, role_of
from engines.talon.hexes import Hex, distance
from engines.talon.hexes import at as hex_at
from engines.talon.layout import Layout, Patch, Stand, Start, Strip, Zone, names_in
from engines.talon.terms import aims_of, terms_of, top_of

Hexes = set[tuple[int, int]]
"""Rows and columns of hexes."""
COLUMNS: Final = 15


def columns_of(row: int) -> int:
    """How many hexes a row of the map has; even rows have one more (R6)."""
    return COLUMNS + (row % 2 == 0)


def layout_of(setup: BattleSetup) -> Layout | None:
    """Where the battle begins, None if as usual; `Refused` if what stands there is no layout."""
    laid = terms_of(setup).layout
    if not laid:
        return None
    try:
        return msgspec.convert(laid, Layout)
    except msgspec.ValidationError as error:
        raise refuse("26", f"The layout cannot be read: {error}.", "terms.layout") from error


def written(layout: Layout) -> dict[str, object]:
    """The layout as the terms of a set-up have it."""
    plain = replace(layout, zones=tuple(map(as_usual, layout.zones)))
    found: dict[str, object] = msgspec.json.decode(msgspec.json.encode(plain))
    return found


def layout_refusals(setup: BattleSetup) -> Iterator[Refusal]:
    """Every reason why the battle cannot begin so."""
    layout = layout_of(setup)
    if layout is None:
        return
    yield from _terrain(layout)
    if layout.start is not None:
        yield from _start(setup, layout, layout.start)
        return
    yield from _overlaps(layout)
    holes = (
        any(patch.kind == "worm-hole" for patch in layout.terrain) or places_hole(aims_of(setup)) is not None
    )
    if any(zone.near_hole for zone in layout.zones) and not holes:
        reason = "Ships are to set up near a worm hole, but there is none."
        yield Refusal("32.2", reason, "terms.layout.zones")
    for side in SIDES:
        yield from _names(setup, side, layout)
        yield from _arrivals(setup, side, layout)
        for zone in layout.of(side):
            yield from _room(setup, side, layout, zone)
        if all(zone.units for zone in layout.of(side)):
            yield from _room(setup, side, layout, None)


def hexes_of(zone: Zone) -> Hexes:
    """Rows and columns of a zone's hexes, as far as they are on the map."""
    return {
        (strip.row, column)
        for strip in zone.strips
        for column in range(strip.first, min(strip.last, columns_of(strip.row)) + 1)
    }


def last_round_of_base(setup: BattleSetup) -> int | None:
    """The round at whose end a base with one hex to be set up in is pulled into a black hole; None if never (18)."""
    layout = layout_of(setup)
    if layout is None:
        return None
    holes = [_axial(patch.row, patch.column) for patch in layout.terrain if patch.kind == "black-hole"]
    for side in SIDES:
        for unit in setup.force(side):
            zone = layout.zone_of(side, unit.name) if role_of(unit.ship_class) == "base" else None
            hexes = hexes_of(zone) if zone is not None else set()
            if holes and len(hexes) == 1:
                place = _axial(*next(iter(hexes)))
                return min(distance(hole - place) for hole in holes)
    return None


def _axial(row: int, column: int) -> Hex:
    """The hex of a row and column of the map as it lies at the start (R6)."""
    return hex_at(column - row // 2, row)


def _place(patch: Patch) -> tuple[int, int]:
    return patch.row, patch.column


def _terrain(layout: Layout) -> Iterator[Refusal]:
    seen: Hexes = set()
    for at, patch in enumerate(layout.terrain):
        where = f"terms.layout.terrain[{at}]"
        if patch.column > columns_of(patch.row):
            reason = f"Row {patch.row} has {columns_of(patch.row)} hexes; there is no column {patch.column}."
            yield Refusal("26", reason, where)
        if _place(patch) in seen:
            yield Refusal("17", f"Row {patch.row}, column {patch.column} already has terrain.", where)
        seen.add(_place(patch))


def _names(setup: BattleSetup, side: Side, layout: Layout) -> Iterator[Refusal]:
    known = {unit.name for unit in setup.force(side)}
    seen: set[str] = set()
    for zone in layout.of(side):
        for name in zone.units:
            if name not in known:
                yield Refusal("26", f"{SIDE_TITLES[side]} has no {name} to set up.", "terms.layout.zones")
            if name in seen:
                yield Refusal("26", f"{name} has two zones to set up in.", "terms.layout.zones")
            seen.add(name)
    if sum(not zone.units for zone in layout.of(side)) > 1:
        reason = f"{SIDE_TITLES[side]} has two zones for all its other units: name those of one."
        yield Refusal("26", reason, "terms.layout.zones")


def _arrivals(setup: BattleSetup, side: Side, layout: Layout) -> Iterator[Refusal]:
    """Ships come in once, without a zone, and not all of a side (22)."""
    roles = {unit.name: role_of(unit.ship_class) for unit in setup.force(side)}
    zoned = names_in(layout.of(side))
    names = [name for one in layout.arrivals if one.side == side for name in one.units]
    for name, count in Counter(names).items():
        if name not in roles:
            yield Refusal("22", f"{SIDE_TITLES[side]} has no {name} to come in.", "terms.layout.arrivals")
        elif roles[name] in ("base", "squadron"):
            reason = f"{name} does not come in by itself: only ships do."
            yield Refusal("22", reason, "terms.layout.arrivals")
        if count > 1:
            yield Refusal("22", f"{name} comes in twice.", "terms.layout.arrivals")
        if name in zoned:
            yield Refusal("22", f"{name} comes in later, so it has no zone.", "terms.layout.arrivals")
    if names and not any(role != "squadron" for name, role in roles.items() if name not in names):
        reason = f"{SIDE_TITLES[side]} sets up no ship or base: one at least must be there from the start."
        yield Refusal("22", reason, "terms.layout.arrivals")


def _start(setup: BattleSetup, layout: Layout, start: Start) -> Iterator[Refusal]:
    """Every ship stands in a hex of its own, with no more than its class has; nothing else is said (26, R104)."""
    where = "terms.layout.start"
    if layout.zones or layout.arrivals or setup.planet_owner is not None or setup.terrain:
        yield Refusal("26", "A battle that begins in mid-round has no set-up.", where)
    told = Counter((stand.side, stand.unit) for stand in start.stands)
    fought = {
        (side, unit.name): known_class(side, unit.ship_class) for side in SIDES for unit in setup.force(side)
    }
    if set(told) != set(fought) or max(told.values()) > 1:
        yield Refusal("26", "Every unit stands somewhere at the start, once.", where)
        return
    places = [(stand.row, stand.column) for stand in start.stands]
    if len({*places, *map(_place, layout.terrain)}) < len(places) + len(layout.terrain):
        yield Refusal("21", "At the start every unit stands in a hex of its own, without terrain.", where)
    for stand in start.stands:
        kind = fought[stand.side, stand.unit]
        if kind is not None:
            yield from (Refusal(rule, reason, where) for rule, reason in _stand(kind, stand))


def _stand(kind: ShipClass, stand: Stand) -> Iterator[tuple[str, str]]:
    """What a unit cannot be at the start."""
    name, shields = stand.unit, kind.shields
    if kind.role != "warship":
        yield "26", f"{name} is {with_article(kind.role)}: only warships stand on the map in mid-round."
    if stand.column > columns_of(stand.row):
        yield (
            "26",
            f"Row {stand.row} has {columns_of(stand.row)} hexes, so {name} does not stand in column {stand.column}.",
        )
    if stand.shields is not None and shields is not None:
        most = (shields.front, shields.left, shields.right, shields.rear)
        if any(left > whole for left, whole in zip(stand.shields, most, strict=True)):
            yield "5.3", f"{name} has shields {most}, not {stand.shields}."
    if stand.battery and not kind.battery:
        yield "10.1", f"{name} has no battery."
    if (stand.afterburners or 0) > kind.afterburners:
        yield "10.2", f"{name} has no more than {kind.afterburners} afterburners."


def _overlaps(layout: Layout) -> Iterator[Refusal]:
    """No hex is in two zones: who sets up first would keep the other out."""
    seen: Hexes = set()
    for zone in layout.zones:
        own = hexes_of(zone)
        if own & seen:
            row, column = min(own & seen)
            reason = f"Row {row}, column {column} is in two zones."
            yield Refusal("26", reason, "terms.layout.zones")
        seen |= own


def _usual_hexes(setup: BattleSetup, side: Side, layout: Layout) -> Hexes:
    """The two rows along a side's edge, but for what is in a zone of either side (21, R114)."""
    rows = (1, 2) if side == top_of(setup) else (10, 11)
    usual = hexes_of(Zone(side, tuple(Strip(row) for row in rows)))
    return usual.difference(*map(hexes_of, layout.zones))


def _room(setup: BattleSetup, side: Side, layout: Layout, zone: Zone | None) -> Iterator[Refusal]:
    """Each ship and base of the zone, or of the usual rows, finds a hex without terrain (21).

    Squadrons are launched beside their carrier. A planet or a worm hole that the side places needs a hex, too.
    """
    ships = [
        unit
        for unit in setup.force(side)
        if role_of(unit.ship_class) != "squadron"
        and layout.zone_of(side, unit.name) is zone
        and layout.arrival_of(side, unit.name) is None
    ]
    placed = (setup.planet_owner == side or two_planets(aims_of(setup))) + (
        places_hole(aims_of(setup)) == side
    )
    hexes = _usual_hexes(setup, side, layout) if zone is None else hexes_of(zone)
    room = len(hexes - set(map(_place, layout.terrain))) - placed
    if ships and room < len(ships):
        units = f"{len(ships)} unit{'' if len(ships) == 1 else 's'}"
        reason = f"{SIDE_TITLES[side]} sets up {units} in a zone with room for {max(room, 0)}."
        yield Refusal("21", reason, "terms.layout.zones")
