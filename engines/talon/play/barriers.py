"""What an order leads to, tried on a copy: up to a die, an uncovered counter, the other side's decision, or the end.

A barrier is where orders are published: who gave them has learned something, or somebody else decides.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side
from engines.talon import game, teams
from engines.talon.dice import Label
from engines.talon.events import AnyEvent
from engines.talon.orders import AnyOrder
from engines.talon.state import Battle, Seat
from engines.talon.view import View, decider

Barrier = Literal["", "die", "uncovered", "turn", "over"]
Decide = Callable[[View], AnyOrder | None]
"""What a player would order, by a view of its side; None for nothing more."""


class DieNeeded(Exception):
    """A die has to be rolled before the next decision."""


class NoDice:
    """Dice that are never rolled: who asks is told that a die is needed."""

    __slots__ = ()

    def roll(self, label: Label) -> int:
        """Raises DieNeeded."""
        raise DieNeeded


@dataclass(frozen=True, slots=True)
class Tried:
    """The battle after an order, what happened, and the barrier it met; at a die, the battle before it and no event."""

    battle: Battle
    events: list[AnyEvent] = field(default_factory=list)
    barrier: Barrier = ""


def try_order(battle: Battle, order: AnyOrder, side: Side | None = None, player: int | None = None) -> Tried:
    """An order of `side`, or of the side that decides, carried out on a copy; `battle` itself never changes.

    Of a team it is that of the `player` (25). `Refused` with the rule if it is somebody else's order, or not possible.
    """
    giver = side or decider(battle)
    if giver is not None and order.side != giver:
        raise refuse("3", f"This is an order of {order.side.title()}. You give orders for {giver.title()}.")
    if player is not None:
        _check_player(battle, order, Seat(order.side, player))
    tried = battle.copy()
    covered = _covered_from(tried)
    try:
        events = game.apply(tried, order, NoDice())
    except DieNeeded:
        return Tried(battle, barrier="die")
    return Tried(tried, events, _barrier(tried, teams.seat_of(battle, order) or Seat(order.side, 0), covered))


def _check_player(battle: Battle, order: AnyOrder, giver: Seat) -> None:
    """Refuse the order of another player of the side (25)."""
    whose = teams.seat_of(battle, order)
    if whose is not None and whose != giver:
        you = f"You are player {giver.player + 1} of {giver.side.title()}."
        raise refuse("25", f"This is an order of player {whose.player + 1}. {you}")


def _covered_from(battle: Battle) -> list[Side]:
    """The sides from which the enemy's counters are covered (R37)."""
    return [side for side in SIDES if View(battle, side).veiled]


def _barrier(battle: Battle, giver: Seat, covered: list[Side]) -> Barrier:
    """The barrier that a player's last order has met, given from whom counters were covered before it."""
    if battle.ending:
        return "over"
    if covered and _covered_from(battle) != covered:
        return "uncovered"
    return "" if teams.acting(battle) == giver else "turn"


def up_to_barrier(
    battle: Battle, side: Side, decide: Decide, player: int | None = None
) -> tuple[AnyOrder, ...]:
    """The orders that `decide` gives for the side, one after the other, the one that meets a barrier included.

    Of a team they are those of one `player`, the one who decides if none is named (25). None while somebody else
    decides. `battle` itself never changes.
    """
    course, giver = battle.copy(), teams.acting(battle)
    view, found, barrier = View(course, side, player), list[AnyOrder](), ""
    while not barrier and giver is not None and view.is_asked:
        order, covered = decide(view), _covered_from(course)
        if order is None:
            break
        found.append(order)
        try:
            game.apply(course, order, NoDice())
        except DieNeeded:
            break
        barrier = _barrier(course, giver, covered)
    return tuple(found)
