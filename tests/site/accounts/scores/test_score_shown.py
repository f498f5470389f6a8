"""S86: a score shown by a link, withdrawn at will, and sent out as a file."""

import csv
import re
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from accounts.models import LifetimeLine, ScoreLink, User
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts
from campaign.past_results.csv_files import take
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 5, 4)
TOKEN = re.compile(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": "|X-CSRFToken&quot;: &quot;)\w+')


def line(winner: User, loser: User, points: int, facts: Facts, **more: Any) -> None:
    """A result, with a source of its own and words that name a war."""
    number = LifetimeLine.objects.count() + 1
    lifetime.book(
        source=f"battle:{number}",
        winner=winner,
        loser=loser,
        points=points,
        words=f"Great victory at Orion 3, The Secret War {number}",
        path=f"/battles/{number}/",
        facts=facts,
        **more,
    )


@pytest.fixture
def played(anna: User, ben: User) -> User:
    """Anna, who has won of ben, lost to him, and drawn with cleo."""
    cleo = make_person("+cleo")
    line(
        anna,
        ben,
        2,
        Facts(
            "front", "talon", "", "Over a planet", "hand", "The underdog scores one extra point (31.9).", DAY
        ),
    )
    line(ben, anna, 3, Facts("battle", "terran", "Patton's End", "", "table", "", DAY))
    line(cleo, anna, 0, Facts("battle", "terran", "", "", "worker", "", date(2026, 1, 1)), drawn=True)
    line(cleo, ben, 1, Facts("battle", "terran", "", "", "worker", "", DAY))
    return anna


def link_of(user: User) -> str:
    """The address of a link that the user makes."""
    assert browser(user).post("/score/link/", {"do": "share"})["Location"] == "/score/link/"
    token = ScoreLink.objects.get(user=user).token
    path = f"/score/shown/{token}/"
    assert f"http://testserver{path}" in browser(user).get("/score/link/").content.decode()
    return path


@pytest.mark.every_view
def test_s86_a_link_shows_the_sums_and_no_single_result(played: User) -> None:
    path = link_of(played)
    answer = Client().get(path)
    shown = text(answer)
    assert "Won 1 Drawn 1 Lost 1 Points 2 Against 3" in shown
    assert "ben 1 0 1 2 3 +cleo 0 1 0 0 0" in shown
    assert "Battle of a war 1 0 0 2 0" in shown
    assert "anna (solid) 2" in shown
    for private in ("Secret War", "Orion", "Patton", "/battles/", "4 May", "underdog", "/opponents/ben"):
        assert private not in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer["Cache-Control"]


def test_s86_a_link_that_is_withdrawn_leads_nowhere(played: User) -> None:
    path = link_of(played)
    assert link_of(played) == path
    browser(played).post("/score/link/", {"do": "withdraw"})
    assert Client().get(path).status_code == 404
    assert "Nobody else sees your score." in text(browser(played).get("/score/link/"))
    browser(played).post("/score/link/", {"do": "withdraw"})
    assert link_of(played) != path
    assert Client().get(path).status_code == 404
    assert Client().get("/score/shown/no-such-token/").status_code == 404


def test_s86_it_says_nothing_of_what_became_of_an_opponent(played: User, ben: User) -> None:
    """Byte for byte the same, whether an opponent's account is open or closed."""
    path = link_of(played)
    before = TOKEN.sub(b"", Client().get(path).content)
    ben.is_active = False
    ben.save()
    line(make_person("dora"), ben, 6, Facts("front", played_on=DAY))
    assert TOKEN.sub(b"", Client().get(path).content) == before


def test_s86_a_closed_account_shows_nothing(played: User) -> None:
    path = link_of(played)
    played.is_active = False
    played.save()
    assert Client().get(path).status_code == 404


def test_without_the_link_nobody_else_sees_it(played: User, ben: User) -> None:
    link_of(played)
    assert Client().get("/score/link/")["Location"].startswith("/accounts/login/")
    assert "/score/shown/" not in browser(ben).get("/score/link/").content.decode()
    assert Client().get("/score/results.csv")["Location"].startswith("/accounts/login/")


def test_few_queries_for_a_score_that_is_shown(played: User, django_assert_max_num_queries: Any) -> None:
    path, client = link_of(played), Client()
    for number in range(30):
        line(played, make_person(f"rival{number}"), 1, Facts("battle", played_on=DAY))
    with django_assert_max_num_queries(3):
        assert "rival29" in text(client.get(path))


def rows(user: User, **asked: str) -> list[dict[str, str]]:
    """The lines of the file."""
    answer = browser(user).get("/score/results.csv", asked)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="score.csv"'
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_the_results_as_a_file(played: User) -> None:
    found = rows(played)
    assert [(row["result"], row["points"], row["against"]) for row in found] == [
        ("won", "2", "0"),
        ("lost", "0", "3"),
        ("drawn", "0", "0"),
    ]
    assert found[0] | {"what": ""} == {
        "date": "2025-05-04",
        "opponent": "ben",
        "class": "battle of a war",
        "result": "won",
        "points": "2",
        "against": "0",
        "side": "talon",
        "scenario": "",
        "mode": "Over a planet",
        "fought": "on the board",
        "what": "",
        "rule": "The underdog scores one extra point (31.9).",
        "link": "http://testserver/battles/1/",
    }
    assert found[1]["side"] == "talon"
    assert found[2]["opponent"] == "'+cleo"  # no formula for a spreadsheet
    assert [row["result"] for row in rows(played, kind="battle", opponent="ben")] == ["lost"]


@pytest.mark.every_view
def test_a_file_of_this_site_that_comes_back_counts_nothing_twice(played: User) -> None:
    answer = browser(played).get("/score/results.csv").content.decode()
    client = browser(played)
    before = LifetimeLine.objects.count()
    shown = text(client.post("/past-results/file/", {"text": answer}, follow=True))
    assert "0 results entered. 3 were known already." in shown
    assert LifetimeLine.objects.count() == before
    found = take(played, answer, "https://elsewhere.test/")
    assert (found.entered, found.known, len(found.faults)) == (1, 0, 2)  # two have no degree elsewhere
