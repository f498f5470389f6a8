"""29.3: each side has a planet, and lands on the enemy's."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.fleets.lists import fleet
from engines.talon.play.aims import aim_lines
from engines.talon.records.record import fight_out
from engines.talon.results.check import refusals
from engines.talon.results.degree import outcome
from engines.talon.results.recording import endings_of, fates_open_to
from engines.talon.results.setup_check import setup_refusals
from engines.talon.rules.sequence import first_to_deploy
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.sheets.sheet import sheet_of
from engines.talon.sheets.table_drawing import draw_table
from engines.talon.terms import aims_of, terms_of
from engines.talon.text import read_position
from engines.talon.view import View
from tests.core.board import board

TERMS = """
    clock 3F terran move
    map 0,0
    mode planet of terran
    aim land terran needs 2 rule 29.3 conceded theirs
    aim land talon needs 2 rule 29.3 conceded theirs
    terrain planet 4,2 4,10
    capital 4,10
    moon 4,2
"""


def conquest(terran: str = "CL,DD,Tran,Tran", talon: str = "CL,FF,Tran,Tran") -> BattleSetup:
    """A battle with these fleets."""
    standard = BattleSetup("Vega 5", "last_ship_standing", fleet("terran", terran), fleet("talon", talon))
    return in_mode(battle_modes()["conquest"], standard, "terran")


def told(setup: BattleSetup, ending: Ending, winner: Side, landed: int, lands: Side, **fates: Any) -> Report:
    """A report in which so many transports of a side landed; its other units stand, the enemy's jumped."""
    left = landed
    lists: dict[str, list[Fate]] = {}
    for side in SIDES:
        lists[side] = []
        for unit in setup.force(side):
            fate: Any = "stands" if side == winner else "jumped"
            if side == lands and unit.ship_class == "transport" and left:
                fate, left = "landed", left - 1
            lists[side].append(Fate(unit.name, fates.get(unit.name, fate)))
    return Report(12, ending, tuple(lists["terran"]), tuple(lists["talon"]), winner)


def test_both_place_a_planet_and_the_sheet_says_so() -> None:
    setup = conquest()
    assert (setup.mode, setup.planet_owner) == ("planet", "terran")
    battle = game.new_battle(setup)
    assert {order.side for order in battle.options} == {"terran"}
    game.apply(battle, battle.options[0], SeededDice("none"))
    assert {order.side for order in battle.options} == {"talon"}
    assert battle.step == "planet"
    game.apply(battle, battle.options[0], SeededDice("none"))
    assert (battle.step, battle.side) == ("deploy", first_to_deploy(battle))
    assert len({battle.capital, battle.moon}) == 2
    assert (battle.landing_place("terran"), battle.landing_place("talon")) == (battle.moon, battle.capital)
    sheet = sheet_of(setup)
    assert "Terran places its planet in its own set-up zone, then Talon does so too." in [
        rule.text for rule in sheet.steps
    ]
    said = [rule.text for rule in sheet.reminders]
    assert "Terran wins at once when it has landed two transports on Talon's planet." in said
    assert "Talon wins at once when it has landed two transports on Terran's planet." in said
    assert draw_table(setup).words.endswith("A planet in each zone.")
    assert [one.symbol for one in draw_table(setup).terrain] == ["planet-terran", "planet-talon"]


def test_transports_beyond_two_come_in_later() -> None:
    """23, R78: two are set up, the others when their side wants them."""
    setup = conquest(terran="CL,Tran,Tran,Tran")
    said = [rule.text for rule in sheet_of(setup).reminders]
    assert "Terran sets up two transports. The rest may come in during any Reinforcement Phase." in said
    assert not any(words.startswith("Talon sets up two transports") for words in said)
    third = setup.terran[-1]
    assert "waited" in fates_open_to(setup, "terran", third)


@pytest.mark.parametrize("side", SIDES)
def test_either_side_wins_by_two_landings(side: Side) -> None:
    setup = conquest()
    assert "planet" in endings_of(setup)
    report = told(setup, "planet", side, 2, side)
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    points = 32 if side == "terran" else 36
    assert (result.winner, result.captured, result.degree) == (side, False, "devastating")
    assert result.lost("talon" if side == "terran" else "terran") == 2 * 2 * points


@pytest.mark.parametrize(
    ("ending", "winner", "landed", "lands", "words"),
    [
        ("planet", "terran", 1, "terran", "Terran wins by landing only with two transports."),
        ("planet", "terran", 2, "talon", "Talon landed two transports, which ends the battle at once."),
        ("held", "talon", 2, "talon", "Talon landed two transports, which ends the battle at once."),
        ("conceded", "terran", 2, "talon", "Talon landed two transports, which ends the battle at once."),
    ],
)
def test_what_a_report_of_landings_contradicts(
    ending: Ending, winner: Side, landed: int, lands: Side, words: str
) -> None:
    setup = conquest()
    found = refusals(setup, told(setup, ending, winner, landed, lands))
    assert words in [one.reason for one in found]


def test_one_landing_each_leaves_the_field_to_decide() -> None:
    setup = conquest()
    name = next(unit.name for unit in setup.talon if unit.ship_class == "transport")
    report = told(setup, "held", "terran", 1, "terran", **{name: "landed"})
    assert refusals(setup, report) == []
    assert (outcome(setup, report).terran_lost, outcome(setup, report).talon_lost) == (2 * 36, 2 * 32)


def test_the_aims_of_both_stand_above_the_board() -> None:
    table = board(
        TERMS
        + """
        terran CL Thor 0,5 E
        terran Tran Normandy landed
        talon CL Dauntless 12,4 W
        talon Tran Legion 9,8 W
        """
    )
    lines = aim_lines(View(table.battle, "terran"))
    assert [(line.side, line.words, line.state) for line in lines] == [
        ("terran", "Terran must land two transports", "1 of 2"),
        ("talon", "Talon must land two transports", "0 of 2"),
    ]


@pytest.mark.parametrize(
    ("wrong", "right", "rule"),
    [
        ("moon 4,2\n", "", "29.3"),
        ("moon 4,2", "moon 4,3\n    terrain nebula 4,3", "29.3"),
        ("moon 4,2", "moon 4,10", "29.3"),
        (" theirs", "", "29.3"),
    ],
)
def test_positions_in_which_the_planets_are_not_right(wrong: str, right: str, rule: str) -> None:
    text = TERMS.replace(wrong, right) + "    terran CL Thor 0,5 E\n    talon CL Dauntless 12,4 W\n"
    with pytest.raises(Refused) as refused:
        read_position("\n".join(line.strip() for line in text.strip().splitlines()))
    assert rule in [one.rule for one in refused.value.refusals]


def test_only_one_side_with_a_planet_of_its_own_is_refused() -> None:
    setup = conquest()
    terms = replace(terms_of(setup), aims=aims_of(setup)[1:])
    assert "29.3" in [one.rule for one in setup_refusals(replace(setup, terms=terms))]


def test_captains_land_on_the_enemys_planet() -> None:
    """They fight to a possible end, and some battles are decided by landing."""
    setup, endings = conquest("BC,CL,Tran,Tran", "BC,CL,Tran,Tran"), []
    for number in range(6):
        fought = fight_out(setup, {side: Doctrine("hold") for side in SIDES}, SeededDice(f"moon {number}"))
        assert refusals(setup, fought.result.report) == []
        endings.append(fought.result.report.ending)
    assert "planet" in endings
