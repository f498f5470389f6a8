"""A Swiss season: each round is paired by the worker once all games are decided."""

from collections.abc import Sequence
from typing import Any

import pytest

from accounts.models import User
from battles.models import Series
from clubs.models import OwedRound, Pairing, Season
from clubs.rules import swiss
from clubs.rules.berger import Table
from clubs.seasons import beginning, ruling
from clubs.seasons.beginning import ROUNDS
from clubs.seasons.reading import state_of
from tests.people import browser
from tests.site.clubs.seasons import game_of, games, owed, started, won, work

pytestmark = pytest.mark.django_db


def pairs(season: Season, number: int) -> list[tuple[str, str]]:
    """Who meets whom in a round; "" for a bye."""
    rows = Pairing.objects.filter(round__season=season, round__number=number)
    return [
        (one.first.user.username, "" if one.second is None else one.second.user.username)
        for one in rows.select_related("first__user", "second__user")
    ]


def withdraw(season: Season, name: str) -> None:
    anna = User.objects.get(username="anna")
    ruling.withdraw(season=season, by=anna, entrant=season.entrants.get(user__username=name).pk)


def test_five_players_and_two_rounds() -> None:
    """The pairs are worked out by hand in tests/core/test_swiss.py."""
    season = started(5, system="swiss")
    assert season.rounds == 2
    assert pairs(season, 1) == [("anna", "clara"), ("dora", "ben"), ("emil", "")]
    won(game_of(season, "anna", "clara"), "anna")
    assert owed() == []
    won(game_of(season, "dora", "ben"), "ben")
    assert pairs(season, 2) == []
    work()
    assert set(pairs(season, 2)) == {("emil", "anna"), ("ben", "clara"), ("dora", "")}
    won(game_of(season, "emil", "anna"), "emil")
    won(game_of(season, "ben", "clara"), "ben")
    work()
    found = state_of(season)
    assert found.over
    names = {one.pk: one.user.username for one in found.entrants}
    assert [(row.place, names[row.player], row.score, row.buchholz, row.byes) for row in found.rows] == [
        (1, "emil", 4, 6, 1),
        (2, "ben", 4, 2, 0),
        (3, "dora", 2, 6, 1),
        (4, "anna", 2, 4, 0),
        (5, "clara", 0, 6, 0),
    ]
    assert owed() == [(2, "done")]
    page = browser(User.objects.get(username="ben")).get(season.get_absolute_url()).content.decode()
    assert (page.count("1 bye"), page.count("1: bye"), page.count("2: bye")) == (2, 1, 1)


def test_a_player_who_is_withdrawn_is_paired_no_more_and_what_was_played_counts() -> None:
    season = started(5, system="swiss")
    won(game_of(season, "anna", "clara"), "clara")
    withdraw(season, "dora")
    game = game_of(season, "dora", "ben")
    assert (game.ruled, game.first.struck) == ("second", False)
    work()
    assert sorted(name for pair in pairs(season, 2) for name in pair) == ["anna", "ben", "clara", "emil"]


def test_what_changes_while_the_worker_pairs_is_paired_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    season = started(5, system="swiss")
    for game, name in zip(games(season, 1), ("anna", "ben"), strict=True):
        won(game, name)
    really = swiss.pair

    def slowly(players: Sequence[int], *args: Any) -> Table | None:
        found = really(players, *args)
        if len(players) == 5:
            withdraw(season, "emil")
        return found

    monkeypatch.setattr(beginning, "pair", slowly)
    row = OwedRound.objects.get()
    assert not ROUNDS.attempt(row.pk)
    assert (owed(), pairs(season, 2)) == ([(2, "queued")], [])
    assert ROUNDS.attempt(row.pk)
    assert sorted(name for pair in pairs(season, 2) for name in pair) == ["anna", "ben", "clara", "dora"]
    assert Series.objects.count() == 4


def test_a_season_is_over_when_nobody_can_meet_anybody_new() -> None:
    season = started(4, system="swiss")
    assert pairs(season, 1) == [("anna", "clara"), ("dora", "ben")]
    withdraw(season, "ben")
    withdraw(season, "dora")
    won(game_of(season, "anna", "clara"), "anna")
    work()
    season.refresh_from_db()
    assert (season.rounds, state_of(season).over, owed()) == (1, True, [(2, "done")])


def test_a_swiss_needs_four_players_and_takes_sixty_four() -> None:
    season = started(4, system="swiss")
    assert beginning.least_in(season) == 4
    season.system = Season.System.ROBIN
    assert beginning.least_in(season) == 3
