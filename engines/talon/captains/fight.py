"""A whole battle fought by two captains, and what is kept of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from engines.seam.documents import BattleSetup
from engines.seam.sides import Side
from engines.talon import game
from engines.talon.dice import Dice
from engines.talon.events import AnyEvent
from engines.talon.orders import AnyOrder
from engines.talon.state import Battle
from engines.talon.view import View, decider


class Player(Protocol):
    """Whoever decides for a side."""

    def decide(self, view: View) -> AnyOrder:
        """One of the orders of the view, or one of those that are always possible."""


@dataclass(slots=True)
class FinishedBattle:
    """A battle that is over: its last state, every order, and what happened after each."""

    battle: Battle
    orders: list[AnyOrder] = field(default_factory=list)
    events: list[list[AnyEvent]] = field(default_factory=list)


def fight(
    setup: BattleSetup,
    players: dict[Side, Player],
    dice: Dice,
    watch: Callable[[Battle], None] | None = None,
) -> FinishedBattle:
    """Fight the battle of a set-up to its end; `watch` is called before every decision."""
    battle = game.new_battle(setup)
    fought = FinishedBattle(battle)
    views = {side: View(battle, side) for side in players}
    while (side := decider(battle)) is not None:
        if watch is not None:
            watch(battle)
        order = players[side].decide(views[side])
        fought.orders.append(order)
        fought.events.append(game.apply(battle, order, dice))
    return fought
