"""Why an order is not possible, asked for on demand."""

from engines.seam.refusals import Refusal
from engines.talon.orders import AnyOrder
from engines.talon.play.answers import standing
from engines.talon.refusals.explain import explain
from engines.talon.view import View


def why(view: View, order: AnyOrder) -> Refusal | None:
    """Why the view's side may not give the order, with its rule; None if it may.

    Nothing is told of where covered counters are (21, R37).
    """
    if order in view.orders or order in list(standing(view)):
        return None
    if order.side != view.side:
        return Refusal(
            "3", f"This is an order of {order.side.title()}. You give orders for {view.side.title()}."
        )
    return explain(view.known(), order)
