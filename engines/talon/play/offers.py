"""What a side may order now, as offers for pages: each legal order exactly once, in words and in the notation."""

from collections.abc import Iterable

from engines.talon import orders as o
from engines.talon.play import answers, placings
from engines.talon.play.offered import Area, Choice, Offer, Offers, Placed, Placing
from engines.talon.play.prompts import prompt, rule_of
from engines.talon.play.roster import Roster
from engines.talon.play.unit_offers import OFFERS, Desk, giver_of
from engines.talon.rules.reinforcements import Arrivals
from engines.talon.view import View

__all__ = ["Area", "Choice", "Offer", "Offers", "Placed", "Placing", "offers"]


def offers(view: View) -> Offers:
    """All that the view's side may order now; while the other side decides, only to concede or offer a draw."""
    roster = Roster(view)
    desk = Desk(view, roster)
    orders = view.orders
    placed: list[Placing] = []
    if isinstance(orders, Arrivals):
        placed += placings.arrivals(orders, roster)
        orders = orders.besides
    placed += placings.puts([one for one in orders if isinstance(one, o.Deploy | o.Launch)], roster)
    placed += placings.ground([one for one in orders if isinstance(one, o.Planet | o.Pattern)])
    whole = [
        answers.choice(desk, one) for one in orders if isinstance(one, o.Done | o.Grant | o.Toward | o.Place)
    ]
    whole += [answers.standing_choice(desk, one) for one in answers.standing(view)]
    return Offers(
        view.decides or "",
        view.step,
        rule_of(view),
        prompt(view, roster),
        _by_unit(desk, orders),
        tuple(whole),
        tuple(placed),
    )


def _by_unit(desk: Desk, orders: Iterable[o.AnyOrder]) -> dict[int, tuple[Offer, ...]]:
    found: dict[int, list[Offer]] = {}
    for order in orders:
        if isinstance(order, o.Pick):
            number, offer = answers.pick(desk, order)
        elif type(order) in OFFERS:
            number, offer = giver_of(order), OFFERS[type(order)](desk, order)
        else:
            continue
        found.setdefault(number, []).append(offer)
    return {number: tuple(offered) for number, offered in found.items()}
