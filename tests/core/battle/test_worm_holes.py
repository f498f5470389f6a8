"""19 and 29.5: worm holes, and the blockade of one."""

from typing import Any

import pytest

from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, FateWord, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.fleets.lists import fleet
from engines.talon.hexes import at
from engines.talon.orders import WormHole
from engines.talon.play.aims import aim_lines, decided_for
from engines.talon.play.board import play_board
from engines.talon.play.offers.legal import offers
from engines.talon.records.drawing import draw
from engines.talon.records.record import fight_out
from engines.talon.report.drawing.geometry import centre
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision, outcome
from engines.talon.results.recording import fates_open_to
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.sheets.sheet import sheet_of
from engines.talon.sheets.table_drawing import draw_table
from engines.talon.text import read_position
from engines.talon.view import View
from tests.core.board import board

TERMS = """
    clock 3F terran move
    initiative terran
    map 0,0
    aim escape terran rule 29.5 decides hole
    aim losses terran role transport
    terrain worm-hole 4,2
"""


def blockade(first: Side = "terran") -> BattleSetup:
    """A battle in the mode; the first side is the convoy."""
    lists = ("Tran,CL,DD", "CL,FF") if first == "terran" else ("CL,DD", "Tran,CL,FF")
    forces = (fleet("terran", lists[0]), fleet("talon", lists[1]))
    return in_mode(battle_modes()["blockade"], BattleSetup("Vega 5", "last_ship_standing", *forces), first)


def told(
    setup: BattleSetup, transport: FateWord, ending: Ending, winner: Side, rest: FateWord = "jumped"
) -> Report:
    """A report with what became of Terran's transport; the loser's other ships have another fate than standing."""
    lists: dict[str, Any] = {
        side: tuple(
            Fate(
                unit.name,
                transport if unit.ship_class == "transport" else "stands" if side == winner else rest,
            )
            for unit in setup.force(side)
        )
        for side in SIDES
    }
    return Report(9, ending, lists["terran"], lists["talon"], winner)


@pytest.mark.parametrize("first", SIDES)
def test_the_attacker_places_it_and_the_sheet_says_so(first: Side) -> None:
    setup = blockade(first)
    attacker: Side = "talon" if first == "terran" else "terran"
    battle = game.new_battle(setup)
    assert battle.step == "worm-hole"
    assert {(type(order), order.side) for order in battle.options} == {(WormHole, attacker)}
    captain = Captain(Doctrine())
    order = captain.decide(View(battle, attacker))
    game.apply(battle, order, SeededDice("none"))
    assert list(battle.terrain.values()) == ["worm-hole"]
    assert battle.step == "deploy"
    sheet = sheet_of(setup)
    assert f"{attacker.title()} places the worm hole in its own set-up zone." in [
        rule.text for rule in sheet.steps
    ]
    assert not any("Open space" in rule.text for rule in sheet.steps)
    said = [rule.text for rule in sheet.reminders]
    wins = f"{first.title()} wins if its transport enters the worm hole, and {attacker.title()} if it is destroyed."
    assert wins in said
    assert "It cannot jump, and enters the worm hole at any Speed." in said
    assert draw_table(setup).words.endswith(f"Worm hole in the {attacker.title()} zone.")
    assert "worm-hole" in [one.symbol for one in draw_table(setup).terrain]


def test_it_is_placed_on_the_board() -> None:
    battle = game.new_battle(blockade())
    [placing] = offers(View(battle, "talon")).placed
    assert (placing.verb, placing.items[0].words, placing.rule) == ("worm-hole", "Worm hole", "29.5")
    assert offers(View(battle, "talon")).words == "Talon: place the worm hole."


@pytest.mark.parametrize(
    ("transport", "winner", "by_aim", "lost"),
    [
        ("through", "talon", "terran", {"terran": 0, "talon": 64}),
        ("destroyed", "terran", "talon", {"terran": 64}),
    ],
)
def test_the_transport_decides_whoever_holds_the_field(
    transport: FateWord, winner: Side, by_aim: Side, lost: dict[Side, int]
) -> None:
    """29.5, R42: as a table would report it."""
    setup = blockade()
    report = told(setup, transport, "held", winner)
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    assert (result.winner, result.by_aim) == (by_aim, by_aim)
    for side, points in lost.items():
        assert result.lost(side) == points
    name = next(unit.name for unit in setup.terran if unit.ship_class == "transport")
    words = "got away" if transport == "through" else "was destroyed"
    assert decision(setup, report) == f"{by_aim.title()} won: {name} {words}."


