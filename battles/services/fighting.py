"""The worker's part: claim a battle that is owed, fight it outside any transaction, book the result once."""

import logging
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.live import publish
from battles.models import Battle, Resolution, SettledHow, Status
from battles.services.bell import ring_now
from battles.services.resolving import decode_doctrines, start_hash
from battles.services.step import Kind, Stale, note, read, step, tell_settled
from engines.seam import codec
from engines.seam.refusals import Refused
from engines.talon.records.exchange import check_readable
from engines.talon.records.record import RULES_VERSION, BattleRecord, fight_out, pack

MOST_ATTEMPTS = 3
PAUSE = timedelta(seconds=1)
BEAT_SECONDS = 0.5
"""The shortest time between two words to the page of how far a fight is."""
RENEWALS = 5
"""How often a lease is renewed while it runs: a round of a large battle may take longer than a lease."""
SWEPT_AT_ONCE = 100
Owed = Resolution.Status
log = logging.getLogger(__name__)


class TakenOver(Exception):
    """The lease lapsed, or the battle was taken back: another worker, or nobody, fights it now."""


def lease() -> timedelta:
    """How long a worker may be silent before another takes the battle over."""
    return timedelta(seconds=settings.RESOLUTION_LEASE_SECONDS)


def resolve(number: int) -> bool:
    """Whether this call fought the battle and booked its result; it does nothing if it cannot claim the row."""
    token = claim(number)
    if token is None:
        return False
    resolution = Resolution.objects.select_related("battle", "seal").get(pk=number)
    try:
        record = _fought(resolution, token)
        check_readable(record.written)
    except TakenOver:
        return False
    except Exception as error:  # noqa: BLE001  whatever it was, the row must say so and be tried again
        _book_failure(resolution, token, error)
        return False
    if book(resolution, token, record):
        return True
    _give_back(resolution, token)
    return False


def _give_back(resolution: Resolution, token: str) -> None:
    """Queue a battle again that was frozen while it was fought; this does not count as an attempt."""
    held = _held(resolution, token).exclude(battle__held_at=None)
    held.update(status=Owed.QUEUED, lease_until=None, attempts=F("attempts") - 1)


def claim(number: int) -> str | None:
    """The token of the claim on this resolution, or None if it is not free."""
    token, now = uuid4().hex, timezone.now()
    free = Q(status=Owed.QUEUED, due_at__lte=now) | Q(status=Owed.RUNNING, lease_until__lt=now)
    mine = Resolution.objects.filter(
        free, pk=number, attempts__lt=MOST_ATTEMPTS, battle__status=Status.OPEN, battle__held_at=None
    )
    claimed = mine.update(
        status=Owed.RUNNING, token=token, lease_until=now + lease(), attempts=F("attempts") + 1, round=0
    )
    return token if claimed else None


def _fought(resolution: Resolution, token: str) -> BattleRecord:
    if _start_hash(resolution, resolution.battle) != resolution.start_hash:
        raise ValueError("The battle is no longer the one that was given to the computer.")
    if resolution.rules_version != RULES_VERSION:
        _take_up_rules(resolution, token)
    doctrines = decode_doctrines(bytes(resolution.doctrines))
    beat = _heart(resolution, token)
    battle = resolution.battle
    return fight_out(battle.setup_document, doctrines, resolution.chance, beat, battle.levels)


def _start_hash(resolution: Resolution, battle: Battle) -> str:
    return start_hash(battle, bytes(resolution.doctrines), resolution.rules_version, resolution.seal)


def _take_up_rules(resolution: Resolution, token: str) -> None:
    """Give a resolution that was queued under older rules the current rules."""
    resolution.rules_version = RULES_VERSION
    resolution.start_hash = _start_hash(resolution, resolution.battle)
    changes = {"rules_version": RULES_VERSION, "start_hash": resolution.start_hash}
    if not _held(resolution, token).update(**changes):
        raise TakenOver


