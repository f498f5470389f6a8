"""The chat about one battle: the battle's own page leads to it."""

from django.db.models import Count, F, Q

from battles.models import Battle
from battles.selectors import BattleChat
from campaign.models import ChatLine, Seat
from campaign.services.chatting import chats
from engines.seam.sides import SIDES, Side, opponent

HEAVY = ("war__state", "war__chart", "war__settings")


def chat_about(battle: Battle, side: Side) -> BattleChat | None:
    """The chat about a battle as one side has it, None if its war has none; two queries."""
    if battle.terran_user.is_computer or battle.talon_user.is_computer:
        return None
    rows = Seat.objects.filter(war__engagements__battle=battle.pk).select_related("user", "war")
    found = rows.defer(*HEAVY).annotate(number=F("war__engagements__number"))
    seats = {seat.side: seat for seat in found}
    if len(seats) < len(SIDES) or not chats(seats[side].war, seats[side], seats[opponent(side)]):
        return None
    mine, number = seats[side], seats[side].number
    path = f"/wars/{mine.war_id}/{side}/chat/?battle={number}"
    return BattleChat(path, *_counted(mine, number))


def _counted(mine: Seat, number: int) -> tuple[int, int]:
    """How many lines are about the battle, and how many of them the player has not read."""
    rows = ChatLine.objects.filter(war=mine.war_id, battle=number, pk__gt=mine.chat_from)
    if mine.mutes:
        rows = rows.filter(side=mine.side)
    new = Q(pk__gt=mine.chat_read) & ~Q(side=mine.side)
    counts = rows.aggregate(lines=Count("pk"), unread=Count("pk", filter=new))
    return counts["lines"], counts["unread"]
