"""The shrewd commander puts itself in the enemy's place, and sees no more than its side does."""

import pytest

from campaign.commanders.commander import Commander
from campaign.commanders.reading import plans_read
from campaign.rules.settings import Settings
from campaign.rules.sight import WarView, view
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Game, Player, new_game
from engines.seam.sides import SIDES, Side


@pytest.fixture(scope="module")
def game() -> Game:
    players: dict[Side, Player] = {side: Commander(side, "steady", side) for side in SIDES}
    played = new_game(7, players, Settings(settled_by="worker"), shipped_maps()[DEFAULT], {})
    while played.war.turn < 3 or played.war.phase != "planning":
        played.step()
    return played


def seen(game: Game) -> WarView:
    return view(game.war, "terran")


def test_every_front_is_read_as_often_as_asked(game):
    read = plans_read(seen(game), "terran", 3, "whim")
    assert len(read) == 3
    places = {game.war.place_of(sector) for sector in game.war.chart.order}
    assert all(forces.keys() == places for forces in read)
    assert all(sum(forces.values()) > 0 for forces in read)


def test_the_same_view_is_read_alike_and_another_whim_otherwise(game):
    assert plans_read(seen(game), "terran", 2, "whim") == plans_read(seen(game), "terran", 2, "whim")
    assert plans_read(seen(game), "terran", 2, "whim") != plans_read(seen(game), "terran", 2, "other")


def test_nothing_is_read_where_none_is_asked_for(game):
    assert plans_read(seen(game), "terran", 0, "whim") == ()


def test_what_the_enemy_really_planned_makes_no_difference(game):
    before = Commander("terran", "shrewd", "whim").decide(seen(game))
    hidden = game.war.fleet("talon")
    hidden.treasury += 500
    assert Commander("terran", "shrewd", "whim").decide(seen(game)) == before
    hidden.treasury -= 500


def test_in_the_first_turn_the_enemy_buys_a_whole_fleet():
    war = new_game(7, {side: Commander(side) for side in SIDES}, Settings(), shipped_maps()[DEFAULT], {})
    while war.war.phase != "planning":
        war.step()
    (forces,) = plans_read(view(war.war, "talon"), "talon", 1, "whim")
    assert sum(forces.values()) > 500


def test_only_the_shrewd_reads():
    tempers = {level: Commander("terran", level).temper.reads for level in ("gentle", "steady", "shrewd")}
    assert tempers == {"gentle": 0, "steady": 0, "shrewd": 8}
