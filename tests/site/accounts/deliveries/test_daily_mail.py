"""Messages of kinds wanted once a day: the first e-mail goes out at once, the others together."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.deliveries import cancel_owed, owe
from accounts.deliveries.sending import MAILS
from accounts.models import CacheRow, Delivery, MessageKind, User
from tests.people import browser, make_person, posted
from tests.sent import send, sweep_deliveries
from tests.site.campaign.deadlines.test_deadlines import DAY, Time
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def anna(settings: Any) -> User:
    settings.HAS_MAIL = True
    user = make_person("anna", email="anna@example.org", turn_messages="daily", news_messages="daily")
    EmailAddress.objects.create(user=user, email="anna@example.org", verified=True)
    return user


def owed(user: User, number: int, kind: MessageKind = MessageKind.TURN) -> Delivery:
    rows = owe(
        user=user,
        kind=kind,
        key=f"war:{number}",
        subject=f"War {number}",
        body=f"Plan turn {number}.",
        path=f"/wars/{number}/",
    )
    return rows[0]


def status_of(row: Delivery) -> str:
    row.refresh_from_db()
    return row.status


def test_the_first_at_once_and_the_others_together_a_day_later(anna: User, time: Time) -> None:
    assert send(owed(anna, 1).pk)
    time.pass_(timedelta(hours=3))
    rows = [owed(anna, number) for number in (2, 3, 4)]
    cancel_owed(user=anna, key="war:3")
    time.pass_(timedelta(hours=20))
    assert [send(row.pk) for row in rows] == [False, False, False]
    time.pass_(timedelta(hours=1))
    assert [send(row.pk) for row in rows] == [True, False, False]
    assert [status_of(row) for row in rows] == ["done", "cancelled", "done"]
    first, second = posted()
    assert "War 1" in first.subject
    assert second.subject.endswith("2 messages")
    assert "Plan turn 2." in second.body
    assert "Plan turn 4." in second.body
    assert "Plan turn 3." not in second.body
    assert second.body.count("/wars/") == 2


def test_two_at_once_are_one_e_mail(anna: User, time: Time) -> None:
    rows = [owed(anna, number) for number in (1, 2)]
    assert [send(row.pk) for row in rows] == [True, False]
    assert len(posted()) == 1
    assert [status_of(row) for row in rows] == ["done", "done"]


def test_a_kind_wanted_at_once_never_waits_and_goes_alone(anna: User, time: Time) -> None:
    assert send(owed(anna, 1).pk)
    waiting = owed(anna, 2)
    assert send(owed(anna, 3, MessageKind.DEADLINE).pk)
    assert status_of(waiting) == "queued"
    assert "War 3" in posted()[-1].subject
    time.pass_(DAY)
    assert send(waiting.pk)
    assert len(posted()) == 3


def test_mail_of_other_kinds_puts_the_daily_one_off_no_further(anna: User, time: Time) -> None:
    assert send(owed(anna, 1).pk)
    time.pass_(timedelta(hours=20))
    assert send(owed(anna, 2, MessageKind.DEADLINE).pk)
    waiting = owed(anna, 3)
    assert waiting.held_until == time.at + timedelta(hours=4)


def test_all_kinds_wanted_once_a_day_share_an_e_mail(anna: User, time: Time) -> None:
    assert send(owed(anna, 1).pk)
    rows = [owed(anna, 2), owed(anna, 3, MessageKind.NEWS)]
    time.pass_(DAY)
    assert [send(row.pk) for row in rows] == [True, False]
    assert posted()[-1].subject.endswith("2 messages")


def test_a_server_that_is_away_for_hours_when_its_time_comes_loses_nothing(
    anna: User, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise ConnectionRefusedError

    assert send(owed(anna, 1).pk)
    waiting = owed(anna, 2)
    time.pass_(DAY)
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        for _ in range(60):
            time.pass_(timedelta(minutes=5))
            assert not send(waiting.pk)
            CacheRow.objects.all().delete()
    time.pass_(timedelta(minutes=5))
    assert send(waiting.pk)


def test_nor_does_it_lose_what_was_called_back_and_waits_again(
    anna: User, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise ConnectionRefusedError

    row = owed(anna, 1, MessageKind.DEADLINE)
    cancel_owed(user=anna, key="war:1")
    time.pass_(2 * DAY)
    owe(user=anna, kind=MessageKind.DEADLINE, key="war:1", subject="War 1", body="Plan.", path="/wars/1/")
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        for _ in range(6):
            time.pass_(timedelta(minutes=5))
            assert not send(row.pk)
            CacheRow.objects.all().delete()
    time.pass_(timedelta(minutes=5))
    assert send(row.pk)


def test_what_was_called_back_waits_for_the_next_daily_e_mail(anna: User, time: Time) -> None:
    assert send(owed(anna, 1).pk)
    called_back = owed(anna, 2)
    cancel_owed(user=anna, key="war:2")
    time.pass_(DAY)
    assert send(owed(anna, 3).pk)
    time.pass_(timedelta(hours=1))
    owe(user=anna, kind=MessageKind.TURN, key="war:2", subject="War 2", body="Plan again.", path="/wars/2/")
    assert not send(called_back.pk)
    time.pass_(timedelta(hours=23))
    assert send(called_back.pk)
    assert "Plan again." in posted()[-1].body


def test_a_worker_that_dies_on_the_way_leaves_them_all_to_the_next(anna: User, time: Time) -> None:
    rows = [owed(anna, 1), owed(anna, 2)]
    Delivery.objects.update(held_until=None)
    row = MAILS.claim(rows[0].pk)
    assert row is not None
    MAILS.perform(row)
    assert [status_of(one) for one in rows] == ["running", "running"]
    time.pass_(timedelta(hours=1))
    assert [send(one.pk) for one in rows] == [True, False]
    assert [status_of(one) for one in rows] == ["done", "done"]
    assert len(posted()) == 2


def test_an_e_mail_that_fails_stays_one_and_what_is_no_longer_needed_leaves_it(
    anna: User, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise SMTPException

    rows = [owed(anna, number) for number in (1, 2, 3, 4)]
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        assert not send(rows[0].pk)
    assert {status_of(row) for row in rows} == {"queued"}
    assert [send(row.pk) for row in rows] == [False] * 4
    assert cancel_owed(user=anna, key="war:2") == 1
    time.pass_(timedelta(minutes=2))
    assert [send(row.pk) for row in rows] == [True, False, False, False]
    assert [status_of(row) for row in rows] == ["done", "cancelled", "done", "done"]
    (message,) = posted()
    assert message.subject.endswith("3 messages")


def test_an_e_mail_of_many_is_tried_no_more_often_than_one(
    anna: User, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def refuse(*_: Any) -> None:
        tries.append(1)
        raise SMTPException

    rows = [owed(anna, number) for number in range(1, 6)]
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    for most in (4, 8):  # the first is sent at once, the others with it, and by themselves a day later
        for _ in range(40):
            for row in rows:
                send(row.pk)
            sweep_deliveries()
            time.pass_(timedelta(minutes=2))
        assert len(tries) == most
        time.pass_(DAY)
    assert {status_of(row) for row in rows} == {"failed"}


def test_one_that_is_given_up_leaves_the_others_to_the_next(
    anna: User, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise ValueError

    rows = [owed(anna, number) for number in (1, 2, 3)]
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        assert not send(rows[0].pk)
    assert [status_of(row) for row in rows] == ["failed", "queued", "queued"]
    time.pass_(DAY)
    assert [send(row.pk) for row in rows[1:]] == [True, False]
    assert posted()[0].subject.endswith("2 messages")


def test_whoever_wants_them_all_again_gets_what_waits(anna: User, time: Time) -> None:
    assert send(owed(anna, 1).pk)
    waiting = owed(anna, 2)
    client = browser(anna)
    assert "Once a day" in text(client.get("/settings/"))
    client.post("/settings/", {"wants_email": "on", "webhook_kind": "discord", "turn_messages": "now"})
    anna.refresh_from_db()
    assert (anna.turn_messages, anna.news_messages) == ("now", "daily")
    assert send(waiting.pk)


def test_a_webhook_and_whoever_wants_all_at_once_wait_for_nothing(anna: User, time: Time) -> None:
    User.objects.filter(pk=anna.pk).update(turn_messages="now", webhook_url="https://example.org/hook")
    anna.refresh_from_db()
    owed(anna, 1)
    first = Delivery.objects.get(user=anna, channel="email")
    assert send(first.pk)
    rows = owe(user=anna, kind=MessageKind.TURN, key="war:2", subject="War 2", body="Plan.", path="/wars/2/")
    assert {row.held_until for row in rows} == {None}
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(status="cancelled")
    anna.turn_messages = "daily"
    rows = owe(user=anna, kind=MessageKind.TURN, key="war:5", subject="War 5", body="Plan.", path="/wars/5/")
    assert {row.channel: row.held_until is None for row in rows} == {"email": False, "webhook": True}
    assert time.at + DAY == next(row.held_until for row in rows if row.channel == "email")
