"""A season as files: for spreadsheets and for calendars."""

import csv
from io import StringIO

import pytest
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from clubs.models import Pairing, Round
from clubs.seasons import ruling
from tests.people import browser, make_person
from tests.site.clubs.seasons import game_of, started, won

pytestmark = pytest.mark.django_db


def named(name: str) -> User:
    return User.objects.get(username=name)


def read(path: str, user: User) -> list[dict[str, str]]:
    answer = browser(user).get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith("attachment;")
    return list(csv.DictReader(StringIO(answer.content.decode().lstrip("\ufeff"))))


@pytest.mark.every_view
def test_standings_and_games_for_a_spreadsheet() -> None:
    season = started(3)
    won(game_of(season, "ben", "clara"), "ben")
    User.objects.filter(username="clara").update(username="+clara")
    path = season.get_absolute_url()
    rows = read(f"{path}standings.csv", named("anna"))
    assert [(row["Place"], row["Player"], row["Score"]) for row in rows] == [
        ("1", "ben", "2"),
        ("2", "anna", "0"),
        ("3", "'+clara", "0"),
    ]
    assert (rows[0]["Points for"], rows[0]["Points against"], rows[2]["Points against"]) == ("4", "0", "4")
    games = read(f"{path}games.csv", named("anna"))
    assert [(row["Round"], row["First player"], row["Second player"]) for row in games] == [
        ("1", "ben", "'+clara"),
        ("1", "anna", ""),
        ("2", "anna", "ben"),
        ("2", "'+clara", ""),
        ("3", "'+clara", "anna"),
        ("3", "ben", ""),
    ]
    assert (games[0]["Won by"], games[0]["Points of the first"], games[1]["How it stands"]) == (
        "ben",
        "4",
        "Bye",
    )
    assert games[0]["Page"].endswith(f"/games/{game_of(season, 'ben', '+clara').pk}/")
    assert games[2]["Page"] == games[2]["Deadline"] == ""


def test_what_an_organiser_decided_stands_in_the_file() -> None:
    season = started(3)
    game = game_of(season, "ben", "clara")
    drawn = Pairing.Ruled.DRAWN
    ruling.rule(season=season, by=named("anna"), game=game.pk, ruled=drawn, reason="=1+1 is two.")
    row = read(f"{season.get_absolute_url()}games.csv", named("ben"))[0]
    assert (row["Won by"], row["Decided by"], row["Why"]) == ("nobody", "anna", "'=1+1 is two.")


@pytest.mark.every_view
def test_deadlines_for_a_calendar() -> None:
    season = started(3)
    path, due = f"{season.get_absolute_url()}deadlines.ics", Round.objects.get(season=season, number=1).due_at
    answer = browser(named("ben")).get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.content)
    (event,) = found.walk("VEVENT")
    assert due is not None
    assert event.decoded("dtstart") == due.replace(microsecond=0)
    assert event.decoded("dtstamp") <= timezone.now()
    assert str(event["summary"]) == "Autumn: round 1 is to be over"
    assert str(event["description"]) == "You play clara."
    (other,) = Calendar.from_ical(browser(named("anna")).get(path).content).walk("VEVENT")
    assert "description" not in other  # a bye
    assert other["uid"] == event["uid"]


def test_files_are_for_members() -> None:
    season = started(3)
    stranger = browser(make_person("xaver"))
    for name in ("standings.csv", "games.csv", "deadlines.ics"):
        assert stranger.get(f"{season.get_absolute_url()}{name}").status_code == 404
        assert browser(named("anna")).post(f"{season.get_absolute_url()}{name}").status_code == 405
