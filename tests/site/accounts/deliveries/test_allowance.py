"""Receivers that people name may be slow on purpose: what one person's can hold of a worker, and what all can."""

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from accounts.deliveries import allowance, owe, webhooks
from accounts.deliveries.sending import MAILS, POSTS
from accounts.models import Allowance, Delivery, MessageKind, User
from accounts.people.services import send_test_message
from config.host.health import findings
from tests import receivers
from tests.people import browser
from tests.receivers import Receiver
from tests.sent import send
from tests.site.accounts.owed_work.test_work import claimed_meanwhile

pytestmark = pytest.mark.django_db


def owed(user: User, key: str) -> Delivery:
    return owe(user=user, kind=MessageKind.TURN, key=key, subject="Your turn", body="Plan.", path="/wars/1/")[
        0
    ]


@pytest.fixture
def anna(person, receiver: Receiver) -> User:
    user: User = person(webhook_url=receiver.url, webhook_kind="json")
    return user


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def took(monkeypatch: pytest.MonkeyPatch, clock: time_machine.Traveller) -> list[float]:
    """How long each delivery takes that begins, by the clock; what was begun is noted in it."""
    begun: list[float] = []

    def held(_user: User, _row: Delivery, _link: str) -> None:
        begun.append(time.time())
        clock.shift(webhooks.TOTAL_SECONDS)
        raise webhooks.SendFailed("The webhook's server took too long.")

    monkeypatch.setattr("accounts.deliveries.sending.send_webhook", held)
    monkeypatch.setattr("accounts.deliveries.sending.time.monotonic", time.time)
    return begun


def test_a_persons_receiver_holds_a_worker_for_ten_seconds_a_minute_at_most(
    anna: User, took: list[float], clock: time_machine.Traveller
) -> None:
    rows = [owed(anna, f"war:{number}") for number in range(7)]
    begun = time.time()
    while time.time() < begun + 300:
        for row in rows:
            send(row.pk)
        clock.shift(4)
    assert 5 <= len(took) <= 7
    for first, _next, third in zip(took, took[1:], took[2:], strict=False):
        assert third - first > 60 + webhooks.TOTAL_SECONDS, "two attempts of five seconds in any minute"


def test_one_delivery_of_a_person_at_a_time(anna: User, person, receiver: Receiver) -> None:
    one, two, other = owed(anna, "1"), owed(anna, "2"), owed(person("ben", webhook_url=receiver.url), "3")
    claimed = POSTS.claim(one.pk)
    assert claimed is not None
    assert POSTS.claim(two.pk) is None
    two.refresh_from_db()
    assert (two.status, two.attempts) == ("queued", 0)
    assert POSTS.claim(other.pk) is not None
    POSTS.perform(claimed)
    assert POSTS.settle(claimed, None)
    assert send(two.pk)


def test_the_next_message_of_a_person_is_rung_for_when_one_is_sent(
    anna: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    one, two, _three = (owed(anna, str(number)) for number in range(3))
    rung: list[int] = []
    monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, number: rung.append(number))
    with django_capture_on_commit_callbacks(execute=True):
        assert send(one.pk)
    assert rung == [two.pk]


def test_after_a_slow_one_nothing_is_rung_for(
    anna: User,
    took: list[float],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks,
) -> None:
    one, _two = owed(anna, "1"), owed(anna, "2")
    rung: list[int] = []
    monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, number: rung.append(number))
    with django_capture_on_commit_callbacks(execute=True):
        assert not send(one.pk)
    assert (rung, len(took)) == ([], 1)


def test_what_was_paid_meanwhile_is_not_paid_again(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert allowance.take(anna.pk)
    stale = Allowance(user=anna, paid_until=timezone.now())
    monkeypatch.setattr(Allowance.objects, "get_or_create", lambda **_which: (stale, False))
    assert not allowance.take(anna.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("before", [False, True])
def test_of_two_workers_with_a_message_each_for_one_person_one_begins(anna: User, before: bool) -> None:
    one, two = owed(anna, "1"), owed(anna, "2")
    if before:
        Allowance.objects.create(user=anna, paid_until=timezone.now())
    assert claimed_meanwhile(POSTS, one.pk, two.pk) == [None]
    two.refresh_from_db()
    assert (two.status, two.attempts) == ("queued", 0)


def test_a_receiver_that_answers_at_once_waits_for_nothing(anna: User, receiver: Receiver) -> None:
    assert all(send(owed(anna, str(number)).pk) for number in range(8))
    assert len(receiver.taken) == 8


def test_what_waits_for_a_slow_receiver_is_left_out_by_the_sweep_and_goes_later(
    anna: User, took: list[float], clock: time_machine.Traveller
) -> None:
    first, second = owed(anna, "1"), owed(anna, "2")
    send(first.pk)
    assert POSTS.sweep() == 0
    clock.shift(46)
    assert POSTS.sweep() == 2
    send(second.pk)
    assert len(took) == 2


def test_a_clock_that_was_set_back_keeps_nobody_waiting(anna: User) -> None:
    Allowance.objects.create(user=anna, paid_until=timezone.now() + timedelta(days=1))
    assert send(owed(anna, "1").pk)


def test_each_of_the_two_workers_sends_by_its_own_channels_alone(anna: User, receiver: Receiver) -> None:
    row = owed(anna, "1")
    assert not MAILS.attempt(row.pk)
    assert MAILS.sweep() == 0
    assert POSTS.attempt(row.pk)
    assert site.CELERY_TASK_ROUTES[POSTS.bell.task] == {"queue": "outside"}
    assert MAILS.bell.task not in site.CELERY_TASK_ROUTES


def test_a_new_test_takes_the_place_of_one_that_waits(anna: User) -> None:
    for _ in range(3):
        assert len(send_test_message(user=anna)) == 1
    waiting = Delivery.objects.filter(kind=MessageKind.TEST)
    assert sorted(waiting.values_list("status", flat=True)) == ["cancelled", "cancelled", "queued"]


def test_the_doctor_does_not_take_a_slow_receiver_for_a_worker_that_is_away(anna: User, person) -> None:
    row, before = owed(anna, "1"), timezone.now() - timedelta(minutes=9)
    Delivery.objects.update(due_at=before)

    def well() -> bool:
        return next(finding.well for finding in findings() if finding.part == "work")

    assert not well()
    Allowance.objects.create(user=anna, paid_until=timezone.now() - timedelta(seconds=5))
    assert well()
    Allowance.objects.update(paid_until=before)
    assert not well()
    assert row.channel == Delivery.Channel.WEBHOOK


def test_no_request_waits_for_a_name_server(person, monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise AssertionError(host)

    monkeypatch.setattr(webhooks, "resolve", resolve)
    client: Client = browser(person("clara"))
    form = {"webhook_url": "https://slow.example/hook", "webhook_kind": "json"}
    answer = client.post("/settings/", form, follow=True)
    assert "Send a test to see whether messages arrive." in answer.content.decode()
    assert User.objects.get(username="clara").webhook_url == form["webhook_url"]
    assert "Send a test to see" not in client.post("/settings/", form, follow=True).content.decode()


@pytest.mark.parametrize("answer", [receivers.drip, receivers.never])
def test_a_receiver_that_drips_is_given_up_after_the_whole_time(
    anna: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, answer: receivers.Answer
) -> None:
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 0.5)
    receiver.answers = [answer]
    row, began = owed(anna, "1"), time.monotonic()
    assert not send(row.pk)
    assert time.monotonic() - began < 2
    row.refresh_from_db()
    assert row.status == "queued"
    assert "too long" in row.last_error
