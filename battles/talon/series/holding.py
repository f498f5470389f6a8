"""Holding a campaign game together with its battles."""

from battles.models import GOING_ON, Battle, Series
from battles.talon.series.arranging import locked
from engines.seam.refusals import refuse


def held(series_id: int, *, every: bool = False) -> tuple[Series, list[int]]:
    """The campaign game and the numbers of its battles under way, all held; in the caller's transaction.

    With `every` also those that are over. Battles come first, as everywhere. `Refused` if another one has begun this
    moment.
    """
    rows = Battle.objects.filter(leg_battle__leg__series=series_id).order_by("pk")
    wanted = rows if every else rows.filter(status__in=GOING_ON)
    numbers = [battle.pk for battle in wanted.select_for_update(of=("self",)).only("pk")]
    row = locked(pk=series_id)
    if set(wanted.values_list("pk", flat=True)) - set(numbers):
        raise refuse("", "A leg has begun this moment. Look again.")
    return row, numbers
