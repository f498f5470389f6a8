"""Ship classes in templates: each name leads to the class's page."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.templatetags.components import icon
from engines.seam.cards import HullBox, UnitCard
from engines.seam.classes import UnitClass, faction_of, model_of, symbol_of
from engines.seam.registry import DEFAULT, system_key_of
from engines.seam.sides import Side
from engines.seam.systems import unit_class

register = template.Library()


@register.simple_tag
def ship_link(side: Side, key: str, text: str = "") -> SafeString:
    """A class's name, or `text`, as a link to its page; without a link for a game whose classes have none.

    KeyError if the side has no such class.

    {% load ships %}{% ship_link "terran" "heavy_cruiser" %} or {% ship_link side key text=ship.name %}
    """
    return _link(side, key, text)


@lru_cache(maxsize=1024)  # a page of a big war names some 200 ships
def _link(side: Side, key: str, text: str) -> SafeString:
    kind = unit_class(side, key)
    words = text or kind.title
    if system_key_of(key) != DEFAULT:
        return format_html("{}", words)
    return format_html('<a class="ship-link" href="{}">{}</a>', ship_address(kind), words)


@register.filter
def with_times(title: str) -> str:
    """The name of a weapon group with a sign for its count: "2 × phaser".

    {% load ships %}{{ weapon.title|with_times }}
    """
    return title.replace(" x ", " × ")


@register.simple_tag
def ship_picture(side: Side, key: str, css: str = "", label: str = "") -> SafeString:
    """components/ship.html, drawn once for each class, `css` and label; without a label it stands beside its name.

    {% load ships %}{% ship_picture "terran" "heavy_cruiser" "ship-s" %}
    """
    return _picture(side, key, css, label)


@lru_cache(maxsize=256)
def _picture(side: Side, key: str, css: str, label: str) -> SafeString:
    words = {"side": side, "symbol": symbol_of(side, key), "css": css, "label": label}
    return render_to_string("components/ship.html", words)


@register.simple_tag
def hull_track(boxes: Iterable[HullBox], left: int) -> SafeString:
    """components/hull_track.html: the boxes of a hull, `left` of them unmarked; drawn once for each state of one.

    {% load ships %}{% hull_track card.boxes card.hull_left %}
    """
    return _track(tuple(boxes), left)


@lru_cache(maxsize=1024)
def _track(boxes: tuple[HullBox, ...], left: int) -> SafeString:
    return render_to_string("components/hull_track.html", {"boxes": boxes, "left": left})


@register.simple_tag
def unit_line(unit: UnitCard) -> SafeString:
    """A unit as a line of a list: picture, name, class, what became of it, the damage it carries."""
    return format_html(
        '<li class="unit unit-{}"{}>{}<span class="unit-words"><strong>{}</strong> <span class="soft">{}</span>{}{}'
        "</span></li>",
        unit.side,
        format_html(' data-state="{}"', unit.state) if unit.state else "",
        ship_picture(unit.side, unit.kind.key, "ship-s"),
        unit.name,
        ship_link(unit.side, unit.kind.key),
        _fate_badge(unit) if unit.fate else "",
        "" if unit.state == "destroyed" else _damage_words(unit),
    )


def _fate_badge(unit: UnitCard) -> SafeString:
    css = "badge badge-bad" if unit.state == "destroyed" else "badge"
    return format_html(' <span class="{}">{}{}</span>', css, icon(unit.fate_icon), unit.fate_words)


def _damage_words(unit: UnitCard) -> SafeString:
    every = len(unit.boxes)
    found = [("small damaged", words) for words in unit.lasting]
    if unit.fighters:
        found.insert(0, ("small", f"{unit.fighters_left} of {len(unit.fighters)} fighters"))
    elif unit.hull_left != every:
        found.insert(0, ("small damaged", f"{every - unit.hull_left} of {every} {unit.marked}"))
    return format_html_join("", ' <span class="{}">{}</span>', found)


@register.filter
def ship_address(kind: UnitClass) -> str:
    """The address of a class's page, as `class_href` of a counter."""
    return reverse("reference:ship", args=[faction_of(kind.side, kind.key), model_of(kind.key)])
