"""Messages owed: who, by which channel, once, and what becomes of them."""

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.utils import timezone

from accounts.deliveries import cancel_owed, owe, webhooks
from accounts.deliveries.history import delivery_history
from accounts.deliveries.sending import POSTS
from accounts.deliveries.webhooks import SendFailed, is_public, send_webhook
from accounts.models import Allowance, Delivery, MessageKind, User
from tests import receivers
from tests.sent import send, sweep_deliveries

pytestmark = pytest.mark.django_db
Status = Delivery.Status


def owed(user: User, key: str = "war:1:turn:2") -> list[Delivery]:
    return owe(
        user=user,
        kind=MessageKind.TURN,
        key=key,
        subject="Your turn",
        body="Assign your ships.",
        path="/wars/1/",
    )


@pytest.fixture
def hooked(person, receiver) -> User:
    user: User = person(webhook_url=receiver.url, webhook_kind="json")
    return user


def test_nobody_is_told_by_a_channel_they_cannot_or_will_not_use(person, settings) -> None:
    settings.HAS_MAIL = True
    assert owed(person("plain")) == []
    unproved = person("unproved", email="u@example.org")
    EmailAddress.objects.create(user=unproved, email="u@example.org", verified=False)
    assert owed(unproved) == []
    silent = person("silent", wants_email=False)
    EmailAddress.objects.create(user=silent, email="s@example.org", verified=True)
    assert owed(silent) == []
    assert owed(person("gone", is_active=False, webhook_url="https://example.org/")) == []


def test_by_every_channel_wanted_at_most_once_for_a_thing(person, settings) -> None:
    settings.HAS_MAIL = True
    user = person(webhook_url="https://example.org/")
    EmailAddress.objects.create(user=user, email="a@example.org", verified=True)
    assert {row.channel for row in owed(user)} == {"email", "webhook"}
    assert owed(user) == []
    assert len(owed(user, "war:1:turn:3")) == 2


def test_of_each_channel_the_last_that_was_delivered_and_what_failed_since(
    person, django_assert_num_queries
) -> None:
    user, other, now = person("anna"), person("ben"), timezone.now()

    def message(key: str, channel: str, status: str, *, age: int, error: str = "", to: User = user) -> None:
        at = now - timedelta(hours=age)
        done_at = at if status == Status.DONE else None
        row = Delivery.objects.create(
            user=to, key=key, channel=channel, subject=key, status=status, due_at=at, done_at=done_at,
            last_error=error,
        )  # fmt: skip
        Delivery.objects.filter(pk=row.pk).update(made_at=at)

    message("first", "email", Status.DONE, age=9)
    message("second", "email", Status.DONE, age=7)
    message("failed", "email", Status.FAILED, age=5, error="No such box.")
    message("trouble of old", "webhook", Status.FAILED, age=4, error="No answer.")
    message("since", "webhook", Status.DONE, age=3)
    message("ben's", "webhook", Status.DONE, age=1, to=other)
    message("ben's trouble", "push", Status.FAILED, age=1, error="Gone.", to=other)
    with django_assert_num_queries(2):
        found = delivery_history(user)
    told = [(one.channel, one.done and one.done.key, one.trouble and one.trouble.key) for one in found]
    assert told == [("e-mail", "second", "failed"), ("webhook", "since", None), ("browser", None, None)]


def test_nothing_is_owed_when_the_transaction_fails(person) -> None:
    user = person(webhook_url="https://example.org/")
    with contextlib.suppress(RuntimeError), transaction.atomic():
        owed(user)
        raise RuntimeError
    assert not Delivery.objects.exists()


def test_mail_goes_to_the_proved_address_with_the_link(person, settings) -> None:
    settings.HAS_MAIL = True
    user = person()
    EmailAddress.objects.create(user=user, email="a@example.org", verified=True)
    (row,) = owed(user)
    assert send(row.pk)
    (message,) = mail.outbox
    assert message.to == ["a@example.org"]
    assert "http://testserver/wars/1/" in message.body
    assert message.subject == "[Front Line] Your turn"


def test_mail_that_a_server_refuses_for_some_minutes_at_first_arrives(person, settings, monkeypatch) -> None:
    def greylist(message: mail.EmailMessage) -> int:
        if timezone.now() < began + timedelta(minutes=15):
            raise SMTPRecipientsRefused({message.to[0]: (450, b"Greylisted, try again later")})
        return real(message)

    settings.HAS_MAIL, real, began = True, mail.EmailMessage.send, timezone.now()
    user = person()
    EmailAddress.objects.create(user=user, email="a@example.org", verified=True)
    (row,) = owed(user)
    monkeypatch.setattr(mail.EmailMessage, "send", greylist)
    with time_machine.travel(began, tick=False) as clock:
        while row.status == Status.QUEUED:
            send(row.pk)
            clock.shift(timedelta(minutes=1))
            row.refresh_from_db()
    assert (row.status, len(mail.outbox)) == (Status.DONE, 1)


