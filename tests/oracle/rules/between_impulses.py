"""The question of initiative, and what is decided between rounds (4.2, 9, 11, 22)."""

from collections.abc import Iterator

from engines.seam.sides import SIDES, Side
from engines.talon.orders import AnyOrder, Arrive, Curve, Done, Grant, Jump, Tactics
from tests.oracle.rules.geometry import Hex, distance, in_window, neighbour, number_of
from tests.oracle.rules.setting_up import launches_of, rule_s25_counter_free, zone
from tests.oracle.rules.table import Piece, Table


def initiative_orders(table: Table) -> Iterator[AnyOrder]:
    """4.2, R1: the side that placed more Change markers says who is Initiative Player."""
    side = rule_r1_chooser(table)
    if side:
        yield Grant(side, "terran")
        yield Grant(side, "talon")


def tactics_orders(table: Table) -> Iterator[AnyOrder]:
    """32.4: the side that still may changes the initiative now, or does not."""
    side = table.told.side
    if table.told.tactics == side:
        yield Tactics(side)
        yield Done(side)


def rule_r1_chooser(table: Table) -> Side | None:
    """R1: nobody, unless Change markers outnumber Defend markers and one side has more of them."""
    terran = sum(unit.told.vote == "change" for unit in table.on_map if unit.side == "terran")
    talon = sum(unit.told.vote == "change" for unit in table.on_map if unit.side == "talon")
    defends = sum(unit.told.vote == "defend" for unit in table.on_map)
    if terran + talon <= defends or terran == talon:
        return None
    return "terran" if terran > talon else "talon"


def curve_orders(table: Table) -> Iterator[AnyOrder]:
    """5.4, 9: for each unit that has not chosen another row, at most one faster or slower; then the end."""
    side = table.told.side
    must = False
    for unit in table.acting():
        if unit.told.curve_set or unit.told.power_loss:
            continue
        rows = rule_5_4_rows(unit)
        must = must or unit.told.row not in rows
        for row in rows:
            if row != unit.told.row:
                yield Curve(side, unit.number, unit.kind.power_curve[row][1])
    if not must:
        yield Done(side)


def rule_5_4_rows(unit: Piece) -> list[int]:
    """5.4, R61, 24: the rows within one, or two, with Power of 0 or more; if there is none nothing is chosen."""
    far = 2 if unit.told.shift else 1
    near = [row for row in range(len(unit.kind.power_curve)) if abs(row - unit.told.row) <= far]
    return [row for row in near if unit.power_on(row) >= 0] or [unit.told.row]


def jump_orders(table: Table) -> Iterator[AnyOrder]:
    """11: every ship that may leave by FTL, and the end of the phase."""
    side = table.told.side
    for unit in table.acting():
        if rule_11_may_jump(table, unit):
            yield Jump(side, unit.number)
    yield Done(side)


def rule_11_may_jump(table: Table, unit: Piece) -> bool:
    """11, R32: a ship at Speed 1, spooled by its printed hull boxes, in clear space, with FTL, not just arrived."""
    if (
        table.stays(unit.side)
        or table.is_to_dock(unit)
        or (unit.is_transport and table.only_by_hole(unit.side))
    ):
        return False
    if not unit.is_ship or unit.speed != 1 or unit.told.ftl_offline or unit.told.arrived:
        return False
    return table.told.round >= len(unit.kind.hull) and not table.in_fog(unit.place)


def arrival_orders(table: Table) -> Iterator[AnyOrder]:
    """22, R51: waiting ships that have a counter, waiting squadrons; the end once nothing more has to come."""
    side = table.told.side
    must = False
    found: dict[tuple[str, ...], list[Hex]] = {}
    for unit in filter(table.in_turn, table.units):
        lifted = list(rule_32_3_back(table, unit)) if unit.side == side else []
        must = must or bool(lifted)
        yield from lifted
        if unit.side != side or unit.told.status != "waiting" or not rule_s25_counter_free(table, unit):
            continue
        arrival = table.arrival_told(side, unit.told.name)
        if arrival is not None and arrival.first > table.told.round:
            continue
        if unit.is_squadron:
            launches = list(launches_of(table, unit))
            must = must or bool(launches)
            yield from launches
            continue
        own = ("top",) if table.told.top == side else ("bottom",)
        edges = own if arrival is None else arrival.edges
        if edges not in found:
            found[edges] = rule_r31_places(table, side, edges)
        places = found[edges]
        must = must or (bool(places) and not unit.is_transport)
        for place in places:
            for facing in range(6):
                for row in rule_r23_rows(unit):
                    yield Arrive(side, unit.number, number_of(place), facing, unit.kind.power_curve[row][1])
    if not must:
        yield Done(side)


