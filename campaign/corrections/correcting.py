"""Corrected results of earlier turns: proposed by one side, agreed on by the other, and then in the log (S67, S69)."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.models import User
from accounts.work import sweep
from battles.battle.standing import check_since_board
from battles.models import Battle
from campaign.corrections.answered import notify_of_correction
from campaign.corrections.log_correction import book_corrected_log, check_fit, corrected_log, fit_again
from campaign.models import Correction, Entry, SealedOrder, Seat, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.orders import Amend, CorrectLog, Fit
from campaign.war.log.documents import decode_correction, decode_events, decode_state, encoded
from campaign.war.log.fold import events_so_far
from campaign.war.services.acting import check_seat
from campaign.war.services.consequences import players
from campaign.war.services.engagements import engagement_of
from campaign.war.services.log import GivenOrder, append, check_seen, check_thawed, locked, notify, running
from campaign.war.services.results import withdrawable
from campaign.war.time.deadlines import begin_again
from engines.seam.documents import Report
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent

Status, Way = Correction.Status, Correction.Way
PLAYED: Final = (War.Status.RUNNING, War.Status.OVER)
ANSWER_WITHIN: Final = timedelta(hours=72)
GONE: Final = "That proposal has changed. This is how it stands now."


def may_be_corrected(war: War) -> bool:
    """Whether results of the war can be corrected at all: it was played here, and is no sandbox."""
    return war.status in PLAYED and not war.is_sandbox and not war.imported


def correction_path(battle: Battle, side: Side) -> str:
    """Where the side corrects the result of a battle, "" if nobody can; one query at most."""
    found = engagement_of(battle)
    if found is None or not may_be_corrected(found.war):
        return ""
    return f"/wars/{found.war_id}/{side}/correct/{found.number}/"


def at_once(war: War, seats: Iterable[Seat], side: Side) -> bool:
    """Whether nobody has to agree: both sides are one person's, or the other is the computer's."""
    rival = next((seat.user for seat in seats if seat.side != side), None)
    return war.one_screen or (rival is not None and rival.is_computer)


def consequences_of(war: War, order: Amend) -> list[e.AnyEvent]:
    """What the correction would change now, with both sides' secrets; `Refused` if it may not be made. No change."""
    check_open(war, order.battle)
    return decide(running(war), None, order, ScriptedDice(), events_so_far(war.pk))


def open_correction(war: War) -> Correction | None:
    """The corrected result that waits for an answer, if there is one that can still be answered; one query."""
    rows = Correction.objects.filter(war=war, status=Status.OPEN, expires_at__gt=timezone.now())
    return rows.select_related("user").first()


def order_of(row: Correction) -> Amend | Fit | CorrectLog:
    """The order that was proposed."""
    return decode_correction(bytes(row.document))


def check_begun_here(war: War, number: int, report: Report) -> None:
    """Raise `Refused` where the report is better than the battle stood when it was laid aside in the browser (S35)."""
    battle = Battle.objects.filter(engagement__war=war, engagement__number=number).first()
    if battle is not None:
        check_since_board(battle, report)


def check(war: War, order: Amend | Fit | CorrectLog) -> None:
    """Raise `Refused` if the correction may not be made now."""
    if isinstance(order, Amend):
        consequences_of(war, order)
    elif isinstance(order, Fit):
        check_open(war, order.battle)
        check_fit(war, order.battle, order.report)
    else:
        check_open(war, order.battle)
        corrected_log(war, order)
    check_begun_here(war, order.battle, order.report)


def propose(
    *, war_id: int, side: Side, user: User, seen_version: int, order: Amend | Fit | CorrectLog
) -> Correction:
    """The proposal, which the other side has 72 hours to answer; made at once where nobody has to agree.

    `StaleWar` if the page was older than the war, `Refused` if it may not be made or another is open, `SeatLost` if
    the user plays the side no more. The same proposal sent twice is one.
    """
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        _expire(war)
        open_now = open_correction(war)
        if open_now is not None and (open_now.side, order_of(open_now)) == (side, order):
            return open_now
        check_seen(war, seen_version)
        check(war, order)
        if open_now is not None:
            raise refuse("S67", "Another corrected result is proposed. Answer or withdraw it first.")
        row = _proposed(war, side, user, order)
        if at_once(war, players(war).values(), side):
            _make(war, row, user)
        else:
            notify(war, decode_state(bytes(war.state or b"")))
    return row


def _proposed(war: War, side: Side, user: User, order: Amend | Fit | CorrectLog) -> Correction:
    now = timezone.now()
    return Correction.objects.create(
        war=war,
        battle=order.battle,
        turn=war.turn,
        side=side,
        user=user,
        document=encoded(order),
        way=way_of(order),
        asked_at=now,
        expires_at=now + ANSWER_WITHIN,
    )


def way_of(order: Amend | Fit | CorrectLog) -> str:
    """What becomes of the war since by the order, as it is called."""
    if isinstance(order, CorrectLog):
        return order.way
    return Way.FIT if isinstance(order, Fit) else Way.NOW


