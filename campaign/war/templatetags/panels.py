"""What features bring to the war's page."""

from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string

from campaign.war.hooks import Panel
from config.pages import names

register = template.Library()


@register.simple_tag(takes_context=True)
def show_panel(context: Context, one: Panel) -> str:
    """What a feature brings, with names of its own alone.

    {% load panels %}{% for one in panels %}{% show_panel one %}{% endfor %}
    """
    given: dict[str, Any] = names(one)
    return render_to_string(one.template, given, context["request"])
