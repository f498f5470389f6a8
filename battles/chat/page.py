"""What the page of a single battle's chat shows."""

from dataclasses import dataclass
from typing import ClassVar

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from battles.battle.selectors import chat_is_closed, chats, reader_of
from battles.chat.chatting import CLOSED
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


EVERYBODY = "everybody"


def battle_chat_page(battle: Battle, side: Side, user: User) -> BattleChatPage | None:
    """The page for the user, who plays the side; None if the battle has no chat of its own.

    Two queries; more in a battle of teams.
    """
    if not chats(battle):
        return None
    reader, rival = reader_of(battle, side, battle.place_of(user)), battle.name_of(opponent(side))
    rows = list(_readable(reader).select_related("user").order_by("-pk")[: SHOWN + 1])
    chat = Chat(
        path=reverse("battle", args=[battle.pk]),
        rival=EVERYBODY if battle.teams else rival,
        other_side=rival,
        closed=CLOSED if chat_is_closed(battle) else "",
        said=[_said(battle, reader, user, row) for row in rows[:SHOWN]],
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


def _said(battle: Battle, reader: BattleReader, user: User, row: BattleChatLine) -> Said:
    mine = row.user_id == user.pk if battle.teams else row.side == reader.side
    writer = row.user.username if battle.teams and row.user is not None else battle.name_of(as_side(row.side))
    return Said(
        number=row.pk,
        mine=mine,
        who="You" if mine else writer,
        text=row.text,
        at=row.made_at,
        battle=0,
        about="",
        unread=not mine and row.pk > reader.read,
    )
