"""A member's calendar program is subscribed to the deadlines of a season."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from icalendar.cal import Component

from accounts.models import User
from clubs.membership import founding, joining
from clubs.models import Round, Season, SeasonCalendar
from tests.people import browser, make_person
from tests.site.clubs.clubs import join
from tests.site.clubs.seasons import started

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return started(3)


def named(name: str) -> User:
    return User.objects.get(username=name)


def press(season: Season, user: User, do: str) -> None:
    """What a button on the season's page does."""
    answer = browser(user).post(f"{season.get_absolute_url()}calendar/", {"do": do})
    assert answer["Location"] == f"{season.get_absolute_url()}#calendar"


def subscribed(season: Season, user: User, do: str = "make") -> str:
    """The path of the address that the user makes."""
    press(season, user, do)
    path = f"/clubs/calendar/{SeasonCalendar.objects.get(season=season, member__user=user).token}.ics"
    page = browser(user).get(season.get_absolute_url())
    assert f'{path}">' in page.content.decode()
    assert "no-transform" in page["Cache-Control"]
    return path


def events(path: str) -> list[Component]:
    """What a calendar program reads there, which has no account."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return Calendar.from_ical(answer.content).walk("VEVENT")


def status(path: str) -> int:
    return Client().get(path).status_code


def test_a_calendar_program_reads_what_the_member_may_see(season: Season) -> None:
    path = subscribed(season, named("ben"))
    answer = Client().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "Content-Disposition" not in answer
    assert {"private", "no-store", "no-transform"} <= set(answer["Cache-Control"].split(", "))
    assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("same-origin", "noindex, nofollow")
    assert not answer.cookies
    assert path not in answer.content.decode()
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT6H" in answer.content
    (event,) = events(path)
    assert str(event["description"]) == "You play clara."
    (other,) = events(subscribed(season, named("anna")))
    assert "description" not in other  # a bye


def test_it_follows_when_a_deadline_is_moved(season: Season) -> None:
    path = subscribed(season, named("ben"))
    (before,) = events(path)
    due = (timezone.now() + timedelta(days=40)).replace(microsecond=0)
    Round.objects.filter(season=season, number=1).update(due_at=due)
    (after,) = events(path)
    assert after["uid"] == before["uid"]
    assert (after.decoded("dtstart"), before.decoded("dtstart") == due) == (due, False)


def test_an_address_is_made_once_made_anew_and_withdrawn(season: Season) -> None:
    ben = named("ben")
    assert "Make an address" in browser(ben).get(season.get_absolute_url()).content.decode()
    first = subscribed(season, ben)
    assert subscribed(season, ben) == first
    second = subscribed(season, ben, "renew")
    assert second != first
    assert (status(first), status(second)) == (404, 200)
    other = subscribed(season, named("clara"))
    press(season, ben, "withdraw")
    press(season, ben, "withdraw")
    assert (status(second), status(other)) == (404, 200)
    assert "/clubs/calendar/" not in browser(ben).get(season.get_absolute_url()).content.decode()
    assert subscribed(season, ben) not in (first, second)


def test_nobody_else_is_shown_an_address(season: Season) -> None:
    path = subscribed(season, named("ben"))
    assert path not in browser(named("anna")).get(season.get_absolute_url()).content.decode()


def test_a_refused_change_shows_the_page_with_the_address_uncompressed(season: Season) -> None:
    ben = named("ben")
    path = subscribed(season, ben)
    client = browser(ben)
    refused = client.post(f"{season.get_absolute_url()}call-off/", headers={"accept-encoding": "gzip"})
    assert refused.status_code == 422
    assert "Content-Encoding" not in refused
    assert path in refused.content.decode()


@pytest.mark.every_view
def test_it_ends_with_the_account_and_opens_with_it_again(season: Season) -> None:
    path = subscribed(season, named("ben"))
    User.objects.filter(username="ben").update(is_active=False)
    assert status(path) == 404
    User.objects.filter(username="ben").update(is_active=True)
    assert status(path) == 200


def test_it_ends_with_the_place_in_the_club_for_good(season: Season) -> None:
    path, ben = subscribed(season, named("ben")), named("ben")
    joining.leave(club_id=season.club_id, user=ben)
    assert status(path) == 404
    join(season.club, ben)
    assert status(path) == 404
    assert subscribed(season, ben) != path


def test_it_ends_with_the_season_and_with_the_club(season: Season) -> None:
    path = subscribed(season, named("ben"))
    Season.objects.filter(pk=season.pk).update(stage=Season.Stage.CALLED_OFF, started_at=None)
    assert status(path) == 404
    Season.objects.filter(pk=season.pk).update(stage=Season.Stage.ON, started_at=timezone.now())
    assert status(path) == 200
    founding.close_club(club_id=season.club_id, user=named("anna"))
    assert status(path) == 404


def test_a_season_without_deadlines_has_no_calendar() -> None:
    season = started(3, days="0")
    client = browser(named("ben"))
    assert "In your calendar" not in client.get(season.get_absolute_url()).content.decode()
    refused = client.post(f"{season.get_absolute_url()}calendar/", {"do": "make"})
    assert (refused.status_code, "This season has no deadlines." in refused.content.decode()) == (422, True)
    assert not SeasonCalendar.objects.exists()


def test_addresses_are_for_members_and_made_by_a_press(season: Season) -> None:
    path = f"{season.get_absolute_url()}calendar/"
    assert browser(make_person("xaver")).post(path, {"do": "make"}).status_code == 404
    assert Client().post(path, {"do": "make"})["Location"].startswith("/accounts/login/")
    assert browser(named("ben")).get(path)["Location"] == season.get_absolute_url()
    assert not SeasonCalendar.objects.exists()
    assert Client().post(subscribed(season, named("ben"))).status_code == 405


def test_each_address_answers_so_often_in_an_hour_and_guesses_are_counted(season: Season) -> None:
    cache.clear()
    mine, other = subscribed(season, named("ben")), subscribed(season, named("clara"))
    assert [status(mine) for _ in range(61)] == [200] * 60 + [429]
    assert status(other) == 200
    assert {status("/clubs/calendar/guess.ics") for _ in range(125)} == {404, 429}


def test_so_many_addresses_are_made_in_an_hour(season: Season) -> None:
    cache.clear()
    client, path = browser(named("ben")), f"{season.get_absolute_url()}calendar/"
    codes = [client.post(path, {"do": "make"}).status_code for _ in range(61)]
    assert codes == [302] * 60 + [429]
