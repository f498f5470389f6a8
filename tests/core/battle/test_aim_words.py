"""What is said of the aims of a scenario before, during and after it: targets, an escape, landings (26, R72)."""

import pytest

from engines.seam.documents import Fate, Report
from engines.seam.sides import SIDES
from engines.talon import game
from engines.talon.play.aims import aim_lines
from engines.talon.play.offers.legal import offers
from engines.talon.results.degree import decision
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.aims import aims_in_words
from engines.talon.view import View
from tests.core.board import board

SECRETS = """
    clock 6 terran jumps
    initiative terran
    map 0,-1
    aim target terran unit Wasp rule 26
    aim target talon unit Imperial rule 26
    terran CV Wasp 0,5 E speed 1
    terran BC Alexander 1,5 E
    talon CA Service 9,5 W
"""


@pytest.mark.parametrize(
    ("imperial", "warn"),
    [
        (
            "destroyed",
            "Imperial is destroyed: once this ship is away you win.",
        ),
        ("9,6 W", "It leaves the battle for good."),
    ],
)
def test_to_jump_away_says_that_it_wins(imperial: str, warn: str) -> None:
    """26, R72: once the enemy's target is destroyed."""
    view = View(board(SECRETS + f"    talon DN Imperial {imperial}").battle, "terran")
    assert offers(view).units[0][0].warn == warn


def test_to_jump_away_with_the_convoy_says_that_it_wins() -> None:
    """26.7."""
    view = View(
        board("""
            clock 6 terran jumps
            initiative terran
            map 0,-1
            aim escape terran rule 26 decides
            terran Tran Normandy 0,5 E speed 1
            terran CL Asgard 1,5 E speed 1
            talon CA Sacrifice 9,5 W
        """).battle,
        "terran",
    )
    assert [offers(view).units[number][0].warn for number in (0, 1)] == [
        "Once it is away you have won.",
        "It leaves the battle for good.",
    ]


def test_a_target_is_explained_with_its_side() -> None:
    """26.6: whose it is, and what both are to do."""
    words = " ".join(rule.text for rule in aims_in_words(scenario(6)))
    assert "Wasp is Terran's target: Terran is to bring it away, and Talon to destroy it." in words
    line, theirs, *_, otherwise = aim_lines(View(game.new_battle(scenario(6)), "terran"))
    assert (line.side, line.words, line.state) == ("terran", "Terran must bring Wasp away", "not set up yet")
    assert (theirs.side, theirs.words, theirs.state) == ("talon", "Talon must destroy Wasp", "not set up yet")
    assert otherwise.words == "If no aim is reached, whoever has the last ships on the map wins"


def test_two_landings_are_told_as_what_they_are() -> None:
    """26.5: the planet is not taken, so nobody keeps it either."""
    setup = scenario(5)
    terran, talon = (tuple(Fate(unit.name, "stands") for unit in setup.force(side)) for side in SIDES)
    landed = tuple(Fate(fate.name, "landed") if fate.name in ("Legion", "Tribe") else fate for fate in talon)
    report = Report(6, "planet", terran, landed, "talon")
    assert decision(setup, report) == "Talon has landed two transports."
