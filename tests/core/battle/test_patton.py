"""Scenario 4 as printed: where it begins, and every way in which it ends (26.4, R41, R68, R69, R70, R89)."""

import pytest

from engines.seam.documents import Doctrine, Ending, Fate, FateWord, Report
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.damage import TalonDamage
from engines.talon.orders import Deploy, Launch
from engines.talon.records.record import fight_out
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision, result_for
from engines.talon.rules import floating_map
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.aims import aims_in_words
from engines.talon.sheets.report_form import report_form
from engines.talon.sheets.sheet import sheet_of
from engines.talon.state import Battle
from tests.core.board import board

SETUP = scenario(4)
AREAS = {
    "Patton": {(row, column) for row in (5, 6, 7) for column in (1, 2)},
    "Explorer": {(5, 14), (5, 15), (6, 15), (6, 16), (7, 14), (7, 15)},
    "Valley Forge": {(5, 14), (5, 15), (6, 15), (6, 16), (7, 14), (7, 15)},
    "Predator": {(row, column) for row in (1, 2) for column in (1, 2, 3, 4)},
    "Vision": {(row, column) for row in (5, 6, 7) for column in (8, 9)},
    "Surprise": {(row, column) for row in (5, 6, 7) for column in (8, 9)},
}


def places(battle: Battle, name: str) -> set[int]:
    return {floating_map.hex_at(battle.window, row, column) for row, column in AREAS[name]}


def test_where_everybody_begins() -> None:
    """Talon sets up first, with three counters to five; all face any way, squadrons too."""
    battle = game.new_battle(SETUP)
    assert battle.side == "talon"
    while battle.step == "deploy":
        for name in {battle.units[order.unit].name for order in battle.options if isinstance(order, Deploy)}:
            mine = [
                order
                for order in battle.options
                if isinstance(order, Deploy) and battle.units[order.unit].name == name
            ]
            assert {order.place for order in mine} <= places(battle, name)
            assert {order.facing for order in mine} == set(range(6))
        game.apply(battle, battle.options[0], SeededDice("areas"))
    assert battle.step == "launch"
    launches = [order for order in battle.options if isinstance(order, Launch)]
    assert {order.facing for order in launches} == set(range(6))
    assert {battle.units[order.unit].name for order in launches} == {"Wolverine", "Black Jack"}


def test_patton_begins_hurt_and_with_its_torpedo_rigged() -> None:
    patton = game.new_battle(SETUP).units[0]
    assert (patton.name, patton.hull, patton.shields) == ("Patton", 3, patton.kind.shields)
    assert SETUP.terran[0].damage == TalonDamage(hull=3)
    assert SETUP.terran[0].jury == 1
    assert patton.kind.groups[1].weapon == "anti_matter_torpedo"
    words = " ".join(rule.text for rule in sheet_of(SETUP).reminders)
    assert "of Patton is jury rigged" in words
    steps = " ".join(rule.text for rule in sheet_of(SETUP).steps)
    assert "Patton begins with 3 hull boxes marked." in steps


def test_both_games_are_spoken_of() -> None:
    assert any("Play it twice" in rule.text for rule in aims_in_words(SETUP))


BOARD = """
    clock {clock}
    initiative talon
    map 0,0
    bases-fall
    aim dock terran unit Patton
    arrival terran 1 right for Asgard
    arrival talon 1 top bottom for Hunter
    arrival talon 2 top bottom for Indomitable
    terran CA Patton {patton} jury 2/broken
    terran Base Valley_Forge {base}
    terran FTR Wolverine destroyed
    terran FTR Black_Jack destroyed
    terran SC Explorer destroyed
    terran CL Asgard destroyed
    talon DD Predator destroyed
    talon FF Vision {vision}
    talon FF Surprise destroyed
    talon DD Hunter destroyed
    talon CL Indomitable destroyed
"""


