"""Battle modes on the board of the browser: how each ends, by a press (29)."""

import textwrap

import pytest
from playwright.sync_api import expect

from accounts.models import User
from battles.models import Battle
from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from bench.battles.fleets import fleet
from engines.seam.documents import BattleSetup
from engines.talon.dice import ScriptedDice
from engines.talon.game import run_to_decision
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.text import read_position
from tests.browser.checks import assert_sound
from tests.people import make_person


@pytest.fixture
def anna(transactional_db: None) -> User:
    """Who plays both sides at one screen."""
    return make_person("anna")


def on_the_board(user: User, mode: str, terran: str, talon: str, position: str) -> str:
    """The address of a battle in a mode that has come as far as the position says."""
    standard = BattleSetup("Vega 5", "last_ship_standing", fleet("terran", terran), fleet("talon", talon))
    setup = in_mode(battle_modes()[mode], standard, "terran")
    names = {unit.name for side in (setup.terran, setup.talon) for unit in side}
    board = read_position(textwrap.dedent(position).strip() + "\n")
    assert {unit.name for unit in board.units} == names
    run_to_decision(board, ScriptedDice([]))
    battle = open_battle(
        setup=setup, title="Single battle", place="Vega 5", terran_user=user, talon_user=user
    )
    begin(battle, board=board)
    return f"/battles/{battle.pk}/play/"


def test_the_second_landing_wins_an_orbital_conquest(new_page, anna: User) -> None:
    page = new_page(anna)
    page.goto(
        on_the_board(
            anna,
            "conquest",
            "CL,Tran,Tran",
            "CL,Tran,Tran",
            """
            clock 5F terran move
            map 0,0
            mode planet of terran
            aim land terran needs 2 rule 29.3 conceded theirs
            aim land talon needs 2 rule 29.3 conceded theirs
            aim losses terran role transport
            aim losses talon role transport
            terrain planet 4,2 4,10
            capital 4,10
            moon 4,2
            terran CL Asgard 0,7 E moved
            terran Tran Normandy 4,3 NW speed 1
            terran Tran Rodger_Young landed
            talon CL Dauntless 9,6 W moved
            talon Tran Legion 10,3 W moved
            talon Tran Tribe landed
            """,
        )
    )
    main = page.get_by_role("main")
    expect(main.get_by_text("Land two transports").first).to_be_visible()
    expect(main.get_by_text("1 of 2").first).to_be_visible()
    assert_sound(page)
    page.locator('.offer[value="terran move Normandy ahead land"]').click()
    expect(page.get_by_role("link", name="View report")).to_be_visible()
    battle = Battle.objects.get()
    assert battle.result_document is not None
    assert (battle.result_document.report.ending, battle.result_document.winner) == ("planet", "terran")


def test_the_transport_enters_the_worm_hole_of_a_blockade(new_page, anna: User) -> None:
    """29.5: it has won then, but the battle goes on until Terran concedes."""
    page = new_page(anna)
    page.goto(
        on_the_board(
            anna,
            "blockade",
            "Tran,CL",
            "CL,FF",
            """
            clock 3F terran move
            map 0,0
            aim escape terran rule 29.5 decides hole
            aim losses terran role transport
            terrain worm-hole 4,2
            terran Tran Normandy 4,3 NW
            terran CL Asgard 0,9 E moved
            talon CL Dauntless 12,4 W moved
            talon FF Surprise 14,2 W moved
            """,
        )
    )
    main = page.get_by_role("main")
    expect(main.get_by_text("Terran must bring Normandy into the worm hole").first).to_be_visible()
    expect(main.get_by_text("1 hex away").first).to_be_visible()
    assert_sound(page)
    page.locator('.offer[value="terran move Normandy ahead"]').click()
    expect(main.get_by_text("Terran has won").first).to_be_visible()
    assert_sound(page)
