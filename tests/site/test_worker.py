"""A real worker, killed in the middle of its work."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from accounts.deliveries import owe
from accounts.models import Delivery, Heartbeat
from tests import receivers
from tests.receivers import receiving
from tests.workers import children, kill, wait_until, worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]


@pytest.fixture
def outside() -> Iterator[receivers.Receiver]:
    with receiving() as found:
        yield found


def owed(user, key: str) -> Delivery:
    with transaction.atomic():
        return owe(user=user, key=key, subject="Your turn", body="Assign.", path="/wars/1/")[0]


def status(row: Delivery) -> str:
    return Delivery.objects.get(pk=row.pk).status


def test_a_message_whose_worker_was_killed_is_delivered_once(person, outside) -> None:
    outside.answers = [receivers.never]
    user = person(webhook_url=outside.url, webhook_kind="json")
    row = owed(user, "killed")
    with worker(WEBHOOK_TEST_HOSTS=outside.host) as first:
        wait_until(lambda: outside.got)
        assert status(row) == "running"
        kill(first)
        assert wait_until(lambda: not children(first))
    assert outside.taken == []
    with worker(WEBHOOK_TEST_HOSTS=outside.host):
        wait_until(lambda: status(row) == "done")
        again = owed(user, "after")
        wait_until(lambda: status(again) == "done")
    assert [body["key"] for body in outside.taken] == ["killed", "after"]
    assert Delivery.objects.get(pk=row.pk).attempts == 2


def test_a_message_nobody_rang_for_is_swept_up(person, outside, monkeypatch) -> None:
    monkeypatch.setattr("accounts.deliveries.owing._ring_now", lambda _number: None)
    row = owed(person(webhook_url=outside.url), "silent")
    with worker(WEBHOOK_TEST_HOSTS=outside.host):
        wait_until(lambda: status(row) == "done")
        wait_until(lambda: Heartbeat.objects.filter(name="worker").exists())
    assert len(outside.taken) == 1


def test_a_queue_out_of_reach_stops_nobody(person, outside, monkeypatch) -> None:
    def unreachable(*args, **kwargs):
        raise OSError("no queue")

    monkeypatch.setattr("celery.Celery.send_task", unreachable)
    row = owed(person(webhook_url=outside.url), "later")
    assert status(row) == "queued"
