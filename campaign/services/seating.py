"""Who takes a seat: a person, or the computer under a commander."""

import secrets

from accounts.models import User
from accounts.special_users import computer_user
from campaign.models import Seat
from campaign.rules.settings import CommanderLevel

WHIM_BYTES = 32
"""How long a commander's secret is: 256 bits, which nobody can try out."""


def seat_person(seat: Seat, user: User | None) -> None:
    """Put a person in the seat, or nobody; the caller saves it."""
    seat.user, seat.commander, seat.whim = user, "", ""


def seat_computer(seat: Seat, commander: CommanderLevel) -> None:
    """Put the computer in the seat, under a commander of that level with a new secret; the caller saves it."""
    seat.user, seat.commander, seat.whim = computer_user(), commander, secrets.token_hex(WHIM_BYTES)
