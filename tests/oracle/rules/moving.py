"""Who has to move, who may, and where to (7, 10.2, 13.4, 14, 16)."""

from collections.abc import Iterator

from msgspec import UNSET

from engines.talon.documents.positions import MissileDocument
from engines.talon.orders import PLANET, AnyOrder, Burn, Done, Move, Rotate, Steer, Undock, Way
from tests.oracle.rules.geometry import distance
from tests.oracle.rules.table import Piece, Table, acts, after


def move_orders(table: Table) -> Iterator[AnyOrder]:
    """7: everything that must still move, every afterburner move, and the end if nothing has to move any more."""
    side = table.told.side
    forced: list[AnyOrder] = []
    for unit in table.acting():
        if unit.is_base:
            forced += rule_14_rotate(table, unit)
        elif scheduled(table, unit):
            forced += rule_7_1_move(table, unit)
    for missile in table.missiles:
        if missile.side == side and not missile.moved and rule_25_launched(table, missile):
            forced += rule_13_4_steer(table, missile)
    yield from forced
    for unit in table.acting():
        yield from rule_10_2_afterburner(table, unit)
    if not forced:
        yield Done(side)


def rule_25_launched(table: Table, missile: MissileDocument) -> bool:
    """25, 13.4: the player who launched a missile moves it, in his turn."""
    told = table.told.players
    return told is UNSET or missile.player == told.current


def scheduled(table: Table, unit: Piece) -> bool:
    """7.1: its Speed acts in this impulse and it has not moved."""
    return not unit.told.moved and acts(unit.speed, table.told.impulse)


def ways_of(unit: Piece) -> Iterator[Way]:
    """7.2, 7.3, 8.5: ahead; a turn with a count of 0; a side slip with a marker; only ahead with the helm down."""
    yield "ahead"
    if unit.told.helm_down:
        return
    if unit.told.turn == 0:
        yield "left"
        yield "right"
    if unit.told.slip:
        yield "slip-left"
        yield "slip-right"


def rule_7_1_move(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """7.1, 16: one hex each way, as it is or into a dock or a landing place."""
    for way in rule_r119_ways(table, unit):
        yield Move(unit.side, unit.number, way)
        for dock in rule_16_docks(table, unit, way):
            yield Move(unit.side, unit.number, way, dock=dock)
        if rule_16_lands(table, unit, way):
            yield Move(unit.side, unit.number, way, land=True)


def rule_r119_ways(table: Table, unit: Piece) -> list[Way]:
    """32.2, R119: an alien goes into a worm hole only if it has no other way."""
    ways = list(ways_of(unit))
    if not table.stays(unit.side):
        return ways
    holes = table.terrain_of("worm-hole")
    return [way for way in ways if after(unit.place, unit.facing, way) not in holes] or ways


def rule_10_2_afterburner(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """10.2: a move in an impulse without a scheduled one, once an impulse."""
    if unit.told.afterburners == 0 or unit.told.moved or acts(unit.speed, table.told.impulse):
        return
    for way in rule_r119_ways(table, unit):
        yield Burn(unit.side, unit.number, way)
        for dock in rule_16_docks(table, unit, way):
            yield Burn(unit.side, unit.number, way, dock=dock)
        if rule_16_lands(table, unit, way):
            yield Burn(unit.side, unit.number, way, land=True)


def rule_14_rotate(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """14: a base turns in each impulse of its Speed."""
    if scheduled(table, unit):
        yield Rotate(unit.side, unit.number)


def rule_16_docks(table: Table, unit: Piece, way: Way) -> Iterator[int]:
    """16: a squadron with a carrier or base that has room for it, a transport at Speed 1 with a base; 26.9, R70."""
    goal = after(unit.place, unit.facing, way)
    for base in table.units_in(goal):
        if unit.is_squadron and table.has_intelligence(base, unit.side) and not table.is_boarded(base):
            yield base.number
    for host in table.own(unit.side):
        if host.place != goal or host is unit:
            continue
        if unit.is_squadron and (host.is_base or host.is_carrier) and table.docked_squadrons(host) < 4:
            yield host.number
        if unit.is_transport and host.is_base and unit.speed == 1:
            yield host.number
        if host.is_base and unit.is_ship and not unit.is_transport and table.is_to_dock(unit):
            yield host.number


def undock_orders(table: Table) -> Iterator[AnyOrder]:
    """26.9, R74: out of a base, in its hex, at any facing and Speed; or to stay inside."""
    side = table.told.side
    for unit in table.units:
        if unit.side == side and table.may_come_out(unit) and table.in_turn(unit):
            base = table.units[unit.told.carrier]
            for facing in range(6):
                for _, speed, _ in unit.kind.power_curve:
                    yield Undock(side, unit.number, base.told.place, facing, speed)
    yield Done(side)


def rule_16_lands(table: Table, unit: Piece, way: Way) -> bool:
    """16, 31.8, R53: a transport at Speed 1 on its planet, the invader's only when the owner has no base."""
    if not unit.is_transport or unit.speed != 1:
        return False
    planet = table.planet_for(unit.side)
    if planet is None or after(unit.place, unit.facing, way) != planet:
        return False
    aim = table.landing(unit.side)
    if aim is None or table.troops_are_down(unit):
        return False
    return not (aim.guarded and any(base.is_base and base.side != unit.side for base in table.on_map))


def rule_13_4_steer(table: Table, missile: MissileDocument) -> Iterator[AnyOrder]:
    """13.3, 13.4, R12, R58: closer if it can, else as near as it can; straight on without a target."""
    aimed = missile.target == PLANET or (missile.target >= 0 and table.units[missile.target].on_map)
    if not aimed:
        yield Steer(missile.side, missile.number, "ahead")
        return
    here, goal_place = table.missile_place(missile), table.place_aimed_at(missile.target)
    turns: tuple[Way, ...] = ("ahead", "left", "right")
    goals = {way: after(here, missile.facing, way) for way in turns}
    left = {way: distance(goal, goal_place) for way, goal in goals.items()}
    best = [way for way in turns if left[way] == min(left.values())]
    open_space = [
        way for way in best if goals[way] == goal_place or table.terrain.get(goals[way]) != "planet"
    ]
    for way in open_space or best:
        assert way in ("ahead", "left", "right")
        yield Steer(missile.side, missile.number, way)
