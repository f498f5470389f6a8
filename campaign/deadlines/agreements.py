"""What the players of a war agree on about its time: another pace, or a pause; both have to want it (S65).

Whoever plays the side no more is told so: `SeatLost`.
"""

from datetime import datetime

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.work import sweep
from battles.pace import PAUSE, WITHOUT, said_words
from battles.proposals import ANSWER_WITHIN, Proposal, agrees, check_answer
from campaign.models import TimeNote, War
from campaign.war.log.documents import decode_state
from campaign.war.services.acting import check_seat
from campaign.war.services.consequences import players
from campaign.war.services.keeping import end_holiday, stand_still
from campaign.war.services.log import locked, notify
from campaign.war.time.arranging import may_arrange, note_time, notify_other
from campaign.war.time.deadlines import begin_again
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side

Kind = TimeNote.Kind


def ask_for(*, war_id: int, side: Side, user: User | None, asked: str) -> War:
    """The war in which the side asks for another pace or a pause; done at once if the other side has asked the same.

    `Refused` if nobody can choose that, it is so already, or the other side waits for an answer.
    """
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        check_arranged(war)
        _expire(war)
        if agrees(_proposal(war), side, asked, pace=war.pace, whole="war"):
            _agree(war, side)
            return war
        war.time_asked, war.time_asked_by = asked, side
        note_time(war, side, Kind.ASKED, asked)
        _save(war)
    return war


def answer(*, war_id: int, side: Side, user: User | None, asked: str, agree: bool) -> War:
    """The war after the side's answer to what the other side has asked; `Refused` if it asks something else by now."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        check_arranged(war)
        check_answer(Proposal() if _is_old(war) else _proposal(war), side, asked)
        if agree:
            _agree(war, side)
        else:
            _close(war, side, Kind.DECLINED)
            notify_other(war, side, said_words(Kind.DECLINED, asked))
    return war


def drop(*, war_id: int, side: Side, user: User | None) -> War:
    """The war without what the side has asked; harmless when done twice."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        if war.time_asked_by == side:
            _close(war, side, Kind.DROPPED)
    return war


def _proposal(war: War) -> Proposal:
    return Proposal(war.time_asked, war.time_asked_by)


def asked_until(war: War) -> datetime | None:
    """Until when the war's proposal can be answered, None without one; one query where there is one."""
    if not war.time_asked:
        return None
    asked = war.time_notes.filter(kind=Kind.ASKED).order_by("-pk").values_list("at", flat=True).first()
    return asked + ANSWER_WITHIN if asked is not None else None


def expire_asked() -> int:
    """How many proposals were closed now that nobody had answered in time; called by the sweep."""
    old = TimeNote.objects.filter(
        kind=Kind.ASKED, at__lte=timezone.now() - ANSWER_WITHIN, war__time_asked_by=F("side")
    )
    return sweep("campaign.agreements", old, _expire_one, due="at")


def _expire_one(number: int) -> bool:
    war_id = TimeNote.objects.values_list("war_id", flat=True).get(pk=number)
    with locked(war_id) as war:
        return _expire(war)


def _expire(war: War) -> bool:
    """Close the war's proposal if it was not answered in time; whether it was."""
    if not _is_old(war):
        return False
    _close(war, as_side(war.time_asked_by), Kind.EXPIRED)
    return True


def _is_old(war: War) -> bool:
    until = asked_until(war)
    return until is not None and until <= timezone.now()


def resume(*, war_id: int, side: Side, user: User | None) -> War:
    """The war going on after its pause, its phase with the whole time; harmless when done twice."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        if war.paused:
            stand_still(war, frozen=False)
            note_time(war, side, Kind.RESUMED)
            _save(war)
            notify_other(war, side, "resumes the war")
    return war


def _agree(war: War, side: Side) -> None:
    """Do what was asked; a new pace gives the phase its whole time, and without one no holiday goes on."""
    asked = war.time_asked
    war.time_asked = war.time_asked_by = ""
    note_time(war, side, Kind.AGREED, asked)
    if asked == PAUSE:
        stand_still(war, frozen=True, paused=True)
    else:
        war.pace = "" if asked == WITHOUT else asked
        begin_again(war)
    if asked == WITHOUT:
        for each in SIDES:
            end_holiday(war, each)
    _save(war)
    notify_other(war, side, said_words(Kind.AGREED, asked))


def _close(war: War, side: Side, kind: Kind) -> None:
    note_time(war, side, kind, war.time_asked)
    war.time_asked = war.time_asked_by = ""
    _save(war)


def _save(war: War) -> None:
    war.save(update_fields=["pace", "time_asked", "time_asked_by"])
    notify(war, decode_state(bytes(war.state or b"")))


def check_arranged(war: War) -> None:
    """Raise `Refused` unless the war goes on between two people in different places."""
    if war.status != War.Status.RUNNING:
        raise refuse("31.1", "This war is over.")
    if war.paused:
        raise refuse("S65", "This war is paused. Resume it first.")
    if war.frozen:
        raise refuse("", "The host has frozen this war.")
    if not may_arrange(war, players(war).values()):
        raise refuse("S65", "Only two people in different places can agree on deadlines.")
