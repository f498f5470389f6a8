"""Rule numbers in templates."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from battles.rulings import rule_name

register = template.Library()


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
