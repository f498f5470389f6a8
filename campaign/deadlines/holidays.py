"""Holidays of the players of a war: while a side is away its deadlines stand still (S66).

Whoever plays the side no more is told so: `SeatLost`.
"""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.work import sweep
from battles.holidays import DAY, Account, account, check_leaving
from battles.models import Battle, Play, PlayClock, PlayedBy, Status
from campaign.deadlines.agreements import check_arranged
from campaign.models import Holiday, TimeNote, War
from campaign.war.log.documents import decode_state
from campaign.war.services.acting import check_seat
from campaign.war.services.keeping import end_holiday, follow_absence
from campaign.war.services.log import locked, notify
from campaign.war.time.arranging import note_time, notify_other
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side


def accounts_of(war: War) -> dict[Side, Account]:
    """The holidays of both sides as they are now; one query."""
    now, rows = timezone.now(), list(war.holidays.all())
    return {
        side: account([(row.begins_at, row.ends_at) for row in rows if row.side == side], now)
        for side in SIDES
    }


def go_on_holiday(*, war_id: int, side: Side, user: User | None, days: int) -> War:
    """The war with the side away from now on, for as many days; `Refused` if it has not so many left, or is away."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        check_arranged(war)
        state = decode_state(bytes(war.state or b""))
        if side in state.lent:
            raise refuse("S66", "The computer plays for you. Take back command first.")
        check_leaving(accounts_of(war)[side], days, due=bool(war.pace), whole="war")
        now = timezone.now()
        row = Holiday.objects.create(war=war, side=side, begins_at=now, ends_at=now + days * DAY)
        note_time(war, side, TimeNote.Kind.AWAY, row.ends_at.isoformat())
        follow_absence(war, side)
        notify(war, state)
        notify_other(war, side, "is on holiday until {}", row.ends_at)
    return war


def come_back(*, war_id: int, side: Side, user: User | None) -> War:
    """The war with the side's holiday over; days that have not begun count no more. Harmless when done twice."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        if end_holiday(war, side):
            note_time(war, side, TimeNote.Kind.BACK)
            notify(war, decode_state(bytes(war.state or b"")))
            notify_other(war, side, "is back from holiday")
    return war


def sweep_holidays() -> int:
    """For how many players who were on holiday the clock of a battle was started again, now that it is over."""
    return sweep("campaign.holidays", _over(), _run_again, due="ends_at")


def _over() -> QuerySet[Holiday]:
    """Holidays that are over, of sides whose clock stands though they decide and a person waits for them.

    A side that has left again is not among them.
    """
    now = timezone.now()
    again = Holiday.objects.filter(war=OuterRef("war"), side=OuterRef("side"), ends_at__gt=now)
    standing = PlayClock.objects.filter(
        play__battle__engagement__war=OuterRef("war"),
        play__battle__engagement__outcome="joined",
        play__battle__status=Status.OPEN,
        play__battle__held_at=None,
        play__stage=Play.Stage.ON,
        play__terran_by=PlayedBy.PERSON,
        play__talon_by=PlayedBy.PERSON,
        play__decider=OuterRef("side"),
        runs_for="",
    )
    return Holiday.objects.filter(~Exists(again), Exists(standing), ends_at__lte=now)


def _run_again(number: int) -> bool:
    war_id = Holiday.objects.values_list("war_id", flat=True).get(pk=number)
    with locked(war_id) as war:
        row = _over().filter(pk=number).first()
        if row is not None:
            follow_absence(war, as_side(row.side))
    return row is not None


def away_from(battle: Battle, side: Side) -> datetime | None:
    """Until when the player of a side in a battle of a war is on holiday, None if they are not; one query."""
    rows = Holiday.objects.filter(war__engagements__battle=battle.pk, side=side, ends_at__gt=timezone.now())
    return rows.values_list("ends_at", flat=True).first()
