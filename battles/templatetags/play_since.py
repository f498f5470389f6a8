"""What happened while a player was away, for the script that shows it on the board."""

import json

from django import template

from battles.pages.play_since import Since

register = template.Library()


@register.filter
def as_film_since(since: Since) -> str:
    """The steps of the lines that were missed, and where everything stood before them."""
    return json.dumps({"before": since.before, "lines": since.steps}, separators=(",", ":"))
