"""Every time that a page shows or a message names is in its reader's zone and says which: one zone, everywhere."""

import html
import importlib
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Delivery, Letter, User
from accounts.readers_zone import ReadersZone, zone_of
from accounts.sign_in.adapter import AccountAdapter
from accounts.zones import ZONES, instant_words, like, zone_called
from battles.models import Battle
from battles.pace import pace_here
from battles.services import enter_report
from bench.wars.random_player import random_report
from campaign.deadlines.agreements import answer, ask_for
from campaign.deadlines.holidays import come_back, go_on_holiday
from campaign.deadlines.reminding import sweep_reminders
from campaign.models import TimeNote, War
from campaign.new_war.pace_form import PaceForm
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_agreements import page
from tests.site.campaign.deadlines.test_deadlines import DAY, Time, fall
from tests.site.campaign.lobby.test_open_wars import put
from tests.site.campaign.seats.test_deputies import named
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.campaign.war.test_secrets import all_addresses
from tests.site.seats import text
from tests.site.wars import make_war, play_until, user_of
from tests.template_files import template_files

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[4]
CLOCK = re.compile(r"\b\d{1,2}:\d\d\b")
NAMED = re.compile(r"\b\d{1,2}:\d\d (UTC|\((Tokyo|Berlin)\))")
NOT_READ = re.compile(r"<(script|style|option|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)
FORMATS = re.compile(r"\|\s*(date|time|timesince|timeuntil|naturaltime)\b")
PYTHON_FORMATS = re.compile(r"%-?[HIM]\b|strftime|strptime|\.ctime\(|naturaltime|date_format")
WRITTEN_FOR_PEOPLE = {
    "accounts/zones.py",
    "accounts/templatetags/components.py",
    "battles/pace.py",
}
"""Where a time is written: each says its zone, as the tests below check."""
NOT_FOR_READERS = {
    "battles/deputies.py",  # a key
    "battles/warfleets/games/forms.py",  # the day that somebody entered, without a time
    "campaign/deadlines/reminding.py",  # a key
    "config/host/health.py",  # the host's command, which says UTC
    "config/host/on_disk.py",  # the same
    "campaign/migrations/0031_holidays_as_instants.py",
}
OF_A_PROGRAM = "/score/results.bgsplay"
"""A file that another program reads, whose form has no place for a zone."""
OF_A_GAME = re.compile(r"/(wars|battles)/\d")
PACE = "weekdays:18:Europe/Berlin"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def _reader_in_tokyo() -> Any:
    with timezone.override(ZoneInfo("Asia/Tokyo")):
        yield


def in_tokyo(callsign: str) -> User:
    return make_person(callsign, webhook_url="https://example.org/hook", browser_zone="Asia/Tokyo")


def client_in_tokyo(user: User) -> Client:
    client = browser(user)
    client.cookies["zone"] = "Asia/Tokyo"
    return client


def without_zone(said: str) -> list[str]:
    """The times of the clock in a text that do not say their zone, with what stands around them."""
    named = {found.start() for found in NAMED.finditer(said)}
    return [
        said[max(0, found.start() - 60) : found.end() + 20]
        for found in CLOCK.finditer(said)
        if found.start() not in named
    ]


def read(body: bytes) -> str:
    """What a person reads of a page."""
    return html.unescape(re.sub(r"\s+", " ", NOT_READ.sub(" ", body.decode(errors="replace"))))


def test_a_time_without_its_zone_is_found() -> None:
    assert without_zone("Deadline: 17:00") == ["Deadline: 17:00"]
    assert without_zone("Deadline: 18:00 (Berlin), which is 17:00 UTC") == []
    assert without_zone(read(b"<p>until <b>9:30</b></p> <option>18:00</option>")) == [" until 9:30 "]


def test_templates_leave_times_to_the_one_filter_that_names_the_zone() -> None:
    found = {
        str(path.relative_to(ROOT)): FORMATS.findall(path.read_text())
        for pattern in ("*.html", "*.txt")
        for path in template_files(pattern)
    }
    assert {path: uses for path, uses in found.items() if uses} == {
        "templates/components/time.html": ["date"]
    }


def test_times_are_written_in_no_other_place() -> None:
    found = {
        str(path.relative_to(ROOT))
        for app in ("accounts", "battles", "campaign", "clubs", "config", "engines")
        for path in (ROOT / app).rglob("*.py")
        if PYTHON_FORMATS.search(path.read_text())
    }
    assert found == WRITTEN_FOR_PEOPLE | NOT_FOR_READERS


def eventful_war(time: Time) -> War:
    """A war in which all has been said about time, and a battle with a report that waits."""
    war, battle = war_with_battle(pace=PACE)
    User.objects.update(webhook_url="https://example.org/hook", browser_zone="Asia/Tokyo")
    put(make_person("host"), pace="weekdays", pace_hour="18", pace_zone="Europe/Berlin")
    time.pass_(timedelta(hours=1))
    named(war, in_tokyo("clara").username)
    go_on_holiday(war_id=war.pk, side="terran", user=None, days=2)
    come_back(war_id=war.pk, side="terran", user=None)
    ask_for(war_id=war.pk, side="terran", user=None, asked="weekdays:20:Europe/Berlin")
    answer(war_id=war.pk, side="talon", user=None, asked="weekdays:20:Europe/Berlin", agree=True)
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    go_on_holiday(war_id=war.pk, side="talon", user=None, days=3)
    ask_for(war_id=war.pk, side="terran", user=None, asked=PACE)
    return war


@pytest.mark.parametrize("name", ["anna", "bo", "clara"])
def test_every_page_names_the_zone_of_every_time(time: Time, name: str) -> None:
    war = eventful_war(time)
    client = client_in_tokyo(User.objects.get(username=name))
    shown = set()
    for path in all_addresses():
        if path == OF_A_PROGRAM or (name != "anna" and not OF_A_GAME.match(path)):
            continue
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming:
            said = read(answer.content)
            assert without_zone(said) == [], path
            shown |= {path} if "(Tokyo)" in said else set()
    mine = "talon" if name == "bo" else "terran"
    expected = {"", "time/", "history/"} if name != "clara" else {"", "time/"}
    assert {f"/wars/{war.pk}/{mine}/{rest}" for rest in expected} <= shown
    assert f"/battles/{Battle.objects.get().pk}/" in shown


def test_every_message_names_the_zone_of_every_time(time: Time) -> None:
    war = eventful_war(time)
    play = make_war(in_tokyo("dora"), in_tokyo("emil"), pace=PACE)
    play_until(play, phase="planning")
    for _ in range(60):
        time.pass_(timedelta(hours=2))
        sweep_reminders()
        fall(play)
    AccountAdapter().send_notification_mail(
        "account/email/password_changed", User.objects.get(username="anna")
    )
    said = [f"{row.subject} {row.body}" for row in Delivery.objects.all()]
    assert [without_zone(each) for each in said if without_zone(each)] == []
    for kind in ("turn", "deadline", "proposal"):
        bodies = Delivery.objects.filter(kind=kind).values_list("body", flat=True)
        assert any("(Tokyo)" in body for body in bodies), kind
    assert war.pk != play.pk


def test_letters_about_an_account_name_the_zone(settings: Any) -> None:
    settings.HAS_MAIL = True
    anna = in_tokyo("anna")
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    prefixes = sorted(
        str(path.relative_to(ROOT / "templates")).removesuffix("_message.txt")
        for folder in ("account", "mfa")
        for path in (ROOT / "templates" / folder / "email").glob("*_message.txt")
        if "{{ at" in path.read_text()
    )
    assert len(prefixes) == 9
    for prefix in prefixes:
        AccountAdapter().send_notification_mail(prefix, anna, {"to_email": "b@example.org"})
    bodies = Letter.objects.values_list("body", flat=True)
    assert len(bodies) == 9
    assert all("(Tokyo)" in body for body in bodies)
    assert [without_zone(body) for body in bodies if without_zone(body)] == []


def test_the_deadline_and_the_pace_are_in_the_readers_zone(time: Time) -> None:
    war = make_war(in_tokyo("anna"), make_person("boris"), pace=PACE)
    anna = user_of(war, "terran")
    assert anna is not None
    said = text(client_in_tokyo(anna).get(f"/wars/{war.pk}/terran/time/"))
    assert "weekdays at 18:00 (Berlin), which is 02:00 (Tokyo) the next day" in said
    assert "25 Nov 2026, 02:00 (Tokyo)" in said
    assert "24 Nov 2026, 17:00 UTC" in page(war, "talon")
    assert "weekdays at 18:00 (Berlin), which is 17:00 UTC" in page(war, "talon")


@pytest.mark.parametrize(
    ("chosen", "cookie", "noted", "zone"),
    [
        ("", "", "", "UTC"),
        ("", "Asia/Tokyo", "", "Asia/Tokyo"),
        ("", "", "Europe/Rome", "Europe/Rome"),
        ("", "Asia/Tokyo", "Europe/Rome", "Asia/Tokyo"),
        ("Europe/Paris", "Asia/Tokyo", "Europe/Rome", "Europe/Paris"),
        ("", "../../etc/passwd", "", "UTC"),
        ("", "Asia/Nowhere", "Europe/Rome", "Europe/Rome"),
    ],
)
def test_whose_zone_it_is(chosen: str, cookie: str, noted: str, zone: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES["zone"] = cookie
    request.user = User(username="anna", time_zone=chosen, browser_zone=noted)
    assert str(ReadersZone(request)) == zone


def test_the_browsers_zone_is_noted_once_for_messages(django_assert_num_queries: Any) -> None:
    anna = make_person()
    client = client_in_tokyo(anna)
    client.get("/wars/")
    anna.refresh_from_db()
    assert (anna.browser_zone, str(zone_of(anna))) == ("Asia/Tokyo", "Asia/Tokyo")
    User.objects.update(browser_zone="Europe/Rome")
    client.get("/wars/")
    anna.refresh_from_db()
    assert anna.browser_zone == "Europe/Rome", "a page writes nothing while the browser says the same"
    client.cookies["zone"] = "x" * 500
    assert client.get("/wars/").status_code == 200
    anna.refresh_from_db()
    assert anna.browser_zone == "Europe/Rome"


def test_a_page_that_shows_no_time_asks_for_nobody(client: Client) -> None:
    client.cookies["zone"] = "Asia/Tokyo"
    assert not client.get("/healthz").has_header("Vary") or "Cookie" not in client.get("/healthz")["Vary"]


@pytest.mark.every_view
def test_a_zone_is_chosen_in_the_settings() -> None:
    anna = make_person()
    client = client_in_tokyo(anna)
    assert client.post("/settings/zone/", {"time_zone": "Europe/Paris"}).status_code == 302
    anna.refresh_from_db()
    assert anna.time_zone == "Europe/Paris"
    assert 'data-zone="Europe/Paris"' in client.get("/settings/").content.decode()
    answer = client.post("/settings/zone/", {"time_zone": "Mars/Olympus"})
    assert answer.status_code == 422
    assert "Select a valid choice" in text(answer)
    assert client.post("/settings/zone/", {"time_zone": ""}).status_code == 302
    anna.refresh_from_db()
    assert (anna.time_zone, str(zone_of(anna))) == ("", "Asia/Tokyo")


@pytest.mark.usefixtures("_reader_in_tokyo")
def test_the_form_of_a_war_begins_with_the_readers_zone() -> None:
    assert PaceForm()["pace_zone"].value() == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("zone", "chosen"),
    [("Europe/Vienna", "Europe/Berlin"), ("Asia/Calcutta", "Asia/Kolkata"), ("Antarctica/Troll", "UTC")],
)
def test_a_zone_that_is_no_choice_has_one_with_the_same_clock(zone: str, chosen: str) -> None:
    assert like(ZoneInfo(zone)) == chosen


def test_every_zone_on_offer_is_one() -> None:
    assert all(zone_called(zone) for zone in ZONES)
    assert zone_called("") is None


@pytest.mark.usefixtures("_reader_in_tokyo")
@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ("", "none"),
        ("days:3", "3 days for each phase"),
        ("weekdays:9:Asia/Tokyo", "weekdays at 09:00 (Tokyo)"),
        ("weekdays:9:UTC", "weekdays at 09:00 UTC, which is 18:00 (Tokyo)"),
        (
            "weekdays:1:Pacific/Auckland",
            "weekdays at 01:00 (Auckland), which is 21:00 (Tokyo) the day before",
        ),
    ],
)
def test_a_pace_is_told_with_the_readers_hour(time: Time, pace: str, words: str) -> None:
    assert pace_here(pace) == words


