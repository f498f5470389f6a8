"""Seasons for tests: opened in the form, signed up for, started, and their games settled at a table."""

from typing import Any

from accounts.models import User
from battles.models import Battle, Series
from battles.talon.series import following
from clubs.models import Club, OwedRound, Pairing, Season
from clubs.seasons.beginning import ROUNDS
from engines.seam.series import Player
from tests.campaign_games import win
from tests.people import browser, make_person
from tests.prepared import prepared
from tests.site.clubs.clubs import join, make_club

FORM: dict[str, Any] = {
    "name": "Autumn",
    "system": "robin",
    "rounds": "5",
    "legs": "picked",
    "scenarios": ["1"],
    "days": "14",
    "way": "table",
    "tempo": "step",
}
NAMES = ("anna", "ben", "clara", "dora", "emil", "fritz", "greta", "hugo")


def open_season(club: Club, by: User, **fields: Any) -> Season:
    """A season that an organiser has opened in the form."""
    answer = browser(by).post(f"/clubs/{club.pk}/seasons/new/", {**FORM, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return Season.objects.select_related("club").get(pk=int(answer["Location"].split("/")[4]))


@prepared
def started(players: int, *, webhook_url: str = "", **fields: Any) -> Season:
    """A season of so many members of a club, anna its organiser, whose first round has begun."""
    people = [make_person(name, webhook_url=webhook_url) for name in NAMES[:players]]
    club = make_club(people[0])
    join(club, *people[1:])
    season = open_season(club, people[0], **fields)
    for user in people:
        assert browser(user).post(f"{season.get_absolute_url()}entry/", {"do": "up"}).status_code == 302
    assert browser(people[0]).post(f"{season.get_absolute_url()}start/").status_code == 302
    season.refresh_from_db()
    return season


def season_at(address: str) -> Season:
    """The season whose page has that address."""
    return Season.objects.select_related("club").get(pk=int(address.rstrip("/").rpartition("/")[2]))


def games(season: Season, number: int) -> list[Pairing]:
    """The games of a round, without byes."""
    rows = Pairing.objects.select_related("round__season", "first__user", "second__user", "series")
    return list(rows.filter(round__season=season, round__number=number, second__isnull=False))


def game_of(season: Season, first: str, second: str) -> Pairing:
    """The game in which these two meet, the first-named first."""
    rows = Pairing.objects.select_related("round__season", "first__user", "second__user", "series")
    return rows.get(round__season=season, first__user__username=first, second__user__username=second)


def series_of(pairing: Pairing) -> Series:
    """The campaign game of a game that has one."""
    assert pairing.series is not None
    return pairing.series


def begun(pairing: Pairing) -> Battle:
    """The battle in which the first leg of a game is fought."""
    series = series_of(pairing)
    return following.begin_leg(series_id=series.pk, user=series.user, number=1)


def won(pairing: Pairing, by: str, *, bloody: bool = True) -> Battle:
    """The battle of a game of one leg, won by a player."""
    battle, series = begun(pairing), series_of(pairing)
    player: Player = "user" if series.user.username == by else "rival"
    win(battle, player, series=series, bloody=bloody)
    return battle


def work() -> None:
    """Does what the worker owes to seasons."""
    for number in ROUNDS.owed().values_list("pk", flat=True):
        ROUNDS.attempt(number)


def owed() -> list[tuple[int, str]]:
    """The rounds that were owed, and what became of them."""
    return list(OwedRound.objects.order_by("number").values_list("number", "status"))
