"""The board of a battle under way in templates: counters with all their figures, ghosts of moves, and spots."""

import json
from collections.abc import Container, Iterable
from functools import lru_cache
from math import cos, radians, sin

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.talon.fought.templatetags.board import NOTHING, ground, level
from engines.talon.play.board import Counter, Ghost, MissileDart, PlayBoard, Shape, Spot
from engines.talon.play.drawing.film import Step
from engines.talon.report.drawing.labels import PLACES

register = template.Library()
BAR = 22
FIGURE = 13.2
"""From a counter's middle to the number of an arc's shields."""
TURNS = (0, 270, 90, 180)
"""Where each arc lies, in degrees clockwise from ahead."""
COUNTER = (
    '<g class="piece of-{side}{ready}" data-unit="{number}" transform="translate({x} {y})"><title>{words}</title>'
    '<circle class="ring" r="22"/><rect class="bar" x="-11" y="18" width="22" height="5"/>'
    '<rect class="left" data-level="{level}" x="-11" y="18" width="{bar}" height="5"/>'
    '<g class="heading" transform="rotate({angle})"><path class="prow" d="M0-29L7.5-18h-15z"/>'
    '<use href="#plate-{side}"/><g class="arcs">{arcs}</g>'
    '<use class="ship-shape" href="{sprite}#{symbol}" x="-12" y="-12" width="24" height="24"/></g>{figures}{state}</g>'
)
GHOST = (
    '<g class="ghost of-{side}{small}" data-ghost="{order}" data-of="{unit}" data-way="{way}" '
    'transform="translate({x} {y})"><circle class="ghost-space" r="20"/>'
    '<g transform="rotate({angle})"><path class="prow" d="M0-29L7.5-18h-15z"/>{shape}</g></g>'
)
OWN = mark_safe('<path class="own" d="M-22 9l4 4-4 4-4-4z"/>')
"""A lozenge at the corner of a counter that is the reader's own in a team."""
NOBODYS: Container[int] = frozenset()
MISSILE = (
    '<g class="missile of-{side}{ready}" data-unit="{number}" transform="translate({x} {y})"><title>{words}</title>'
    '<circle class="ring" r="12"/><g class="heading" transform="rotate({angle})"><use href="#dart"/></g></g>'
)


@register.simple_tag
def play_counters(board: PlayBoard, sprite: str, own: Container[int] = NOBODYS) -> SafeString:
    """Counters as groups; a script moves them by their `transform`. `own` are those of one player of a team."""
    mine = own or NOBODYS  # "" where the page says nothing of it
    return _together(_counter(one, sprite, is_own=one.number in mine) for one in board.counters)


