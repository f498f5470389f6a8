"""The pages of seasons: who sees what, and what one does there."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Play, Wish
from clubs.membership import founding, joining, organising
from clubs.models import Joining, Pairing, Round, Season
from tests.people import browser, make_person
from tests.site.clubs.clubs import join, make_club
from tests.site.clubs.seasons import FORM, begun, game_of, games, open_season, series_of, started, won

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_person("anna")


@pytest.fixture
def ben() -> User:
    return make_person("ben")


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def named(name: str) -> User:
    return User.objects.get(username=name)


@pytest.mark.every_view
def test_a_season_is_opened_signed_up_for_and_called_off(anna: User, ben: User) -> None:
    club = make_club(anna)
    join(club, ben)
    assert "Open a season" in text(browser(anna), f"/clubs/{club.pk}/")
    assert "Open a season" not in text(browser(ben), f"/clubs/{club.pk}/")
    assert "New season" in text(browser(anna), f"/clubs/{club.pk}/seasons/new/")
    season = open_season(club, anna)
    path = season.get_absolute_url()
    assert open_season(club, anna) == season  # two clicks
    assert path in text(browser(ben), f"/clubs/{club.pk}/")
    browser(ben).post(f"{path}entry/", {"do": "up"})
    browser(ben).post(f"{path}entry/", {"do": "up"})
    page = text(browser(ben), path)
    assert "You take part" in page
    assert "Scenario 1" in page
    assert "2 weeks for each round" in page
    assert "Call the season off" not in page
    browser(ben).post(f"{path}entry/", {"do": "off"})
    assert "Do you take part?" in text(browser(ben), path)
    refused = browser(ben).post(f"{path}call-off/")
    assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
    assert browser(anna).post(f"{path}call-off/")["Location"] == f"/clubs/{club.pk}/"
    assert text(browser(anna), path, 404)
    assert "anna called the season Autumn off." in text(browser(ben), f"/clubs/{club.pk}/")
    assert open_season(club, anna).pk != season.pk  # the name is free again


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"legs": "picked", "scenarios": []}, "Pick at least one scenario."),
        ({"legs": "pair", "scenarios": ["1", "2"]}, "Pick the one scenario"),
        ({"scenarios": ["99"]}, "99 is not one of the available choices"),
        ({"days": "-1"}, "-1 is not one of the available choices"),
        ({"name": ""}, "Enter a name."),
        ({"system": "swiss", "rounds": ""}, "Choose how many rounds there are."),
        ({"system": "swiss", "rounds": "40"}, "40 is not one of the available choices"),
    ],
)
def test_a_form_says_what_is_wrong_and_keeps_the_rest(
    anna: User, fields: dict[str, object], words: str
) -> None:
    club = make_club(anna)
    answer = browser(anna).post(f"/clubs/{club.pk}/seasons/new/", {**FORM, "name": "Winter", **fields})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert ("Winter" in page) == ("name" not in fields)
    assert not Season.objects.exists()


def test_a_name_is_taken_once_in_a_club(anna: User) -> None:
    club = make_club(anna)
    browser(anna).post(f"{open_season(club, anna).get_absolute_url()}entry/", {"do": "up"})
    answer = browser(anna).post(f"/clubs/{club.pk}/seasons/new/", FORM)
    assert (answer.status_code, "of that name already" in answer.content.decode()) == (422, True)
    assert open_season(make_club(make_person("cleo"), "Friday Fleet"), named("cleo")).name == "Autumn"


def test_two_players_are_too_few_and_members_do_not_start_it(anna: User, ben: User) -> None:
    club = make_club(anna)
    join(club, ben)
    season = open_season(club, anna)
    path = season.get_absolute_url()
    for user in (anna, ben):
        browser(user).post(f"{path}entry/", {"do": "up"})
    assert "once 3 players have signed up" in text(browser(anna), path)
    refused = browser(anna).post(f"{path}start/")
    assert (refused.status_code, "A season needs 3 players" in refused.content.decode()) == (422, True)
    refused = browser(ben).post(f"{path}start/")
    assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
    season.refresh_from_db()
    assert season.stage == "open"


def test_of_an_odd_number_one_has_a_bye_and_is_told_so() -> None:
    season = started(3)
    page = text(browser(named("clara")), season.get_absolute_url())
    assert "anna has a bye" in page
    assert page.count("1: bye") == 1  # in the table; later rounds have not begun
    assert "clara has a bye" in page
    assert "clara – anna" in page
    assert (
        "Entries are closed"
        in browser(named("clara")).post(f"{season.get_absolute_url()}entry/", {"do": "off"}).content.decode()
    )


@pytest.mark.every_view
def test_who_is_late_stands_at_the_top_and_an_organiser_gives_more_time() -> None:
    season = started(3)
    path, anna, ben = season.get_absolute_url(), named("anna"), named("ben")
    (first,) = Round.objects.filter(season=season, number=1)
    assert first.due_at is not None
    due = first.due_at
    assert "Late" not in text(browser(ben), path)
    with time_machine.travel(due + timedelta(hours=1), tick=False):
        page = text(browser(ben), path)
        assert '<h2 id="late-title">Late</h2>' in page
        assert "Round 1: ben against clara" in page
        assert "Late" in text(browser(ben), game_of(season, "ben", "clara").get_absolute_url())
        assert "Move the deadline" not in page
        form = text(browser(anna), path)
        (stamp,) = re.findall(r'name="round-1-due" value="([^"]+)"', form)
        asked = {"round-1-days": "7", "round-1-due": stamp}
        refused = browser(ben).post(f"{path}rounds/1/", asked)
        assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
        for _click in range(2):
            assert browser(anna).post(f"{path}rounds/1/", asked).status_code == 302
        first.refresh_from_db()
        assert first.due_at == timezone.now() + timedelta(days=7)
        assert "Late" not in text(browser(ben), path)
        assert "anna gave round 1 of Autumn 7 days more." in text(browser(ben), f"/clubs/{season.club_id}/")
    assert browser(anna).post(f"{path}rounds/1/", {"round-1-days": "7"}).status_code == 404


def test_a_round_is_begun_before_its_time() -> None:
    season = started(4)
    path, anna = season.get_absolute_url(), named("anna")
    assert "Begin round 2 now" in text(browser(anna), path)
    assert "Begin round 2 now" not in text(browser(named("ben")), path)
    for _click in range(2):
        assert browser(anna).post(f"{path}rounds/2/", {"do": "begin"}).status_code == 302
    assert [pairing.series is not None for number in (1, 2, 3) for pairing in games(season, number)] == [
        *[True] * 4,
        *[False] * 2,
    ]
    refused = browser(anna).post(f"{path}rounds/9/", {"do": "begin"})
    assert (refused.status_code, "Another round is the next one" in refused.content.decode()) == (422, True)
    refused = browser(named("ben")).post(f"{path}rounds/3/", {"do": "begin"})
    assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)


def test_the_next_round_of_a_swiss_is_not_begun_before_its_time() -> None:
    season = started(4, system="swiss")
    path, anna = season.get_absolute_url(), browser(named("anna"))
    page = text(anna, path)
    assert "Begin round 2 now" not in page
    assert "Buchholz" in page
    assert re.search(r"<dt>Rounds</dt> <dd>2</dd>", page)  # half as many as players
    refused = anna.post(f"{path}rounds/2/", {"do": "begin"})
    assert (refused.status_code, "once all games are decided" in refused.content.decode()) == (422, True)


def test_the_page_of_a_game_says_how_each_battle_was_settled() -> None:
    season = started(4)
    game = game_of(season, "anna", "dora")
    path = game.get_absolute_url()
    before = text(browser(named("ben")), path)
    assert "Not decided yet" in before
    assert "To your campaign game" not in before
    assert series_of(game).get_absolute_url() not in before
    assert series_of(game).token not in text(browser(named("anna")), path)
    assert "To your campaign game" in text(browser(named("anna")), path)
    won(game, "dora")
    assert "dora, great victory, confirmed by the other side" in text(browser(named("ben")), path)
    assert "0 : 4" in text(browser(named("ben")), path)
    page = text(browser(named("ben")), season.get_absolute_url())
    assert f'href="{path}"' in page


def test_of_a_game_under_way_members_see_that_alone() -> None:
    season = started(4, way="hand")
    game = game_of(season, "anna", "dora")
    battle = begun(game)
    play = Play.objects.get(battle=battle)
    paths = [game.get_absolute_url(), season.get_absolute_url(), f"{season.get_absolute_url()}games.csv"]
    before = [without_tokens(browser(named("ben")), path) for path in paths]
    assert "Under way" in before[0]
    assert f"/battles/{battle.pk}/" not in "".join(before)
    other = "talon" if play.decider == "terran" else "terran"
    Play.objects.filter(pk=play.pk).update(decider=other, number=play.number + 7)
    Wish.objects.update_or_create(
        battle=battle, side="terran", defaults={"doctrine": b"hidden", "way": "worker"}
    )
    assert [without_tokens(browser(named("ben")), path) for path in paths] == before


def without_tokens(client: Client, path: str) -> str:
    page = text(client, path)
    return re.sub(r'value="\w{64}"', "", page[page.find("<main") + 1 :])


def test_a_ruling_needs_a_sentence_and_is_taken_back() -> None:
    season = started(4)
    game, anna = game_of(season, "anna", "dora"), named("anna")
    path = game.get_absolute_url()
    wrong = browser(anna).post(path, {"ruled": "first", "reason": " "})
    assert (wrong.status_code, "This field is required" in wrong.content.decode()) == (422, True)
    wrong = browser(anna).post(path, {"ruled": "best", "reason": "Because."})
    assert wrong.status_code == 422
    browser(anna).post(path, {"ruled": "void", "reason": "The power was out."})
    assert "the game does not count" in text(browser(named("ben")), path)
    assert "Decided by an organiser" in text(browser(named("ben")), season.get_absolute_url())
    assert browser(anna).post(path, {"do": "undo"}).status_code == 302
    assert "The power was out." not in text(browser(named("ben")), path)
    club = text(browser(named("ben")), f"/clubs/{season.club_id}/")
    assert "anna took back the decision on anna against dora, round 1 of Autumn." in club
    later = game_of(season, "anna", "ben")
    refused = browser(anna).post(later.get_absolute_url(), {"ruled": "first", "reason": "Soon."})
    assert (refused.status_code, "has not begun" in refused.content.decode()) == (422, True)


def test_whoever_plays_a_game_leaves_it_to_another_organiser() -> None:
    season = started(4)
    appoint(season, "ben")
    path, words = game_of(season, "anna", "dora").get_absolute_url(), {"ruled": "first", "reason": "I won."}
    refused = browser(named("anna")).post(path, words)
    assert (refused.status_code, "You play this game yourself" in refused.content.decode()) == (422, True)
    assert "Decide this game" not in text(browser(named("anna")), path)
    assert "Another organiser can decide it: ben." in text(browser(named("anna")), path)
    assert "Decide this game" in text(browser(named("ben")), path)
    assert browser(named("ben")).post(path, words).status_code == 302
    refused = browser(named("anna")).post(path, {"do": "undo"})
    assert (refused.status_code, "You play this game yourself" in refused.content.decode()) == (422, True)


def test_a_game_between_the_only_organisers_is_decided_by_one_of_them() -> None:
    season = started(4)
    appoint(season, "dora")
    game = game_of(season, "anna", "dora")
    page = text(browser(named("dora")), game.get_absolute_url())
    assert "Decide this game" in page
    assert "Another organiser" not in page
    answer = browser(named("dora")).post(game.get_absolute_url(), {"ruled": "drawn", "reason": "We agree."})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert game.ruled == "drawn"


def appoint(season: Season, name: str) -> None:
    """Makes a member an organiser."""
    member = season.club.members.get(user__username=name).pk
    organising.appoint(club_id=season.club_id, by=named("anna"), member=member)


def test_a_player_is_withdrawn_by_an_organiser_alone() -> None:
    season = started(4)
    entrant = season.entrants.get(user__username="dora")
    path = f"{season.get_absolute_url()}players/{entrant.pk}/"
    refused = browser(named("ben")).post(path)
    assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
    assert "Withdraw dora" not in text(browser(named("ben")), season.get_absolute_url())
    assert "Withdraw dora" in text(browser(named("anna")), season.get_absolute_url())
    for _click in range(2):
        assert browser(named("anna")).post(path).status_code == 302
    page = text(browser(named("ben")), season.get_absolute_url())
    assert "none of them counts" in page
    assert season.club.notes.filter(kind="withdrew").count() == 1
    refused = browser(named("anna")).post(f"{season.get_absolute_url()}players/{entrant.pk + 99}/")
    assert (refused.status_code, "no such player" in refused.content.decode()) == (422, True)


@pytest.mark.parametrize("system", [pytest.param("robin", marks=pytest.mark.every_view), "swiss"])
def test_an_opponent_is_withdrawn_by_an_organiser_who_gains_nothing_by_it(system: str) -> None:
    season = started(4, system=system)
    rival = next(iter(names_of(season, 1, "anna") - {"anna"}))
    path = f"{season.get_absolute_url()}players/{season.entrants.get(user__username=rival).pk}/"
    host = make_person("host")
    join(season.club, host)
    appoint(season, "host")
    refused = browser(named("anna")).post(path)
    said = f"That would decide a game of yours. Another organiser can withdraw {rival}: host."
    assert (refused.status_code, said in refused.content.decode()) == (422, True)
    assert not season.entrants.exclude(withdrawn_at=None).exists()
    assert f"Withdraw {rival} from the season" not in text(browser(named("anna")), season.get_absolute_url())
    assert f"Withdraw {rival} from the season" in text(browser(host), season.get_absolute_url())
    assert browser(host).post(path).status_code == 302
    assert [one.user.username for one in season.entrants.exclude(withdrawn_at=None)] == [rival]


def names_of(season: Season, number: int, name: str) -> set[str]:
    """The two who meet in that player's game of a round."""
    pairs = [
        {one.first.user.username, one.second.user.username} for one in games(season, number) if one.second
    ]
    return next(pair for pair in pairs if name in pair)


