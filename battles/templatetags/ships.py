"""Ship classes in templates: each name leads to the class's page."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from battles.engine.catalogue import ShipClass, Side, ship_class

register = template.Library()


@register.simple_tag
def ship_link(side: Side, key: str, text: str = "") -> SafeString:
    """A class's name, or `text`, as a link to its page; KeyError if the side has no such class.

    {% load ships %}{% ship_link "terran" "heavy_cruiser" %} or {% ship_link side key text=ship.name %}
    """
    kind = ship_class(side, key)
    return format_html('<a class="ship-link" href="{}">{}</a>', ship_address(kind), text or kind.title)


@register.filter
def ship_address(kind: ShipClass) -> str:
    """The address of a class's page, as `class_href` of a counter."""
    return reverse("reference:ship", args=[kind.side, kind.key])