def _together(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


@lru_cache(maxsize=2048)  # few counters change with an order
def _counter(one: Counter, sprite: str, *, is_own: bool) -> SafeString:
    return format_html(
        COUNTER,
        side=one.side,
        ready=f"{' is-ready' if one.ready else ''}{' is-stacked' if one.stacked else ''}"
        f"{' is-own' if is_own else ''}",
        number=one.number,
        x=one.x,
        y=one.y,
        words=f"{one.words} (yours)" if is_own else one.words,
        angle=one.angle,
        arcs=_arcs(one.side, one.full, one.reinforced),
        sprite=sprite,
        symbol=one.symbol,
        figures=_figures(one.angle, one.shields),
        level=level(one.left, one.whole),
        bar=round(BAR * one.left / one.whole),
        state=_state(one) + (OWN if is_own else NOTHING),
    )


@lru_cache(maxsize=512)
def _arcs(side: str, full: str, reinforced: tuple[int, ...]) -> SafeString:
    shields = format_html_join(
        "", '<use href="#arc-{}-{}" class="s{}"/>', ((side, at, left) for at, left in enumerate(full))
    )
    marker = '<use href="#arc-{}-{}" class="marker" transform="scale(1.22)"/>'
    return shields + format_html_join("", marker, ((side, arc) for arc in reinforced))


@lru_cache(maxsize=2048)
def _figures(angle: int, shields: tuple[int, ...]) -> SafeString:
    """The numbers of the shields, upright on the arcs of a counter that is turned."""
    if not shields:
        return NOTHING
    rows = ((*_around(angle + turn), left) for turn, left in zip(TURNS, shields, strict=True))
    return format_html(
        '<g class="figures">{}</g>', format_html_join("", '<text x="{}" y="{}">{}</text>', rows)
    )


def _around(angle: int) -> tuple[float, float]:
    return round(FIGURE * sin(radians(angle)), 1), round(2.3 - FIGURE * cos(radians(angle)), 1)


def _state(one: Counter) -> SafeString:
    """Speed and Power at the corner of a counter, and a sign if a critical is in effect."""
    power = f"/{one.power}" if one.shields else ""
    figures = format_html('<text class="pace" x="-21" y="-9.5">{}{}</text>', one.speed, power)
    return figures + (mark_safe('<path class="hurt" d="M15-22l5 9h-10z"/>') if one.criticals else NOTHING)


@register.simple_tag
def play_names(board: PlayBoard) -> SafeString:
    """The names of counters, on top of all."""
    return _together(map(_name, board.counters))


@lru_cache(maxsize=2048)
def _name(one: Counter) -> SafeString:
    shape = (
        '<g class="name of-{}" data-name="{}" transform="translate({} {})"{}>'
        '<text x="{}" y="{}" text-anchor="{}">{}</text></g>'
    )
    hidden = NOTHING if one.name else mark_safe(' display="none"')
    words = one.name or one.called
    return format_html(shape, one.side, one.number, one.x, one.y, hidden, *PLACES[one.label], words)


@register.simple_tag
def play_missiles(board: PlayBoard) -> SafeString:
    """Missiles as darts, each with a line to its target that shows when it is chosen."""
    return _together(_missile(one) for one in board.missiles)


def _missile(one: MissileDart) -> SafeString:
    dart = one.dart
    shape = format_html(
        MISSILE,
        side=dart.side,
        ready=" is-ready" if one.ready else "",
        number=dart.number,
        x=dart.x,
        y=dart.y,
        words=one.words,
        angle=dart.angle,
    )
    if one.aim is None:
        return shape
    return (
        format_html('<path class="aim of-{}" d="M{} {}L{} {}"/>', dart.side, dart.x, dart.y, *one.aim) + shape
    )


@register.simple_tag
def play_ghosts(ghosts: Iterable[Ghost], sprite: str) -> SafeString:
    """Where moves lead; hidden until a script shows those of the chosen unit."""
    return _together(_ghost(one, sprite) for one in ghosts)


def _ghost(one: Ghost, sprite: str) -> SafeString:
    plate = (
        '<use href="#plate-{}"/><use class="ship-shape" href="{}#{}" x="-12" y="-12" width="24" height="24"/>'
    )
    shape = (
        format_html(plate, one.side, sprite, one.symbol) if one.symbol else mark_safe('<use href="#dart"/>')
    )
    return format_html(
        GHOST,
        side=one.side,
        small=" is-small" if one.small else "",
        order=one.order,
        unit=one.unit,
        way=one.way,
        x=one.x,
        y=one.y,
        angle=one.angle,
        shape=shape,
    )


@register.simple_tag
def play_spots(spots: Iterable[Spot], css: str) -> SafeString:
    """Hexes that an offer names, or that covered counters lie in."""
    shape = (
        '<g class="{}" data-hex="{}" transform="translate({} {})"><use href="#hex"/>'
        '{}<text class="spot-name">{}</text></g>'
    )
    mark = mark_safe('<circle r="9"/>')
    rows = ((css, one.hex, one.x, one.y, mark if one.suggested else NOTHING, one.hex) for one in spots)
    return format_html_join("", shape, rows)


@register.simple_tag
def play_shapes(shapes: Iterable[Shape], sprite: str) -> SafeString:
    """A terrain pattern that is to be placed, turned in each way; hidden until a script lays one on a hex."""
    rows = ((one.facing, ground(one.ground, sprite)) for one in shapes)
    return format_html_join("", '<g class="pattern" data-pattern="{}">{}</g>', rows)


@register.filter
def as_film(lines: list[tuple[int, list[Step]]]) -> str:
    """The steps of the last lines, for a script."""
    return json.dumps(lines, separators=(",", ":"))