def test_nobody_is_withdrawn_from_a_season_that_is_over() -> None:
    season = started(3)
    entrant = season.entrants.get(user__username="clara")
    Pairing.objects.filter(round__season=season, second__isnull=False).update(outcome="first")
    Round.objects.filter(season=season).update(begun_at=timezone.now())
    refused = browser(named("anna")).post(f"{season.get_absolute_url()}players/{entrant.pk}/")
    assert (refused.status_code, "This season is over" in refused.content.decode()) == (422, True)
    assert not season.entrants.exclude(withdrawn_at=None).exists()


def test_a_campaign_game_says_what_it_belongs_to_and_is_not_called_off() -> None:
    season = started(4)
    game, anna = game_of(season, "anna", "dora"), named("anna")
    path = series_of(game).get_absolute_url()
    page = text(browser(anna), path)
    assert "Autumn, Thursday Fleet" in page
    assert "It is to be over by" in page
    assert "There are no deadlines" not in page
    assert "Call the campaign game off" not in page
    assert "Concede the campaign game" in page
    refused = browser(anna).post(f"{path}call-off/")
    assert (refused.status_code, "belongs to Autumn" in refused.content.decode()) == (422, True)
    assert browser(anna).post(f"{path}concede/").status_code == 302
    game.refresh_from_db()
    assert (game.outcome, game.first_points, game.second_points) == ("second", 0, 0)


