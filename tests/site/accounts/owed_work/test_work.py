"""Owed work: claimed by one, done outside a transaction, booked once; a broken row stops and starves nobody."""

import errno
from datetime import timedelta
from importlib import import_module
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.db import (
    DataError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)
from django.utils import timezone

from accounts.models import Delivery, Heartbeat, User
from accounts.selectors import worker_is_silent
from accounts.work import AT_ONCE, OF_THE_SITE, Bell, Failed, TakenOver, Work, each, sweep, turn
from battles.battle.services.fighting import RESOLUTIONS
from battles.models import Battle, Way
from battles.services import ask_for
from config.clock import Clock
from engines.seam.sides import SIDES
from tests.battle_samples import opened

pytestmark = pytest.mark.django_db
BROKEN = "broken"


class Counting(Work[Delivery, str]):
    """Work that only notes what was done; a row of the subject BROKEN cannot be done."""

    model = Delivery
    related = ("user",)
    bell = Bell("tests.work")
    lease_setting = "DELIVERY_LEASE_SECONDS"
    pauses = (timedelta(minutes=1), timedelta(minutes=2))
    went_wrong = "It went wrong."

    def __init__(self) -> None:
        super().__init__()
        self.performed: list[int] = []
        self.told: list[tuple[int, str]] = []

    def perform(self, row: Delivery) -> str:
        self.performed.append(row.pk)
        if row.subject == BROKEN:
            raise ZeroDivisionError(row.key)
        if row.subject == "no":
            raise Failed("It is not wanted.", again=False)
        return row.key

    def settle(self, row: Delivery, outcome: str) -> bool:
        return self.book(row, "done", last_error=outcome)

    def notify(self, row: Delivery, status: str) -> None:
        self.told.append((row.pk, status))

    @property
    def settled(self) -> list[int]:
        """The rows booked as done."""
        return [number for number, status in self.told if status == "done"]


@pytest.fixture
def work() -> Counting:
    return Counting()


@pytest.fixture
def heard(work: Counting, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows rung for; a worker that has nothing else to do takes each up at once."""
    rung: list[int] = []

    def attempted(_bell: Bell, number: int) -> bool:
        rung.append(number)
        work.attempt(number)
        return True

    monkeypatch.setattr(Bell, "ring_now", attempted)
    return rung


def rows(person: Any, *subjects: str) -> list[Delivery]:
    """A row for each subject, due one after the other."""
    user = person(f"owner-{User.objects.count()}")
    since = timezone.now() - timedelta(hours=1)
    return Delivery.objects.bulk_create(
        Delivery(
            user=user, key=f"k{n}", channel="email", subject=subject, due_at=since + timedelta(seconds=n)
        )
        for n, subject in enumerate(subjects)
    )


def expire(row: Delivery) -> None:
    """Let the lease of the row end."""
    Delivery.objects.filter(pk=row.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def again(row: Delivery) -> Delivery:
    return Delivery.objects.get(pk=row.pk)


def claimed_meanwhile(work: Work[Any, Any], number: int, other: int | None = None) -> list[Any]:
    """What a second claimer gets who asks for the row, or another, while the first one's claim is being written."""
    found: list[Any] = []

    def second() -> None:
        try:
            found.append(work.claim(other or number))
        finally:
            connection.close()

    with transaction.atomic():
        assert work.claim(number)
        thread = Thread(target=second)
        thread.start()
        thread.join(0.5)
        assert thread.is_alive(), "it waits for the first"
    thread.join(20)
    return found


@pytest.mark.django_db(transaction=True)
def test_of_two_claimers_one_wins(work: Counting, person: Any) -> None:
    (row,) = rows(person, "a")
    assert claimed_meanwhile(work, row.pk) == [None]
    assert again(row).attempts == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_that_claim_a_battle_one_wins(person: Any) -> None:
    """Whether the battle is open stands in another table; the rest is asked of the row itself."""
    battle = opened(person("anna"), person("ben"))
    for side in SIDES:
        seen = Battle.objects.get().version
        ask_for(battle_id=battle.pk, side=side, seen_version=seen, way=Way.WORKER)
    owed = battle.resolutions.get()
    assert claimed_meanwhile(RESOLUTIONS, owed.pk) == [None]
    owed.refresh_from_db()
    assert owed.attempts == 1


def test_done_and_booked_once_however_often_it_is_rung(work: Counting, person: Any) -> None:
    (row,) = rows(person, "a")
    assert [work.attempt(row.pk) for _ in range(3)] == [True, False, False]
    assert (work.performed, work.settled) == ([row.pk], [row.pk])
    assert (again(row).status, again(row).lease_until) == ("done", None)


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(days=1)])
def test_work_goes_on_after_the_clock_was_set_back(
    work: Counting, heard: list[int], person: Any, ahead
) -> None:
    """A row was claimed by a worker that died, another queued, and a heart beat, before the clock was set back."""
    with time_machine.travel(timezone.now() + ahead):
        claimed, queued = rows(person, "a", "b")
        Delivery.objects.update(due_at=timezone.now())
        assert work.claim(claimed.pk)
        Heartbeat.objects.create(name="worker", at=timezone.now())
        asked = timezone.now()
    assert worker_is_silent(since=asked)
    assert work.sweep() == 2
    assert {again(claimed).status, again(queued).status} == {"done"}


