"""Who takes a seat: a person, or the computer under a commander."""

import secrets

from accounts.models import User
from accounts.people.special_users import computer_user
from campaign.models import ChatLine, Seat
from campaign.rules.settings import CommanderLevel

WHIM_BYTES = 32
"""How long a commander's secret is: 256 bits, which nobody can try out."""
OF_THE_PLAYER = (
    "from_entry",
    "seen_entry",
    "seen_at",
    "news_from",
    "news_upto",
    "chat_from",
    "chat_read",
    "mutes",
    "before",
    "handed_turn",
)
"""The columns of a seat that are about whoever has it."""


def seat_person(seat: Seat, user: User | None) -> None:
    """Put a person in the seat, or nobody; the caller saves it."""
    seat.user, seat.commander, seat.whim = user, "", ""


def seat_computer(seat: Seat, commander: CommanderLevel) -> None:
    """Put the computer in the seat, under a commander of that level with a new secret; the caller saves it."""
    seat.user, seat.commander, seat.whim = computer_user(), commander, secrets.token_hex(WHIM_BYTES)


def begin_afresh(seat: Seat) -> None:
    """Forget what the seat's player had seen and read, and close the chat so far; the caller saves it; one query."""
    newest = (
        ChatLine.objects.filter(war=seat.war_id).order_by("-pk").values_list("pk", flat=True).first() or 0
    )
    seat.seen_entry, seat.seen_at, seat.news_from, seat.news_upto = 0, None, 0, 0
    seat.chat_from, seat.chat_read, seat.mutes = newest, newest, False
