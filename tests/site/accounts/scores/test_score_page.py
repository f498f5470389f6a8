"""The page of a person's lifetime score: won, drawn and lost, by opponent and by whatever else is chosen."""

import re
from datetime import date
from typing import Any

import pytest

from accounts.models import LifetimeLine, User
from accounts.scores import lifetime, reckoning
from accounts.scores.lifetime import Facts
from accounts.scores.reckoning import Chosen
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
PATTON, LANDING = "Patton's End", "Planetary Invasion"


@pytest.fixture
def played(anna: User, ben: User) -> tuple[User, User]:
    """Five results of anna against ben, and one against cleo."""
    cleo = make_person("cleo")
    single = {"kind": "battle", "way": "table"}
    line(anna, ben, 3, Facts(**single, side="terran", scenario=PATTON, played_on=date(2024, 12, 31)))
    line(ben, anna, 2, Facts(**single, side="terran", mode=LANDING, played_on=date(2025, 1, 1)))
    line(anna, ben, 4, Facts("front", side="talon", way="hand", played_on=date(2025, 3, 4)))
    line(anna, ben, 5, Facts("war", side="talon", played_on=date(2025, 6, 1)))
    line(
        anna, ben, 0, Facts(**single, side="terran", scenario=PATTON, played_on=date(2026, 2, 3)), drawn=True
    )
    line(cleo, anna, 1, Facts("leg", side="terran", way="worker", played_on=date(2026, 2, 3)))
    line(cleo, ben, 6, Facts("front", side="terran", way="hand", played_on=date(2026, 2, 3)))
    return anna, ben


def line(winner: User, loser: User, points: int, facts: Facts, **more: Any) -> None:
    """A result, with a source of its own."""
    number = LifetimeLine.objects.count() + 1
    source = f"battle:{number}" if facts.kind != "war" else f"war:{number}"
    path = f"/battles/{number}/"
    lifetime.book(
        source=source,
        winner=winner,
        loser=loser,
        points=points,
        words=f"Result {number}",
        path=path,
        facts=facts,
        **more,
    )


def figures(user: User, **asked: str) -> tuple[int, int, int, int, int]:
    """What the facts at the head of the page say, as an address asks for it."""
    shown = text(browser(user).get("/opponents/", asked))
    found = re.search(r"Won (\d+) Drawn (\d+) Lost (\d+) Points (\d+) Against (\d+)", shown)
    assert found is not None, shown
    won, drawn, lost, points, against = (int(figure) for figure in found.groups())
    return won, drawn, lost, points, against


def test_all_that_was_won_drawn_and_lost(played: tuple[User, User]) -> None:
    anna, ben = played
    assert figures(anna) == (3, 1, 2, 12, 3)
    assert figures(ben) == (1, 1, 4, 2, 18)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"kind": "battle"}, (1, 1, 1, 3, 2)),
        ({"kind": "front"}, (1, 0, 0, 4, 0)),
        ({"kind": "war"}, (1, 0, 0, 5, 0)),
        ({"kind": "leg"}, (0, 0, 1, 0, 1)),
        ({"scenario": PATTON}, (1, 1, 0, 3, 0)),
        ({"mode": LANDING}, (0, 0, 1, 0, 2)),
        ({"side": "terran"}, (1, 1, 0, 3, 0)),
        ({"side": "talon"}, (2, 0, 2, 9, 3)),
        ({"year": "2024"}, (1, 0, 0, 3, 0)),
        ({"year": "2025"}, (2, 0, 1, 9, 2)),
        ({"way": "table"}, (1, 1, 1, 3, 2)),
        ({"way": "hand"}, (1, 0, 0, 4, 0)),
        ({"way": "worker"}, (0, 0, 1, 0, 1)),
        ({"kind": "battle", "year": "2025", "side": "talon"}, (0, 0, 1, 0, 2)),
        ({"opponent": "cleo"}, (0, 0, 1, 0, 1)),
        ({"opponent": "ben", "side": "talon"}, (2, 0, 1, 9, 2)),
    ],
)
def test_it_can_be_chosen(
    played: tuple[User, User], asked: dict[str, str], expected: tuple[int, int, int, int, int]
) -> None:
    assert figures(played[0], **asked) == expected


@pytest.mark.parametrize("year", ["0000", "20x5", "²024", "20255", "-1", "1999"])
def test_a_choice_that_fits_nothing_says_so(played: tuple[User, User], year: str) -> None:
    answer = browser(played[0]).get("/opponents/", {"year": year})
    assert answer.status_code == 200
    assert "Nothing you have played fits this choice." in text(answer)
    assert figures(played[0], year=year) == (0, 0, 0, 0, 0)