def test_a_webhook_of_which_one_address_is_dead_is_reached_by_another(
    hooked: User, receiver, monkeypatch
) -> None:
    async def two(_host: str, _port: int) -> list[str]:
        return ["127.0.0.2", "127.0.0.1"]

    monkeypatch.setattr(webhooks, "resolve", two)
    (row,) = owed(hooked)
    assert send(row.pk)
    assert len(receiver.got) == 1


def test_an_address_that_does_not_answer_leaves_time_for_the_next(
    hooked: User, receiver, monkeypatch
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.2", int(receiver.host.partition(":")[2])))
        silent.listen(0)
        with contextlib.ExitStack() as full:  # its queue is full: a connection is neither taken nor refused
            for _ in range(4):
                one = full.enter_context(socket.socket())
                one.setblocking(False)
                one.connect_ex(silent.getsockname())

            async def two(_host: str, _port: int) -> list[str]:
                return ["127.0.0.2", "127.0.0.1"]

            monkeypatch.setattr(webhooks, "resolve", two)
            monkeypatch.setattr(webhooks, "CONNECT_SECONDS", 0.2)
            (row,) = owed(hooked)
            assert send(row.pk)
    assert len(receiver.got) == 1


def test_a_webhook_as_json(hooked: User, receiver) -> None:
    (row,) = owed(hooked)
    assert send(row.pk)
    (body,) = receiver.got
    assert body["link"] == "http://testserver/wars/1/"
    assert (body["key"], body["kind"]) == ("war:1:turn:2", "turn")
    row.refresh_from_db()
    assert (row.status, row.attempts, row.last_error) == (Status.DONE, 1, "")
    assert row.done_at


def test_a_webhook_as_discord_mentions_nobody_and_fits(hooked: User, receiver) -> None:
    User.objects.update(webhook_kind="discord")
    row = owe(
        user=hooked, kind=MessageKind.TURN, key="long", subject="@everyone", body="x" * 3000, path="/wars/1/"
    )[0]
    assert send(row.pk)
    (body,) = receiver.got
    assert body["allowed_mentions"] == {"parse": []}
    assert len(body["content"]) <= 2000
    assert body["content"].endswith("/wars/1/")


def test_sent_once_however_often_it_is_rung(hooked: User, receiver) -> None:
    (row,) = owed(hooked)
    assert [send(row.pk) for _ in range(3)] == [True, False, False]
    assert len(receiver.got) == 1


def test_a_failure_is_tried_again_later_three_times_at_most(hooked: User, receiver) -> None:
    receiver.answers = [receivers.status(500)] * 9
    (row,) = owed(hooked)
    for attempt in (1, 2, 3):
        assert not send(row.pk)
        assert not send(row.pk), "not before its time"
        row.refresh_from_db()
        assert row.attempts == attempt
        if attempt < 3:
            assert row.status == Status.QUEUED
            assert row.due_at > timezone.now() + timedelta(seconds=30 * attempt - 5)
            Delivery.objects.update(due_at=timezone.now())
    assert row.status == Status.FAILED
    assert "status 500" in row.last_error
    assert sweep_deliveries() == 0


@pytest.mark.parametrize("code", [400, 401, 404, 410])
def test_a_lasting_refusal_is_not_tried_again(hooked: User, receiver, code: int) -> None:
    receiver.answers = [receivers.status(code)]
    (row,) = owed(hooked)
    send(row.pk)
    row.refresh_from_db()
    assert (row.status, row.attempts) == (Status.FAILED, 1)


def test_what_is_no_longer_needed_is_not_sent(hooked: User, receiver) -> None:
    (row,) = owed(hooked)
    assert cancel_owed(user=hooked, key=row.key) == 1
    assert not send(row.pk)
    assert receiver.got == []


def test_a_lapsed_lease_is_taken_up_by_the_sweep_and_the_late_worker_books_nothing(hooked, receiver) -> None:
    (row,) = owed(hooked)
    first = POSTS.claim(row.pk)
    assert first
    assert POSTS.claim(row.pk) is None
    assert sweep_deliveries() == 0
    Delivery.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert sweep_deliveries() == 0, "the first may still be under way: it is paid for as if it were"
    Allowance.objects.all().delete()
    assert sweep_deliveries() == 1
    second = POSTS.claim(row.pk)
    assert second
    assert second.token != first.token
    assert not POSTS.settle(first, None)
    row.refresh_from_db()
    assert row.status == Status.RUNNING


def test_a_message_that_kills_its_worker_is_given_up(hooked: User) -> None:
    (row,) = owed(hooked)
    for _ in range(3):
        assert POSTS.claim(row.pk)
        Delivery.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        Allowance.objects.all().delete()
    assert POSTS.claim(row.pk) is None
    sweep_deliveries()
    row.refresh_from_db()
    assert row.status == Status.FAILED
    assert "worker stopped" in row.last_error


def test_the_secret_part_of_an_address_is_in_no_log(hooked: User, receiver, caplog) -> None:
    receiver.answers = [receivers.status(500)]
    caplog.set_level("DEBUG")
    (row,) = owed(hooked)
    send(row.pk)
    row.refresh_from_db()
    assert "secret" not in caplog.text + row.last_error + repr([vars(r) for r in caplog.records])


def posted(url: str) -> None:
    """Post a message to the address."""
    send_webhook(User(webhook_url=url, webhook_kind="json"), Delivery(subject="s", body="b"), "")


@pytest.fixture
def slow_names(monkeypatch):
    """A name server that answers after ten seconds, or when the test is over; the limits are a fifth of a second."""
    over = threading.Event()

    def slow(*_args: object, **_kwargs: object) -> list[object]:
        over.wait(10)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 0.2)
    yield
    over.set()


