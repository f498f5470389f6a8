"""The Sector Capital on its pages: the board, a report typed in, the report of a fought battle, its sheet (26.8)."""

import re

import pytest

from accounts.models import User
from battles import services
from battles.models import Battle, Play, Status
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from bench.site.fought_samples import fought_battle
from engines.seam import codec
from engines.seam.sides import SIDES
from engines.talon.play.offers.legal import offers
from engines.talon.report.cast import cast_of
from engines.talon.results.check import refusals
from engines.talon.set_ups.scenarios import scenario
from engines.talon.view import View
from tests.hand_samples import sector_capital
from tests.markup import flat
from tests.people import browser
from tests.site.plays import ordered, until
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    """The scenario between two people, to be recorded from a table."""
    return open_battle(
        setup=scenario(8), title="Scenario 8", place="The Sector Capital", terran_user=anna, talon_user=ben
    )


def typed(battle: Battle, user: User, **fields: str) -> str:
    """What a change in the form is answered with."""
    sent = {name.replace("_", "-"): value for name, value in fields.items()}
    sent |= {"version": str(battle.version), "set_for": ""}
    return flat(browser(user).post(f"/battles/{battle.pk}/report/draft/", sent).content.decode())


def entered(battle: Battle, anna: User, ben: User, **fields: str) -> Battle:
    """The battle with the report of these fields, entered by one player and confirmed by the other."""
    typed(battle, anna, **fields)
    answer = browser(anna).post(f"/battles/{battle.pk}/report/", _filled(battle, **fields))
    assert answer.status_code == 302, text(answer)
    battle.refresh_from_db()
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    return battle


def _filled(battle: Battle, **fields: str) -> dict[str, str]:
    sent = {name.replace("_", "-"): value for name, value in fields.items()}
    return battle.engine.usual_fields(battle.setup_document, sent) | {"version": str(battle.version)}


def test_the_form_asks_for_the_damage_and_says_what_decides_it(battle: Battle, anna: User) -> None:
    page = flat(browser(anna).get(f"/battles/{battle.pk}/report/").content.decode())
    assert 'name="planet-damage" value="" min="0" max="50"' in page
    assert "Damage to Eden" in page
    assert "Destroyed Eden" in page
    assert "Talon wins a devastating victory at once with 50 points of damage to Eden." in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"winner": "talon", "ending": "held", "planet_damage": "51"}, "destroyed with 50 points of damage"),
        ({"winner": "talon", "ending": "held", "planet_damage": "50"}, "Talon wins at once"),
        (
            {"winner": "terran", "ending": "aim", "planet_damage": "20"},
            "Only Talon can win by destroying Eden",
        ),
        ({"winner": "talon", "ending": "held"}, "Enter the damage done to Eden, 0 to 50"),
        ({"winner": "talon", "ending": "held", "planet_damage": "many"}, "Enter the damage done to Eden"),
    ],
)
def test_a_damage_that_cannot_be_is_refused_on_the_page(
    battle: Battle, anna: User, fields: dict[str, str], words: str
) -> None:
    assert words in typed(battle, anna, rounds="9", **fields)


def test_a_report_with_the_planet_destroyed(battle: Battle, anna: User, ben: User) -> None:
    """Fifty points win at once; the form fills them in, and nobody of Terran's has to be gone."""
    found = entered(battle, anna, ben, winner="talon", ending="aim", rounds="9")
    result = found.result_document
    assert result is not None
    assert (result.report.planet_damage, result.winner, result.degree) == (50, "talon", "devastating")
    said = text(browser(ben).get(f"/battles/{battle.pk}/"))
    assert "Talon has destroyed Eden. That was after 9 rounds." in said
    assert "Eden took 50 points of damage: 500 points against Terran" in said


def test_a_report_of_the_last_ship_standing(battle: Battle, anna: User, ben: User) -> None:
    """Terran holds the field, Talon's ships got away, and twelve points of damage are 120 lost points."""
    found = entered(battle, anna, ben, winner="terran", ending="held", rounds="9", planet_damage="12")
    result = found.result_document
    assert result is not None
    assert (result.winner, result.terran_lost, result.degree) == ("terran", 120, "minor")
    assert "Eden took 12 points of damage: 120 points against Terran" in text(
        browser(anna).get(f"/battles/{battle.pk}/")
    )


