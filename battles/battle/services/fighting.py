"""The worker's part: fight a battle that is owed outside any transaction, book the result once."""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.live import publish
from accounts.work import Failed, Work
from battles.battle.services.resolving import BELL, decode_doctrines, start_hash
from battles.battle.services.step import Kind, StaleBattle, note, read, signal_settled, step
from battles.models import Battle, Resolution, SettledHow, Status
from engines.seam import codec
from engines.seam.documents import Result
from engines.seam.refusals import Refused
from engines.seam.systems import FoughtBattle

BEAT_SECONDS = 0.5
"""The shortest time between two words to the page of how far a fight is."""
RENEWALS = 5
"""How often a lease is renewed while it runs: a round of a large battle may take longer than a lease."""


class Fighting(Work[Resolution, tuple[Result, bytes]]):
    """Battles given to the computer. What comes of one is its result, and the whole battle as it is stored."""

    model = Resolution
    related = ("battle", "seal")
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1),) * 2
    went_wrong = "An error occurred while the battle was fought."
    at_claim = {"round": 0}

    def fit(self) -> Q:
        """The battle is open, and not held up."""
        return Q(battle__in=Battle.objects.filter(status=Status.OPEN, held_at=None))

    def perform(self, row: Resolution) -> tuple[Result, bytes]:
        """Fight the battle, by the rules of now."""
        try:
            fought = self._fought(row)
            return fought.result, row.battle.engine.pack(fought)
        except Refused as refused:
            raise Failed(str(refused), again=False) from refused

    def settle(self, row: Resolution, outcome: tuple[Result, bytes]) -> bool:
        """Whether this call wrote the result down; a battle held up meanwhile is queued again, with no attempt lost."""
        if self._written(row, *outcome):
            return True
        if read(row.battle_id).held_at is not None:
            self.book(row, Resolution.Status.QUEUED, attempts=F("attempts") - 1)
        return False

    def notify(self, row: Resolution, status: str) -> None:
        """Say on the battle's page that it was given up."""
        if status == Resolution.Status.FAILED:
            note(step(read(row.battle_id), only=(Status.OPEN,)), Kind.FAILED)

    def _fought(self, row: Resolution) -> FoughtBattle:
        battle, engine = row.battle, row.battle.engine
        if _start_hash(row, battle) != row.start_hash:
            raise ValueError("The battle is no longer the one that was given to the computer.")
        if row.rules_version != engine.rules_version:
            # given to the computer before the rules changed, and no result yet: it begins by those of now
            row.rules_version = engine.rules_version
            row.start_hash = _start_hash(row, battle)
            self.renew(row, rules_version=row.rules_version, start_hash=row.start_hash)
        doctrines = decode_doctrines(bytes(row.doctrines))
        return engine.fight(battle.setup_document, doctrines, row.chance, self._heart(row), battle.levels)

    def _heart(self, row: Resolution) -> Callable[[int], None]:
        """A function to call at every decision: it renews the lease in time and publishes a new round."""
        last, shown = monotonic(), 0
        renewal = self.lease().total_seconds() / RENEWALS

        def beat(round_number: int) -> None:
            nonlocal last, shown
            if monotonic() - last < (renewal if round_number == shown else min(renewal, BEAT_SECONDS)):
                return
            last = monotonic()
            with transaction.atomic():
                self.renew(row, round=round_number)
                if round_number != shown:
                    publish(row.battle.topic)
            shown = round_number

        return beat

    @transaction.atomic
    def _written(self, row: Resolution, result: Result, record: bytes) -> bool:
        """Whether this call booked the result; it books once, and nothing if the battle went another way."""
        battle = read(row.battle_id)
        same_start = _start_hash(row, battle) == row.start_hash
        going_on = battle.status == Status.OPEN and battle.held_at is None
        if not (same_start and going_on) or not self.book(
            row, Resolution.Status.DONE, record=record, done_at=timezone.now()
        ):
            return False
        try:
            battle = step(battle, only=(Status.OPEN,), **_settled(result))
        except StaleBattle:
            transaction.set_rollback(True)
            return False
        note(battle, Kind.FOUGHT)
        signal_settled(battle)
        return True


def _start_hash(resolution: Resolution, battle: Battle) -> str:
    return start_hash(battle, bytes(resolution.doctrines), resolution.rules_version, resolution.seal)


def _settled(result: Result) -> dict[str, Any]:
    now = timezone.now()
    return {
        "status": Status.SETTLED,
        "report": codec.encode(result.report),
        "reported_at": now,
        "result": codec.encode(result),
        "settled_at": now,
        "settled_how": SettledHow.FOUGHT,
    }


RESOLUTIONS = Fighting()
resolve, sweep_resolutions = RESOLUTIONS.attempt, RESOLUTIONS.sweep
