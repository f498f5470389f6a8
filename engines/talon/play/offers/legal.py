"""What a side may order now, as offers for pages: each legal order exactly once, in words and in the notation."""

from collections.abc import Iterable, Sequence

from engines.talon import orders as o
from engines.talon.catalogue import pattern_title
from engines.talon.play.offered import Area, Choice, Offer, Offers, Placed, Placing
from engines.talon.play.offers import answers, placings
from engines.talon.play.offers.prompts import prompt, rule_of
from engines.talon.play.offers.unit_offers import OFFERS, OfferBuilder, giver_of
from engines.talon.play.roster import Roster
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.view import View

__all__ = ["Area", "Choice", "Offer", "Offers", "Placed", "Placing", "offers"]

Down = o.Deploy | o.Launch
Ground = o.Planet | o.WormHole | o.Pattern
Whole = o.Done | o.Grant | o.Tactics | o.Toward | o.Place


def offers(view: View) -> Offers:
    """All that the view's side may order now; while the other side decides, only to concede or offer a draw."""
    roster = Roster(view)
    builder = OfferBuilder(view, roster)
    orders = view.orders
    arriving: list[Placing] = []
    if isinstance(orders, Arrivals):
        arriving = placings.arrivals(orders, roster)
        orders = orders.besides
    whole = [answers.choice(builder, one) for one in orders if isinstance(one, Whole)]
    return Offers(
        view.decides or "",
        view.step,
        rule_of(view),
        prompt(view, roster),
        _by_unit(builder, orders),
        (*whole, *(answers.standing_choice(builder, one) for one in answers.standing(view))),
        (*arriving, *_placings(view, orders, roster)),
    )


def _placings(view: View, orders: Sequence[o.AnyOrder], roster: Roster) -> list[Placing]:
    """Deployments, launches, who comes out of a base, the planet and the terrain."""
    down = [one for one in orders if isinstance(one, Down)]
    ground = [one for one in orders if isinstance(one, Ground)]
    pattern = pattern_title(*view.pattern) if view.pattern else ""
    out = [one for one in orders if isinstance(one, o.Undock)]
    return placings.puts(down, roster) + placings.undockings(out, roster) + placings.ground(ground, pattern)


def _by_unit(builder: OfferBuilder, orders: Iterable[o.AnyOrder]) -> dict[int, tuple[Offer, ...]]:
    found: dict[int, list[Offer]] = {}
    for order in orders:
        if isinstance(order, o.Pick):
            number, offer = answers.pick(builder, order)
        else:
            write = OFFERS.get(type(order))
            if write is None:
                continue
            number, offer = giver_of(order), write(builder, order)
        found.setdefault(number, []).append(offer)
    return {number: tuple(offered) for number, offered in found.items()}
