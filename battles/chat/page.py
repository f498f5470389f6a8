"""What the page of a single battle's chat shows."""

from dataclasses import dataclass
from typing import ClassVar

from django.db.models import QuerySet
from django.urls import reverse

from battles.battle.selectors import chats, reader_of
from battles.chat.words import Chat, Said
from battles.models import Battle, BattleChatLine, BattleReader
from config.pages import Page
from engines.seam.sides import Side, as_side, opponent

SHOWN = 50


@dataclass(frozen=True, slots=True)
class BattleChatPage(Page):
    """The chat of a single battle."""

    template: ClassVar = "battles/battle_chat.html"
    battle: Battle
    chat: Chat


def battle_chat_page(battle: Battle, side: Side) -> BattleChatPage | None:
    """The page for the player of a side; None if the battle has no chat of its own. Two queries."""
    if not chats(battle):
        return None
    reader, rival = reader_of(battle, side), battle.user_of(opponent(side))
    rows = list(_readable(reader).order_by("-pk")[: SHOWN + 1])
    chat = Chat(
        path=reverse("battle", args=[battle.pk]),
        rival=rival.username,
        said=[_said(battle, reader, row) for row in rows[:SHOWN]],
        more=len(rows) > SHOWN,
        muted=reader.mutes,
        battle=0,
        about="",
        most=BattleChatLine.MOST,
    )
    return BattleChatPage(battle, chat)


def _readable(reader: BattleReader) -> QuerySet[BattleChatLine]:
    found = BattleChatLine.objects.filter(battle=reader.battle)
    return found.filter(side=reader.side) if reader.mutes else found


def _said(battle: Battle, reader: BattleReader, row: BattleChatLine) -> Said:
    mine = row.side == reader.side
    side = as_side(row.side)
    return Said(
        number=row.pk,
        mine=mine,
        who="You" if mine else battle.user_of(side).username,
        text=row.text,
        at=row.made_at,
        battle=0,
        about="",
        unread=not mine and row.pk > reader.read,
    )
