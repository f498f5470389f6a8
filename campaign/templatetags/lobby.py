"""What pages say about one's wars: how many wait, in the head of each, and for what."""

from typing import Any

from django import template
from django.http import HttpRequest

from campaign.models import Waiting
from campaign.views.access import open_curtain_of
from campaign.waiting import named, sentence

register = template.Library()
register.filter(named)


@register.simple_tag
def open_curtain(request: HttpRequest | None) -> int:
    """A war at one screen whose curtain is open before one of its sides, 0 without one; no query of its own."""
    if request is None or not getattr(getattr(request, "user", None), "is_authenticated", False):
        return 0
    return open_curtain_of(request)


@register.simple_tag
def waiting_count(user: Any) -> int:
    """How many things wait for the user, 0 for strangers; one query."""
    if user is None or not getattr(user, "is_authenticated", False):
        return 0
    return Waiting.objects.filter(user_id=user.pk).count()


@register.filter
def in_words(row: Waiting) -> str:
    """What the row asks of its player."""
    return sentence(row)