@pytest.mark.usefixtures("slow_names")
def test_a_slow_name_server_does_not_hold_up_the_message() -> None:
    url, begun = "https://slow.example/", time.monotonic()
    with pytest.raises(SendFailed, match="too long"):
        posted(url)
    assert time.monotonic() - begun < 2


SLOW_PROCESS = """
import django, socket, time
django.setup()
from accounts.deliveries import webhooks
socket.getaddrinfo = lambda *_args, **_kwargs: time.sleep(60)
webhooks.TOTAL_SECONDS = 0.2
print(*webhooks.post_all([webhooks.Parcel("https://slow.example/", b"", {})]))
"""


def test_a_slow_name_server_does_not_keep_a_process_from_ending() -> None:
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        [sys.executable, "-c", SLOW_PROCESS],
        env=variables,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert "too long" in done.stdout
    assert done.stderr == ""


def test_an_unknown_name_and_an_inner_one_get_the_same_answer(monkeypatch) -> None:
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7", 443))]

    def known(host: str, *_args: object, **_kwargs: object) -> list[object]:
        if host == "inner.example":
            return list(inside)
        host.encode("idna")
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", known)
    answers = []
    for host in ("inner.example", "nobody.example", "x" * 64 + ".example"):
        with pytest.raises(SendFailed, match="Copy it again") as refusal:
            posted(f"https://{host}/")
        answers.append((str(refusal.value), refusal.value.again))
    assert len(set(answers)) == 1
    assert len(answers[0][0]) <= 200, "the history keeps it whole"


def test_silent_name_servers_get_the_same_sentence_and_another_try(monkeypatch) -> None:
    def silent(*_args: object, **_kwargs: object) -> list[object]:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    with pytest.raises(SendFailed, match="Copy it again") as refusal:
        posted("https://somebody.example/")
    assert refusal.value.again


@pytest.mark.parametrize(
    "address",
    [
        "192.0.0.0", "192.0.0.8", "192.0.0.9", "192.0.0.10", "192.0.0.170", "192.0.0.255", "192.31.196.1",
        "192.52.193.1", "192.175.48.1", "::ffff:192.0.0.8", "100:0:0:1::1", "2001:1::1", "2001:3::1", "2001:4:112::1",
        "2001:20::1", "2001:30::1", "2620:4f:8000::1", "5f00::1", "3fff::1", "::ffff:0:127.0.0.1",
    ],
)  # fmt: skip
def test_every_special_range_of_the_registries_is_refused(address: str) -> None:
    assert not is_public(address)


def test_a_closed_account_gets_nothing_more(hooked: User, receiver) -> None:
    (row,) = owed(hooked)
    User.objects.filter(pk=hooked.pk).update(is_active=False)
    send(row.pk)
    row.refresh_from_db()
    assert row.status == Status.CANCELLED
    assert not receiver.got
