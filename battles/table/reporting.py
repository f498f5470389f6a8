"""Entering a report of a battle, and a corrected one."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from battles.battle.selectors import away_until
from battles.battle.services.resolving import check_no_work_owed, recall
from battles.battle.services.settling import settle_as
from battles.battle.services.step import Kind, StaleBattle, check_going_on, note, read, step
from battles.battle.standing import check_since_board
from battles.models import Battle, BroughtRecord, Status
from engines.seam import codec
from engines.seam.document_errors import describe_error
from engines.seam.documents import Report
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent
from engines.seam.systems import Upload

ENTERING = (Status.OPEN,)
CORRECTING = (Status.REPORTED, Status.DISPUTED)


@transaction.atomic
def enter_report(
    *,
    battle_id: int,
    side: Side,
    seen_version: int,
    report: Report,
    agreed: bool = False,
    by: User | None = None,
) -> Battle:
    """The battle with the side's report of it, which the other side may now answer (S35).

    `agreed` settles it at once where one person plays both sides; `by` is who enters it, if not the player.
    `Refused` with every reason if the report is impossible, `StaleBattle` if the battle has changed since
    `seen_version`; nothing is written then.
    """
    battle = read(battle_id)
    if _entered_before(battle, side, seen_version, report):
        return battle
    entered = _Entered(side, report, Kind.ENTERED, by)
    return _book(_seen(battle, seen_version), entered, ENTERING, agreed=agreed)


@transaction.atomic
def revise(
    *,
    battle_id: int,
    side: Side,
    seen_version: int,
    report: Report,
    agreed: bool = False,
    by: User | None = None,
) -> Battle:
    """The battle with a corrected report: by either side while it is disputed, else by its author."""
    battle = read(battle_id)
    if _entered_before(battle, side, seen_version, report):
        return battle
    _seen(battle, seen_version)
    if battle.status == Status.REPORTED and battle.reported_by != side:
        raise refuse("S35", "The other side has entered a result. Confirm it, or dispute it and enter yours.")
    return _book(battle, _Entered(side, report, Kind.CORRECTED, by), CORRECTING, agreed=agreed)


def check_bringing(battle: Battle, *, seen_version: int) -> None:
    """Raise `StaleBattle` or `Refused` where `upload_record` would for any record: reading one takes long."""
    if seen_version < battle.version <= seen_version + 2:
        return  # perhaps the same record again; only reading it shows
    _seen(battle, seen_version)
    if battle.status not in (*ENTERING, *CORRECTING):
        raise StaleBattle(battle)


@transaction.atomic
def upload_record(
    *,
    battle_id: int,
    side: Side,
    seen_version: int,
    upload: Upload,
    agreed: bool = False,
    by: User | None = None,
) -> Battle:
    """The battle with the result of the record as the side's report, entered like any other (S35); the record is kept.

    A record is kept only with a new version of the battle, so that nobody confirms a record other than the one read.
    """
    before, report = read(battle_id), upload.battle.result.report
    packed = before.engine.pack(upload.battle)
    enter = enter_report if before.status in ENTERING else revise
    battle = enter(
        battle_id=battle_id, side=side, seen_version=seen_version, report=report, agreed=agreed, by=by
    )
    if battle.version == before.version:
        if not BroughtRecord.objects.filter(battle=battle, record=packed).exists():
            raise StaleBattle(battle)
        return battle
    kept = {
        "side": side,
        "report": codec.encode(report),
        "record": packed,
        "sealed": upload.committed,
    }
    BroughtRecord.objects.update_or_create(battle=battle, defaults=kept)
    return battle


def _entered_before(battle: Battle, side: Side, seen_version: int, report: Report) -> bool:
    """Whether the same order has just been carried out, as by a double click."""
    same = battle.reported_by == side and battle.report_document == report
    return same and battle.version in (seen_version + 1, seen_version + 2)


def _seen(battle: Battle, seen_version: int) -> Battle:
    if battle.version != seen_version:
        raise StaleBattle(battle)
    check_going_on(battle)
    return battle


@dataclass(frozen=True)
class _Entered:
    """A report that a side enters, `by` somebody else than its player if not None."""

    side: Side
    report: Report
    kind: Kind
    by: User | None


def _book(battle: Battle, entered: _Entered, only: tuple[Status, ...], *, agreed: bool) -> Battle:
    side, report = entered.side, entered.report
    check_no_work_owed(battle)
    battle.engine.result_of(battle.setup_document, _well_formed(report))
    check_since_board(battle, report)
    if agreed and not battle.one_screen:
        raise refuse("S35", "The other player confirms on their own page.")
    recall(battle)
    battle = step(battle, only=only, **_waiting_for_answer(battle, side, report))
    note(battle, entered.kind, side, by=entered.by)
    if agreed:
        return settle_as(battle, "agreed", side)
    if battle.user_of(opponent(side)).is_computer:
        return settle_as(battle, "confirmed", opponent(side))
    return battle


def _well_formed(report: Report) -> Report:
    """The report as stored and read again; `Refused` if a number is out of bounds."""
    try:
        return codec.decode_report(codec.encode(report))
    except msgspec.ValidationError as error:
        wrong = describe_error(error, "a result")
        raise refuse("", f"This result cannot be read: {wrong}.") from error


def _waiting_for_answer(battle: Battle, side: Side, report: Report) -> dict[str, Any]:
    now = timezone.now()
    return {
        "status": Status.REPORTED,
        "report": codec.encode(report),
        "reported_by": side,
        "reported_at": now,
        "stands_at": (away_until(battle, opponent(side)) or now) + timedelta(hours=battle.confirm_hours),
        "remark": "",
        "disputed_at": None,
    }