def _heart(resolution: Resolution, token: str) -> Callable[[int], None]:
    """A function to call at every decision: it renews the lease in time and publishes a new round."""
    last, told = monotonic(), 0
    renewal = lease().total_seconds() / RENEWALS

    def beat(round_number: int) -> None:
        nonlocal last, told
        if monotonic() - last < (renewal if round_number == told else min(renewal, BEAT_SECONDS)):
            return
        last = monotonic()
        changes = {"lease_until": timezone.now() + lease(), "round": round_number}
        with transaction.atomic():
            if not _held(resolution, token).update(**changes):
                raise TakenOver
            if round_number != told:
                publish(resolution.battle.topic)
        told = round_number

    return beat


def _held(resolution: Resolution, token: str) -> Any:
    return Resolution.objects.filter(pk=resolution.pk, token=token, status=Owed.RUNNING)


@transaction.atomic
def book(resolution: Resolution, token: str, record: BattleRecord) -> bool:
    """Whether this call booked the result; it books once, and nothing if the battle went another way."""
    done = {
        "status": Owed.DONE,
        "record": pack(record),
        "done_at": timezone.now(),
        "lease_until": None,
    }
    battle = read(resolution.battle_id)
    same_start = _start_hash(resolution, battle) == resolution.start_hash
    going_on = battle.status == Status.OPEN and battle.held_at is None
    if not (same_start and going_on) or not _held(resolution, token).update(**done):
        return False
    try:
        battle = step(battle, only=(Status.OPEN,), **_settled(record))
    except Stale:
        transaction.set_rollback(True)
        return False
    note(battle, Kind.FOUGHT)
    tell_settled(battle)
    return True


def _settled(record: BattleRecord) -> dict[str, Any]:
    now = timezone.now()
    return {
        "status": Status.SETTLED,
        "report": codec.encode(record.result.report),
        "reported_at": now,
        "result": codec.encode(record.result),
        "settled_at": now,
        "settled_how": SettledHow.FOUGHT,
    }


def _book_failure(resolution: Resolution, token: str, error: Exception) -> None:
    """Queue the battle again, or give it up after the last attempt, and say so on its page."""
    log.exception("battle not fought", extra={"resolution": resolution.pk, "why": type(error).__name__})
    final = resolution.attempts >= MOST_ATTEMPTS or isinstance(error, Refused)
    reason = str(error) if isinstance(error, Refused) else "An error occurred while the battle was fought."
    changes = {
        "status": Owed.FAILED if final else Owed.QUEUED,
        "lease_until": None,
        "due_at": timezone.now() + PAUSE,
        "last_error": reason[:200],
    }
    with transaction.atomic():
        if _held(resolution, token).update(**changes) and final:
            _tell_failure(resolution.battle)


def _tell_failure(battle: Battle) -> None:
    note(step(read(battle.pk), only=(Status.OPEN,)), Kind.FAILED)


def sweep_resolutions() -> int:
    """How many battles a worker was called for again; those with too many attempts are marked as failed."""
    now = timezone.now()
    lapsed = Q(status=Owed.RUNNING, lease_until__lt=now)
    tried = Resolution.objects.filter(lapsed, attempts__gte=MOST_ATTEMPTS, battle__held_at=None)
    for dead in tried.select_related("battle"):
        _give_up(dead)
    owed = Resolution.objects.filter(Q(status=Owed.QUEUED, due_at__lte=now) | lapsed, battle__held_at=None)
    numbers = list(owed.order_by("due_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE])
    for number in numbers:
        ring_now(number)
    return len(numbers)


@transaction.atomic
def _give_up(dead: Resolution) -> None:
    failed = {
        "status": Owed.FAILED,
        "lease_until": None,
        "last_error": "The worker stopped during the battle.",
    }
    mine = Resolution.objects.filter(pk=dead.pk, token=dead.token, status=Owed.RUNNING)
    if mine.update(**failed):
        _tell_failure(dead.battle)
