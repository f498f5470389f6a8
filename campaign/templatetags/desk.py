"""The small parts that a planning desk has by the hundred, written straight so that a tap is answered at once."""

from collections.abc import Iterable

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from campaign.desk.board import Choice

register = template.Library()
SHUT = mark_safe(' aria-disabled="true"')


@register.simple_tag
def target_options(choices: Iterable[Choice]) -> SafeString:
    """The options of a ship's targets; {% target_options single.choices %}."""
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


@register.simple_tag
def desk_stepper(
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


def _button(key: str, word: str, label: str, icon: str, more: str) -> SafeString:
    return format_html(
        '<button name="do" value="{}" id="{}-{}" aria-label="{}"{}><svg class="icon" width="24" height="24" '
        'aria-hidden="true" focusable="false"><use href="{}#{}"/></svg></button>',
        word,
        key,
        "less" if icon == "minus" else "more",
        label,
        more,
        static("svg/icons.svg"),
        icon,
    )
