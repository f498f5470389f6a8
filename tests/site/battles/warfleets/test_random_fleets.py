"""Random fleets: lawful in a game of any size, different each time, and worth their points."""

from random import Random

import pytest

from battles.warfleets.forms import LEAST_POINTS, MOST_POINTS
from battles.warfleets.keeping import MOST_SHIPS, MOST_SQUADRONS
from battles.warfleets.random_fleets import random_fleet
from engines.warfleets.building import refusals
from engines.warfleets.catalogue import catalogue
from engines.warfleets.fleet import fleet_points

FLEETS = 200


@pytest.mark.parametrize("points", [LEAST_POINTS, 45, 59, 100, 299, 300, 450, 600, 1000, MOST_POINTS])
def test_a_random_fleet_may_be_played(points: int) -> None:
    fleets = [random_fleet(points, Random(seed)) for seed in range(FLEETS)]
    assert [one for fleet in fleets for one in refusals(fleet, points)] == []
    assert min(map(fleet_points, fleets)) > points - 10
    assert max(len(fleet.ships) for fleet in fleets) <= MOST_SHIPS
    assert max(len(fleet.squadrons) for fleet in fleets) <= MOST_SQUADRONS


def test_random_fleets_differ() -> None:
    chance = Random(1)
    assert len({random_fleet(300, chance) for _ in range(FLEETS)}) == FLEETS


def test_between_them_random_fleets_have_everything() -> None:
    known = catalogue()
    fleets = [random_fleet(300, Random(seed)) for seed in range(FLEETS)]
    ships = [ship for fleet in fleets for ship in fleet.ships]
    assert {ship.size for ship in ships} == set(known.ships)
    assert {one.kind for fleet in fleets for one in fleet.squadrons} == set(known.squadrons)
    assert {ship.hero for ship in ships} == {"", *known.heroes}
    assert {ship.title for ship in ships} == {"", *known.titles}
    assert {one for ship in ships for one in ship.upgrades} == set(known.upgrades)
    assert {one.weapon for ship in ships for one in ship.weapons} == set(known.weapons)
