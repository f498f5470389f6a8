"""How captains set up (21): the same again for the same seed, otherwise for another, and never in each other's way."""

from itertools import combinations

import pytest

from bench.battles.fleets import fleets_of, of_classes
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.deploying import across, middle
from engines.talon.hexes import distance
from engines.talon.set_ups.scenarios import scenario
from engines.talon.state import Battle
from engines.talon.view import View, decider

SEEDS = range(12)
EVEN = of_classes("SC,DD,CL,CA,BB", "FF,DD,CL,CA,DN")


def set_up(setup: BattleSetup, seed: int) -> Battle:
    """The battle when both captains have set up."""
    battle, dice = game.new_battle(setup), SeededDice(1)
    captains = {side: Captain(seed=seed + at) for at, side in enumerate(SIDES)}
    while not battle.round:
        side = decider(battle)
        assert side is not None
        game.apply(battle, captains[side].decide(View(battle, side)), dice)
    return battle


def placed(battle: Battle) -> frozenset[tuple[str, int, int]]:
    """Which ship stands where, and how it faces."""
    return frozenset((unit.name, unit.place, unit.facing) for side in SIDES for unit in battle.present[side])


def test_the_same_seed_sets_up_the_same_way():
    assert all(placed(set_up(EVEN, seed)) == placed(set_up(EVEN, seed)) for seed in SEEDS)


@pytest.mark.parametrize("setup", [EVEN, fleets_of(12), scenario(6)], ids=["even", "12", "6"])
def test_another_seed_sets_up_another_way(setup):
    """So nobody can learn the computer's opening by heart."""
    assert len({placed(set_up(setup, seed)) for seed in SEEDS}) > 8


@pytest.mark.parametrize("seed", SEEDS)
def test_ships_have_room_beside_them_and_stand_near_the_middle(seed):
    battle = set_up(EVEN, seed)
    for side in SIDES:
        places = [unit.place for unit in battle.present[side]]
        assert min(distance(one - other) for one, other in combinations(places, 2)) >= 2
        centre = middle(View(battle, side))
        assert max(abs(across(place) - centre) for place in places) <= 4 * len(places)


def test_the_ship_in_the_middle_faces_to_either_side():
    """Neither is better by itself, and a battle can hang on it."""
    duel = of_classes("CA", "CA")
    for side in SIDES:
        assert len({set_up(duel, seed).present[side][0].facing for seed in SEEDS}) == 2
