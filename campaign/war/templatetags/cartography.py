"""Marks on the strategic map as SVG, too many for a template's loops, and its fleets in words."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from campaign.war.chart.fleets import fleet_words
from campaign.war.chart.shapes import FleetSight, MapLabel, Symbol

register = template.Library()


KEPT: Final = 4096
"""How many groups of marks are kept as drawn: most are alike on all pages of a map, and cost a fifth of a page."""


@register.filter
def symbols(marks: Iterable[Symbol], sprite: str) -> SafeString:
    """The symbols as uses of the icon sprite at that address."""
    return _symbols(tuple(marks), sprite)


@register.filter
def labels(marks: Iterable[MapLabel]) -> SafeString:
    """The labels as texts; their words are escaped."""
    return _labels(tuple(marks))


@register.filter
def fleet_sentence(fleet: FleetSight) -> str:
    """A fleet at a front as a screen reader says it."""
    return fleet_words(fleet, "here")


@lru_cache(KEPT)
def _symbols(marks: tuple[Symbol, ...], sprite: str) -> SafeString:
    shape = '<use class="{}" href="{}#{}" x="{}" y="{}" width="{}" height="{}"/>'
    rows = ((s.css, sprite, s.name, str(s.x), str(s.y), str(s.size), str(s.size)) for s in marks)
    return format_html_join("", shape, rows)


@lru_cache(KEPT)
def _labels(marks: tuple[MapLabel, ...]) -> SafeString:
    shape = '<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>'
    return format_html_join("", shape, ((m.css, str(m.x), str(m.y), m.anchor, m.text) for m in marks))
