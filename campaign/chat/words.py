"""The chat of a war as one of its two players reads it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Greatest

from battles.chat.words import Chat, Said
from campaign.chat.chatting import chats
from campaign.models import ChatLine, Engagement, Seat
from campaign.rules.map.strategic_map import place_title
from campaign.war.at import At
from engines.seam.sides import Side, opponent

SHOWN: Final = 50
CHAT: Final = "chat"
"""What is counted for a page, once."""


class _Line(NamedTuple):
    """A line as it is stored."""

    pk: int
    side: Side
    battle: int | None
    user__username: str | None
    text: str
    made_at: datetime


def _newest(rows: QuerySet[ChatLine]) -> "QuerySet[ChatLine, tuple[Any, ...]]":
    return rows.order_by("-pk").values_list(*_Line._fields)[: SHOWN + 1]


def has_chat(at: At) -> bool:
    """Whether the war has a chat, which is its players' own; no query."""
    return not at.acts_for and chats(at.war, at.seats[at.side], at.seats[opponent(at.side)])


def unread_in(at: At) -> int:
    """How many of the opponent's lines the player has not read; one query, none if the chat was read for this page."""
    seat = at.seats[at.side]
    if seat.mutes or not has_chat(at):
        return 0
    if CHAT not in at.unread:
        at.unread[CHAT] = readable(at).filter(pk__gt=seat.chat_read).exclude(side=at.side).count()
    return at.unread[CHAT]


def unread_of(seats: Iterable[Seat]) -> dict[int, int]:
    """How many of the opponent's lines the players of these seats have not read, by war; one query, or none."""
    wanted = [seat.pk for seat in seats if not seat.mutes]
    if not wanted:
        return {}
    rows = ChatLine.objects.filter(
        Q(side="terran", war__seats__side="talon") | Q(side="talon", war__seats__side="terran"),
        war__seats__in=wanted,
        pk__gt=Greatest("war__seats__chat_read", "war__seats__chat_from"),
    )
    return dict(rows.order_by().values_list("war").annotate(lines=Count("pk")))


def readable(at: At) -> QuerySet[ChatLine]:
    """The lines that this player may read and has not muted."""
    seat = at.seats[at.side]
    found = ChatLine.objects.filter(war=at.war, pk__gt=seat.chat_from)
    return found.filter(side=at.side) if seat.mutes else found


def chat_of(at: At, *, battle: int = 0) -> Chat | None:
    """The newest lines, or those about one battle; None if the war has no chat. Two queries at most."""
    if not has_chat(at):
        return None
    lines = readable(at).filter(battle=battle) if battle else readable(at)
    rows = [_Line(*row) for row in _newest(lines)]
    places = _places(at, {row.battle for row in rows if row.battle} | ({battle} if battle else set()))
    seat = at.seats[at.side]
    said = [_said(at, row, places) for row in rows[:SHOWN]]
    if not battle:
        at.unread[CHAT] = sum(line.unread for line in said)
    return Chat(
        path=at.path,
        rival=at.name_of(opponent(at.side)),
        said=said,
        more=len(rows) > SHOWN,
        muted=seat.mutes,
        battle=battle if battle in places else 0,
        about=places.get(battle, ""),
        most=ChatLine.MOST,
    )


def _said(at: At, row: _Line, places: dict[int, str]) -> Said:
    mine = row.side == at.side
    return Said(
        number=row.pk,
        mine=mine,
        who="You" if mine else row.user__username or row.side.title(),
        text=row.text,
        at=row.made_at,
        battle=row.battle or 0,
        about=places.get(row.battle or 0, ""),
        unread=not mine and row.pk > at.seats[at.side].chat_read,
    )


def _places(at: At, numbers: set[int]) -> dict[int, str]:
    if not numbers:
        return {}
    rows = Engagement.objects.filter(war=at.war, number__in=numbers).values_list("number", "place")
    return {number: place_title(place) for number, place in rows}
