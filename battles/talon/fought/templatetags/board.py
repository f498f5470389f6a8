"""The board of a battle in templates: counters, missiles, sentences and dice, hundreds on a page."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from engines.talon.orders import PLANET
from engines.talon.report.cast import Cast, Words, listed
from engines.talon.report.drawing.board import Dart, Ground, Piece, PlanetFigure, Wreck, everybody
from engines.talon.report.drawing.labels import PLACES, short
from engines.talon.report.drawing.marks import Mark
from engines.talon.report.drawing.markup import OVER, UNDER, marks_svg
from engines.talon.report.pending_sentences import Sentence
from engines.talon.report.rolls import Roll

register = template.Library()
BAR = 26
NOTHING = mark_safe("")
HIDDEN = mark_safe(' display="none"')
QUIET = mark_safe('<li class="tone-move">No moves, no fire.</li>')
COUNTER = (
    '<g class="piece of-{side}{ghost}" data-unit="{number}" data-whole="{whole}"{hidden} '
    'transform="translate({x} {y})"><title>{words}</title><g class="heading" transform="rotate({angle})">'
    '<use href="#plate-{side}"/><g class="arcs">{arcs}</g>'
    '<use class="ship-shape" href="{sprite}#{symbol}" x="-16" y="-16" width="32" height="32"/></g>'
    '<rect class="bar" x="-13" y="18" width="26" height="5"/>'
    '<rect class="left" data-level="{level}" x="-13" y="18" width="{bar}" height="5"/></g>'
)
GROUND = (
    '<g class="lie lie-{kind}"><path d="{outline}"/><path d="{outline}" fill="url(#fill-{kind})"/>'
    '<use href="{sprite}#{symbol}" x="{x}" y="{y}" width="{size}" height="{size}"/></g>'
)


def _together(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def counters(pieces: Iterable[Piece], sprite: str) -> SafeString:
    """Counters as groups; a script moves them by their `transform`."""
    return _together(_counter(piece, sprite) for piece in pieces)


def _counter(piece: Piece, sprite: str) -> SafeString:
    return format_html(
        COUNTER,
        side=piece.role.side,
        number=piece.role.number,
        ghost=f" is-{piece.ghost}" if piece.ghost else "",
        hidden=NOTHING if piece.here else HIDDEN,
        whole=piece.whole,
        x=piece.x,
        y=piece.y,
        words=piece.words,
        angle=piece.angle,
        arcs=_arcs(piece.role.side, piece.shields),
        sprite=sprite,
        symbol=piece.role.symbol,
        level=level(piece.left, piece.whole),
        bar=round(BAR * piece.left / piece.whole),
    )


@lru_cache(maxsize=512)
def _arcs(side: str, shields: str) -> SafeString:
    shape = '<use href="#arc-{}-{}" class="s{}"/>'
    return format_html_join("", shape, ((side, at, left) for at, left in enumerate(shields)))


def level(left: int, whole: int) -> int:
    """How much is left: 3 all, 2 more than half, 1 less."""
    return 3 if left == whole else 2 if 2 * left > whole else 1


@register.simple_tag
def names(pieces: Iterable[Piece]) -> SafeString:
    """The names of counters, on top of all; one without room is there too, but not shown."""
    shape = (
        '<g class="name of-{}" data-name="{}" transform="translate({} {})"{}><text x="{}" y="{}" '
        'text-anchor="{}">{}</text></g>'
    )
    rows = (
        (
            piece.role.side,
            piece.role.number,
            piece.x,
            piece.y,
            NOTHING if piece.here and piece.name else HIDDEN,
            *PLACES[piece.label],
            piece.name or short(piece.role.name),
        )
        for piece in pieces
    )
    return format_html_join("", shape, rows)


@register.filter
def with_absent(pieces: Iterable[Piece], cast: Cast) -> tuple[Piece, ...]:
    """The counters of everybody, also those that are not on the board now."""
    return everybody(pieces, cast)


@register.simple_tag
def darts(missiles: Iterable[Dart]) -> SafeString:
    """Missiles as darts."""
    shape = (
        '<g class="missile of-{}" transform="translate({} {})"><use href="#dart" transform="rotate({})"/></g>'
    )
    return format_html_join("", shape, ((one.side, one.x, one.y, one.angle) for one in missiles))


@register.simple_tag
def wrecks(found: Iterable[Wreck]) -> SafeString:
    """Where units were destroyed, with their names if they are shown."""
    return _together(_wreck(one) for one in found)


def _wreck(wreck: Wreck) -> SafeString:
    label = '<text x="{}" y="{}" text-anchor="{}">{}</text>'
    name = format_html(label, *PLACES[wreck.label], wreck.name) if wreck.name else NOTHING
    shape = '<g class="wreck of-{}" transform="translate({} {})"><use href="#wreck"/>{}</g>'
    return format_html(shape, wreck.side, wreck.x, wreck.y, name)


@register.simple_tag
def ground(hexes: Iterable[Ground], sprite: str) -> SafeString:
    """Hexes of terrain: a pattern and a symbol each."""
    return _together(
        format_html(
            GROUND,
            kind=one.kind,
            outline=one.outline,
            sprite=sprite,
            symbol=one.symbol,
            x=one.x,
            y=one.y,
            size=one.size,
        )
        for one in hexes
    )


@register.simple_tag
def planet_figure(found: PlanetFigure | None) -> SafeString:
    """The damage done to a planet that is fired at, on its counter; nothing without one."""
    if found is None:
        return NOTHING
    shape = (
        '<g class="planet-figure" data-unit="{}" data-figure transform="translate({} {})"><title>{}</title>'
        '<circle class="ring" r="22"/><text y="6">{}</text></g>'
    )
    return format_html(shape, PLANET, found.x, found.y, found.words, found.damage)


@register.filter
def under(marks: Iterable[Mark]) -> SafeString:
    """Marks below the counters: moves and fire."""
    return mark_safe(marks_svg(marks, UNDER))  # noqa: S308 - numbers and the sides' names only


@register.filter
def over(marks: Iterable[Mark]) -> SafeString:
    """Marks above the counters: explosions and damage."""
    return mark_safe(marks_svg(marks, OVER))  # noqa: S308 - numbers and the sides' names only


@register.simple_tag
def in_words(words: Words, cast: Cast) -> SafeString:
    """A sentence, each unit's name marked with its side."""
    return mark_safe("".join(_part(part, cast) for part in words))  # noqa: S308 - every part is escaped