def test_a_lease_that_runs_and_work_that_waits_are_left_alone(work: Counting, person: Any) -> None:
    claimed, later = rows(person, "a", "b")
    assert work.claim(claimed.pk)
    Delivery.objects.filter(pk=later.pk).update(due_at=timezone.now() + max(work.pauses))
    assert work.sweep() == 0
    assert not work.attempt(claimed.pk)
    assert not work.attempt(later.pk)


def test_the_clock_calls_on_when_the_time_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    passed = [0.0]
    monkeypatch.setattr("config.clock.time.monotonic", lambda: passed[0])
    clock = Clock()
    monkeypatch.setattr(clock._app, "send_task", lambda task, **_options: called.append(task))
    clock.tick()
    assert len(called) == 6
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        passed[0] += 3.0
        assert clock.tick() == 3.0
    apps = ("accounts", "battles", "campaign", "clubs")
    assert sorted(called[6:]) == [f"{app}.tasks.sweep" for app in apps]


def test_nothing_is_done_before_its_time(work: Counting, person: Any) -> None:
    (row,) = rows(person, "a")
    Delivery.objects.update(due_at=timezone.now() + timedelta(seconds=5))
    assert not work.attempt(row.pk)
    assert work.sweep() == 0
    assert again(row).attempts == 0


def test_a_lapsed_lease_is_claimed_again_and_the_late_one_books_nothing(work: Counting, person: Any) -> None:
    (row,) = rows(person, "a")
    first = work.claim(row.pk)
    expire(row)
    second = work.claim(row.pk)
    assert first
    assert second
    assert not work.settle(first, "late")
    with pytest.raises(TakenOver):
        work.renew(first)
    work._fail(first, "Too late.", again=False)
    assert (again(row).status, again(row).token, again(row).last_error) == ("running", second.token, "")
    assert work.told == []
    assert work.settle(second, "in time")
    assert again(row).last_error == "in time"


def test_a_renewed_lease_does_not_lapse(work: Counting, person: Any) -> None:
    (row,) = rows(person, "a")
    mine = work.claim(row.pk)
    assert mine
    expire(row)
    work.renew(mine, body="half done")
    assert work.claim(row.pk) is None
    assert again(row).body == "half done"


