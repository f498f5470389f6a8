"""An order in words, as it stands in a draft line: who does what."""

from collections.abc import Callable
from typing import Any, Final

from engines.talon import orders as o
from engines.talon.hexes import FACINGS
from engines.talon.play.offers import answers
from engines.talon.play.offers.unit_offers import OFFERS, OfferBuilder, giver_of
from engines.talon.play.roster import Roster
from engines.talon.text.words import write_hex
from engines.talon.view import View

TURNED: Final = (
    "not turned",
    "turned 60° to the left",
    "turned 120° to the left",
    "turned by half",
    "turned 120° to the right",
    "turned 60° to the right",
)
"""How a terrain pattern is turned, by the number in its order (R38)."""


def in_words(view: View, order: o.AnyOrder) -> str:
    """A possible order of the view's side in words, by the view before it is given: "Patton: turn left"."""
    builder = OfferBuilder(view, Roster(view))
    for kinds, words in WORDS:
        if isinstance(order, kinds):
            return words(builder, order)
    raise TypeError(f"{order!r} is not an order")


def with_mark(view: View, order: o.AnyOrder) -> str:
    """The same, where the board marks the order's hex: "Deploy Patton where marked, facing NW"."""
    words, place = in_words(view, order), getattr(order, "place", None)
    if place is None:
        return words
    hex_ = write_hex(place)
    return words.replace(f"at {hex_}", "where marked")


def _of_unit(builder: OfferBuilder, order: Any) -> str:
    return _after_name(builder, giver_of(order), OFFERS[type(order)](builder, order).words)


def _pick(builder: OfferBuilder, order: o.Pick) -> str:
    number, offer = answers.pick(builder, order)
    return offer.words if number == order.target else _after_name(builder, number, offer.words)


def _after_name(builder: OfferBuilder, number: int, words: str) -> str:
    """Who it is, and words that go on after the name; "Speed" keeps its capital."""
    name = builder.roster.name(number)
    rest = words if words.startswith("Speed") else words[0].lower() + words[1:]
    return f"{name[0].upper()}{name[1:]}: {rest}"


def _put(builder: OfferBuilder, order: o.Deploy | o.Launch | o.Arrive | o.Undock) -> str:
    verb = {o.Deploy: "Deploy", o.Launch: "Launch", o.Arrive: "Bring in", o.Undock: "Bring out"}[type(order)]
    speed = f", Speed {order.speed}" if isinstance(order, o.Arrive | o.Undock) else ""
    where = f"{write_hex(order.place)}, facing {FACINGS[order.facing]}"
    return f"{verb} {builder.roster.name(order.unit)} at {where}{speed}"


def _ground(builder: OfferBuilder, order: o.Planet | o.WormHole | o.Pattern) -> str:
    if isinstance(order, o.Planet):
        return f"Place the planet at {write_hex(order.place)}"
    if isinstance(order, o.WormHole):
        return f"Place the worm hole at {write_hex(order.place)}"
    return f"Lay the pattern at {write_hex(order.place)}, {TURNED[order.turned]}"


def _missile_at(builder: OfferBuilder, order: o.Place) -> str:
    return f"Place the missile at {write_hex(order.place)}"


def _whole(builder: OfferBuilder, order: Any) -> str:
    return answers.choice(builder, order).words


def _standing(builder: OfferBuilder, order: o.AnyOrder) -> str:
    return answers.standing_choice(builder, order).words


def _exceed(builder: OfferBuilder, order: o.Exceed) -> str:
    return "Say more than ten words"


WORDS: Final[tuple[tuple[tuple[type, ...], Callable[[OfferBuilder, Any], str]], ...]] = (
    (tuple(OFFERS), _of_unit),
    ((o.Pick,), _pick),
    ((o.Deploy, o.Launch, o.Arrive, o.Undock), _put),
    ((o.Planet, o.WormHole, o.Pattern), _ground),
    ((o.Place,), _missile_at),
    ((o.Done, o.Grant, o.Tactics, o.Toward), _whole),
    ((o.Concede, o.OfferDraw, o.FightOn), _standing),
    ((o.Exceed,), _exceed),
)
"""How orders are put in words, by their kind."""
