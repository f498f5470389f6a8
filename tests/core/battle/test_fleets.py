"""The twelve scenarios' fleets, as set-ups and as the examples in docs/examples."""

from pathlib import Path

import pytest

from bench.battles.fleets import SCENARIOS, document, fleet, fleets_of, points
from engines.seam.codec import decode_setup
from engines.seam.sides import SIDES
from engines.talon import game
from engines.talon.catalogue import class_of
from engines.talon.set_ups.scenarios import scenario

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
PUBLISHED = {
    1: (230, 230),
    2: (143, 140),
    3: (277, 274),
    5: (286, 292),
    6: (380, 381),
    7: (175, 180),
    8: (526, 532),
    9: (422, 418),
    10: (550, 548),
    11: (638, 641),
    12: (883, 884),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_the_points_are_the_published_ones(number):
    """A squadron counts 44, a base 184; for scenario 4 no totals are published."""
    setup = fleets_of(number)
    assert tuple(points(setup.force(side), side) for side in SIDES) == PUBLISHED[number]


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_names_are_the_games_own(number):
    """Every ship is of its class."""
    setup = fleets_of(number)
    for side in SIDES:
        for unit in setup.force(side):
            assert unit.name in class_of(side, unit).names


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_example_is_the_scenario(number):
    """As it is written, as it is read, and a battle begins with it."""
    raw = (EXAMPLES / f"scenario-{number:02}.json").read_bytes()
    assert raw == document(number)
    assert decode_setup(raw) == scenario(number)
    assert game.new_battle(decode_setup(raw)).options


def test_there_is_no_other_example_of_a_scenario():
    """Twelve of them."""
    assert len(list(EXAMPLES.glob("scenario-*.json"))) == len(SCENARIOS) == 12


def test_a_fleet_by_its_classes():
    """Names of the game first, then numbers."""
    names = [unit.name for unit in fleet("terran", "SC,SC,SC,Base")]
    assert names == ["Explorer", "Voyager", "Pathfinder", "Valley Forge"]
