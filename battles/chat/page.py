"""What the pages of the chats of single battles and campaign games show."""

from dataclasses import dataclass
from typing import ClassVar, cast

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from battles.battle.selectors import chat_is_closed, chats, reader_of
from battles.chat.chatting import CLOSED
from battles.chat.words import Chat, Said
from battles.models import Battle, BattleChatLine, BattleReader, Series, SeriesChatLine, SeriesReader
from battles.talon.series.reading import user_of
from battles.talon.series.talk import has_chat
from battles.talon.series.talk import reader_of as series_reader
from config.pages import Page
from engines.seam.series import Player, other
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


@dataclass(frozen=True, slots=True)
class SeriesChatPage(Page):
    """The chat of a campaign game."""

    template: ClassVar = "battles/series_chat.html"
    series: Series
    chat: Chat


def series_chat_page(series: Series, player: Player) -> SeriesChatPage | None:
    """The page for one of the two players; None if the campaign game has no chat; two queries."""
    if not has_chat(series):
        return None
    reader, rival = series_reader(series, player), cast("User", user_of(series, other(player))).username
    found = SeriesChatLine.objects.filter(series=series)
    rows = list((found.filter(player=player) if reader.mutes else found).order_by("-pk")[: SHOWN + 1])
    chat = Chat(
        path=series.get_absolute_url(),
        rival=rival,
        said=[_said_in_series(reader, rival, row) for row in rows[:SHOWN]],
        more=len(rows) > SHOWN,
        muted=reader.mutes,
        battle=0,
        about="",
        most=SeriesChatLine.MOST,
    )
    return SeriesChatPage(series, chat)


def _said_in_series(reader: SeriesReader, rival: str, row: SeriesChatLine) -> Said:
    mine = row.player == reader.player
    return Said(
        number=row.pk,
        mine=mine,
        who="You" if mine else rival,
        text=row.text,
        at=row.made_at,
        battle=0,
        about="",
        unread=not mine and row.pk > reader.read,
    )
