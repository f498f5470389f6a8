"""What pages say about one's wars: how many wait, in the head of each, and for what."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User
from campaign.lobby.my_wars import now
from campaign.models import Waiting
from campaign.war.access import open_curtain_of
from campaign.war.services.acting import waiting_for
from campaign.war.waiting import named, named_first, sentence

register = template.Library()
MOST_COUNTED = 99
COLUMNS = ("pk", "key", "kind", "turn", "place", "name", "path", "war_id", "side")
register.filter(named)
register.filter(named_first)


@register.simple_tag
def open_curtain(request: HttpRequest | None) -> int:
    """A war at one screen whose curtain is open before one of its sides, 0 without one; no query of its own."""
    if request is None or not getattr(getattr(request, "user", None), "is_authenticated", False):
        return 0
    return open_curtain_of(request)


@dataclass(frozen=True, slots=True)
class WaitingNow:
    """How many things wait for a player, and the newest of them: its number, its words, and where to do it.

    `shown_at` is the page of its war, which shows it too.
    """

    count: int
    newest: int = 0
    words: str = ""
    path: str = ""
    shown_at: str = ""


def _newest_of(user: int) -> QuerySet[Waiting, Any]:
    own, lent = (now(rows).values_list(*COLUMNS, "war__name") for rows in waiting_for(User(pk=user)))
    return own.union(lent, all=True).order_by("-pk")[:MOST_COUNTED]


@register.simple_tag
def waiting_now(user: Any) -> WaitingNow:
    """What waits for the user, nothing for strangers; one query."""
    if user is None or not getattr(user, "is_authenticated", False):
        return WaitingNow(0)
    rows = list(_newest_of(user.pk))
    if not rows:
        return WaitingNow(0)
    *columns, war = rows[0]
    newest = Waiting(**dict(zip(COLUMNS, columns, strict=True)))
    shown_at = f"/wars/{newest.war_id}/{newest.side}/"
    return WaitingNow(len(rows), newest.pk, f"{sentence(newest)} · {war}", newest.path, shown_at)


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
