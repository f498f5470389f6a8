"""What the head of every page says about one's wars."""

from typing import Any

from django import template

from campaign.models import Waiting

register = template.Library()


@register.simple_tag
def waiting_count(user: Any) -> int:
    """How many things wait for the user, 0 for strangers; one query."""
    if user is None or not getattr(user, "is_authenticated", False):
        return 0
    return Waiting.objects.filter(user_id=user.pk).count()