def test_over_the_edge_it_has_not_escaped() -> None:
    """R71, R97: then the field decides, and it counts for nobody."""
    setup = blockade()
    result = outcome(setup, told(setup, "left", "held", "terran"))
    assert (result.winner, result.talon_lost) == ("terran", 0)
    assert not result.by_aim


def test_reports_that_cannot_be() -> None:
    setup = blockade()
    found = [one.reason for one in refusals(setup, told(setup, "jumped", "held", "talon"))]
    assert any("cannot jump: it escapes by the worm hole." in reason for reason in found)
    convoy = in_mode(
        battle_modes()["convoy"],
        BattleSetup("Vega 5", "last_ship_standing", setup.terran, setup.talon),
        "terran",
    )
    found = [one.reason for one in refusals(convoy, told(convoy, "through", "held", "talon"))]
    assert any("There is no worm hole" in reason for reason in found)
    transport = next(unit for unit in setup.terran if unit.ship_class == "transport")
    other = next(unit for unit in setup.terran if unit.ship_class != "transport")
    assert fates_open_to(setup, "terran", transport) == ("stands", "destroyed", "left", "through")
    assert fates_open_to(setup, "terran", other) == ("stands", "destroyed", "jumped", "left", "through")
    assert "through" not in fates_open_to(convoy, "terran", transport)


def test_the_aim_stands_above_the_board_until_it_is_reached() -> None:
    table = board(
        TERMS
        + """
        terran CL Thor 0,5 E moved
        terran Tran Normandy 4,3 NW
        talon CL Dauntless 12,4 W moved
        """
    )
    line, theirs = aim_lines(View(table.battle, "terran"))
    assert (theirs.side, theirs.words) == ("talon", "Talon must destroy Normandy")
    assert (line.words, line.state, line.stage) == (
        "Terran must bring Normandy into the worm hole",
        "1 hex away",
        "open",
    )
    [ahead] = [one for one in offers(View(table.battle, "terran")).units[1] if one.way == "ahead"]
    assert (ahead.words, ahead.warn) == ("Ahead, enter the worm hole", "")
    table.do("terran move Normandy ahead")
    first, line, theirs = aim_lines(View(table.battle, "terran"))
    assert (theirs.state, theirs.stage) == ("away", "lost")
    assert first.words == "Terran has won"
    assert (line.state, line.stage) == ("away", "reached")
    assert decided_for(View(table.battle, "talon")) == "terran"
    assert "% worm hole" in draw(table.battle)


def test_it_is_in_sight_with_the_fleets() -> None:
    """However far it is from all ships."""
    table = board(
        TERMS
        + """
        terran CL Thor 0,9 E moved
        terran Tran Normandy 1,8 NW
        talon CL Dauntless 5,9 W moved
        """
    )
    view = View(table.battle, "terran")
    assert play_board(view, offers(view)).view.holds(centre(at(4, 2)))


def test_captains_make_for_it_and_nobody_else_flies_in() -> None:
    """The transport goes through in some battles and is caught in others; no other ship leaves by it."""
    setup, ends = blockade(), set()
    for number in range(12):
        fought = fight_out(setup, {side: Doctrine("hold") for side in SIDES}, SeededDice(f"hole {number}"))
        report = fought.result.report
        assert refusals(setup, report) == []
        through = [fate.name for side in SIDES for fate in report.fates(side) if fate.fate == "through"]
        names = [unit.name for unit in setup.terran if unit.ship_class == "transport"]
        assert set(through) <= set(names)
        ends.add(fought.result.winner)
    assert ends == set(SIDES)


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (TERMS.replace("    terrain worm-hole 4,2\n", ""), "29.5"),
        (TERMS + "    talon FF Vision 4,2 W\n", "17"),
    ],
)
def test_positions_that_cannot_be(lines: str, rule: str) -> None:
    text = lines + "    terran CL Thor 0,5 E\n    talon CL Dauntless 12,4 W\n"
    with pytest.raises(Refused) as refused:
        read_position("\n".join(line.strip() for line in text.strip().splitlines()))
    assert rule in [one.rule for one in refused.value.refusals]
