"""Cards and berths of the units of a battle under way, which seldom change: a browser that has one keeps it.

Each carries a short name of what it shows as `data-drawn`. A request names those that the page has, and the answer has
an empty element in place of each that is still right, which htmx fills with the one on the page (`hx-preserve`).
"""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engines.seam.sides import Side
from engines.talon.play.cards import ShipCard

register = template.Library()
NAME_BYTES = 4
NOTHING: AbstractSet[str] = frozenset()


class _Part(NamedTuple):
    """A part as HTML, its name, and the empty element in its place."""

    html: SafeString
    drawn: str
    kept: SafeString

    def beside(self, drawn: AbstractSet[str]) -> SafeString:
        """What is sent to a page that has the parts of these names."""
        return self.kept if self.drawn in drawn else self.html


@register.simple_tag
def play_card(card: ShipCard, drawn: AbstractSet[str] = NOTHING) -> SafeString:
    """battles/play/card.html for a unit, unless the page has it: {% play_card card drawn %}."""
    return _card(card).beside(drawn)


@lru_cache(maxsize=4096)  # few cards change with an order, and a page has up to fifty
def _card(card: ShipCard) -> _Part:
    drawn = _name(card)
    html = render_to_string("battles/play/card.html", {"card": card, "drawn": drawn})
    return _Part(html, drawn, format_html('<article id="card-{}" hx-preserve></article>', card.number))


@register.simple_tag
def berth(card: ShipCard, drawn: AbstractSet[str]) -> SafeString:
    """battles/play/berth.html for a unit, unless the page has it: {% berth card drawn %}."""
    named = Berth(
        card.number, card.side, card.key, card.name, card.left, card.whole, ready=card.ready, here=card.here
    )
    return _berth(named).beside(drawn)


class Berth(NamedTuple):
    """What the fleets beside the board show of a unit: `left` of `whole`, whether it can be ordered or is `here`."""

    number: int
    side: Side
    key: str
    name: str
    left: int
    whole: int
    ready: bool
    here: bool


@lru_cache(maxsize=4096)
def _berth(shown: Berth) -> _Part:
    drawn = _name(shown)
    html = render_to_string("battles/play/berth.html", {"berth": shown, "drawn": drawn})
    return _Part(html, drawn, format_html('<li id="berth-{}" hx-preserve></li>', shown.number))


def _name(shown: object) -> str:
    """A short name that is another for other values."""
    return blake2b(repr(shown).encode(), digest_size=NAME_BYTES).hexdigest()
