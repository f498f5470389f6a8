"""Deadlines that pass in one minute, and workers that are killed in their midst: python -m bench deadlines.

Every war waits for both plans of turn 1, the dearest deadline there is. Two workers take what is owed, as the site's do
on two cores; in the second part each worker is killed (kill -9) somewhere in its work, and the next one goes on.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Final

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bench.figures import Measurement
from bench.forking import ended, forked
from bench.site.played_wars import make_war, seal_random
from campaign.deadlines.expiring import expire
from campaign.models import Deadline, Entry, War
from campaign.war.log.rebuild import differences
from engines.seam.sides import SIDES

WARS: Final = 500
WORKERS: Final = 2
MOST_S: Final = 60.0
KILLED_WARS: Final = 100
KILLS: Final = 1000
DEADLINES: Final = 1.5
"""A worker is killed at the latest after so many times what a worker takes that begins and does one deadline."""
LEASE_SECONDS: Final = 0.1


def figures(name: str) -> list[Measurement]:
    """How long many deadlines take two workers, and what is wrong after many were killed; `name` is the database."""
    wars = _waiting(WARS)
    began = time.monotonic()
    workers = [forked(_all_of(wars, place)) for place in range(WORKERS)]
    for worker in workers:
        ended(worker)
    seconds = time.monotonic() - began
    lost = len(wars) - War.objects.filter(pk__in=wars, phase="battles").count()
    words = f"{WARS} wars that wait for both plans of turn 1, two workers"
    return [
        Measurement(f"deadlines_{name}_s", seconds, "s", MOST_S, note=words),
        Measurement(f"deadlines_{name}_lost", lost, "wars", 0, note=words),
        *_killed(name),
    ]


def _waiting(number: int) -> list[int]:
    """So many new wars that wait for both plans of turn 1, whose deadlines have just passed."""
    known = User.objects.count()
    users = [User.objects.create_user(f"late-{known}-{side}") for side in SIDES]
    wars = []
    for seed in range(number):
        war = make_war(users[0], users[1], name=f"Late {seed}", pace="days:1")
        for side in SIDES:
            seal_random(war, side, Random(seed))
        wars.append(war.pk)
    begun = timezone.now() - timedelta(days=1, seconds=1)
    Deadline.objects.filter(war__in=wars).update(begun_at=begun, falls_at=begun + timedelta(days=1))
    return wars


def _all_of(wars: list[int], place: int) -> Callable[[], None]:
    """What one of the workers does: its share first, then what the others have left."""

    def work() -> None:
        numbers = list(Deadline.objects.filter(war__in=wars).order_by("pk").values_list("pk", flat=True))
        for number in [*numbers[place::WORKERS], *numbers]:
            expire(number)

    return work


def _killed(name: str) -> list[Measurement]:
    """What is done twice or half in wars whose deadlines pass while one worker after the other is killed."""
    settings.RESOLUTION_LEASE_SECONDS = LEASE_SECONDS
    random = Random(16)
    wars = _waiting(KILLED_WARS)
    first = Deadline.objects.filter(war__in=wars).order_by("pk").values_list("pk", flat=True)[0]
    began = time.monotonic()
    ended(forked(lambda: expire(first)))
    longest = DEADLINES * (time.monotonic() - began)
    for _ in range(KILLS):
        if not _owed(wars) and not _pass_again(wars):
            wars += _waiting(KILLED_WARS)
        _kill_one(wars, random.uniform(0.0, longest))
        Deadline.objects.exclude(status="done").update(attempts=0, due_at=timezone.now())
    faults = sum(_faults(War.objects.get(pk=number)) for number in wars)
    passed = Entry.objects.filter(war__in=wars, kind="deadline").count()
    words = f"{KILLS:,} workers killed, {passed:,} deadlines named in {len(wars)} wars"
    return [
        Measurement(f"deadlines_{name}_faults_under_kills", faults, "faults", 0, note=words),
        Measurement(f"deadlines_{name}_passed_under_kills", passed, "", least=KILLS // 10, note=words),
    ]


def _owed(wars: list[int]) -> bool:
    return Deadline.objects.filter(war__in=wars, falls_at__lte=timezone.now()).exists()


def _pass_again(wars: list[int]) -> int:
    """In how many wars the deadline of the next phase has passed too, now."""
    begun = timezone.now() - timedelta(days=1, seconds=1)
    waiting = Deadline.objects.filter(war__in=wars).exclude(key="")
    return waiting.update(begun_at=begun, falls_at=begun + timedelta(days=1))


def _kill_one(wars: list[int], after: float) -> None:
    worker = forked(_all_of(wars, 0))
    time.sleep(after)
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)


def _faults(war: War) -> int:
    """How many things of a war were done twice or half: each order and each passed deadline of a side once a turn."""
    entries = Entry.objects.filter(war=war, kind__in=["bases", "plan", "deadline"])
    once = Counter(
        (turn, kind, seat, bytes(document) if kind == "deadline" else b"")
        for turn, kind, seat, document in entries.values_list("turn", "kind", "seat", "document")
        if b"engage" not in bytes(document)
    )
    return sum(number - 1 for number in once.values()) + len(differences(war))
