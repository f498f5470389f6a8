"""Who takes a seat: a person, or the computer under a commander."""

import secrets

from accounts.models import User
from accounts.special_users import computer_user
from campaign.commanders.temper import TemperName
from campaign.models import Seat

COMMANDER: TemperName = "steady"
MOST_SEED = 2**31


def seat_person(seat: Seat, user: User | None) -> None:
    """Put a person in the seat, or nobody; the caller saves it."""
    seat.user, seat.commander, seat.whim = user, "", 0


def seat_computer(seat: Seat, commander: TemperName = COMMANDER) -> None:
    """Put the computer in the seat, under a commander with a new secret number; the caller saves it."""
    seat.user, seat.commander, seat.whim = computer_user(), commander, secrets.randbelow(MOST_SEED)
