"""Battles deleted for good."""

from django.db import transaction
from django.db.models import QuerySet

from battles.models import Battle, DraftLine, GivenRound, Play


@transaction.atomic
def delete_battles(found: QuerySet[Battle]) -> int:
    """How many battles of the query were deleted with everything of them.

    Whoever ends a battle, or changes how it is settled, holds the battle before its play. A line is published from its
    draft line on, by way of orders for the round, to the play. All are locked in that order, so that no line is added
    to what is being deleted, and neither waits for the other. A battle that is
    in the query no more by then stays.
    """
    numbers = _locked(found)
    plays = list(Play.objects.filter(battle__in=numbers).values_list("pk", flat=True))
    drafts = _locked(DraftLine.objects.filter(play__in=plays))
    _locked(GivenRound.objects.filter(draft__in=drafts))
    _locked(Play.objects.filter(pk__in=plays))
    still = list(found.filter(pk__in=numbers).values_list("pk", flat=True))
    return Battle.objects.filter(pk__in=still).delete()[1].get(Battle._meta.label, 0)


def _locked(
    rows: QuerySet[Battle] | QuerySet[DraftLine] | QuerySet[GivenRound] | QuerySet[Play],
) -> list[int]:
    return list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
