"""Rule numbers in templates."""

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeData, SafeString, mark_safe

from battles.battle.rulings import rule_name, ruling_titles, section_title

register = template.Library()
NUMBERS = re.compile(r"[(\[]([SR]\d{1,3}|\d{1,2}(?:\.\d)+)[)\]]")
"""A rule's number in brackets, as sentences of forms and refusals have it."""


@register.filter
def rule_link(rule: str) -> str | SafeString:
    """A small mark that opens a ruling or says what a printed section is about; an unknown number as it is, "" as "".

    {% load rules %}{{ refusal.rule|rule_link }}. The mark is a link; static/js/ruling.js opens it in place.
    """
    number = str(rule or "")
    name = rule_name(number)
    if not name:
        return number
    mark = '<a class="rule-mark" href="{}" data-rule="{}" aria-label="{}">§</a>'
    return format_html(mark, reverse("reference:ruling", args=[number]), number, name)


@register.filter
def rule_named(rule: str) -> str | SafeString:
    """The same mark with what the rule is about beside it: "§ Movement"; "" for an unknown number.

    {% load rules %}{{ table.rule|rule_named }}
    """
    number = str(rule or "")
    name = rule_name(number)
    if not name:
        return ""
    mark = '<a class="rule-mark rule-named" href="{}" data-rule="{}" aria-label="{}">§ {}</a>'
    title = ruling_titles().get(number) or section_title(number)
    return format_html(mark, reverse("reference:ruling", args=[number]), number, name, title)


@register.filter
def rule_links(text: str) -> SafeString:
    """A sentence with a mark in place of each number of a rule that it has in brackets: "Too late [S36].".

    {% load rules %}{{ message|rule_links }}
    """
    known_safe = isinstance(text, SafeData)
    parts = NUMBERS.split(str(text))
    return format_html_join("", "{}", ((_part(part, place, known_safe),) for place, part in enumerate(parts)))


def _part(part: str, place: int, known_safe: bool) -> str | SafeString:
    """A part of a sentence that was split at its numbers: every second one is a number."""
    if place % 2:
        return rule_link(part) if rule_name(part) else f"({part})"
    return mark_safe(part) if known_safe else part  # noqa: S308 - it is part of a safe text
