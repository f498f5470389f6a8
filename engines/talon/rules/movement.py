"""Movement: moves, side slips, collisions, and the effects of entering a hex (7, 10.2, 14, 16, 17, R25)."""

from collections.abc import Sequence
from typing import Final, Literal

from engines.seam.sides import Side
from engines.talon.events import Collided, Went
from engines.talon.hexes import ARC, STEP, Facing, Hex
from engines.talon.orders import AnyOrder, Burn, Done, Move, Rotate, Way
from engines.talon.qualities import best_crew
from engines.talon.rules import boarding, departure, docking, floating_map, missiles, unit_orders
from engines.talon.rules.arriving import lifting
from engines.talon.rules.hits import damage
from engines.talon.rules.hits.explosions import Blasts
from engines.talon.rules.sequence_table import ACTS
from engines.talon.state import Battle
from engines.talon.units import Unit

COLLISION: Final = 3
STRAIGHT: Final[tuple[tuple[Way, int, int], ...]] = (("ahead", 0, 0),)
TURNS: Final[tuple[tuple[Way, int, int], ...]] = (("left", 1, 0), ("right", 5, 0))
SLIPS: Final[tuple[tuple[Way, int, int], ...]] = (("slip-left", 0, 1), ("slip-right", 0, 5))
"""Each way with the change of facing and then the direction of the move, counterclockwise from ahead."""
WAYS: Final[dict[Way, tuple[int, int]]] = {
    way: (turn, aside) for way, turn, aside in (*STRAIGHT, *TURNS, *SLIPS)
}


