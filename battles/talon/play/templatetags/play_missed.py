"""What happened while a player was away, for the script that shows it on the board."""

import json

from django import template

from battles.talon.play.pages.missed import Missed

register = template.Library()


@register.filter
def missed_film(missed: Missed) -> str:
    """The steps of the lines that were missed, and where everything stood before them."""
    return json.dumps({"before": missed.before, "lines": missed.steps}, separators=(",", ":"))
