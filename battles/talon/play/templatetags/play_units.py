"""Cards and berths of units, and lines of the log, of a battle under way: a browser that has one keeps it.

Each carries a short name of what it shows as `data-drawn`. A request names those that the page has, and the answer has
an empty element in place of each that is still right, which htmx fills with the one on the page (`hx-preserve`).
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from battles.talon.play.pages.lines import LogLine
from engines.seam.sides import Side
from engines.talon.play.drawing.cards import ShipCard
from engines.talon.report.cast import Cast

register = template.Library()
NAME_BYTES = 4
NOTHING: Container[str] = frozenset()
OF_SIDES: Mapping[int, str] = {}


class _Part(NamedTuple):
    """A part as HTML, its name, and the empty element in its place."""

    html: SafeString
    drawn: str
    kept: SafeString

    def beside(self, drawn: Container[str]) -> SafeString:
        """What is sent to a page that has the parts of these names."""
        return self.kept if self.drawn in drawn else self.html


@register.simple_tag
def play_cards(
    cards: Iterable[ShipCard],
    drawn: Container[str] = NOTHING,
    owners: Mapping[int, str] = OF_SIDES,
) -> SafeString:
    """battles/play/card.html for each unit that is not gone, unless the page has it: {% play_cards cards drawn %}.

    `owners` are the names of the players of teams by their units.
    """
    return _together(
        _card(card, owners.get(card.number, "")).beside(drawn) for card in cards if not card.gone
    )


@lru_cache(maxsize=4096)  # few cards change with an order, and a page has up to fifty
def _card(card: ShipCard, owner: str) -> _Part:
    drawn = _name((card, owner)) if owner else _name(card)
    html = render_to_string("battles/play/card.html", {"card": card, "drawn": drawn, "owner": owner})
    return _Part(html, drawn, format_html('<article id="card-{}" hx-preserve></article>', card.number))


@register.simple_tag
def berths(cards: Iterable[ShipCard], drawn: Container[str]) -> SafeString:
    """battles/play/berth.html for each unit that is not gone, unless the page has it: {% berths cards drawn %}."""
    return _together(_berth(_named(card)).beside(drawn) for card in cards if not card.gone)


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


def _named(card: ShipCard) -> Berth:
    return Berth(
        card.number, card.side, card.key, card.name, card.left, card.whole, ready=card.ready, here=card.here
    )


@lru_cache(maxsize=4096)
def _berth(shown: Berth) -> _Part:
    drawn = _name(shown)
    html = render_to_string("battles/play/berth.html", {"berth": shown, "drawn": drawn})
    return _Part(html, drawn, format_html('<li id="berth-{}" hx-preserve></li>', shown.number))


@register.simple_tag
def log_line(line: LogLine, cast: Cast, so_far: str, drawn: Container[str] = NOTHING) -> SafeString:
    """battles/play/log_line.html for a published line, unless the page has it: {% log_line line cast path drawn %}.

    `so_far` is where the battle so far is shown, "" for nowhere.
    """
    return _log_line(_ShownLine(line.key, line.by, line.unable, so_far, line, cast)).beside(drawn)


@dataclass(frozen=True, slots=True)
class _ShownLine:
    """What is shown of a published line: its key stands for all that follows from it."""

    key: str
    by: str
    unable: tuple[str, ...]
    so_far: str
    line: LogLine = field(compare=False, repr=False)
    cast: Cast = field(compare=False, repr=False)


@lru_cache(maxsize=4096)
def _log_line(shown_line: _ShownLine) -> _Part:
    drawn, line = _name(shown_line), shown_line.line
    shown = {"line": line, "cast": shown_line.cast, "so_far": shown_line.so_far, "drawn": drawn}
    html = render_to_string("battles/play/log_line.html", shown)
    return _Part(html, drawn, format_html('<div id="line-{}" hx-preserve></div>', line.number))


def _together(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("\n".join(parts))  # noqa: S308 - every part is escaped


def _name(shown: object) -> str:
    """A short name that is another for other values."""
    return blake2b(repr(shown).encode(), digest_size=NAME_BYTES).hexdigest()
