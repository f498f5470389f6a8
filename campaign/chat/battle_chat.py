"""The chat about one battle: the battle's own page leads to it."""

from typing import TypedDict

from django.db.models import Count, F, FilteredRelation, Q, QuerySet
from django_stubs_ext import WithAnnotations

from battles.battle.selectors import BattleChat
from battles.models import Battle
from campaign.chat.chatting import chats
from campaign.models import ChatLine, Engagement, Seat
from campaign.war.services.engagements import engagement_of
from engines.seam.sides import SIDES, Side, opponent


def chat_about(battle: Battle, side: Side) -> BattleChat | None:
    """The chat about a battle as one side has it, None if its war has none; three queries at most."""
    if battle.terran_user.is_computer or battle.talon_user.is_computer:
        return None
    engagement = engagement_of(battle)
    if engagement is None:
        return None
    seats = {seat.side: seat for seat in _seats(engagement)}
    if len(seats) < len(SIDES) or not chats(engagement.war, seats[side], seats[opponent(side)]):
        return None
    mine, path = seats[side], f"/wars/{engagement.war_id}/{side}/chat/?battle={engagement.number}"
    return BattleChat(path, mine.lines, mine.unread, _latest(engagement, mine) if mine.unread else "")


def _latest(engagement: Engagement, seat: Seat) -> str:
    """The newest line about the battle that the player of the seat has not read."""
    after = max(seat.chat_read, seat.chat_from)
    unread = ChatLine.objects.filter(war=engagement.war_id, battle=engagement.number, pk__gt=after)
    line = unread.exclude(side=seat.side).order_by("pk").last()
    return "" if line is None else line.text


class Counted(TypedDict):
    """How many lines are about the battle that the player of a seat sees, and how many of them are unread."""

    lines: int
    unread: int


def _seats(engagement: Engagement) -> "QuerySet[WithAnnotations[Seat, Counted]]":
    """The seats of the war, with their players and what each has of the chat about the battle."""
    about = FilteredRelation("war__chat_lines", condition=Q(war__chat_lines__battle=engagement.number))
    own = Q(about__side=F("side"))
    seen = Q(about__pk__gt=F("chat_from")) & (own | Q(mutes=False))
    new = Q(about__pk__gt=F("chat_read")) & ~own
    seats = Seat.objects.filter(war=engagement.war_id).select_related("user").annotate(about=about)
    return seats.annotate(lines=Count("about", filter=seen), unread=Count("about", filter=seen & new))
