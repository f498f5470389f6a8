"""A season of eight members, from its opening to its last table, with a dispute that an organiser settles."""

import re

import pytest

from accounts.models import LifetimeLine, User
from battles import services
from battles.models import Battle, Series
from clubs.models import Pairing, Season
from engines.talon.sheets import typed
from tests.people import browser
from tests.site.clubs.seasons import NAMES, begun, game_of, games, owed, started, won, work

pytestmark = pytest.mark.django_db

DISPUTED = ("ben", "clara")
"""Ben and Clara do not agree on what happened in round 4."""


def stronger(pairing: Pairing) -> str:
    """Who wins in this season: whoever comes first in the alphabet, but that hugo beats anna."""
    names = sorted(entrant.user.username for entrant in (pairing.first, pairing.second) if entrant)
    return "hugo" if names == ["anna", "hugo"] else names[0]


def text(user: User, path: str) -> str:
    answer = browser(user).get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def table(page: str) -> list[tuple[str, ...]]:
    """The rows of the standings: place, player, played, won, drawn, lost, points, score."""
    found = []
    for row in page.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr")[1:]:
        cells = re.findall(r'<td class="num">(.*?)</td>', row)
        (name,) = re.findall(r"<summary> ?(\w+)", row)
        found.append((cells[0].strip(), name, *(cell.strip() for cell in cells[2:]), cells[1].strip()))
    return found


def dispute(pairing: Pairing) -> Battle:
    """A battle whose result one player has entered and the other disputes."""
    battle = begun(pairing)
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    entered = services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )
    services.dispute(
        battle_id=battle.pk, side="talon", seen_version=entered.version, remark="My ships were there."
    )
    return battle


def test_a_season_of_eight_to_its_last_table() -> None:
    season = started(8)
    people = {name: User.objects.get(username=name) for name in NAMES}
    path, anna = season.get_absolute_url(), people["anna"]
    assert not anna.is_staff
    assert season.rounds == 7
    assert Series.objects.count() == 4
    assert "Round 1: you play hugo" in text(anna, path)
    assert text(people["ben"], series_path(season, "ben", "greta")).count("Autumn, Thursday Fleet") == 1
    disputed = None
    for number in range(1, 8):
        assert {pairing.series is not None for pairing in games(season, number)} == {True}
        for pairing in games(season, number):
            if (pairing.first.user.username, name_of(pairing)) == DISPUTED:
                disputed = dispute(pairing), pairing
            else:
                won(pairing, stronger(pairing))
        if disputed is not None and not disputed[1].ruled:
            work()
            assert owed()[-1] == (number, "done")  # no more is owed while a game is not decided
            assert Series.objects.count() == 4 * number
            settle_dispute(season, people, disputed[1])
            disputed[1].refresh_from_db()
        work()
    assert disputed is not None
    # each victory is a great one in a last leg, so 4 points; the decision has none
    page = text(people["hugo"], path)
    assert "Last table" in page
    assert table(page) == [
        ("1", "anna", "7", "6", "0", "1", "24 : 4", "12"),
        ("2", "clara", "7", "6", "0", "1", "20 : 4", "12"),
        ("3", "ben", "7", "5", "0", "2", "20 : 4", "10"),
        ("4", "dora", "7", "4", "0", "3", "16 : 12", "8"),
        ("5", "emil", "7", "3", "0", "4", "12 : 16", "6"),
        ("6", "fritz", "7", "2", "0", "5", "8 : 20", "4"),
        ("7", "greta", "7", "1", "0", "6", "4 : 24", "2"),
        ("8", "hugo", "7", "1", "0", "6", "4 : 24", "2"),
    ]
    assert "The witness saw it." in text(people["hugo"], disputed[1].get_absolute_url())
    club = text(people["hugo"], f"/clubs/{season.club_id}/")
    assert (
        "anna decided ben against clara, round 4 of Autumn: counts as won by clara. The witness saw it."
        in club
    )
    disputed[0].refresh_from_db()
    assert disputed[0].status != "settled"
    assert (
        not LifetimeLine.objects.filter(player=people["clara"], opponent=people["ben"])
        .exclude(points=0)
        .exists()
    )
    assert Series.objects.count() == 28


def name_of(pairing: Pairing) -> str:
    assert pairing.second is not None
    return pairing.second.user.username


def series_path(season: Season, first: str, second: str) -> str:
    found = game_of(season, first, second).series
    assert found is not None
    return found.get_absolute_url()


def settle_dispute(season: Season, people: dict[str, User], pairing: Pairing) -> None:
    """Members may not decide, not even their own game; an organiser may, who is no admin."""
    path, words = pairing.get_absolute_url(), {"ruled": "second", "reason": "The witness saw it."}
    refused = browser(people["ben"]).post(path, {**words, "ruled": "first"})
    assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
    assert "Decide this game" not in text(people["ben"], path)
    assert "Decide this game" in text(people["anna"], path)
    assert browser(people["anna"]).post(path, words).status_code == 302
    assert browser(people["anna"]).post(path, words).status_code == 302
    assert season.club.notes.filter(kind="ruled").count() == 1
    assert "counts as won by clara" in text(people["ben"], path)
