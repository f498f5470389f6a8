"""Aims of a battle: one list says what decides it, and the two modes are such lists (29.2, 31.8, R36, S22, S23)."""

import pytest
from msgspec.structs import replace

from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES, opponent
from engines.talon import game
from engines.talon.aim_documents import Land, Losses, planet_aims
from engines.talon.aims import as_conceded, counted, deciding, landing, needed_words, times_landed, times_lost
from engines.talon.dice import ScriptedDice
from engines.talon.fleets.lists import fleet
from engines.talon.terms import aims_of
from tests.core.board import Board, board

LANDING = "terran move Normandy ahead land"


def about_to_land(*aims: Land) -> Board:
    """One transport has landed, the next can; with other aims than those of a war, if any are given."""
    table = board("""
        clock 1F terran move
        initiative talon
        map 0,-1
        mode planet of talon
        terrain planet 5,5
        capital 5,5
        terran Tran Normandy 4,5 E speed 1
        terran CA Patton 0,5 E
        terran Tran Transport_3 landed
        talon CA Sacrifice 2,5 W charge 0+0/0+0
        talon CA Justice 12,5 W
    """)
    if aims:
        table.battle.aims = aims
        game.run_to_decision(table.battle, ScriptedDice([]))
    return table


def test_the_modes_of_today_are_aims() -> None:
    forces = fleet("terran", "CA,Tran,Tran"), fleet("talon", "CL")
    assert aims_of(BattleSetup("Vega 5", "last_ship_standing", *forces)) == ()
    over = BattleSetup("Vega 5", "planet", *forces, planet_owner="talon")
    assert aims_of(over) == planet_aims("talon") == game.new_battle(over).aims
    assert about_to_land().battle.aims == planet_aims("talon")


@pytest.mark.parametrize("owner", SIDES)
def test_a_wars_battle_over_a_planet(owner) -> None:
    """S22: two more than the owner; R36: transports count double, whoever loses or lands them."""
    aims, invader = planet_aims(owner), opponent(owner)
    [aim] = deciding(aims)
    assert (aim.side, aim.needs) == (invader, 2)
    assert counted(aim, {invader: 3, owner: 2}.__getitem__) == 1
    assert [times_lost(aims, side, "transport") for side in SIDES] == [2, 2]
    assert [times_landed(aims, side) for side in SIDES] == [2, 2]
    assert (
        times_lost(aims, owner, "warship")
        == times_lost((), owner, "transport")
        == times_landed((), owner)
        == 1
    )


def test_who_needs_no_margin_counts_its_own_landings() -> None:
    aim = Land("talon", 2)
    assert counted(aim, {"talon": 2, "terran": 5}.__getitem__) == 2
    assert counted(replace(aim, net=True), {"talon": 2, "terran": 5}.__getitem__) == -3
    assert needed_words(aim, "Terran") == "two transports"


def test_where_nobody_is_treated_as_conceding_the_loser_loses_nothing_more() -> None:
    table = about_to_land(Land("terran", 2)).do(LANDING)
    assert table.over == "planet terran"
    assert not any("destroyed" in line for line in table.lines("talon"))
    table = about_to_land().do(LANDING)
    assert table.over == "planet terran"
    assert any("destroyed" in line for line in table.lines("talon CA Sacrifice"))


def test_as_many_have_to_land_as_the_aim_says() -> None:
    assert about_to_land(Land("terran", 3)).do(LANDING).over == ""


def test_who_has_no_such_aim_cannot_land() -> None:
    """23: only what the battle is about is landed on."""
    table = about_to_land(Land("talon", 2))
    assert landing(table.battle.aims, "terran") is None
    assert not table.offers(LANDING)


def test_what_counts_so_often_is_said_by_the_aim() -> None:
    aims = (Losses("terran", "transport", 3),)
    assert times_lost(aims, "terran", "transport") == 3
    assert times_lost(aims, "talon", "transport") == 1


def test_the_check_of_a_report_asks_the_same() -> None:
    free, given_up = (Land("terran", 2),), planet_aims("talon")
    assert [as_conceded(aims, "terran", "planet") for aims in (free, given_up)] == [False, True]
    assert all(as_conceded(aims, "terran", "conceded") for aims in (free, given_up))
    assert not as_conceded(given_up, "terran", "held")


def test_a_landing_that_a_base_keeps_off_hides_no_other() -> None:
    table = about_to_land(Land("talon", 0), Land("terran", 2))
    table.battle.aims = (Land("talon", 1, guarded=True), *table.battle.aims)
    assert table.do(LANDING).over == "planet terran"
