"""The Power Phase: charging, power curves, break-ups (5.4, 9, R34)."""

from typing import Final

from engines.seam.sides import Side, opponent
from engines.talon.events import Curved
from engines.talon.orders import AnyOrder, Curve, Done
from engines.talon.rules.hits import damage
from engines.talon.rules.hits.explosions import Blasts
from engines.talon.rules.unit_orders import orders_of
from engines.talon.state import Battle, Qualities
from engines.talon.units import Unit

IN_BATTLE: Final = ("map", "docked", "landed")
"""Where units are whose crews ready themselves for the next round."""
SHIFTED: Final = 2
"""How many rows the curve may change with a power shift (24)."""


def charge(battle: Battle, side: Side) -> None:
    """Mark one red box of each group, or else as many yellow ones as it has weapons (9); legendary crews have an AP."""
    if battle.qualities is not None:
        _recharge(battle.qualities, battle.force(side))
    for unit in battle.present[side]:
        unit.curve_set = False
        if unit.power_loss:
            continue
        for at, group in enumerate(unit.kind.groups):
            if unit.lost[at]:
                continue
            if unit.red[at] < group.red:
                unit.mark_red(at)
            elif unit.yellow[at] < group.yellow:
                unit.mark_yellow(at, min(group.yellow - unit.yellow[at], group.count))


def _recharge(qualities: Qualities, units: list[Unit]) -> None:
    """The extra AP of each legendary crew in the battle is there again (32.5, R117)."""
    for unit in units:
        number = unit.number
        able = unit.status in IN_BATTLE and not unit.kind.fighters and not unit.power_loss
        if able and qualities.of[number].legendary and number not in qualities.charged:
            qualities.charged = sorted([*qualities.charged, number])


def rows(unit: Unit, farthest: int = 0) -> list[int]:
    """The rows the unit may be on after this Power Phase: its own or a neighbour; none below 0 (5.4, R61).

    With a power shift the next but one, too (24); or so far as is said, before it is ordered.
    """
    if unit.power_loss:
        return [unit.row]
    far = farthest or (SHIFTED if unit.shift else 1)
    near = [row for row in range(unit.row - far, unit.row + far + 1) if 0 <= row < len(unit.kind.curve)]
    return [row for row in near if unit.power_on(row) >= 0] or [unit.row]


def orders(battle: Battle) -> list[AnyOrder]:
    """The changes of curve open to the side; or to change no more once no unit must (5.4)."""
    found: list[AnyOrder] = []
    forced = False
    for unit in battle.in_turn:
        if unit.curve_set:
            continue
        open_to = rows(unit)
        forced = forced or unit.row not in open_to
        curves = orders_of(unit.side, unit.number).curves
        found += [curves[unit.kind.curve[row][1]] for row in open_to if row != unit.row]
    if found and not forced:
        found.append(Done(battle.side))
    return found


def set_curve(battle: Battle, order: Curve) -> None:
    """Put a unit on the row with that Speed, once in a Power Phase."""
    unit = battle.units[order.unit]
    row = unit.kind.row_with_speed(order.speed)
    if row is not None:
        unit.set_row(row)
    unit.curve_set = True


def write_power(battle: Battle, side: Side) -> None:
    """Write every unit's modified Power (5.4); below 0 it will break up (R34)."""
    for unit in battle.present[side]:
        unit.power = unit.power_on(unit.row)
        unit.curve_set = unit.shift = False
    rows_now = tuple((unit.number, max(0, unit.power), unit.speed) for unit in battle.present[side])
    battle.events.append(Curved(side, rows_now))


def break_up(battle: Battle) -> None:
    """Units with a Power below 0 break up and explode, the initiative side's first (5.4, R34)."""
    for side in (battle.initiative, opponent(battle.initiative)):
        for unit in [unit for unit in battle.present[side] if unit.power < 0]:
            damage.destroy(battle, unit, "break-up")
    if battle.blasts:
        battle.agenda.append(Blasts())
