"""Everybody chooses which kinds of messages they get: it holds where messages are owed, and where they are sent."""

import ast
import importlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.deliveries import owe
from accounts.deliveries.letters import post, write
from accounts.deliveries.sending import POSTS
from accounts.models import Delivery, Letter, MessageKind, User
from accounts.people.services import send_test_message
from tests.people import browser, make_person, posted
from tests.sent import send
from tests.site.seats import text

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[4]
CHOSEN = [kind for kind in MessageKind if kind != MessageKind.TEST]
FORM = {"webhook_url": "https://example.org/hook", "webhook_kind": "discord"}


@pytest.fixture
def anna() -> User:
    """A player who gets messages by webhook, also those of the chat."""
    return make_person("anna", webhook_url="https://example.org/hook", chat_messages="now")


@pytest.fixture
def client(anna: User) -> Client:
    return browser(anna)


def owed(user: User, kind: MessageKind) -> list[Delivery]:
    return owe(
        user=user, kind=kind, key=f"{kind}", subject="News", body="Something happened.", path="/wars/1/"
    )


@pytest.mark.parametrize("kind", CHOSEN)
def test_of_a_kind_that_is_never_wanted_nothing_is_owed(
    anna: User, client: Client, kind: MessageKind
) -> None:
    assert client.post("/settings/", {**FORM, f"{kind}_messages": "never"}).status_code == 302
    anna.refresh_from_db()
    assert owed(anna, kind) == []
    assert all(owed(anna, other) for other in CHOSEN if other != kind)


def test_what_waits_is_cancelled_once_its_kind_is_turned_off(anna: User, client: Client) -> None:
    (turn,), (news,) = owed(anna, MessageKind.TURN), owed(anna, MessageKind.NEWS)
    client.post("/settings/", {**FORM, "turn_messages": "never"})
    turn.refresh_from_db()
    news.refresh_from_db()
    assert (turn.status, news.status) == ("cancelled", "queued")


def test_what_was_claimed_when_its_kind_was_turned_off_is_not_sent(anna: User) -> None:
    (row,) = owed(anna, MessageKind.TURN)
    User.objects.filter(pk=anna.pk).update(turn_messages="never")
    assert not send(row.pk)
    row.refresh_from_db()
    assert row.status == "cancelled"


def test_a_test_and_mail_about_the_account_are_sent_whatever_was_chosen(anna: User, client: Client) -> None:
    client.post("/settings/", {**FORM, **{f"{kind}_messages": "never" for kind in CHOSEN}})
    anna.refresh_from_db()
    assert send_test_message(user=anna)
    write(address="anna@example.org", subject="A new password", body="A link.")
    assert post(Letter.objects.get().pk)
    assert posted()[0].subject == "A new password"


def test_a_reminder_waits_for_no_daily_e_mail(anna: User, client: Client, settings: object) -> None:
    settings.HAS_MAIL = True  # type: ignore[attr-defined]
    page = client.get("/settings/").content.decode()
    assert 'aria-label="Deadlines: at once"' in page
    assert 'aria-label="Deadlines: once a day"' not in page
    assert client.post("/settings/", {**FORM, "deadline_messages": "daily"}).status_code == 422
    anna.refresh_from_db()
    assert anna.deadline_messages == "now"


def test_kinds_that_a_page_does_not_send_stay_as_they_are(anna: User, client: Client) -> None:
    client.post("/settings/", {**FORM, "news_messages": "never"})
    client.post("/settings/", {**FORM, "mail_daily": "on", "turn_messages": ""})
    anna.refresh_from_db()
    assert (anna.turn_messages, anna.news_messages, anna.chat_messages) == ("now", "never", "now")


def test_the_page_shows_the_choice(client: Client) -> None:
    client.post("/settings/", {**FORM, "news_messages": "never"})
    page = client.get("/settings/")
    assert "Other news" in text(page)
    rows = page.context["form"].kinds
    taken = {row.label: cell.value for row in rows for cell in row.cells if cell and cell.chosen}
    assert taken["Other news"] == "never"
    assert taken["Your turn"] == "now"