def answer(
    *, war_id: int, side: Side, user: User, correction_id: int, seen_version: int, agree: bool
) -> Correction:
    """The proposal of the other side, agreed to and booked, or declined.

    `Refused` if it is not open any more, `StaleWar` if the war has moved on since the page showed what it changes,
    `SeatLost` if the user plays the side no more. The same answer sent twice counts once.
    """
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        row = Correction.objects.filter(war=war, side=opponent(side), pk=correction_id).first()
        wanted = Status.AGREED if agree else Status.DECLINED
        if row is not None and row.status == wanted:
            return row
        if row is None or row.status != Status.OPEN or row.expires_at <= timezone.now():
            raise refuse("S67", GONE)
        check_thawed(war)
        if agree:
            check_seen(war, seen_version)
            _make(war, row, user)
        else:
            _close(war, row, Status.DECLINED)
        _notify_proposer(war, row)
    return row


def drop(*, war_id: int, side: Side, user: User, correction_id: int) -> None:
    """Take one's own proposal back; harmless when done twice. `SeatLost` if the user plays the side no more."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        row = Correction.objects.filter(war=war, side=side, pk=correction_id, status=Status.OPEN).first()
        if row is not None:
            _close(war, row, Status.DROPPED)


def decide_as_host(*, correction_id: int, host: User) -> Correction:
    """The proposal, made because the host of the site has decided so; `Refused` if it is not open or not legal."""
    war_id = Correction.objects.values_list("war_id", flat=True).get(pk=correction_id)
    with locked(war_id) as war:
        row = Correction.objects.get(pk=correction_id)
        if row.status != Status.OPEN or row.expires_at <= timezone.now():
            raise refuse("S67", GONE)
        if isinstance(order_of(row), Fit):
            raise refuse(
                "S71", "Only its owner can approve a fitted plan. The players must agree on this one."
            )
        row.by_host = True
        _make(war, row, host)
        for seat in players(war).values():
            notify_of_correction(war, row, seat, "The host has corrected a result")
    return row


def check_open(war: War, number: int, log: Sequence[Entry] | None = None) -> None:
    """Raise `Refused` where the battle's result cannot be corrected in this war, or can still be withdrawn (S42).

    `log` are the war's entries that count, where they have been read.
    """
    if not may_be_corrected(war):
        raise refuse("S67", "Results of this war cannot be corrected.")
    last = withdrawable(war, log)
    found = decode_events(bytes(last.events)) if last is not None else ()
    if any(isinstance(event, e.ResultAccepted) and event.battle == number for event in found):
        reason = "You can still withdraw this result on the page of the war, and record it again."
        raise refuse("S42", reason)


def _make(war: War, row: Correction, user: User) -> None:
    """Book the correction. Sealed plans were made for another position: they are drafts again, with the whole time."""
    order = order_of(row)
    check_open(war, order.battle)
    check_begun_here(war, order.battle, order.report)
    row.status, row.answered_at, row.entry = Status.AGREED, timezone.now(), war.version + 1
    row.save(update_fields=["status", "answered_at", "entry", "by_host"])
    begin_again(war)
    if isinstance(order, CorrectLog):
        book_corrected_log(war, user, order)
        return
    if isinstance(order, Fit):
        fit_again(war, user, order)
        return
    state = running(war)
    sealed = SealedOrder.objects.filter(war=war, turn=state.turn, phase=state.phase)
    unsealed = frozenset(sealed.values_list("seat", flat=True))
    sealed.delete()
    append(war, state, GivenOrder(None, user, order), unsealed=unsealed)


def _close(war: War, row: Correction, status: Correction.Status) -> None:
    row.status, row.answered_at = status, timezone.now()
    row.save(update_fields=["status", "answered_at"])
    notify(war, _state(war))


def _state(war: War) -> core.War:
    return decode_state(bytes(war.state or b""))


def _notify_proposer(war: War, row: Correction) -> None:
    seats = players(war)
    other = seats[opponent(as_side(row.side))]
    answered = "agrees to" if row.status == Status.AGREED else "declines"
    name = other.user.username if other.user is not None else other.title
    notify_of_correction(war, row, seats[row.side], f"{name} {answered} your corrected result")


def expire_waiting() -> int:
    """How many proposals were closed now that nobody had answered in time; called by the sweep."""
    due = Correction.objects.filter(status=Status.OPEN, expires_at__lte=timezone.now())
    return sweep("campaign.corrections", due, _expire_one, due="expires_at")


def _expire_one(number: int) -> bool:
    war_id = Correction.objects.values_list("war_id", flat=True).get(pk=number)
    with locked(war_id) as war:
        if not _expire(war):
            return False
        notify(war, _state(war))
    return True


def _expire(war: War) -> bool:
    """Close the war's proposal if it was not answered in time; whether it was."""
    due = Correction.objects.filter(war=war, status=Status.OPEN, expires_at__lte=timezone.now())
    return bool(due.update(status=Status.EXPIRED, answered_at=timezone.now()))
