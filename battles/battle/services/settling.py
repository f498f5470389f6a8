"""Answering a report: confirming, disputing, or letting it stand (S35)."""

from datetime import datetime
from functools import partial
from typing import Literal

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.work import sweep
from battles.battle.selectors import overdue
from battles.battle.services.step import Kind, StaleBattle, check_going_on, note, read, signal_settled, step
from battles.models import Battle, SettledHow, Status
from engines.seam import codec
from engines.seam.refusals import refuse
from engines.seam.sides import Side

LONGEST_REMARK = 1000


@transaction.atomic
def confirm(*, battle_id: int, side: Side, seen_version: int, by: User | None = None) -> Battle:
    """The battle, settled because the side confirmed; unchanged if it has already confirmed.

    `by` is who does it for the side, if not its player.
    `StaleBattle` if the report is not the one in `seen_version`, `Refused` if it is the side's own.
    """
    battle = read(battle_id)
    if _confirmed_before(battle, side, seen_version):
        return battle
    _check_answer(battle, side, seen_version)
    return settle_as(battle, "confirmed", side, by=by)


@transaction.atomic
def dispute(*, battle_id: int, side: Side, seen_version: int, remark: str, by: User | None = None) -> Battle:
    """The battle with its report disputed and the remark shown to both; unchanged if already disputed."""
    battle = read(battle_id)
    if _disputed_before(battle, side, seen_version):
        return battle
    _check_answer(battle, side, seen_version)
    words = _checked_remark(remark)
    now = timezone.now()
    changes = {"status": Status.DISPUTED, "remark": words, "disputed_at": now, "stands_at": None}
    battle = step(battle, only=(Status.REPORTED,), **changes)
    note(battle, Kind.DISPUTED, side, words, by=by)
    return battle


def stand_overdue(now: datetime) -> int:
    """How many reports became final now because nobody answered in time (S35); one transaction each."""
    return sweep("battles.overdue", overdue(now), partial(_stand, now), due="stands_at")


@transaction.atomic
def _stand(now: datetime, battle_id: int) -> bool:
    battle = read(battle_id)
    if not overdue(now).filter(pk=battle_id).exists():
        return False
    try:
        settle_as(battle, "stood", None)
    except StaleBattle:
        return False
    return True


def settle_as(
    battle: Battle,
    how: Literal["confirmed", "stood", "agreed"],
    side: Side | None,
    *,
    by: User | None = None,
) -> Battle:
    """The reported battle with its report as the result; `StaleBattle` if it was answered in the meantime."""
    report = battle.report_document
    if report is None:
        raise StaleBattle(battle)
    result = battle.engine.result_of(battle.setup_document, report)
    battle = step(
        battle,
        only=(Status.REPORTED,),
        status=Status.SETTLED,
        result=codec.encode(result),
        settled_at=timezone.now(),
        settled_how=SettledHow(how),
        stands_at=None,
    )
    note(battle, Kind(how), side, by=by)
    signal_settled(battle)
    return battle


def _confirmed_before(battle: Battle, side: Side, seen_version: int) -> bool:
    same = battle.status == Status.SETTLED and battle.settled_how == SettledHow.CONFIRMED
    return same and battle.reported_by != side and battle.version == seen_version + 1


def _disputed_before(battle: Battle, side: Side, seen_version: int) -> bool:
    return (
        battle.status == Status.DISPUTED and battle.reported_by != side and battle.version == seen_version + 1
    )


def _check_answer(battle: Battle, side: Side, seen_version: int) -> None:
    if battle.version != seen_version or battle.status != Status.REPORTED:
        raise StaleBattle(battle)
    check_going_on(battle)
    if battle.answering_side != side:
        raise refuse("S35", "This is your own result. The other side confirms or disputes it.")


def _checked_remark(remark: str) -> str:
    words = remark.strip()
    if not words:
        raise refuse("S35", "Say in a few words what is wrong.", "remark")
    if len(words) > LONGEST_REMARK or "\0" in words:
        raise refuse("S35", f"Keep the remark under {LONGEST_REMARK} characters of plain text.", "remark")
    return words