def scheduled(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's Speed acts in this impulse (4.1)."""
    return scheduled_in(unit, battle.impulse)


def scheduled_in(unit: Unit, impulse: int) -> bool:
    """Whether the unit's Speed acts in an impulse, 0 for A to 5 for F (4.1)."""
    return ACTS[unit.kind.curve[unit.row][1]][impulse]


def ways(unit: Unit) -> tuple[Way, ...]:
    """The ways a ship or squadron can move now (7.2, 7.3, 8.5)."""
    return unit_orders.WAYS[_freedom(unit)]


def _freedom(unit: Unit) -> int:
    """The place among `offers.WAYS` of the ways a ship or squadron can move now (7.2, 7.3, 8.5)."""
    return 0 if unit.helm_down else (not unit.turn) + 2 * unit.slip


def orders(battle: Battle) -> list[AnyOrder]:
    """The side's orders to move: all units that must, all that can burn, and "done" when none must (7)."""
    found: list[AnyOrder] = []
    burns: list[AnyOrder] = []
    for unit in battle.in_turn:
        if unit.moved:
            continue
        if not scheduled(battle, unit):
            if unit.afterburners:
                burns += _moves(battle, unit, Burn)
        elif unit.kind.base:
            found.append(Rotate(unit.side, unit.number))
        else:
            found += _moves(battle, unit, Move)
    if battle.missiles:
        for missile in missiles.waiting(battle):
            found += missiles.steerings(battle, missile)
    if burns and not found:
        burns.append(Done(battle.side))
    return found + burns


def _moves(battle: Battle, unit: Unit, kind: type[Move] | type[Burn]) -> Sequence[AnyOrder]:
    if battle.no_retreat == unit.side:
        return _off_worm_holes(battle, unit, kind)
    return _all_moves(battle, unit, kind)


def _off_worm_holes(battle: Battle, unit: Unit, kind: type[Move] | type[Burn]) -> Sequence[AnyOrder]:
    """The moves of an alien: into a worm hole only if it has no other (R119)."""
    found = _all_moves(battle, unit, kind)
    ways_off = {way for way in ways(unit) if battle.terrain.get(goal(unit, way)) != "worm-hole"}
    return [order for order in found if order.way in ways_off] or found  # type: ignore[union-attr]


def _all_moves(battle: Battle, unit: Unit, kind: type[Move] | type[Burn]) -> Sequence[AnyOrder]:
    if not docking.may_dock(battle, unit):
        offered = unit_orders.orders_of(unit.side, unit.number)
        return (offered.moves if kind is Move else offered.burns)[_freedom(unit)]
    found: list[AnyOrder] = []
    for way in ways(unit):
        found.append(kind(unit.side, unit.number, way))
        entered = goal(unit, way)
        found += [kind(unit.side, unit.number, way, dock) for dock in docking.berths(battle, unit, entered)]
        if docking.may_land(battle, unit, entered):
            found.append(kind(unit.side, unit.number, way, None, True))
    return found


def goal(unit: Unit, way: Way) -> Hex:
    """The hex a unit would enter by moving that way."""
    return unit.place + STEP[_direction(unit, way)]


def _direction(unit: Unit, way: Way) -> Facing:
    turn, aside = WAYS[way]
    return (unit.facing + turn + aside) % 6


def move(battle: Battle, order: Move | Burn) -> None:
    """Carry a move out, wholly resolved (7); by afterburner it uses one up (10.2)."""
    unit = battle.units[order.unit]
    burns = type(order) is Burn
    if burns:
        unit.afterburners -= 1
    unit.moved = True
    direction = _direction(unit, order.way)
    origin = unit.place
    unit.stand(origin + STEP[direction], _turn(unit, order.way))
    unit.slip = False
    battle.events.append(Went(unit.number, unit.place, unit.facing, "burn" if burns else "move"))
    if order.dock is not None:
        if battle.units[order.dock].side == unit.side:
            departure.leave(battle, unit, "docked", order.dock)
        else:
            boarding.board(battle, unit, order.dock)
    elif order.land:
        departure.leave(battle, unit, "landed")
        lifting.set_down(battle, unit)
    else:
        _enter(battle, unit, origin, direction)


def _turn(unit: Unit, way: Way) -> Facing:
    """A turn sets the count, any other move lowers it (7.2); the facing follows from the way."""
    if way in ("left", "right"):
        unit.set_turn(unit.radius)
    elif unit.turn:
        unit.set_turn(unit.turn - 1)
    return (unit.facing + WAYS[way][0]) % 6


def rotate(battle: Battle, order: Rotate) -> None:
    """Turn a base one hex side clockwise (14)."""
    unit = battle.units[order.unit]
    unit.stand(unit.place, (unit.facing + 5) % 6)
    unit.moved = True
    battle.events.append(Went(unit.number, unit.place, unit.facing, "rotate"))


def displaced(
    battle: Battle, unit: Unit, origin: Hex, direction: Facing, how: Literal["push", "pull"]
) -> None:
    """A unit was moved by force: what the new hex does to it; turn count and slip marker stay (7.2)."""
    battle.events.append(Went(unit.number, unit.place, unit.facing, how))
    _enter(battle, unit, origin, direction)


def _enter(battle: Battle, unit: Unit, origin: Hex, direction: Facing) -> None:
    """The effects of entering a hex, in the order of R25; explosions are queued at the end."""
    inside = floating_map.inside(battle.window, unit.place)
    if inside and not battle.terrain and not _company(battle, unit):
        return
    battle.agenda.append(Blasts())
    if not inside:
        floating_map.follow(battle, unit)
    if unit.status == "map" and not swallowed(battle, unit):
        endure(battle, unit, direction)
        if unit.status == "map":
            collide(battle, unit, origin, direction)
        if unit.status == "map" and battle.missiles:
            missiles.await_target(battle, unit, direction)


def _company(battle: Battle, unit: Unit) -> bool:
    """Whether friends or missiles share the hex."""
    friends = battle.present[unit.side]
    return bool(battle.missiles) or (
        len(friends) > 1 and any(other.place == unit.place and other is not unit for other in friends)
    )


def swallowed(battle: Battle, unit: Unit) -> bool:
    """Whether the hex has taken the unit: a planet or black hole destroys it without an explosion (17, 18, R9).

    Through a worm hole it leaves the battle (19, R43); an alien is lost in it (R119).
    """
    kind = battle.terrain.get(unit.place)
    if kind == "planet":
        damage.destroy(battle, unit, "planet", explodes=False)
    elif kind == "black-hole":
        damage.destroy(battle, unit, "black-hole", explodes=False)
    elif kind == "worm-hole" and battle.no_retreat == unit.side:
        damage.destroy(battle, unit, "worm-hole", explodes=False)
    elif kind == "worm-hole":
        departure.enter_worm_hole(battle, unit)
    else:
        return False
    return True


def endure(battle: Battle, unit: Unit, direction: Facing) -> None:
    """Nebula takes a ship's reinforcements, asteroids cost it a point on the arc it entered through (17)."""
    kind = battle.terrain.get(unit.place)
    if kind == "nebula":
        unit.set_markers(())
    elif kind == "asteroid" and not unit.kind.fighters:
        damage.strike(battle, unit, ARC[unit.facing][STEP[direction]], 1, "asteroid")


def collide(battle: Battle, mover: Unit, origin: Hex, direction: Facing) -> None:
    """A collision of the mover with its own side's units in the hex (7.4, R5); bases take no part."""
    others = [
        other
        for other in battle.present[mover.side]
        if other.place == mover.place and other is not mover and not other.kind.base
    ]
    if not others or mover.kind.base:
        return
    battle.events.append(Collided((mover.number, *(other.number for other in others))))
    crash(battle, mover, STEP[direction], others)
    for other in others:
        crash(battle, other, origin - other.place, [mover])


def crash(battle: Battle, unit: Unit, toward: int, others: list[Unit]) -> None:
    """The damage of one unit in a collision, on the arc toward the given hex; a squadron loses every fighter (7.4).

    Of several others the best crew counts (R116).
    """
    source = others[0].number if battle.qualities is None else best_crew(battle, others)
    if unit.kind.fighters:
        for fighter in [fighter for fighter, lost in enumerate(unit.lost) if not lost]:
            damage.fighter_suffers(battle, unit, fighter, COLLISION, "collision", source)
    else:
        damage.suffer(battle, unit, ARC[unit.facing][toward], COLLISION, "collision", source=source)


def begin(battle: Battle, side: Side) -> None:
    """Start a side's turn: none of its units has moved."""
    for unit in battle.present[side]:
        unit.moved = False
    for missile in battle.missiles:
        if missile.side == side:
            missile.moved = False
