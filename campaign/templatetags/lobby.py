"""What pages say about one's wars: how many wait, in the head of each, and for what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import QuerySet
from django.http import HttpRequest

from campaign.models import Waiting
from campaign.services.acting import waiting_for
from campaign.telling.my_wars import now
from campaign.views.access import open_curtain_of
from campaign.waiting import named, sentence

register = template.Library()
MOST_COUNTED = 99
NEEDED = ("pk", "key", "kind", "turn", "place", "name", "path", "war__name")
register.filter(named)


@register.simple_tag
def open_curtain(request: HttpRequest | None) -> int:
    """A war at one screen whose curtain is open before one of its sides, 0 without one; no query of its own."""
    if request is None or not getattr(getattr(request, "user", None), "is_authenticated", False):
        return 0
    return open_curtain_of(request)


@dataclass(frozen=True, slots=True)
class WaitingNow:
    """How many things wait for a player, and the newest of them: its number, its words, and where to do it."""

    count: int
    newest: int = 0
    words: str = ""
    path: str = ""


@register.simple_tag
def waiting_now(user: Any) -> WaitingNow:
    """What waits for the user, nothing for strangers; one query, a second one if a battle is played by hand."""
    if user is None or not getattr(user, "is_authenticated", False):
        return WaitingNow(0)
    mine = Waiting.objects.filter(waiting_for(user), war__sandbox_of=None)
    rows = _newest(mine)
    if any(row.kind == Waiting.Kind.PLAY for row in rows):
        rows = _newest(now(mine))
    if not rows:
        return WaitingNow(0)
    newest = rows[0]
    return WaitingNow(len(rows), newest.pk, f"{sentence(newest)} · {newest.war__name}", newest.path)


def _newest(rows: QuerySet[Waiting]) -> Sequence[Any]:
    return list(rows.order_by("-pk").values_list(*NEEDED, named=True)[:MOST_COUNTED])


@register.filter
def in_words(row: Waiting) -> str:
    """What the row asks of its player."""
    return sentence(row)


@register.filter
def signed(points: int) -> str:
    """Points that came in or went out, with their sign: "+195", "−180", "0".

    {% load lobby %}{{ line.amount|signed }}
    """
    return f"{points:+d}".replace("-", "−") if points else "0"
