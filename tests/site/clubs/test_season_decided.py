"""Games of a season that are decided whatever is played: what their pages say, and what players can still do."""

import pytest

from accounts.models import User
from battles.models import Series
from clubs.models import Pairing, Season
from clubs.seasons import ruling
from tests.people import browser
from tests.site.clubs.seasons import game_of, series_of, started, won

pytestmark = pytest.mark.django_db


def named(name: str) -> User:
    return User.objects.get(username=name)


def text(name: str, path: str) -> str:
    return " ".join(browser(named(name)).get(path).content.decode().split())


def decide(season: Season, game: Pairing) -> None:
    drawn = Pairing.Ruled.DRAWN
    ruling.rule(season=season, by=named("anna"), game=game.pk, ruled=drawn, reason="A long night.")


def test_a_campaign_game_against_a_withdrawn_player_says_so_and_can_be_called_off() -> None:
    season = started(4)
    game = game_of(season, "anna", "dora")
    path = series_of(game).get_absolute_url()
    assert "Call the campaign game off" not in text("anna", path)
    ruling.withdraw(season=season, by=named("anna"), entrant=season.entrants.get(user__username="dora").pk)
    page = text("anna", path)
    assert "It does not count any more, since dora was withdrawn." in page
    assert "It is to be over by" not in page
    assert "Call the campaign game off" in page
    assert browser(named("anna")).post(f"{path}call-off/").status_code == 302
    assert series_of(game_of(season, "anna", "dora")).stage == Series.Stage.CALLED_OFF


def test_a_decision_stands_once_the_players_have_called_the_campaign_game_off() -> None:
    season = started(4)
    game = game_of(season, "anna", "dora")
    decide(season, game)
    path = series_of(game).get_absolute_url()
    assert "It counts as drawn. A long night." in text("dora", path)
    assert browser(named("dora")).post(f"{path}call-off/").status_code == 302
    refused = browser(named("anna")).post(game.get_absolute_url(), {"do": "undo"})
    assert (refused.status_code, "has been called off" in refused.content.decode()) == (422, True)
    game.refresh_from_db()
    assert game.ruled == "drawn"


def test_a_game_that_is_decided_has_no_deadline_any_more() -> None:
    season = started(4)
    game, other = game_of(season, "anna", "dora"), game_of(season, "ben", "clara")
    assert "To be over by" in text("ben", game.get_absolute_url())
    decide(season, game)
    won(other, "ben")
    for one in (game, other):
        assert "To be over by" not in text("ben", one.get_absolute_url())
        assert "It is to be over by" not in text(one.first.user.username, series_of(one).get_absolute_url())


def test_games_against_struck_players_count_neither_way_for_half_of_the_games() -> None:
    season = started(4)
    won(game_of(season, "ben", "clara"), "ben")
    for name in ("dora", "clara"):
        ruling.withdraw(season=season, by=named("anna"), entrant=season.entrants.get(user__username=name).pk)
    struck = dict(season.entrants.values_list("user__username", "struck"))
    assert struck == {"anna": False, "ben": False, "clara": False, "dora": True}


def test_the_players_of_a_game_are_led_to_its_battles_and_other_members_are_not() -> None:
    season = started(4)
    game = game_of(season, "anna", "dora")
    link = f'<a href="{won(game, "dora").get_absolute_url()}">dora, '
    for name in ("anna", "dora"):
        assert link in text(name, game.get_absolute_url())
    assert (
        "/battles/" not in text("ben", game.get_absolute_url()).partition("<main")[2].partition("</main")[0]
    )