def test_charts_add_up_month_by_month_beside_a_table(played: tuple[User, User]) -> None:
    answer = browser(played[0]).get("/opponents/")
    shown = text(answer)
    assert answer.content.decode().count("<svg viewBox") == 2
    table = shown[shown.index("Points by month") :]
    assert "Nov 2024 0 0 Dec 2024 3 0 Jan 2025 3 2 Mar 2025 7 2 Jun 2025 12 2 Feb 2026 12 3" in table
    assert "You (solid) 12" in shown
    assert "Opponents (dashed) 3" in shown


@pytest.mark.every_view
def test_of_one_opponent_curves_and_filters_stay_with_them(played: tuple[User, User]) -> None:
    client = browser(played[0])
    page = client.get("/opponents/ben/").content.decode()
    assert 'href="/opponents/?opponent=ben"' in page
    shown = client.get("/opponents/", {"opponent": "ben"})
    assert "Against ben." in text(shown)
    assert "ben (dashed) 2" in text(shown)
    assert '<input type="hidden" name="opponent" value="ben">' in shown.content.decode()


def test_tables_say_it_by_opponent_class_and_year(played: tuple[User, User]) -> None:
    shown = text(browser(played[0]).get("/opponents/"))
    assert "ben 3 Feb 2026 3 1 1 12 2" in shown
    assert "cleo 3 Feb 2026 0 0 1 0 1" in shown
    assert (
        "Single battle 1 1 1 3 2 Battle of a war 1 0 0 4 0 Leg of a campaign game 0 0 1 0 1 War 1 0 0 5 0"
        in shown
    )
    assert "2026 0 1 1 0 1 2025 2 0 1 9 2 2024 1 0 0 3 0" in shown


def test_tables_say_it_by_scenario_mode_side_and_way(played: tuple[User, User]) -> None:
    anna, ben = played
    shown = text(browser(anna).get("/opponents/"))
    assert f"Scenario Won Drawn Lost Points Against {PATTON} 1 1 0 3 0" in shown
    assert "Battle mode Won Drawn Lost Points Against Planetary Invasion 0 0 1 0 2" in shown
    assert "Terran 1 1 0 3 0 Talon 2 0 2 9 3" in shown
    assert "On the board 1 0 0 4 0 By captains 0 0 1 0 1 At a table 1 1 1 3 2" in shown
    assert "Terran 1 0 2 2 9 Talon 0 1 2 0 9" in text(browser(ben).get("/opponents/")), "each by the own side"
    chosen = text(browser(anna).get("/opponents/", {"side": "talon"}))
    assert "By your side" not in chosen
    assert "By way of settling" in chosen
    assert "By scenario" not in chosen, "no line with that side has one"


@pytest.mark.every_view
def test_results_lead_to_where_they_were_won_and_keep_what_was_chosen(played: tuple[User, User]) -> None:
    anna, _ben = played
    shown = browser(anna).get("/score/results/", {"kind": "battle"})
    page = shown.content.decode()
    assert [f"/battles/{number}/" in page for number in (1, 2, 3, 4, 5, 6)] == [
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    assert "Result 5 Single battle 3 Feb 2026 ben At a table Drawn 0 : 0" in text(shown)
    assert "Result 2 Single battle 1 Jan 2025 ben At a table Lost 0 : 2" in text(shown)
    against = text(browser(anna).get("/score/results/", {"opponent": "cleo"}))
    assert "Result 6" in against
    assert "Result 5" not in against


def test_nobody_sees_lines_between_others(played: tuple[User, User]) -> None:
    anna, ben = played
    assert "Result 7" not in text(browser(anna).get("/score/results/"))
    assert "Result 7" in text(browser(ben).get("/score/results/"))
    stranger = browser(make_person("dora"))
    assert "Nothing has been played yet that counts." in text(stranger.get("/score/results/"))
    assert "Nothing you have played" in text(stranger.get("/score/results/", {"opponent": "anna"}))
    assert reckoning.tally(ben, Chosen(opponent="anna")) == reckoning.Tally(1, 1, 3, 2, 12)


def test_notes_say_which_rule_the_points_follow(anna: User, ben: User) -> None:
    line(anna, ben, 1, Facts("front", note="The favored side scores 1 at most (31.9)."))
    answer = browser(anna).get("/opponents/ben/")
    assert "Battle of a war. The favored side scores 1 at most §" in text(answer)
    assert 'data-rule="31.9"' in answer.content.decode()
