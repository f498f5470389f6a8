"""The small parts that the plan editor has by the hundred, written straight so that a tap is answered at once."""

from collections.abc import Iterable

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.templatetags.components import icon
from battles.battle.templatetags.ships import hull_track
from campaign.planning.editor.board import Choice, Single
from engines.seam.classes import UnitClass

register = template.Library()
REFUSALS = "campaign/parts/refusals.html"
SHUT = mark_safe(' aria-disabled="true"')


@register.simple_tag
def plan_stepper(
    key: str,
    word: str,
    label: str,
    value: int,
    *,
    less: object,
    more: object,
    why: str = "",
    why_id: str = "",
) -> SafeString:
    """Two submit buttons around a number; `word` is what they send, and `key` begins their ids.

    Buttons that cannot be pressed stay in reach of the keyboard, and the server says why; `why` does beforehand,
    in the element `why_id` or one of the stepper's own.
    """
    described = format_html(' aria-describedby="{}"', why_id or f"{key}-why") if why else ""
    return format_html(
        '<span class="stepper" role="group" aria-label="{label}">{minus}<output>{value}</output>{plus}</span>',
        label=label,
        minus=_button(key, f"{word}/-1", f"One fewer: {label}", "minus", "" if less else SHUT),
        value=value,
        plus=_button(
            key, f"{word}/1", f"One more: {label}", "plus", (described if more else SHUT + described)
        ),
    )


def _button(key: str, word: str, label: str, sign: str, more: str) -> SafeString:
    return format_html(
        '<button name="do" value="{}" id="{}-{}" aria-label="{}"{}>{}</button>',
        word,
        key,
        "less" if sign == "minus" else "more",
        label,
        more,
        icon(sign),
    )


@register.simple_tag
def single_ship(single: Single, kind: UnitClass, number: int) -> SafeString:
    """A ship of its own on the assignment board: name, class, damage, where it goes, and what is out of its reach.

    {% single_ship single row.kind forloop.counter %}
    """
    key = f"{kind.key}-{number}"
    title = "" if single.name.startswith(kind.title) else f"{kind.title}, "
    return format_html(
        '<li class="single" id="ship-{key}"><div class="single-words"><div class="single-name"><strong>{name}</strong> '
        '<span class="soft">{since}</span></div>{damage}</div>'
        '<label class="single-to"><span class="hidden-text">Send {name} to</span>'
        '<select name="to/{name}" id="to-{key}" data-live>{options}</select></label>{closed}{refusals}</li>',
        key=key,
        name=single.name,
        since=f"{title}{'new' if single.new else f'was in {single.was}'}",
        damage=_damage(single) if single.singled_out else "",
        options=_options(single.choices),
        closed=_closed(single) if single.closed else "",
        refusals=render_to_string(REFUSALS, {"refusals": single.refusals}) if single.refusals else "",
    )


def _options(choices: Iterable[Choice]) -> SafeString:
    parts = (
        (
            choice.target,
            mark_safe(" selected" if choice.chosen else ""),  # noqa: S308 - a constant
            choice.title,
            " (far, S8)" if choice.far else "",
        )
        for choice in choices
    )
    return format_html_join("", '<option value="{}"{}>{}{}</option>', parts)


def _damage(single: Single) -> SafeString:
    badges = ["badge badge-bad"] * len(single.damage)
    if single.boxes:
        badges[0] += " hull-words"
    words = format_html_join("", '<span class="{}">{}</span>', zip(badges, single.damage, strict=True))
    stranded = format_html('<span class="badge badge-bad">{}stranded</span>', icon("warning"))
    return format_html(
        '<div class="single-damage">{}{}{}</div>',
        words,
        stranded if single.stranded else "",
        hull_track(single.boxes, single.hull_left) if single.boxes else "",
    )


def _closed(single: Single) -> SafeString:
    if single.stranded:
        return format_html(
            '<p class="single-closed small soft">{}</p>', "Stranded: it can only go to the Reserve."
        )
    titles = format_html_join(", ", "<s>{}</s>", ((title,) for title in single.closed))
    return format_html('<p class="single-closed small soft">Out of reach from {}: {}</p>', single.was, titles)
