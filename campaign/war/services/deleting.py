"""Wars deleted with all that is of them: battles, dice that were promised, and the sandboxes made of them."""

from collections.abc import Collection

from django.db.models import Q

from battles.models import Battle
from battles.services import delete_battles, forget_commitments
from campaign.models import War


def delete_wars(wars: Collection[War]) -> None:
    """Delete the wars and everything of them. In a transaction only."""
    numbers = [war.pk for war in wars]
    found = list(War.objects.filter(Q(pk__in=numbers) | Q(sandbox_of__in=numbers)).only("pk"))
    delete_battles(Battle.objects.filter(owner_topic__in=[f"war:{war.pk}" for war in found]))
    for war in found:
        forget_commitments(prefix=f"war:{war.pk}/")
    War.objects.filter(pk__in=[war.pk for war in found]).delete()
