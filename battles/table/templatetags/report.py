"""The hull of a ship in the form of a report."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from engines.seam.report_forms import UnitEntry

register = template.Library()
NOTHING, CHECKED = mark_safe(""), mark_safe(" checked")
DISABLED, CRITICAL = mark_safe(" disabled"), mark_safe(" data-critical")


@register.simple_tag
def hull_boxes(entry: UnitEntry) -> SafeString:
    """The hull boxes of a ship as its choice of how many are marked: each box marks itself and those before it.

    {% load report %}{% hull_boxes entry %}
    """
    before, boxes = entry.hull_before, entry.card.boxes
    choices = [(0, "None", False)] if not before else []
    choices += [(number, box.modifier, box.critical) for number, box in enumerate(boxes, 1)]
    return format_html(
        '<fieldset class="hull-choice"><legend class="label">{}'
        '<span class="hidden-text"> on {}</span></legend>{}</fieldset>',
        entry.card.marked.capitalize(),
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
