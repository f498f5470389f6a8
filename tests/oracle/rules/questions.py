"""What is asked in mid-resolution, and the orders that may be given at any time (8.6, 13, 15, 18, 20.4)."""

from collections.abc import Iterator

from msgspec import UNSET

from engines.seam.sides import SIDES, Side
from engines.talon.documents.positions import (
    BerthingDocument,
    BlastDocument,
    ClosingDocument,
    DetonationDocument,
    FusionDocument,
    LaunchingDocument,
    PullDocument,
    PushDocument,
    VolleyDocument,
)
from engines.talon.orders import (
    MISSILES,
    PLANET,
    AnyOrder,
    Concede,
    Exceed,
    FightOn,
    OfferDraw,
    Pick,
    Place,
    Toward,
)
from tests.oracle.rules.geometry import arc, distance, hex_of, neighbour, number_of, sides_toward
from tests.oracle.rules.setting_up import rule_r52_launched
from tests.oracle.rules.shooting import RANGES, groups_of, rule_8_targets, weapons_of
from tests.oracle.rules.table import Piece, Table


def answers(table: Table) -> Iterator[AnyOrder]:
    """The answers to the question of the first thing that is under way."""
    task = table.told.agenda[-1]
    if isinstance(task, VolleyDocument):
        yield from rule_8_next_target(table, task)
    elif isinstance(task, FusionDocument):
        yield from rule_r27_next_in_area(table, task)
    elif isinstance(task, PushDocument):
        yield from rule_15_push(table, task)
    elif isinstance(task, LaunchingDocument):
        yield from rule_13_2_put_down(table, task)
    elif isinstance(task, DetonationDocument):
        yield from rule_13_5_fighter_hit(table, task)
    elif isinstance(task, BlastDocument):
        yield from rule_8_6_who_takes_it(table, task)
    elif isinstance(task, PullDocument):
        yield from rule_18_pulled_which_way(table, task)
    elif isinstance(task, BerthingDocument):
        yield from rule_r52_stays_where(table, task)
    elif isinstance(task, ClosingDocument):
        yield from rule_r30_saved(table, task)


def rule_8_next_target(table: Table, task: VolleyDocument) -> Iterator[AnyOrder]:
    """8: the target of the next weapon of a group that is firing."""
    unit = table.units[task.unit]
    for target, fighter in rule_8_targets(table, unit, task.group):
        yield Pick(unit.side, target, fighter)


def rule_r27_next_in_area(table: Table, task: FusionDocument) -> Iterator[AnyOrder]:
    """15, R14, R47: what the cannon has still to roll for and is still there, in the firer's order."""
    unit = table.units[task.unit]
    missiles = {missile.number for missile in table.missiles}
    for target in task.area:
        there = target in missiles if target >= MISSILES else target == PLANET or table.units[target].on_map
        if there:
            yield Pick(unit.side, target)


def rule_15_push(table: Table, task: PushDocument) -> Iterator[AnyOrder]:
    """15: the direction of a push along a spine."""
    unit, target = table.units[task.unit], table.units[task.target]
    for facing in sides_toward(unit.place, target.place):
        yield Toward(unit.side, facing)


def rule_13_2_put_down(table: Table, task: LaunchingDocument) -> Iterator[AnyOrder]:
    """13.2, R11: an adjacent hex in the launcher's arcs; then the facing, on a spine one of two."""
    unit, goal = table.units[task.unit], table.place_aimed_at(task.target)
    if task.place is None:
        for facing in range(6):
            place = neighbour(unit.place, facing)
            if arc(unit.place, unit.facing, place) in weapons_of(unit, task.group).arcs:
                yield Place(unit.side, number_of(place))
    else:
        for facing in sides_toward(hex_of(task.place), goal):
            yield Toward(unit.side, facing)


def rule_13_5_fighter_hit(table: Table, task: DetonationDocument) -> Iterator[AnyOrder]:
    """13.2, 13.5: the missile's owner names the fighter it hits."""
    missile = next(one for one in table.missiles if one.number == task.missile)
    for fighter in table.units[missile.target].living_fighters:
        yield Pick(missile.side, missile.target, fighter)


