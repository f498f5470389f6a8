"""Rule numbers in templates."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from battles.rulings import ruling_titles, section_title

register = template.Library()


@register.filter
def rule_link(rule: str) -> str | SafeString:
    """A ruling's number as a link to it, a section's number with what it is about; "" stays "".

    {% load rules %}{{ refusal.rule|rule_link }}
    """
    number = str(rule or "")
    title = ruling_titles().get(number)
    if title is not None:
        address = reverse("reference:rulings")
        return format_html('<a class="rule-link" href="{}#{}">{} {}</a>', address, number, number, title)
    about = section_title(number)
    return format_html('<span class="rule-number">{}</span> {}', number, about) if about else number
