"""Small parts that a page shows hundreds of times; as tags, because an include costs ten times as much.

Every template has them without loading.
"""

from datetime import date, datetime
from functools import lru_cache

from django import template
from django.conf import settings
from django.template import RequestContext
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.zones import with_zone

register = template.Library()
INVALID = mark_safe(' aria-invalid="true"')


@register.simple_tag
def icon(name: str, css: str = "", label: str = "") -> SafeString:
    """components/icon.html, drawn once for each name, class and label: {% icon "check" %}."""
    return _icon(name, css, label)


@lru_cache(maxsize=512)
def _icon(name: str, css: str, label: str) -> SafeString:
    return render_to_string("components/icon.html", {"name": name, "css": css, "label": label})


@register.filter(expects_localtime=True)
def instant(at: datetime | None) -> str:
    """An instant in the zone of who reads the page, "" for none: "27 Nov 2026, 18:00 (Berlin)"."""
    if not at:
        return ""
    return with_zone(date_format(at, "j M Y, H:i"), timezone.get_current_timezone())


@register.filter(expects_localtime=True)
def day(on: date | None) -> str:
    """A day, or that of a moment where the reader is: "29 Nov 2026"."""
    return "" if on is None else date_format(on, "j M Y")


@register.simple_tag
def section(path: str) -> str:
    """The first part of a path, "" for the front page: {% section request.path as section %}."""
    return (path or "/").split("/")[1]


@register.simple_tag
def side_mark(side: str, text: str = "", chip: bool = False) -> SafeString:
    """components/side.html, drawn once for each side and text: {% side_mark line.side %}."""
    return _side_mark(side, text, chip)


@lru_cache(maxsize=512)
def _side_mark(side: str, text: str, chip: bool) -> SafeString:
    return render_to_string("components/side.html", {"side": side, "text": text, "chip": chip})


@register.simple_tag
def drawn(template: str, **values: object) -> SafeString:
    """An include that is kept as drawn for equal values, by the process: {% drawn "components/map.html" board=board %}.

    For large parts that follow from their values alone: the same map is shown to the same player again and again.
    """
    fixed = ((name, tuple(value) if isinstance(value, list) else value) for name, value in values.items())
    return _drawn(template, tuple(fixed))


@lru_cache(maxsize=256)
def _drawn(template: str, values: tuple[tuple[str, object], ...]) -> SafeString:
    return render_to_string(template, dict(values))


@register.simple_tag
def number_stepper(
    label: str, name: str, value: object, *, low: int = 0, high: object = "", error: object = ""
) -> SafeString:
    """A number input that stepper.js gives its - and +; works as a plain input without script, id as its name.

    {% number_stepper "Rounds fought" "rounds" form.rounds low=1 high=40 %}; `error`: whether something is wrong.
    """
    return format_html(
        '<span class="stepper" data-stepper>'
        '<button type="button" data-step="-1" aria-label="One fewer: {label}">{minus}</button>'
        '<input type="number" inputmode="numeric" id="{name}" name="{name}" value="{value}" min="{low}" max="{high}" '
        'step="1" aria-label="{label}"{invalid}>'
        '<button type="button" data-step="1" aria-label="One more: {label}">{plus}</button></span>',
        label=label,
        name=name,
        value=value,
        low=low,
        high=high,
        invalid=INVALID if error else "",
        minus=icon("minus"),
        plus=icon("plus"),
    )


@register.inclusion_tag("components/preview.html", takes_context=True)
def preview(context: RequestContext, title: str, text: str) -> dict[str, str]:
    """What chats and other sites show of a link to the page; in {% block preview %}: {% preview "Title" "Sentence." %}.

    It names no address of the page: that of an invitation is as good as a key. The picture's address is made from the
    request, whose host Django has checked.
    """
    image = context.request.build_absolute_uri(static("img/preview.png"))
    return {"title": title, "text": text, "image": image, "site_name": settings.SITE_NAME}
