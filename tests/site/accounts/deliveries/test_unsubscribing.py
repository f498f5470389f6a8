"""One click turns e-mail off, for the account it was sent to and no other (RFC 8058)."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.deliveries import cancel_owed, owe
from accounts.deliveries.letters import post
from accounts.deliveries.sending import MAILS
from accounts.deliveries.unsubscribing import unsubscribe, unsubscribe_link
from accounts.models import Delivery, Letter, MessageKind, User
from tests.people import browser, make_person, posted
from tests.sent import send
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(settings: Any) -> User:
    """A player who gets e-mail, on a site with https."""
    settings.HAS_MAIL, settings.BEHIND_HTTPS, settings.SITE_URL = True, True, "https://war.example.org"
    user = make_person("anna", email="anna@example.org", webhook_url="https://example.org/hook")
    EmailAddress.objects.create(user=user, email="anna@example.org", verified=True)
    return user


def owed_rows(user: User, key: str) -> list[Delivery]:
    """The messages that are owed now."""
    words = {"subject": "Your turn", "body": "Assign your ships.", "path": "/wars/1/"}
    return owe(user=user, kind=MessageKind.TURN, key=key, **words)


def owed(user: User, key: str) -> Delivery:
    """The e-mail of the two messages that are owed now."""
    return next(row for row in owed_rows(user, key) if row.channel == "email")


def path_of(user: User) -> str:
    return unsubscribe_link(user).removeprefix("https://war.example.org")


def test_a_mail_program_turns_e_mail_off_by_the_headers_of_a_message(anna: User) -> None:
    assert send(owed(anna, "one").pk)
    message = posted()[0]
    link = message.extra_headers["List-Unsubscribe"]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link == f"<{unsubscribe_link(anna)}>"
    assert unsubscribe_link(anna) in message.body
    waiting = owed(anna, "two")
    client = Client(enforce_csrf_checks=True)
    body = {"List-Unsubscribe": "One-Click"}
    for _ in range(2):
        answer = client.post(path_of(anna), body)
        assert (answer.status_code, "E-mail is off" in text(answer)) == (200, True)
    anna.refresh_from_db()
    waiting.refresh_from_db()
    assert (anna.wants_email, waiting.status) == (False, "cancelled")
    assert Delivery.objects.filter(user=anna, channel="webhook", status="queued").count() == 2


@pytest.mark.every_view
def test_a_look_at_the_link_changes_nothing(anna: User) -> None:
    page = Client().get(path_of(anna))
    assert "Turn off e-mail?" in text(page)
    assert "anna" not in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    anna.refresh_from_db()
    assert anna.wants_email


def test_nobody_makes_such_a_link_for_somebody_else(anna: User) -> None:
    boris = make_person("boris")
    forged = path_of(boris).replace(f"/{boris.pk}:", f"/{anna.pk}:")
    for path in (forged, "/settings/unsubscribe/1/", f"/settings/unsubscribe/{anna.pk}:x/"):
        assert Client().post(path, {"List-Unsubscribe": "One-Click"}).status_code == 404
    anna.refresh_from_db()
    assert anna.wants_email


def test_without_https_there_is_a_link_and_no_header(anna: User, settings: Any) -> None:
    settings.BEHIND_HTTPS = False
    assert send(owed(anna, "one").pk)
    assert posted()[0].extra_headers == {}
    assert "Turn off e-mail: " in posted()[0].body


def test_what_was_called_back_does_not_bring_turned_off_e_mail_back(anna: User) -> None:
    waiting = owed(anna, "one")
    cancel_owed(user=anna, key="one")
    unsubscribe(anna)
    anna.refresh_from_db()
    assert owed_rows(anna, "one") == []
    found = Delivery.objects.filter(user=anna, key="one").order_by("channel")
    assert [(row.channel, row.status) for row in found] == [("email", "cancelled"), ("webhook", "queued")]
    assert not send(waiting.pk)
    assert posted() == []


def test_saving_the_settings_without_e_mail_cancels_what_waits(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(turn_messages="daily")
    anna.refresh_from_db()
    assert send(owed(anna, "one").pk)
    waiting = owed(anna, "two")
    assert waiting.held_until is not None
    form = {"webhook_url": "https://example.org/hook", "webhook_kind": "discord"}
    assert browser(anna).post("/settings/", form).status_code == 302
    waiting.refresh_from_db()
    assert waiting.status == "cancelled"


def test_what_was_being_sent_when_e_mail_was_turned_off_is_not_tried_again(anna: User) -> None:
    row = MAILS.claim(owed(anna, "one").pk)
    assert row is not None
    unsubscribe(anna)
    MAILS._fail(row, "The mail server did not accept the message.")
    Delivery.objects.update(due_at=timezone.now())
    assert not send(row.pk)
    row.refresh_from_db()
    assert (row.status, posted()) == ("cancelled", [])


def test_letters_about_the_account_go_to_whoever_turned_e_mail_off(anna: User) -> None:
    unsubscribe(anna)
    Client().post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert post(Letter.objects.get().pk)
    assert posted()[0].to == ["anna@example.org"]