def test_without_mail_there_is_nothing_once_a_day(client: Client, settings: object) -> None:
    settings.HAS_MAIL = False  # type: ignore[attr-defined]
    assert "once a day" not in client.get("/settings/").content.decode().lower()
    assert client.post("/settings/", {**FORM, "turn_messages": "daily"}).status_code == 422


def test_rows_of_before_there_were_kinds_are_sent(anna: User) -> None:
    (row,) = owed(anna, MessageKind.TURN)
    Delivery.objects.update(kind="")
    claimed = POSTS.claim(row.pk)
    assert claimed is not None
    POSTS._still_wanted(claimed)


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for app in ("accounts", "battles", "campaign", "clubs"):
        for file in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "owe":
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node


def test_every_kind_is_owed_somewhere_and_no_message_is_made_anywhere_else() -> None:
    kinds = "".join(ast.unparse(call) for _, call in _calls())
    named = "".join(
        file.read_text() for app in ("battles", "campaign", "clubs") for file in (ROOT / app).rglob("*.py")
    )
    assert all(f"MessageKind.{kind.name}" in kinds + named for kind in MessageKind)
    makers = [
        file.name
        for app in ("accounts", "battles", "campaign", "clubs")
        for file in (ROOT / app).rglob("*.py")
        if " Delivery(\n" in file.read_text() or "Delivery.objects.create" in file.read_text()
    ]
    assert makers == ["owing.py"]


class OldUsers:
    """The users of a migration, in a table that has the columns of both sides, and what is done to them."""

    def __init__(self) -> None:
        self.done: list[tuple[dict[str, object], dict[str, object]]] = []

    def filter(self, **which: object) -> SimpleNamespace:
        return SimpleNamespace(update=lambda **fields: self.done.append((which, fields)))

    def exclude(self, **which: object) -> SimpleNamespace:
        return SimpleNamespace(update=lambda **fields: self.done.append(({"not": which}, fields)))

    def get_model(self, _app: str, name: str) -> object:
        return Delivery if name == "Delivery" else SimpleNamespace(objects=self)


def test_the_choices_of_before_are_kept(anna: User) -> None:
    migration = importlib.import_module("accounts.migrations.0014_messages_by_kind")
    found = OldUsers()
    migration.keep_choices(found, None)
    done = found.done
    assert ({"wants_chat": True}, {"chat_messages": "now"}) in done
    daily = next(fields for which, fields in done if which == {"mail_daily": True})
    assert set(daily) == set(migration.ONCE_A_DAY)
    assert "deadline_messages" not in daily
    fields = {field.name for field in apps.get_model("accounts", "User")._meta.get_fields()}
    assert set(daily) <= fields


def test_what_was_held_for_a_daily_e_mail_before_there_were_kinds_is_still_held(anna: User) -> None:
    keys = {
        "war:1:chat:terran:7": "chat",
        "war:1:invited:2": "invitation",
        "war:1:deputy:3": "news",
        "war:1:time:4": "proposal",
        "war:1:turn:2:assign": "turn",
        "battle:5:hand:6:7": "turn",
    }
    for key in keys:
        owe(user=anna, kind=MessageKind.TURN, key=key, subject="News", body="Read it.", path="/wars/1/")
    (sent,) = owed(anna, MessageKind.NEWS)
    Delivery.objects.update(kind="")
    Delivery.objects.exclude(pk=sent.pk).update(held_until=timezone.now() + timedelta(hours=3))
    importlib.import_module("accounts.migrations.0014_messages_by_kind").keep_choices(OldUsers(), None)
    assert dict(Delivery.objects.values_list("key", "kind")) == {**keys, sent.key: ""}


def test_whoever_wants_no_message_gets_no_e_mail_after_going_back_either() -> None:
    migration, found = importlib.import_module("accounts.migrations.0014_messages_by_kind"), OldUsers()
    migration.back(found, None)
    kinds = [
        kind for kind in CHOSEN if kind not in (MessageKind.CLUB, MessageKind.SEASON)
    ]  # which came later
    assert ({f"{kind}_messages": "never" for kind in kinds}, {"wants_email": False}) in found.done
