"""Seats handed over by the host, and given back (S72)."""

from typing import cast

from django.utils import timezone

from accounts.models import User
from accounts.seats import SeatLost
from battles import services as battles
from campaign.models import Correction, Deputy, Seat, War
from campaign.rules.orders import TakeSeatBack
from campaign.rules.settings import Settings
from campaign.seats.deputies import battles_of, end_deputies, follow_seat
from campaign.seats.moved import notify_moved
from campaign.war.log.documents import decode_state
from campaign.war.services import waiting
from campaign.war.services.keeping import end_holiday, stand_still
from campaign.war.services.log import GivenOrder, append, locked, notify
from campaign.war.services.seating import OF_THE_PLAYER, begin_afresh, seat_computer, seat_person
from campaign.war.time.deadlines import begin_again
from engines.seam.refusals import refuse
from engines.seam.sides import Side

TO_YOURSELF = (
    "You cannot give a seat to yourself: you would read the secret orders of its player. Another host can."
)


def hand_over(*, seat_id: int, user: User, host: User | None = None) -> Seat:
    """Give a seat to somebody else, or to the computer, with its battles; both players are told (S72).

    `Refused` for the `host` who does it, who would read the secret orders of the player, and for the opponent.
    """
    seat = Seat.objects.get(pk=seat_id)
    with locked(seat.war_id) as war:
        if user == host:
            raise refuse("S72", TO_YOURSELF)
        before = _give(war, seat, user, Deputy.How.HELD)
        seat.before, seat.handed_turn = before, war.turn
        seat.save(update_fields=["before", "handed_turn"])
    return seat


def give_back(*, war_id: int, side: Side, user: User) -> Seat:
    """The seat, with whoever had it before the host gave it to the user.

    `Refused` if nobody had whose account is open; `SeatLost` if the user does not play the side any more.
    """
    with locked(war_id) as war:
        seat = Seat.objects.select_related("before").get(war=war, side=side)
        if seat.user != user:
            raise SeatLost
        if seat.before is None or not seat.before.is_active:
            raise refuse("S72", "You cannot give this seat back, because no player had it before you.")
        _give(war, seat, seat.before, Deputy.How.RETURNED)
        seat.before, seat.handed_turn = None, 0
        seat.save(update_fields=["before", "handed_turn"])
    return seat


def _give(war: War, seat: Seat, user: User, how: Deputy.How) -> User:
    """Whoever had the seat, which is the user's from now on with all that belongs to it; the caller holds the war.

    The computer agrees on no pause, so the war goes on if it takes a seat.
    """
    side, before = cast("Side", seat.side), seat.user
    if war.status != War.Status.RUNNING or war.state is None or before is None:
        raise refuse("", "A seat can be handed over only in a war in progress.")
    if war.seats.exclude(pk=seat.pk).filter(user=user).exists():
        raise refuse("", f"{user.username} plays the other side of this war.")
    if before == user:
        raise refuse("", f"{user.username} has this seat already.")
    moved = follow_seat(war, side, before, user, how)
    if user.is_computer:
        end_deputies(war)
    waiting.leave(war, side)
    state = decode_state(bytes(war.state))
    _seat(war, seat, user, state.settings)
    drop_correction(war)
    war.one_screen, war.time_asked, war.time_asked_by = False, "", ""
    war.save(update_fields=["one_screen", "time_asked", "time_asked_by"])
    level = state.settings.computer if user.is_computer else Settings().computer
    for battle_id in battles_of(war):
        battles.hand_on(battle_id=battle_id, side=side, user=user, level=level)
    end_holiday(war, side)
    if war.paused and user.is_computer:
        stand_still(war, frozen=False)
    if side in state.lent:
        append(war, state, GivenOrder(side, None, TakeSeatBack()))
    else:
        notify(war, state)
    notify_moved(war, moved, user)
    return before


def _seat(war: War, seat: Seat, user: User, settings: Settings) -> None:
    """Put the user in the seat, who has seen and read nothing of the war, and has the whole time of the phase."""
    if user.is_computer:
        seat_computer(seat, settings.commander)
    else:
        seat_person(seat, user)
    begin_afresh(seat)
    seat.from_entry = war.version
    begin_again(war)
    seat.save(update_fields=["user", "commander", "whim", *OF_THE_PLAYER])


def drop_correction(war: War) -> None:
    """Take back the corrected result that is proposed in the war, if there is one: a seat changes hands."""
    rows = Correction.objects.filter(war=war, status=Correction.Status.OPEN)
    rows.update(status=Correction.Status.DROPPED, answered_at=timezone.now())