def test_a_report_that_terran_conceded(battle: Battle, anna: User, ben: User) -> None:
    """The planet counts as destroyed, whatever was done to it."""
    found = entered(battle, anna, ben, winner="talon", ending="conceded", rounds="9", planet_damage="7")
    result = found.result_document
    assert result is not None
    assert (result.report.planet_damage, result.terran_lost, result.degree) == (7, 500, "devastating")
    assert "Terran conceded, so Eden counts as destroyed: 500 points against Terran" in text(
        browser(anna).get(f"/battles/{battle.pk}/")
    )


def test_a_concession_on_the_board_says_first_what_eden_counts(battle: Battle, anna: User) -> None:
    """R91: and the report says what of the points is for the planet, and what of the fleet."""
    play = begin(battle)
    until(play, number=8)
    warned = "Eden then counts as destroyed: 500 points against you."
    board = board_of(play)
    warnings = {
        side: next(one.warn for one in offers(View(board, side)).whole if one.verb == "concede")
        for side in SIDES
    }
    assert warned in warnings["terran"]
    assert "Eden" not in warnings["talon"]
    ordered(play, "terran", "terran concede")
    go_on(play.battle_id)
    said = text(browser(anna).get(f"/battles/{play.battle_id}/fought/"))
    worth = sum(role.kind.points for role in cast_of(play.battle.setup_document) if role.side == "terran")
    found = re.search(rf"Terran lost (\d+) points: (\d+) of the fleet’s {worth}, 500 for Eden", said)
    assert found is not None
    lost, fleet = map(int, found.groups())
    assert lost == fleet + 500


def test_the_sheet_for_paper_has_a_line_for_it(battle: Battle, anna: User) -> None:
    said = text(browser(anna).get(f"/battles/{battle.pk}/sheet/"))
    assert "Damage to Eden, of 50" in said
    assert "A planet lies in row 10, column 8." in said
    assert "Terran sets up in rows 8 to 11." in said


def test_on_the_board_it_is_named_shown_and_destroyed(anna: User) -> None:
    """The aim above the board, the figure on the planet, its offers; and the end by the fiftieth point."""
    play = sector_capital(anna, damage=49)
    page = browser(anna).get(f"/battles/{play.battle_id}/play/").content.decode()
    assert "Talon must do 50 points of damage to Eden: <b>49 of 50</b>" in page
    assert "<title>Eden: 49 of 50 points of damage</title>" in page
    assert 'data-aims-at="999"' in page
    assert "<h4>Eden</h4>" in page
    for _ in range(20):
        fire = "talon fire Eliminator 1 planet"
        ordered(play, "talon", fire)
        go_on(play.battle_id)
        play.refresh_from_db()
        if play.stage == Play.Stage.OVER:
            break
        play = sector_capital(anna, damage=49)
    said = text(browser(anna).get(f"/battles/{play.battle_id}/play/"))
    assert "damage to Eden: 50 of 50" in said
    assert "The battle is over: Talon has destroyed Eden." in said


def test_why_not_answers_about_the_planet(anna: User) -> None:
    """A ship that cannot reach it is told why, at the hex of the planet."""
    play = sector_capital(anna, damage=3)
    x, y = 333, 360
    as_now = f"at={play.number}&draft=0&x={x}&y={y}"
    said = text(browser(anna).get(f"/battles/{play.battle_id}/play/why/?{as_now}&unit=5"))
    assert "at Eden" in said
    assert "This is possible." in said


def test_the_report_of_a_fought_battle_tells_of_the_planet(anna: User, ben: User) -> None:
    fought = fought_battle(anna, ben, scenario(8))
    report = codec.decode_report(bytes(fought.report or b""))
    assert refusals(scenario(8), report) == []
    page = text(browser(anna).get(f"/battles/{fought.pk}/fought/"))
    assert f"Eden: {report.planet_damage} of 50 points of damage" in page
    frames = browser(anna).get(f"/battles/{fought.pk}/fought/frames.json").json()
    assert frames[-1]["planet"] == report.planet_damage
