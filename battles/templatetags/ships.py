"""Ship classes in templates: each name leads to the class's page."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.templatetags.components import icon
from battles.pages.report_form import UnitEntry
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, ship_class
from engines.talon.sheets.ship_drawing import HullBox
from engines.talon.sheets.unit_cards import UnitCard

register = template.Library()
NOTHING, CHECKED = mark_safe(""), mark_safe(" checked")
DISABLED, CRITICAL = mark_safe(" disabled"), mark_safe(" data-critical")


@register.simple_tag
def ship_link(side: Side, key: str, text: str = "") -> SafeString:
    """A class's name, or `text`, as a link to its page; KeyError if the side has no such class.

    {% load ships %}{% ship_link "terran" "heavy_cruiser" %} or {% ship_link side key text=ship.name %}
    """
    return _link(side, key, text)


@lru_cache(maxsize=1024)  # a page of a big war names some 200 ships
def _link(side: Side, key: str, text: str) -> SafeString:
    kind = ship_class(side, key)
    return format_html('<a class="ship-link" href="{}">{}</a>', ship_address(kind), text or kind.title)


@register.filter
def weapons_in_short(kind: ShipClass) -> str:
    """A class's weapons by name, whatever their arcs, "none" without any: "3 × phaser, wave motion gun".

    {% load ships %}{{ kind|weapons_in_short }}
    """
    counts: dict[str, int] = {}
    for group in kind.weapons:
        name = group.title.rpartition(" x ")[2]
        counts[name] = counts.get(name, 0) + group.count
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts.items()) or "none"


@register.simple_tag
def ship_picture(side: Side, key: str, css: str = "", label: str = "") -> SafeString:
    """components/ship.html, drawn once for each class, `css` and label; without a label it stands beside its name.

    {% load ships %}{% ship_picture "terran" "heavy_cruiser" "ship-s" %}
    """
    return _picture(side, key, css, label)


@lru_cache(maxsize=256)
def _picture(side: Side, key: str, css: str, label: str) -> SafeString:
    words = {"side": side, "ship_class": key, "css": css, "label": label}
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
def hull_boxes(entry: UnitEntry) -> SafeString:
    """The hull boxes of a ship as its choice of how many are marked: each box marks itself and those before it.

    {% load ships %}{% hull_boxes entry %}
    """
    before, boxes = entry.hull_before, entry.card.boxes
    choices = [(0, "None", False)] if not before else []
    choices += [(number, box.modifier, box.critical) for number, box in enumerate(boxes, 1)]
    return format_html(
        '<fieldset class="hull-choice"><legend class="label">Hull boxes marked'
        '<span class="hidden-text"> on {}</span></legend>{}</fieldset>',
        entry.card.name,
        format_html_join("", "{}", ((_hull_box(entry, *choice),) for choice in choices)),
    )


def _hull_box(entry: UnitEntry, number: int, words: object, critical: bool) -> SafeString:
    return format_html(
        '<label class="hull-pick"><input type="radio" name="{}-hull" value="{}" aria-label="{} of {}"{}{}>'
        '<span class="{}"{}><span>{}</span></span></label>',
        entry.key,
        number,
        number,
        len(entry.card.boxes),
        CHECKED if entry.hull == str(number) else NOTHING,
        DISABLED if number < entry.hull_before else NOTHING,
        "hull-box" if number else "hull-none",
        CRITICAL if critical else NOTHING,
        words,
    )


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
        found.insert(0, ("small damaged", f"{every - unit.hull_left} of {every} hull boxes marked"))
    return format_html_join("", ' <span class="{}">{}</span>', found)


@register.filter
def ship_address(kind: ShipClass) -> str:
    """The address of a class's page, as `class_href` of a counter."""
    return reverse("reference:ship", args=[kind.side, kind.key])
