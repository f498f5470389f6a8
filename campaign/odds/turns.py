"""Whose odds come next: people take turns, so that nobody waits for all that another has asked."""

from time import time
from typing import Final

from django.core.cache import cache
from django.utils import timezone

from accounts.work import QUEUED
from campaign.models import ForecastChunk, Seat
from campaign.odds.forecasts import FORECASTS, wanted

LOOKED_AT: Final = 500
"""Of so many pieces that wait, the longest due first, the next one is chosen."""
REMEMBERED: Final = 120
"""For so many seconds it is remembered when somebody had a turn."""


def play_out_in_turn(number: int) -> bool:
    """Whether a piece was played out: of whoever has waited longest for a turn; the one rung for, if none is due."""
    for person, piece in _next_of_each().items():
        cache.set(_key(person), time(), REMEMBERED)
        if FORECASTS.attempt(piece):
            return True
    return FORECASTS.attempt(number)


def _next_of_each() -> dict[str, int]:
    """The piece of each person that has been due longest; first the person whose last turn is longest ago.

    Two queries.
    """
    rows = ForecastChunk.objects.filter(status=QUEUED, due_at__lte=timezone.now(), forecast__in=wanted())
    pieces = rows.order_by("due_at", "pk").values_list("pk", "forecast__war", "forecast__side")[:LOOKED_AT]
    found = list(pieces)
    seats = Seat.objects.filter(war__in={war for _, war, _ in found}).values_list("war", "side", "user")
    people = {(war, side): user for war, side, user in seats}
    first: dict[str, int] = {}
    for piece, war, side in found:
        first.setdefault(str(people.get((war, side)) or f"war-{war}"), piece)
    served = cache.get_many([_key(person) for person in first])
    return dict(sorted(first.items(), key=lambda one: served.get(_key(one[0]), 0)))


def _key(person: str) -> str:
    return f"odds-turn:{person}"
