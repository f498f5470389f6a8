"""Holding a campaign game together with its battles."""

from battles.battle.services.step import read
from battles.models import GOING_ON, Battle, Series
from battles.talon.series.arranging import locked
from engines.seam.refusals import refuse


def held(series_id: int) -> tuple[Series, list[int]]:
    """The campaign game and the numbers of its battles under way, all held; in the caller's transaction.

    Battles come first, as everywhere. `Refused` if another one has begun this moment.
    """
    rows = Battle.objects.filter(leg_battle__leg__series=series_id, status__in=GOING_ON).order_by("pk")
    going = rows.values_list("pk", flat=True)
    numbers = list(going.all())
    for number in numbers:
        read(number, lock=True)
    row = locked(pk=series_id)
    if set(going.all()) - set(numbers):
        raise refuse("", "A leg has begun this moment. Look again.")
    return row, numbers
