"""What a war knows of one of its battles."""

from django.db.models import Prefetch, prefetch_related_objects

from battles.models import Battle
from campaign.models import Engagement


def engagement_of(battle: Battle) -> Engagement | None:
    """What the war knows of the battle, with the war; None for a battle of no war.

    One query for a battle, however often it is asked: a page asks its war for several things.
    """
    with_war = Engagement.objects.select_related("war").defer("war__state")
    prefetch_related_objects([battle], Prefetch("engagement", with_war))
    return getattr(battle, "engagement", None)


def known_engagement(battle: Battle) -> Engagement | None:
    """The same if it has been asked for already, else None; no query."""
    return getattr(battle, "engagement", None) if Battle.engagement.related.is_cached(battle) else None
