"""What the host of a site does to a war: freeze, thaw, hand a seat over, which its new player may give back."""

from typing import cast

from django.utils import timezone

from accounts.clock import Written
from accounts.models import User
from accounts.seats import SeatLost
from battles import services as battles
from campaign.log.documents import decode_state
from campaign.models import Correction, Deputy, Engagement, Holiday, Seat, War
from campaign.rules.orders import TakeSeatBack
from campaign.rules.settings import Settings
from campaign.services import waiting
from campaign.services.deadlines import begin_again
from campaign.services.deputies import battles_of, end_deputies, follow_seat
from campaign.services.log import GivenOrder, append, locked, tell
from campaign.services.moved_seats import tell_moved
from campaign.services.seating import OF_THE_PLAYER, begin_afresh, seat_computer, seat_person
from engines.seam.refusals import refuse
from engines.seam.sides import Side

TO_YOURSELF = (
    "You cannot give a seat to yourself: you would read the secret orders of its player. Another host can."
)


def freeze(*, war_id: int, frozen: bool) -> War:
    """Freeze a running war and its battles, so that nothing is taken and no time runs, or thaw it."""
    with locked(war_id) as war:
        if war.status != War.Status.RUNNING or war.state is None:
            raise refuse("", "You can freeze or thaw only a war in progress.")
        if war.paused and not frozen:
            raise refuse(
                "S65",
                "You have not frozen this war: its players paused it, and either of them can resume it.",
            )
        stand_still(war, frozen=frozen)
        tell(war, decode_state(bytes(war.state)))
    return war


def stand_still(war: War, *, frozen: bool, paused: bool = False) -> None:
    """Stop the war with its battles, so that no time runs, or let it go on; the caller holds it and tells of it."""
    war.frozen, war.paused = frozen, paused
    war.save(update_fields=["frozen", "paused"])
    put = battles.hold if frozen else battles.release
    for battle_id in _battles_of(war):
        put(battle_id=battle_id)


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
        tell(war, state)
    tell_moved(war, moved, user)
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


def end_holiday(war: War, side: Side) -> bool:
    """Whether the side was on holiday, which is over now; the caller holds the war and tells of it."""
    Written(Holiday, "begins_at", ("ends_at",)).move_back(war=war, side=side)
    now = timezone.now()
    ended = Holiday.objects.filter(war=war, side=side, ends_at__gt=now).update(ends_at=now)
    if ended:
        follow_absence(war, side)
    return bool(ended)


def follow_absence(war: War, side: Side) -> None:
    """Let the clock and the time for a report in the war's battle stand still while the side is away, or run again."""
    joined = Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False)
    for number in joined.values_list("battle_id", flat=True):
        battles.follow_absence(battle_id=number, side=side)


def _battles_of(war: War) -> list[int]:
    fought = Engagement.objects.filter(war=war, battle__isnull=False)
    return list(fought.values_list("battle_id", flat=True))