def test_a_campaign_game_leads_only_members_to_its_season() -> None:
    season = started(4)
    game, dora = game_of(season, "anna", "dora"), browser(named("dora"))
    path, link = series_of(game).get_absolute_url(), f'href="{game.get_absolute_url()}"'
    assert link in dora.get(path).content.decode()
    joining.leave(club_id=season.club_id, user=named("dora"))
    page = dora.get(path).content.decode()
    assert "Part of Autumn, Thursday Fleet." in page
    assert link not in page
    assert link in browser(named("anna")).get(path).content.decode()


def test_only_members_see_a_season_whatever_the_club(anna: User) -> None:
    for how, name in ((Joining.ASK, "Open Fleet"), (Joining.INVITED, "Closed Fleet")):
        club = founding.make_link(club_id=make_club(anna, name, how).pk, user=anna)
        season = open_season(club, anna)
        stranger = browser(make_person(f"x{how}"))
        path = season.get_absolute_url()
        hidden, nowhere = stranger.get(path), stranger.get(path.replace(f"/{season.pk}/", "/999/"))
        assert hidden.status_code == nowhere.status_code == 404
        assert b"Autumn" not in hidden.content
        for tail in ("entry/", "start/", "call-off/", "rounds/1/", "players/1/", "games/1/"):
            assert stranger.post(f"{path}{tail}").status_code == 404
        assert stranger.get(f"/clubs/{club.pk}/seasons/new/").status_code == 404
        assert "Autumn" not in stranger.get(f"/clubs/{club.pk}/").content.decode()
        assert Client().get(path).status_code == 302
    assert not season.entrants.exists()


def test_a_season_of_another_club_is_not_found_under_this_one() -> None:
    season = started(4)
    game = Pairing.objects.filter(round__season=season, second__isnull=False).first()
    assert game is not None
    other = make_club(named("dora"), "Friday Fleet")
    wrong = f"/clubs/{other.pk}/seasons/{season.pk}/"
    for path in (wrong, f"{wrong}games/{game.pk}/"):
        assert browser(named("dora")).get(path).status_code == 404
    own = open_season(other, named("dora"), name="Winter")
    assert browser(named("dora")).get(f"{own.get_absolute_url()}games/{game.pk}/").status_code == 404


def test_an_address_that_takes_a_post_leads_back() -> None:
    season = started(3)
    path, client = season.get_absolute_url(), browser(named("anna"))
    for tail in ("entry/", "start/", "call-off/", "rounds/1/", "players/1/"):
        assert client.get(f"{path}{tail}")["Location"] == path
    assert client.post(f"{path}call-off/").status_code == 422
    assert client.post(f"{path}start/").status_code == 302
    assert Pairing.objects.filter(series__isnull=False).count() == 1