def test_killed_between_work_and_booking_it_is_done_again_and_booked_once(
    work: Counting, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = rows(person, "a")

    def killed(*_: object) -> bool:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(work, "settle", killed)
        with pytest.raises(SystemExit):
            work.attempt(row.pk)
    assert again(row).status == "running"
    assert not work.attempt(row.pk), "its lease runs"
    expire(row)
    assert work.attempt(row.pk)
    assert (work.performed, work.settled) == ([row.pk, row.pk], [row.pk])
    assert again(row).attempts == 2


def test_an_error_is_tried_again_and_given_up_after_the_last_attempt(
    work: Counting, person: Any, caplog: pytest.LogCaptureFixture
) -> None:
    (row,) = rows(person, BROKEN)
    for attempt in (1, 2, 3):
        assert not work.attempt(row.pk)
        now = again(row)
        assert (now.attempts, now.status) == (attempt, "failed" if attempt == 3 else "queued")
        if attempt < 3:
            assert now.due_at > timezone.now() + timedelta(minutes=attempt, seconds=-10)
        Delivery.objects.update(due_at=timezone.now())
    assert work.told == [(row.pk, "queued"), (row.pk, "queued"), (row.pk, "failed")]
    assert (again(row).last_error, bool(again(row).done_at)) == ("It went wrong.", True)
    assert "ZeroDivisionError" in caplog.text
    assert work.sweep() == 0


def test_a_booking_that_breaks_is_a_failed_attempt(
    work: Counting, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = rows(person, "a")
    monkeypatch.setattr(work, "settle", lambda *_: 1 / 0)
    assert not work.attempt(row.pk)
    assert (again(row).status, again(row).last_error) == ("queued", "It went wrong.")


FULL = OperationalError("could not extend file: No space left on device")
NOT_THE_ROWS = [FULL, InterfaceError("connection already closed"), OSError(errno.ENOSPC, "No space left")]


@pytest.mark.parametrize("error", NOT_THE_ROWS, ids=lambda error: type(error).__name__)
def test_what_is_no_fault_of_the_row_is_tried_again_ever_more_slowly_for_ever(
    work: Counting, person: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    (row,) = rows(person, "a")
    pauses = []
    with monkeypatch.context() as patch:
        patch.setattr(work, "settle", Mock(side_effect=error))
        for _ in range(40):
            assert not work.attempt(row.pk)
            now = again(row)
            pauses.append(round((now.due_at - timezone.now()) / timedelta(minutes=1)))
            assert (now.status, now.attempts, now.last_error) == ("queued", 0, OF_THE_SITE)
            Delivery.objects.update(due_at=timezone.now())
    assert pauses[:4] == [1, 2, 4, 5]
    assert set(pauses[4:]) == {5}
    assert work.attempt(row.pk)
    assert again(row).put_off == 0


@pytest.mark.parametrize("error", [IntegrityError("twice"), DataError("too long"), FileNotFoundError("gone")])
def test_an_error_of_the_row_counts(
    work: Counting, person: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    (row,) = rows(person, "a")
    monkeypatch.setattr(work, "settle", Mock(side_effect=error))
    assert not work.attempt(row.pk)
    assert (again(row).attempts, again(row).put_off) == (1, 0)


def test_what_was_put_off_while_nothing_could_be_written_is_put_off_later(
    work: Counting, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = rows(person, "a")
    with monkeypatch.context() as patch:
        patch.setattr(work, "settle", Mock(side_effect=FULL))
        patch.setattr(work, "book", Mock(side_effect=FULL))
        assert not work.attempt(row.pk)
        assert not work.attempt(row.pk), "nor can the database be written now"
    assert (again(row).status, again(row).attempts) == ("running", 1)
    work.sweep()
    assert (again(row).status, again(row).attempts) == ("queued", 0)
    work.sweep()
    assert again(row).put_off == 1


def kinds(above: type = Work) -> set[type]:
    """All kinds of owed work."""
    below: set[type] = set(above.__subclasses__())
    return below.union(*map(kinds, below))


def test_every_kind_of_work_counts_its_attempts_alike() -> None:
    for app in ("accounts", "battles", "campaign", "clubs"):
        import_module(f"{app}.tasks")
    site = {kind for kind in kinds() if not kind.__module__.startswith("tests")}
    assert len(site) == 14
    for kind in site:
        assert not {"attempt", "_fail", "_wait_longer"} & set(vars(kind)), kind


def test_a_lasting_failure_is_not_tried_again(work: Counting, person: Any) -> None:
    (row,) = rows(person, "no")
    assert not work.attempt(row.pk)
    assert (again(row).status, again(row).last_error) == ("failed", "It is not wanted.")


def test_a_row_that_kills_its_worker_is_given_up_and_said(work: Counting, person: Any) -> None:
    (row,) = rows(person, "a")
    for _ in range(3):
        assert work.claim(row.pk)
        expire(row)
    assert work.claim(row.pk) is None
    assert work.sweep() == 0
    assert again(row).status == "failed"
    assert "worker stopped" in again(row).last_error
    assert work.told == [(row.pk, "failed")]


def test_a_row_that_cannot_be_given_up_does_not_end_the_sweep(
    work: Counting, heard: list[int], person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent, other, waiting = rows(person, "spent", "spent", "a")
    past = timezone.now() - timedelta(seconds=1)
    Delivery.objects.filter(subject="spent").update(status="running", lease_until=past, attempts=3)

    def notify(row: Delivery, _status: str) -> None:
        if row.pk == spent.pk:
            raise ZeroDivisionError

    monkeypatch.setattr(work, "notify", notify)
    work.sweep()
    assert [again(row).status for row in (spent, other, waiting)] == ["running", "failed", "done"]
    assert heard == [waiting.pk]


def test_broken_rows_starve_nobody(work: Counting, heard: list[int], person: Any) -> None:
    """The 100 that were due first fail each time; the 50 behind them get their turn."""
    made = rows(person, *[BROKEN] * 100, *["a"] * 50)
    fine = [row.pk for row in made if row.subject != BROKEN]
    work.sweep()
    work.sweep()
    assert work.settled == fine
    assert len(heard) == 150


@pytest.fixture
def hundred_and_fifty(person: Any) -> list[int]:
    """Rows of which none ever goes away."""
    return [row.pk for row in rows(person, *["a"] * 150)]


def test_a_sweep_goes_round_all_rows_the_longest_due_first(hundred_and_fifty: list[int]) -> None:
    every = Delivery.objects.all()
    took = [turn("round", every, due="due_at") for _ in range(3)]
    assert took[0] == hundred_and_fifty[:100]
    assert took[1] == hundred_and_fifty[100:] + hundred_and_fifty[:50]
    assert took[2] == hundred_and_fifty[50:]
    assert turn("another", every, due="due_at") == took[0]


def test_rows_due_at_the_same_moment_get_their_turn_too(hundred_and_fifty: list[int]) -> None:
    Delivery.objects.update(due_at=timezone.now())
    every = Delivery.objects.all()
    seen = turn("same", every, due="due_at") + turn("same", every, due="due_at")
    assert set(seen) == set(hundred_and_fifty)


def test_where_few_rows_are_left_all_are_taken_and_the_order_is_as_at_first(
    hundred_and_fifty: list[int],
) -> None:
    turn("few", Delivery.objects.all(), due="due_at")
    Delivery.objects.exclude(pk__in=hundred_and_fifty[98:102]).delete()
    left = hundred_and_fifty[98:102]
    took = [turn("few", Delivery.objects.all(), due="due_at") for _ in range(2)]
    assert sorted(took[0]) == left
    assert took[1] == left


def test_a_sweep_over_rows_of_which_the_first_all_fail(
    hundred_and_fifty: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    failing, done = set(hundred_and_fifty[:AT_ONCE]), []

    def do(number: int) -> bool:
        if number in failing:
            raise ZeroDivisionError(f"row {number}")
        done.append(number)
        return bool(Delivery.objects.filter(pk=number).delete())

    left = Delivery.objects.all()
    assert [sweep("failing", left, do, due="due_at") for _ in range(3)] == [0, 50, 0]
    assert done == hundred_and_fifty[AT_ONCE:]
    assert f"row {hundred_and_fifty[0]}" in caplog.text


def test_each_counts_what_was_done() -> None:
    assert each("some", [4, 0, 2], lambda number: 8 // number > 2) == 1


def test_a_bell_rings_after_the_commit_and_a_queue_out_of_reach_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def unreachable(*_args: object, **_named: object) -> None:
        raise OSError("no queue")

    bell, rung = Bell("tests.bell"), []
    with monkeypatch.context() as patch:
        patch.setattr("celery.Celery.send_task", lambda _app, task, args, **_: rung.append((task, args)))
        with django_capture_on_commit_callbacks(execute=True):
            bell.ring(3, 4)
            assert rung == []
        assert rung == [("tests.bell", [3]), ("tests.bell", [4])]
    monkeypatch.setattr("celery.Celery.send_task", unreachable)
    assert not bell.ring_now(3)