WEAK = "shields 0/0/0/0"
PATTON = "9,5 E hull 3"
ENDS = {
    "docked": ("3D terran move", PATTON, "10,5 W", "0,5 E", "terran move Patton ahead dock Valley_Forge"),
    "destroyed": (
        "3E talon fire",
        f"9,5 E hull 5 {WEAK}",
        "12,5 W",
        "11,5 W",
        "talon fire Vision 1 Patton",
    ),
    "no base": (
        "3E talon fire",
        "2,5 E hull 3",
        f"10,5 W hull 8 {WEAK}",
        "12,5 W",
        "talon fire Vision 1 Valley_Forge",
    ),
    "held": ("3E terran fire", PATTON, "13,5 W", f"11,5 W hull 2 {WEAK}", "terran fire Patton 1 Vision"),
    "given up": ("3E terran ap", "2,5 E hull 3 battery", "13,5 W", "12,5 W", "terran concede"),
    "let go": ("3E terran ap", "2,5 E hull 3 battery", "13,5 W", "12,5 W", "talon concede"),
}
"""By a word: the clock, Patton, the base, Vision, and the last order."""


@pytest.mark.parametrize(
    ("end", "dice", "over"),
    [
        ("docked", "", "aim terran"),
        ("destroyed", "6", "aim talon"),
        ("no base", "6", "aim talon"),
        ("held", "6", "held terran"),
        ("given up", "", "conceded talon"),
        ("let go", "", "conceded terran"),
    ],
)
def test_every_end_on_the_board(end: str, dice: str, over: str) -> None:
    clock, patton, base, vision, order = ENDS[end]
    table = board(BOARD.format(clock=clock, patton=patton, base=base, vision=vision))
    table.do(order, dice=dice)
    assert table.over == over
    found = result_for(SETUP, game.report(table.battle))
    assert (found.winner, found.degree) == (over.split()[1], "minor")


@pytest.mark.parametrize(("dice", "winner"), [("p0", "terran"), ("p2", "talon")])
def test_captains_bring_patton_home_or_stop_it(dice: str, winner: Side) -> None:
    record = fight_out(SETUP, {side: Doctrine("hold") for side in SIDES}, SeededDice(dice))
    report = record.result.report
    assert (report.ending, report.winner, record.result.degree) == ("aim", winner, "minor")
    assert refusals(SETUP, report) == []


def told(ending: Ending, winner: Side | None, rounds: int, **fates: FateWord) -> Report:
    """A report in which all stand whose fate is not given."""
    terran, talon = (
        tuple(
            Fate(unit.name, fates.get(unit.name.replace(" ", "_"), "stands"), unit.damage)
            for unit in SETUP.force(side)
        )
        for side in SIDES
    )
    return Report(rounds, ending, terran, talon, winner)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (told("aim", "terran", 4), "Terran has brought Patton home."),
        (told("aim", "talon", 4, Patton="destroyed"), "Talon has stopped Patton."),
        (
            told(
                "aim", "talon", 1, Patton="destroyed", Asgard="waited", Hunter="waited", Indomitable="waited"
            ),
            "Talon",
        ),
        (told("aim", "talon", 8, Valley_Forge="destroyed"), "Talon has stopped Patton."),
    ],
)
def test_every_end_as_a_table_reports_it(report: Report, words: str) -> None:
    assert refusals(SETUP, report) == []
    assert decision(SETUP, report).startswith(words)
    assert result_for(SETUP, report).degree == "minor"


def test_the_form_fills_in_what_is_usual() -> None:
    form = report_form(SETUP, {"winner": "talon", "ending": "aim", "rounds": "1"})
    fates = {entry.card.name: entry.fate for side in form.sides for entry in side.entries}
    assert fates["Patton"] == "destroyed"
    assert fates["Valley Forge"] == fates["Predator"] == "stands"
    assert fates["Asgard"] == fates["Hunter"] == fates["Indomitable"] == "waited"
    assert ("aim", "Patton docked, or was stopped") in form.endings
