"""Two clubs meet as teams: the challenge, the teams, the boards, and who sees what of them."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Delivery, User
from battles.battle.services.taking_back import take_back
from battles.models import Series
from battles.talon.series import following
from campaign.models import War
from campaign.rules.orders import Surrender
from campaign.war.services import log
from clubs.matches.reading import state_of
from clubs.membership import joining
from clubs.membership.founding import close_club
from clubs.models import Board, Club, Joining, Match
from engines.seam.series import Player
from engines.seam.sides import SIDES
from tests.campaign_games import win
from tests.people import browser, make_person
from tests.site.clubs.clubs import join, make_club
from tests.site.wars import version_of

pytestmark = pytest.mark.django_db
FORM: dict[str, Any] = {
    "name": "Derby",
    "boards": "2",
    "legs": "picked",
    "scenarios": ["1"],
    "days": "14",
    "way": "table",
    "tempo": "step",
}
HOME, AWAY = ("anna", "ben", "clara"), ("dora", "emil", "fritz")


def two_clubs() -> tuple[Club, Club]:
    """A club of anna, who organises it, with ben and clara, and one of dora, with emil and fritz."""
    people = [make_person(name, webhook_url="https://example.org/hook") for name in (*HOME, *AWAY)]
    home, away = make_club(people[0]), make_club(people[3], "Friday Fleet")
    join(home, *people[1:3])
    join(away, *people[4:])
    return home, away


def named(name: str) -> User:
    return User.objects.get(username=name)


def challenged(home: Club, away: Club, **fields: Any) -> Match:
    """A match to which anna's club has challenged dora's in the form."""
    answer = browser(named("anna")).post(
        f"/clubs/{home.pk}/matches/new/", {**FORM, "away": str(away.pk), **fields}
    )
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.select_related("home", "away").get(pk=int(answer["Location"].split("/")[3]))


def does(name: str, match: Match, club: Club, **fields: str) -> Any:
    """The answer to what somebody does for a club of a match."""
    return browser(named(name)).post(f"{match.get_absolute_url()}clubs/{club.pk}/", fields)


def team(*names: str) -> dict[str, str]:
    """The fields that name these players, from board 1 on."""
    return {f"board_{number}": str(named(name).pk) for number, name in enumerate(names, 1)}


def begun(**fields: Any) -> Match:
    """A match that has begun: anna and ben against dora and emil."""
    home, away = two_clubs()
    match = challenged(home, away, **fields)
    assert does("dora", match, away, do="accept").status_code == 302
    assert does("anna", match, home, **team("anna", "ben")).status_code == 302
    assert does("dora", match, away, **team("dora", "emil")).status_code == 302
    match.refresh_from_db()
    return match


def board(match: Match, number: int) -> Board:
    return match.board_set.select_related("first__user", "second__user", "series", "war").get(number=number)


def won(row: Board, by: str) -> Any:
    """The battle of a board of one leg, won by a player."""
    series = row.series
    assert series is not None
    battle = following.begin_leg(series_id=series.pk, user=series.user, number=1)
    player: Player = "user" if series.user.username == by else "rival"
    win(battle, player, series=series)
    return battle


def text(name: str, path: str, status: int = 200) -> str:
    answer = browser(named(name)).get(path)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def table(match: Match) -> list[tuple[str, int, int]]:
    """Club, score and points for, the better first."""
    names = {club.pk: club.name for club in (match.home, match.away)}
    return [(names[row.player], row.score, row.points_for) for row in state_of(match).rows]


@pytest.mark.every_view
def test_a_match_from_the_challenge_to_its_result() -> None:
    home, away = two_clubs()
    assert "Challenge a club" in text("anna", f"/clubs/{home.pk}/")
    assert "Challenge a club" not in text("ben", f"/clubs/{home.pk}/")
    assert "Friday Fleet" in text("anna", f"/clubs/{home.pk}/matches/new/")
    match = challenged(home, away)
    assert challenged(home, away) == match  # two clicks
    path = match.get_absolute_url()
    assert path in text("emil", f"/clubs/{away.pk}/")
    assert "Accept for Friday Fleet" in text("dora", path)
    assert "Accept for Friday Fleet" not in text("emil", path)
    assert does("dora", match, away, do="accept").status_code == 302
    assert does("anna", match, home, **team("anna", "ben")).status_code == 302
    assert does("dora", match, away, **team("dora", "emil")).status_code == 302
    one, two = board(match, 1), board(match, 2)
    assert [(row.first.user.username, row.second.user.username) for row in (one, two)] == [
        ("anna", "dora"),
        ("emil", "ben"),
    ]
    page = text("anna", path)
    assert "Under way" in page
    assert f'href="{one.series.get_absolute_url() if one.series else ""}">Play' in page
    assert ">Talon first</th>" in page
    assert ">Play<" not in text("fritz", path)
    won(one, "anna")
    won(two, "ben")
    assert table(match) == [("Thursday Fleet", 4, 8), ("Friday Fleet", 0, 0)]
    assert "Result" in text("fritz", path)
    shown = text("fritz", one.get_absolute_url())
    assert "anna, great victory, confirmed by the other side" in shown
    assert "anna plays for Thursday Fleet, dora for Friday Fleet." in shown
    told = Delivery.objects.filter(key=f"match:{match.pk}:over")
    assert sorted(told.values_list("user__username", flat=True)) == ["anna", "ben", "dora", "emil"]


def test_a_result_that_is_taken_back_leaves_the_table_and_comes_back_once() -> None:
    match = begun()
    battle = won(board(match, 1), "dora")
    assert table(match)[0] == ("Friday Fleet", 2, 4)
    for side in SIDES:
        battle.refresh_from_db()
        take_back(battle_id=battle.pk, side=side, seen_version=battle.version)
    assert [row[1:] for row in table(match)] == [(0, 0), (0, 0)]
    battle.refresh_from_db()
    series = board(match, 1).series
    assert series is not None
    win(battle, "user", series=series)
    assert table(match)[0] == ("Thursday Fleet", 2, 4)


def test_boards_can_be_wars() -> None:
    fields = {"legs": "war", "chart": "three_gates", "settled_by": "table", "pace": "days:2"}
    match = begun(**fields)
    row = board(match, 2)
    war = row.war
    assert war is not None
    assert (War.objects.count(), Series.objects.count()) == (2, 0)
    assert "Part of" in text("emil", f"/wars/{war.pk}/terran/")
    assert ">Talon</th>" in text("emil", match.get_absolute_url())
    ben = named("ben")
    log.submit(war_id=war.pk, side="talon", user=ben, seen_version=version_of(war), order=Surrender())
    assert table(match)[0] == ("Friday Fleet", 2, 5)
    assert "ben surrendered." in text("clara", row.get_absolute_url())
    assert f'href="/wars/{war.pk}/"' not in text("clara", row.get_absolute_url())
    assert f'href="/wars/{war.pk}/"' in text("ben", row.get_absolute_url())


def test_no_club_sees_the_other_ones_team_before_both_are_named() -> None:
    """Two matches that differ in the team of one club alone look the same to the other."""
    home, away = two_clubs()
    match = challenged(home, away)
    does("dora", match, away, do="accept")
    path, seen = match.get_absolute_url(), []
    for names in (("anna", "ben"), ("clara", "anna")):
        assert does("anna", match, home, **team(*names)).status_code == 302
        seen.append([plain(name, path) for name in ("dora", "emil", "ben")])
        assert match.board_set.count() == 0
    assert seen[0] == seen[1]
    assert "Thursday Fleet has named its team." in seen[0][0]
    assert f'value="{named("clara").pk}" selected' in text("anna", path)
    assert not Delivery.objects.filter(body__contains="clara").exists()


def plain(name: str, path: str) -> str:
    """The page without what is drawn anew each time."""
    return re.sub(r'value="\w{64}"', "", text(name, path).partition("<main")[2])


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("anna", "anna"), "This player is named twice."),
        (("anna", "dora"), "Select a valid choice"),
        (("anna",), "This field is required."),
    ],
)
def test_a_team_is_of_members_each_once(names: tuple[str, ...], words: str) -> None:
    home, away = two_clubs()
    match = challenged(home, away)
    does("dora", match, away, do="accept")
    refused = does("anna", match, home, **team(*names))
    assert (refused.status_code, words in refused.content.decode()) == (422, True)
    assert not match.places.exists()


def test_whoever_belongs_to_both_clubs_plays_for_neither() -> None:
    home, away = two_clubs()
    join(away, named("ben"))
    match = challenged(home, away)
    does("dora", match, away, do="accept")
    for name, club in (("anna", home), ("dora", away)):
        assert ">ben<" not in text(name, match.get_absolute_url())
        assert does(name, match, club, **team("anna" if club == home else "dora", "ben")).status_code == 422


def test_a_player_who_changes_clubs_can_be_named_by_the_new_one() -> None:
    home, away = two_clubs()
    match = challenged(home, away)
    does("dora", match, away, do="accept")
    does("anna", match, home, **team("anna", "ben"))
    joining.leave(club_id=home.pk, user=named("ben"))
    join(away, named("ben"))
    assert does("dora", match, away, **team("dora", "ben")).status_code == 302
    assert not match.board_set.exists()
    assert Delivery.objects.filter(user=named("anna"), body__contains="Name the team anew.").exists()
    does("anna", match, home, **team("anna", "clara"))
    assert [row.second.user.username for row in match.board_set.all()] == ["dora", "clara"]


def test_a_player_who_has_left_is_named_anew() -> None:
    home, away = two_clubs()
    match = challenged(home, away)
    does("dora", match, away, do="accept")
    does("anna", match, home, **team("anna", "ben"))
    joining.leave(club_id=home.pk, user=named("ben"))
    does("dora", match, away, **team("dora", "emil"))
    assert not match.board_set.exists()
    assert Delivery.objects.filter(user=named("anna"), body__contains="Name the team anew.").exists()
    does("anna", match, home, **team("anna", "clara"))
    assert match.board_set.count() == 2


def test_only_organisers_act_and_only_for_their_own_club() -> None:
    home, away = two_clubs()
    match = challenged(home, away)
    for name, club, do in (("anna", away, "accept"), ("emil", away, "accept"), ("ben", home, "off")):
        refused = does(name, match, club, do=do)
        assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
    refused = does("anna", match, home, do="accept")
    assert (refused.status_code, "that was challenged accepts" in refused.content.decode()) == (422, True)
    assert does("anna", match, away, **team("anna", "ben")).status_code == 404
    refused = does("anna", match, home, **team("anna", "ben"))
    assert refused.status_code == 422
    match.refresh_from_db()
    assert match.stage == "asked"
    other = make_club(named("clara"), "Sunday Fleet")
    assert does("anna", match, other, do="off").status_code == 422
    assert browser(named("ben")).get(f"/clubs/{home.pk}/matches/new/").status_code == 404


def test_a_challenge_is_declined_or_taken_back() -> None:
    home, away = two_clubs()
    for name, club, words in (
        ("dora", away, "dora declined the challenge of Thursday Fleet."),
        ("anna", home, "anna called off the match with Friday Fleet."),
    ):
        match = challenged(home, away)
        assert does(name, match, club, do="off").status_code == 302
        assert does(name, match, club, do="off").status_code == 404  # nobody sees it any more
        text("anna", match.get_absolute_url(), 404)
        assert words in text(name, f"/clubs/{club.pk}/")
    told = Delivery.objects.filter(key__endswith=":off")
    assert sorted(told.values_list("user__username", flat=True)) == ["anna", "dora"]
    for one in told:
        text(one.user.username, one.path)  # the page of a match that was called off is gone


def test_a_match_that_has_begun_is_not_called_off() -> None:
    match = begun()
    refused = does("anna", match, match.home, do="off")
    assert (refused.status_code, "has begun" in refused.content.decode()) == (422, True)
    refused = does("anna", match, match.home, **team("ben", "anna"))
    assert (refused.status_code, match.board_set.count()) == (422, 2)


def test_a_board_is_given_up_by_an_organiser_of_that_club() -> None:
    match = begun()
    row = board(match, 2)
    path = row.get_absolute_url()
    refused = browser(named("ben")).post(path)
    assert refused.status_code == 422
    for _click in range(2):
        assert browser(named("anna")).post(path).status_code == 302
    assert table(match)[0] == ("Friday Fleet", 2, 0)
    assert "Given up for ben, so it counts as won by emil" in text("fritz", match.get_absolute_url())
    won(board(match, 2), "ben")  # it can be played all the same
    assert table(match)[0] == ("Friday Fleet", 2, 0)
    won(board(match, 1), "anna")
    refused = browser(named("dora")).post(board(match, 1).get_absolute_url())
    assert (refused.status_code, "decided already" in refused.content.decode()) == (422, True)


def test_a_match_goes_on_when_the_other_club_is_closed() -> None:
    """Its members keep the result; of a challenge nothing is left, nor anything for members of the closed club."""
    match = begun()
    asked = challenged(match.home, match.away, name="Return")
    close_club(club_id=match.away_id, user=named("dora"))
    won(board(match, 1), "anna")
    assert browser(named("anna")).post(board(match, 2).get_absolute_url()).status_code == 302
    assert "Given up for ben" in text("clara", match.get_absolute_url())
    assert match.get_absolute_url() in text("clara", f"/clubs/{match.home_id}/")
    assert [row[1] for row in table(match)] == [2, 2]
    for name, path in (("anna", asked.get_absolute_url()), ("dora", match.get_absolute_url())):
        text(name, path, 404)


def test_who_is_late_is_seen() -> None:
    match = begun()
    won(board(match, 1), "anna")
    assert match.due_at is not None
    assert ">Late<" not in text("clara", match.get_absolute_url())
    with time_machine.travel(match.due_at + timedelta(hours=1), tick=False):
        assert text("clara", match.get_absolute_url()).count("Late") == 1


def test_only_members_of_the_two_clubs_see_a_match() -> None:
    match = begun()
    make_person("xeno")
    for path in (match.get_absolute_url(), board(match, 1).get_absolute_url()):
        text("xeno", path, 404)
        assert Client().get(path).status_code == 302
    for club in (match.home, match.away):
        assert browser(named("xeno")).post(f"{match.get_absolute_url()}clubs/{club.pk}/").status_code == 404
    joining.leave(club_id=match.away_id, user=named("emil"))
    text("emil", match.get_absolute_url(), 404)
    series = board(match, 2).series
    assert series is not None
    page = text("emil", series.get_absolute_url())
    assert "Part of Derby, Thursday Fleet against Friday Fleet." in page
    assert match.get_absolute_url() not in page
    text("anna", f"{match.get_absolute_url()}boards/9/", 404)


def test_a_match_leads_to_those_of_its_clubs_that_the_reader_sees() -> None:
    match = begun()
    Club.objects.filter(pk=match.away_id).update(joining=Joining.INVITED)
    home, away = (f'<a href="{club.get_absolute_url()}">' for club in (match.home, match.away))
    for name, seen in (("anna", (True, False)), ("dora", (True, True))):
        page = text(name, match.get_absolute_url())
        assert (home in page, away in page) == seen


def test_a_hidden_club_cannot_be_challenged_by_whoever_does_not_see_it() -> None:
    home, _away = two_clubs()
    hidden = make_club(make_person("greta"), "Hidden Fleet", Joining.INVITED)
    path = f"/clubs/{home.pk}/matches/new/"
    assert "Hidden Fleet" not in text("anna", path)
    answer = browser(named("anna")).post(path, {**FORM, "away": str(hidden.pk)})
    assert (answer.status_code, Match.objects.exists()) == (422, False)


def test_the_database_keeps_a_board_from_being_made_twice() -> None:
    match = begun()
    one, two = board(match, 1), board(match, 2)
    for changes in ({"number": 2}, {"series": two.series}, {"first": two.first}, {"given_up": "both"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Board.objects.filter(pk=one.pk).update(**changes)