def rule_8_6_who_takes_it(table: Table, task: BlastDocument) -> Iterator[AnyOrder]:
    """8.6, R46: the owner names the fighter of a squadron, or the missile of those in one hex."""
    victim = task.victims[0]
    if victim < MISSILES:
        squadron = table.units[victim]
        for fighter in squadron.living_fighters:
            yield Pick(squadron.side, victim, fighter)
        return
    place = next(one.place for one in table.missiles if one.number == victim)
    stack = [one for one in table.missiles if one.place == place]
    first = [one for one in stack if one.side == table.told.initiative]
    for missile in first or stack:
        yield Pick(missile.side, missile.number)


def rule_18_pulled_which_way(table: Table, task: PullDocument) -> Iterator[AnyOrder]:
    """18, R18, R54: along the line to the nearest hole; its owner picks on a spine, and between two holes."""
    unit = table.units[task.left[0]]
    nearest = min(distance(unit.place, hole) for hole in table.black_holes)
    found: set[int] = set()
    for hole in table.black_holes:
        if distance(unit.place, hole) == nearest:
            found.update(sides_toward(unit.place, hole))
    for facing in sorted(found):
        yield Toward(unit.side, facing)


def rule_r52_stays_where(table: Table, task: BerthingDocument) -> Iterator[AnyOrder]:
    """R52, 12.2: a carrier or base with room for a squadron that was not launched: fewer than four are its own."""
    unit = table.units[task.unit]
    for host in table.own(unit.side):
        if (host.is_carrier or host.is_base) and rule_r52_launched(table, host) < 4:
            yield Pick(unit.side, host.number)


def rule_r30_saved(table: Table, task: ClosingDocument) -> Iterator[AnyOrder]:
    """R30, S22, S23: first the loser of a conceded battle saves squadrons, then the invader's transports land."""
    squadrons = list(rule_r30_squadrons(table, task))
    if squadrons:
        yield from squadrons
        return
    for unit in table.units:
        if unit.side == task.winner and unit.is_transport and unit.told.status in ("map", "waiting"):
            yield Pick(unit.side, unit.number)


def rule_r30_squadrons(table: Table, task: ClosingDocument) -> Iterator[AnyOrder]:
    """R30: squadrons out of the winner's reach, while carriers and the base that survive have room for one more."""
    if task.winner is None or not table.treated_as_conceded(task.ending, task.winner):
        return
    safe = [unit for unit in table.on_map if unit.side != task.winner and not rule_r30_in_reach(table, unit)]
    away = [unit for unit in table.units if unit.told.status in ("jumped", "left", "waiting")]
    hosts = [unit for unit in safe if unit.is_carrier or unit.is_base]
    hosts += [unit for unit in away if unit.side != task.winner and unit.is_carrier]
    room = sum(4 - table.squadrons_aboard(host) for host in hosts)
    if len(task.saved) < room:
        for unit in safe:
            if unit.is_squadron and unit.number not in task.saved:
                yield Pick(unit.side, unit.number)


def rule_r30_in_reach(table: Table, unit: Piece) -> bool:
    """R30: in an arc and at a listed range of an enemy weapon that is not destroyed, charged or not, past terrain."""
    for enemy in table.on_map:
        if enemy.side == unit.side:
            continue
        for group in groups_of(enemy):
            weapon = weapons_of(enemy, group)
            near = distance(enemy.place, unit.place) in RANGES[weapon.type]
            if (
                near
                and not enemy.told.lost[group]
                and arc(enemy.place, enemy.facing, unit.place) in weapon.arcs
            ):
                return True
    return False


def standing_orders(table: Table) -> Iterator[AnyOrder]:
    """20.4, R28 to R30: from round 1 on, with nothing under way: giving up, and one offer of a draw."""
    if table.told.round == 0 or table.told.agenda:
        return
    for side in SIDES:
        for player in range(table.players(side)):
            yield from rule_r112_wishes(table, side, player)


def rule_r112_wishes(table: Table, side: Side, player: int) -> Iterator[AnyOrder]:
    """R112, 25: what one player may say: what he has not said yet, take it back, or that he has said too much."""
    told = table.told.players
    barred, conceding, drawing = (
        ((), (), ()) if told is UNSET else (told.barred, told.conceding, told.drawing)
    )
    if (side, player) not in conceding:
        yield Concede(side, player)
    if (side, player) not in drawing and side not in table.told.offers:
        yield OfferDraw(side, player)
    if (side, player) in (*conceding, *drawing):
        yield FightOn(side, player)
    if table.told.step == "curves" and table.players(side) > 1 and (side, player) not in barred:
        yield Exceed(side, player)