@pytest.mark.usefixtures("_reader_in_tokyo")
def test_an_instant_is_told_where_its_reader_is() -> None:
    at = datetime(2026, 12, 5, 12, tzinfo=UTC)
    assert instant_words(at) == "Saturday 5 December, 21:00 (Tokyo)"
    assert instant_words(at, ZoneInfo("UTC")) == "Saturday 5 December, 12:00 UTC"


def test_holidays_of_before_are_read_as_instants(time: Time) -> None:
    """S66: they were written in words, in UTC and without their year."""
    war = make_war(make_person("anna"), make_person("boris"), pace="days:3")
    at = datetime(2025, 12, 30, 9, tzinfo=UTC)
    note = TimeNote.objects.create(
        war=war, turn=1, side="terran", kind="away", at=at, asked="Friday 9 January, 09:00 UTC"
    )
    migration = importlib.import_module("campaign.migrations.0031_holidays_as_instants")
    migration.as_instants(apps, None)
    note.refresh_from_db()
    assert datetime.fromisoformat(note.asked) == at + 10 * DAY


@pytest.mark.usefixtures("_reader_in_tokyo")
def test_the_hosts_desk_names_the_zone_too() -> None:
    at = timezone.localtime(datetime(2026, 12, 5, 12, tzinfo=UTC))
    assert date_format(at, "DATETIME_FORMAT") == "5 Dec 2026, 21:00 JST"
