"""Seasons of wars: each pairing's war is started, and its result flows into the standings, corrections too (S98)."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import LifetimeLine, User
from bench.wars.random_player import random_report
from campaign.corrections.log_correction import book_corrected_log
from campaign.models import Engagement, Seat, War
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import AnswerDraw, CorrectLog, OfferDraw, Surrender
from campaign.war.log.documents import decode_settings
from campaign.war.services import log
from clubs.membership import joining
from clubs.models import OwedRound, Pairing, Season
from clubs.seasons import ruling
from clubs.seasons.reading import state_of
from engines.seam.sides import Side, as_side
from tests.people import browser, make_person
from tests.site.clubs.clubs import make_club
from tests.site.clubs.seasons import FORM, games, started, work
from tests.site.wars import play_until, version_of

pytestmark = pytest.mark.django_db
WARS: dict[str, Any] = {
    "legs": "war",
    "scenarios": (),
    "chart": "three_gates",
    "even_sides": "on",
    "settled_by": "table",
    "pace": "days:2",
    "days": "56",
}


def named(name: str) -> User:
    return User.objects.get(username=name)


def season_of_wars(players: int = 3, **fields: str) -> Season:
    return started(players, **WARS, **fields)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def war_of(game: Pairing) -> War:
    game.refresh_from_db()
    assert game.war is not None
    return game.war


def gives_up(game: Pairing, name: str) -> None:
    """A player of the game surrenders the war."""
    war = war_of(game)
    side: Side = "terran" if game.first.user.username == name else "talon"
    log.submit(war_id=war.pk, side=side, user=named(name), seen_version=version_of(war), order=Surrender())


def rows(season: Season) -> list[tuple[str, int, int, int]]:
    """Player, wars that count, score and points for, the best first."""
    names = {entrant.pk: entrant.user.username for entrant in season.entrants.select_related("user")}
    return [(names[row.player], row.played, row.score, row.points_for) for row in state_of(season).rows]


@pytest.mark.every_view
def test_a_season_of_wars_is_opened_and_its_wars_begin_as_the_organiser_has_set() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    war = war_of(game)
    assert (war.name, war.status, war.host) == ("Autumn, round 1", "running", None)
    assert dict(Seat.objects.filter(war=war).values_list("side", "user__username")) == {
        "terran": game.first.user.username,
        "talon": game.second.user.username if game.second else "",
    }
    settings = decode_settings(bytes(war.settings))
    assert (settings.handicap, settings.settled_by, settings.pace) == (200, "table", "days:2")
    assert (war.map_name, War.objects.count()) == ("Three Gates", 1)
    page = text(browser(named("anna")), season.get_absolute_url())
    assert "An Empire War on Three Gates" in page
    assert "2200 points for Terran" in page or "points for Terran" in page
    mine = text(browser(game.first.user), season.get_absolute_url())
    assert f'href="/wars/{war.pk}/"' in mine
    assert f'href="/wars/{war.pk}/"' not in text(browser(named("anna")), season.get_absolute_url())


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"chart": ""}, "This field is required"),
        ({"chart": "own-1"}, "Choose one of the maps shown"),
        ({"settled_by": ""}, "This field is required"),
        ({"pace": "days:99"}, "not one of the available choices"),
    ],
)
def test_the_form_says_what_is_wrong_with_a_war(fields: dict[str, str], words: str) -> None:
    anna = make_person("anna")
    club = make_club(anna)
    answer = browser(anna).post(f"/clubs/{club.pk}/seasons/new/", {**FORM, **WARS, **fields})
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert not Season.objects.exists()


def test_s98_whoever_wins_the_war_has_the_bonus_and_the_next_round_begins_once() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    assert rows(season)[0][1:] == (0, 0, 0)
    gives_up(game, game.first.user.username)
    assert game.second is not None
    assert rows(season)[0] == (game.second.user.username, 1, 2, 5)
    assert OwedRound.objects.count() == 1
    work()
    work()
    assert (len(state_of(season).begun), War.objects.count()) == (2, 2)
    page = text(browser(named("anna")), game.get_absolute_url())
    assert f"{game.first.user.username} surrendered." in page
    assert "0 : 5" in page


def test_s98_a_draw_has_no_points() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    war = war_of(game)
    assert game.second is not None
    for side, user, order in (
        ("terran", game.first.user, OfferDraw()),
        ("talon", game.second.user, AnswerDraw(accept=True)),
    ):
        seen = version_of(war)
        log.submit(war_id=war.pk, side=as_side(side), user=user, seen_version=seen, order=order)
    war.refresh_from_db()
    assert (war.status, war.winner) == ("over", "")
    assert sorted(row[1:] for row in rows(season)) == [(0, 0, 0), (1, 1, 0), (1, 1, 0)]


def test_a_war_that_goes_on_again_leaves_the_table_and_comes_back_once() -> None:
    """By a correction of an earlier battle after the end (S69)."""
    season = season_of_wars()
    (game,) = games(season, 1)
    first, second = game.first.user.username, game.second.user.username if game.second else ""
    war = war_of(game)
    play_until(war, phase="planning", turn=2, random=Random(3))
    battle = Engagement.objects.filter(war=war, outcome="fought").select_related("battle").first()
    assert battle is not None
    assert battle.battle is not None
    gives_up(game, first)
    assert rows(season)[0] == (second, 1, 2, 5)
    work()
    report = random_report(battle.battle.setup_document, Random(8))
    with log.locked(war.pk) as held:
        book_corrected_log(held, game.first.user, CorrectLog(battle.number, report, "rewind"))
    game.refresh_from_db()
    assert (game.outcome, game.first_points, game.second_points) == ("", 0, 0)
    assert all(row[1:] == (0, 0, 0) for row in rows(season))
    assert "Under way, turn" in text(browser(named("anna")), season.get_absolute_url())
    gives_up(game, second)
    assert rows(season)[0] == (first, 1, 2, 5)
    work()
    assert (OwedRound.objects.count(), War.objects.count()) == (1, 2)
    assert LifetimeLine.objects.filter(source=f"war:{war.pk}").count() == 1


def test_a_war_says_what_it_belongs_to_and_leads_only_members_there() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    war, link = war_of(game), f'href="{game.get_absolute_url()}"'
    first = browser(game.first.user)
    page = text(first, f"/wars/{war.pk}/terran/")
    assert "Part of" in page
    assert link in page
    assert "It is to be over by" in page
    drawn = Pairing.Ruled.DRAWN
    ruling.rule(season=season, by=named("anna"), game=game.pk, ruled=drawn, reason="A long night.")
    assert "It counts as drawn. A long night." in text(first, f"/wars/{war.pk}/terran/")
    joining.leave(club_id=season.club_id, user=game.first.user)
    left = text(first, f"/wars/{war.pk}/terran/")
    assert "Part of Autumn, Thursday Fleet" in left
    assert link not in left
    gives_up(game, game.first.user.username)
    assert sorted(row[1:] for row in rows(season)) == [(0, 0, 0), (1, 1, 0), (1, 1, 0)]


def test_who_is_late_is_seen_at_a_glance_and_for_whom_the_war_waits() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    path, anna = game.get_absolute_url(), named("anna")
    due = season.round_set.get(number=1).due_at
    assert due is not None
    names = f"{game.first.user.username} and {game.second.user.username if game.second else ''}"
    assert f"It waits for {names}." in text(browser(anna), path)
    with time_machine.travel(due + timedelta(hours=1), tick=False):
        page = text(browser(anna), season.get_absolute_url())
        assert '<h2 id="late-title">Late</h2>' in page
    calendar = browser(anna).get(f"{season.get_absolute_url()}deadlines.ics").content.decode()
    assert "Autumn: round 1 is to be over" in calendar
    table = browser(anna).get(f"{season.get_absolute_url()}games.csv").content.decode()
    assert game.get_absolute_url() in table


def test_members_see_who_won_the_battles_of_a_war_and_its_players_where() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    war = war_of(game)
    play_until(war, phase="planning", turn=2, random=Random(3))
    fought = Engagement.objects.filter(war=war, outcome="fought")
    assert fought.exists()
    for name, shown in (("anna", False), (game.first.user.username, True)):
        page = text(browser(named(name)), game.get_absolute_url())
        assert "The war" in page
        assert (
            f"/wars/{war.pk}/" in page.partition("<main")[2],
            "/battles/" in page.partition("<main")[2],
        ) == (
            shown,
            shown,
        )
        for one in fought:
            assert place_title(one.place) in page


def test_a_stranger_sees_nothing_of_a_war_of_a_season() -> None:
    season = season_of_wars()
    (game,) = games(season, 1)
    stranger = browser(make_person("xeno"))
    assert stranger.get(game.get_absolute_url()).status_code == 404
    assert stranger.get(f"/wars/{war_of(game).pk}/terran/").status_code == 404
    anna = browser(named("anna"))
    assert (
        anna.get(f"/wars/{war_of(game).pk}/terran/").status_code == 404
    )  # an organiser who does not play it
