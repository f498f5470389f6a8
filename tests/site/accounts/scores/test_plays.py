"""The battles of a lifetime score as plays for BG Stats."""

import json
from datetime import date
from typing import Any

import pytest
from django.test import Client

from accounts.models import LifetimeLine, User
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts
from tests.people import browser, make_person

pytestmark = pytest.mark.django_db
DAY = date(2025, 5, 4)


def line(source: str, winner: User, loser: User, points: int, facts: Facts, **more: Any) -> None:
    """A result with an address of its own."""
    lifetime.book(
        source=source,
        winner=winner,
        loser=loser,
        points=points,
        words=f"Great victory, {source}",
        path=f"/{source}/",
        facts=facts,
        **more,
    )


@pytest.fixture
def played(anna: User, ben: User) -> User:
    """Anna, who has won of ben in a war, lost to him at a table, drawn with cleo, and won the war."""
    cleo = make_person("cléo")
    line("battle:1", anna, ben, 2, Facts("front", "talon", "", "Over a planet", "hand", "The cap.", DAY))
    line("battle:2", ben, anna, 3, Facts("battle", "terran", "Patton's End", "", "table", "", DAY))
    line("past:1", cleo, anna, 0, Facts("battle", played_on=date(2026, 1, 1)), drawn=True)
    line("war:1", anna, ben, 5, Facts("war", played_on=DAY))
    line("battle:3", cleo, ben, 1, Facts("battle", "terran", way="worker", played_on=DAY))
    return anna


def plays_of(user: User, **asked: str) -> dict[str, Any]:
    """The file, read."""
    answer = browser(user).get("/score/results.bgsplay", asked)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="score.bgsplay"'
    found: dict[str, Any] = json.loads(answer.content)
    return found


@pytest.mark.every_view
def test_each_battle_is_a_play_with_who_won_and_the_points(played: User, ben: User) -> None:
    found = plays_of(played)
    first, second, third = found["plays"]
    assert first["playDate"] == "2025-05-04 00:00:00"
    assert first["board"] == "Over a planet"
    assert first["comments"] == "Great victory, battle:1\nThe cap.\nhttp://testserver/battle:1/"
    assert [
        (one["playerRefId"], one["role"], one["score"], one["winner"]) for one in first["playerScores"]
    ] == [
        (played.pk, "Talon", "2", True),
        (ben.pk, "Terran", "0", False),
    ]
    assert second["board"] == "Patton's End"
    assert [
        (one["playerRefId"], one["role"], one["score"], one["winner"]) for one in second["playerScores"]
    ] == [
        (ben.pk, "Terran", "3", True),
        (played.pk, "Talon", "0", False),
    ]
    assert [(one["role"], one["score"], one["winner"]) for one in third["playerScores"]] == [
        ("", "0", False)
    ] * 2
    assert all(one["startPlayer"] is False for play in found["plays"] for one in play["playerScores"])


def test_every_reference_leads_to_something_in_the_file(played: User) -> None:
    found = plays_of(played)
    names = {one["id"]: one["name"] for one in found["players"]}
    assert names[found["userInfo"]["meRefId"]] == "anna"
    assert sorted(names.values()) == ["anna", "ben", "cléo"]
    assert {one["playerRefId"] for play in found["plays"] for one in play["playerScores"]} == set(names)
    assert {play["gameRefId"] for play in found["plays"]} == {one["id"] for one in found["games"]}
    places = {one["id"]: one["name"] for one in found["locations"]}
    where = [places.get(play.get("locationRefId")) for play in found["plays"]]
    assert where[1:] == ["At a table", None]
    assert where[0] not in {None, "At a table"}
    assert [(game["name"], game["highestWins"], game["noPoints"]) for game in found["games"]] == [
        ("Talon", True, False)
    ]


def test_a_play_that_is_sent_again_or_corrected_is_the_same_play(played: User) -> None:
    before = [play["uuid"] for play in plays_of(played)["plays"]]
    lifetime.change(source="battle:1", points=3, words="Corrected", other_won=True)
    after = plays_of(played)["plays"]
    assert [play["uuid"] for play in after] == before
    assert len(set(before)) == 3
    assert [one["winner"] for one in after[0]["playerScores"] if one["playerRefId"] == played.pk] == [False]


def test_both_players_send_out_the_same_play(played: User, ben: User) -> None:
    mine, theirs = plays_of(played, opponent="ben")["plays"], plays_of(ben, opponent="anna")["plays"]
    assert [play["uuid"] for play in mine] == [play["uuid"] for play in theirs]


def test_only_what_is_asked_for_and_only_of_oneself(played: User) -> None:
    assert [play["board"] for play in plays_of(played, kind="battle", opponent="ben")["plays"]] == [
        "Patton's End"
    ]
    assert Client().get("/score/results.bgsplay")["Location"].startswith("/accounts/login/")
    stranger = plays_of(make_person("dora"))
    assert stranger["plays"] == []
    assert [one["name"] for one in stranger["players"]] == ["dora"]


def test_few_queries_for_many_plays(played: User, django_assert_max_num_queries: Any) -> None:
    for number in range(20):
        line(
            f"battle:{100 + number}", played, make_person(f"rival{number}"), 1, Facts("battle", played_on=DAY)
        )
    client = browser(played)
    with django_assert_max_num_queries(4):
        assert len(json.loads(client.get("/score/results.bgsplay").content)["plays"]) == 23
    assert LifetimeLine.objects.count() == 25


def test_the_page_says_which_past_results_have_no_play(played: User, ben: User) -> None:
    line("past:2", played, ben, 6, Facts("war", played_on=DAY))
    page = " ".join(browser(played).get("/score/link/").content.decode().split())
    assert "past wars and campaign games that were entered without their battles are not in it at all" in page
    assert len(plays_of(played)["plays"]) == 3
