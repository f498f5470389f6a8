"""Base Assault on its pages: the scenario's page, the board to its end, and reports typed in from a table (26.9)."""

import pytest
from django.test import Client

from accounts.models import User
from battles import services
from battles.models import Battle, Status
from battles.services import open_battle
from battles.talon.play.services.captains import go_on
from engines.talon.set_ups.scenarios import scenario
from tests.hand_samples import base_assault
from tests.people import browser
from tests.site.battles.talon.play.test_bombardment import typed
from tests.site.plays import ordered
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    """The scenario between two people, to be recorded from a table."""
    return open_battle(
        setup=scenario(9), title="Scenario 9", place="Base Assault", terran_user=anna, talon_user=ben
    )


def test_the_page_says_what_decides_it() -> None:
    said = text(Client().get("/scenarios/9/"))
    assert "Fleets of" not in said
    assert "Terran's squadrons may dock with Talon's base at any Speed, one at a time" in said
    assert "A black hole lies in row 1, column 14." in said
    assert "The base is pulled into the black hole at the end of round 7." in said


def test_from_the_base_to_the_jump(anna: User) -> None:
    """R74: out of the base on the board, and what stands above it."""
    play = base_assault(anna, "3C terran undock", "boarded Hope 2C home Hornet")
    path = f"/battles/{play.battle_id}/play/"
    client = browser(anna)
    assert "Wolverine in Hope, out from impulse C of round 3" in text(client.get(path))
    ordered(play, "terran", "terran undock Wolverine 9,3 SW 6")
    assert "bring it to Hornet, and jump: with Wolverine" in text(client.get(path))


@pytest.mark.parametrize(
    ("wolverine", "words"),
    [
        ("docked Hornet intel", "Terran has brought the intelligence away aboard Hornet"),
        ("9,4 W intel", "Talon has kept the intelligence from the enemy"),
    ],
)
def test_the_carrier_jumps(anna: User, wolverine: str, words: str) -> None:
    play = base_assault(anna, "6 terran jumps", wolverine, "12,2 W")
    ordered(play, "terran", "terran jump Hornet")
    go_on(play.battle_id)
    said = text(browser(anna).get(f"/battles/{play.battle_id}/play/"))
    assert words in said


def _entered(battle: Battle, anna: User, fields: dict[str, str]) -> Battle:
    """The battle with a report that both players confirm."""
    sent = battle.engine.usual_fields(battle.setup_document, fields) | {"version": str(battle.version)}
    answer = browser(anna).post(f"/battles/{battle.pk}/report/", sent)
    assert answer.status_code == 302, text(answer)
    battle.refresh_from_db()
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    return battle


@pytest.mark.parametrize(
    ("winner", "words", "degree"),
    [
        ("terran", "Terran has brought the intelligence away aboard Hornet.", "devastating"),
        ("talon", "Talon has kept the intelligence from the enemy.", "minor"),
    ],
)
def test_a_report_from_a_table(battle: Battle, anna: User, winner: str, words: str, degree: str) -> None:
    found = _entered(battle, anna, {"winner": winner, "ending": "aim", "rounds": "6"})
    result = found.result_document
    assert result is not None
    assert (result.winner, result.degree) == (winner, degree)
    assert words in text(browser(anna).get(f"/battles/{battle.pk}/"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"winner": "terran", "ending": "aim", "rounds": "5"}, "cannot jump before round 6"),
        ({"winner": "talon", "ending": "conceded", "rounds": "9"}, "in the black hole at the end of round 7"),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(
    battle: Battle, anna: User, fields: dict[str, str], words: str
) -> None:
    assert words in typed(battle, anna, **fields)