@register.simple_tag
def unit_names(units: Sequence[int], cast: Cast) -> SafeString:
    """Units in a row, each marked with its side; nothing if there are none."""
    return in_words(listed(units), cast)


def _part(part: str | int, cast: Cast) -> str:
    return _name(cast.side_of(part), cast.name(part)) if isinstance(part, int) else escape(part)


@lru_cache(maxsize=1024)
def _name(side: str, name: str) -> SafeString:
    return format_html('<b class="of-{}">{}</b>', side, name)


@register.simple_tag
def sentences(sentences_: Sequence[Sentence], cast: Cast) -> SafeString:
    """The sentences of a frame as items of a list, with their dice."""
    if not sentences_:
        return QUIET
    rows = (
        f'<li class="tone-{one.tone}">{in_words(one.words, cast)}{dice(one.dice)}</li>' for one in sentences_
    )
    return mark_safe("".join(rows))  # noqa: S308 - every part is escaped


@register.filter
@lru_cache(maxsize=4096)
def dice(rolled: tuple[int, ...]) -> SafeString:
    """Dice as digits in boxes, read as "rolled 4, 6"."""
    if not rolled:
        return NOTHING
    faces = format_html_join(", ", "<i>{}</i>", ((value,) for value in rolled))
    return format_html(' <span class="dice"><span class="hidden-text">rolled </span>{}</span>', faces)


@register.simple_tag
def roll_lines(rolls: Iterable[Roll], cast: Cast, letter: str) -> SafeString:
    """Throws as items of a list: the impulse's letter, who, what for, dice, result."""
    lines = (
        f'<li><span class="roll-when">{escape(letter)}</span><span>{_part(roll.unit, cast)}: '
        f"{in_words(roll.what, cast)}</span>{dice(roll.dice)}"
        f'<span class="roll-result">{escape(roll.result)}</span></li>'
        for roll in rolls
    )
    return mark_safe("".join(lines))  # noqa: S308 - every part is escaped