def rule_32_3_back(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """32.3, R118: a transport that has set troops down comes back beside the planet, in an empty hex, at Speed 1."""
    planet = table.planet_for(unit.side)
    if unit.told.status != "landed" or not table.troops_are_down(unit) or planet is None:
        return
    for direction in range(6):
        place = neighbour(planet, direction)
        if place in table.terrain or table.units_in(place) or not in_window(table.window, place):
            continue
        for facing in range(6):
            yield Arrive(unit.side, unit.number, number_of(place), facing, 1)


def rule_r23_rows(unit: Piece) -> list[int]:
    """22, R23: any row, whatever the damage."""
    return list(range(len(unit.kind.power_curve)))


def rule_r31_places(table: Table, side: Side, edges: tuple[str, ...]) -> list[Hex]:
    """R31, R85: six or more hexes from all ships, planets and worm holes, and toward one of the edges by a ship or a
    planet; else only the six; else none. With neither a ship nor a planet the own zone.
    """
    ships = [unit.place for unit in table.on_map if unit.is_ship and not unit.told.arrived]
    by, holes = ships + table.planets, table.terrain_of("worm-hole")
    if not by:
        return [
            place
            for place in zone(table, side)
            if place not in table.terrain
            and not table.units_in(place)
            and all(distance(place, hole) >= 6 for hole in holes)
        ]
    apart: list[Hex] = []
    for place in around_the_map(table):
        if any(distance(place, other) < 6 for other in by + holes) or place in table.terrain:
            continue
        if not table.units_in(place) and not anyone_removed(table, place):
            apart.append(place)
    toward = [
        place
        for place in apart
        if any(rule_r69_nearer(place, other, edge) >= 6 for other in by for edge in edges)
    ]
    return toward or apart


def rule_r69_nearer(place: Hex, other: Hex, edge: str) -> float:
    """R31, R69: by how many rows or columns a hex is nearer to an edge than another."""
    rows = place[1] - other[1]
    columns = place[0] - other[0] + rows / 2
    return {"top": -rows, "bottom": rows, "left": -columns, "right": columns}[edge]


def around_the_map(table: Table) -> list[Hex]:
    """7.5: every hex that the map could come to hold, and some more."""
    held = [unit.place for unit in table.on_map] + kept_terrain(table, None)
    rows, columns = largest(table)
    least, most = min(r for _, r in held), max(r for _, r in held)
    west, east = min(q for q, _ in held), max(q for q, _ in held)
    reach = columns + rows
    return [
        (q, r) for r in range(most - rows + 1, least + rows) for q in range(east - reach, west + reach + 1)
    ]


def largest(table: Table) -> tuple[int, int]:
    """7.5, R6: rows and columns of the map with its extension, or as far as it has grown."""
    window = table.window
    return (window.rows, window.columns) if window.extended else (window.rows, max(23, window.columns))


def kept_terrain(table: Table, newcomer: Hex | None) -> list[Hex]:
    """R6, R73: terrain that a shift may not drop: planets to land on or to fire at, black holes, and what is near a
    ship.
    """
    sought = {table.capital, table.moon, *(table.planet_to_fire_at(side) for side in SIDES)}
    ships = [unit.place for unit in table.on_map if unit.is_ship] + ([newcomer] if newcomer else [])
    return [
        place
        for place, kind in table.terrain.items()
        if kind in ("black-hole", "worm-hole")
        or place in sought
        or any(distance(place, ship) <= 5 for ship in ships)
    ]


def anyone_removed(table: Table, newcomer: Hex) -> bool:
    """7.5, R6: whether no place of the map, with its extension, holds all units, the newcomer and the terrain kept."""
    held = [unit.place for unit in table.on_map] + kept_terrain(table, newcomer) + [newcomer]
    rows, columns = largest(table)
    least, most = min(r for _, r in held), max(r for _, r in held)
    for shift in range(most - rows, least):
        west, east = -10_000, 10_000
        for q, r in held:
            row = r - shift
            wide = columns if row % 2 else columns + 1
            west = max(west, q + row // 2 - wide)
            east = min(east, q + row // 2 - 1)
        if west <= east:
            return False
    return True
