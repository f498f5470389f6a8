"""Why an order is not possible, asked for on demand."""

from collections.abc import Callable

from engines.seam.refusals import Refusal
from engines.talon import game, teams
from engines.talon.orders import AnyOrder
from engines.talon.play.offers.answers import standing
from engines.talon.refusals.explain import explain, reason_of
from engines.talon.state import Battle
from engines.talon.view import View


def why(view: View, order: AnyOrder) -> Refusal | None:
    """Why the view's side may not give the order, with its rule, and a similar one that it may; None if it may.

    Nothing is told of where covered counters are (21, R37).
    """
    return _refused(view, order, explain)


def reason(view: View, order: AnyOrder) -> Refusal | None:
    """The same without a similar order."""
    return _refused(view, order, reason_of)


def _of_a_wish(
    view: View, order: teams.Wish, explained: Callable[[Battle, AnyOrder], Refusal]
) -> Refusal | None:
    """The same of what a player says for himself (25, R112); that he has said too much is offered nowhere."""
    if view.player not in (None, order.player):
        return Refusal("25", f"Only player {order.player + 1} says so.")
    known = view.known()
    return None if order in game.legal_orders(known) else explained(known, order)


def _refused(view: View, order: AnyOrder, explained: Callable[[Battle, AnyOrder], Refusal]) -> Refusal | None:
    if order in view.orders or order in list(standing(view)):
        return None
    if isinstance(order, teams.Wish) and order.side == view.side:
        return _of_a_wish(view, order, explained)
    if order.side != view.side:
        return Refusal(
            "3", f"This is an order of {order.side.title()}. You give orders for {view.side.title()}."
        )
    return explained(view.known(), order)
