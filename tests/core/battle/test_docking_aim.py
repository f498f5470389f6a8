"""A unit that is to dock with a base, whose docking or loss ends the battle at once (26.4, R70)."""

import pytest
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Ending, Fate, FateWord, Report, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.aim_documents import Dock
from engines.talon.play.aims import aim_lines
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision, outcome
from engines.talon.results.recording import endings_of, fates_open_to, usual_fates
from engines.talon.results.setup_check import setup_refusals
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.report_form import endings_in_words
from engines.talon.sheets.sheet import sheet_of
from engines.talon.terms import TalonTerms
from engines.talon.view import View
from tests.core.board import board

HOME = """
    clock {clock}
    initiative {initiative}
    map 0,0
    aim dock terran unit Patton
    terran CA Patton {patton}
    terran Base Valley_Forge 9,5 W
    terran SC Explorer 9,9 NW
    talon CA Unity 5,5 W
"""


def to_dock() -> BattleSetup:
    """A battle in which Napoleon is to dock."""
    setup = scenario(1)
    terran = (*setup.terran, Unit("Valley Forge", "base"))
    return replace(setup, terran=terran, terms=TalonTerms("Home", (Dock("terran", "Napoleon"),), "minor"))


def told(ending: Ending, winner: Side | None, rounds: int = 4, **fates: FateWord) -> Report:
    """A report of that battle, in which all stand whose fate is not given."""
    terran, talon = (
        tuple(
            Fate(unit.name, fates.get(unit.name.replace(" ", "_"), "stands"))
            for unit in to_dock().force(side)
        )
        for side in SIDES
    )
    return Report(rounds, ending, terran, talon, winner)


def test_others_of_its_side_do_not_dock() -> None:
    table = board(HOME.format(clock="2D terran move", initiative="talon", patton="8,5 E"))
    assert table.offers("terran move Patton ahead dock Valley_Forge")
    assert table.offers("terran move Patton ahead")
    table.refuses("terran move Explorer ahead dock Valley_Forge", "16")
    table.do("terran move Patton ahead dock Valley_Forge")
    assert table.over == "aim terran"


def test_it_is_off_the_map_before_missiles_there_reach_it() -> None:
    """R25, R70: docking ends its move."""
    table = board(
        HOME.format(clock="2D terran move", initiative="talon", patton="8,5 E hull 5 shields 0/0/0/0")
        + "    talon missile m1 9,5 W at Patton\n"
    )
    table.do("terran move Patton ahead dock Valley_Forge")
    assert table.over == "aim terran"


def test_the_map_grows_rather_than_lose_it() -> None:
    """7.5, R70: alone at the edge it stays, and another unit of its kind would have left."""
    lines = """
        clock 2D terran move
        initiative talon
        map 0,0 extended
        {aim}terran CA Patton {patton} W
        terran Base Valley_Forge 21,6 W
        talon CA Unity 20,6 W
    """
    edge = "-1,5"
    assert "Patton left" in "".join(
        board(lines.format(aim="", patton=edge)).do("terran move Patton ahead").lines("terran CA Patton")
    )
    table = board(lines.format(aim="aim dock terran unit Patton\n        ", patton=edge))
    table.do("terran move Patton ahead")
    table.shows("Patton -2,5 W")
    assert table.battle.window.columns == 24


def test_who_concedes_has_lost() -> None:
    table = board(HOME.format(clock="2E terran ap", initiative="talon", patton="-1,7 E battery")).do(
        "terran concede"
    )
    assert table.over == "conceded talon"


@pytest.mark.parametrize(
    ("patton", "status", "words"),
    [
        ("5,7 E", "map", "4 hexes away"),
        ("8,5 E", "map", "1 hex away"),
        ("destroyed", "destroyed", "destroyed"),
    ],
)
def test_the_board_says_how_far_it_is(patton: str, status: str, words: str) -> None:
    clock = "2E terran move" if status == "map" else "2E terran move\n    over aim talon"
    view = View(board(HOME.format(clock=clock, initiative="talon", patton=patton)).battle, "terran")
    line, theirs = aim_lines(view)
    assert (line.words, line.state) == ("Terran must dock Patton with the base", words)
    assert (theirs.side, theirs.words) == ("talon", "Talon must destroy Patton or the base")
    left = "6 of 6 hull boxes left" if status == "map" else "destroyed"
    assert (theirs.state, theirs.stage) == (left, "open" if status == "map" else "reached")
    assert line.stage == ("open" if status == "map" else "lost")


def test_sheets_and_forms_say_what_decides() -> None:
    setup = to_dock()
    words = " ".join(rule.text for rule in sheet_of(setup).reminders)
    assert "Terran wins at once when Napoleon docks with its base, which it may do at any Speed." in words
    assert "Talon wins at once when Napoleon or the base is destroyed." in words
    assert endings_of(setup) == ("held", "conceded", "aim")
    assert dict(endings_in_words(setup))["aim"] == "Napoleon docked, or was stopped"
    assert fates_open_to(setup, "terran", setup.terran[0]) == ("stands", "destroyed", "jumped")
    assert usual_fates(setup, "terran", "talon", "aim") == ("destroyed", "stands", "stands")
    assert usual_fates(setup, "terran", "terran", "aim") == ("stands", "stands", "stands")


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (told("aim", "terran"), "Terran has brought Napoleon home."),
        (told("aim", "talon", Napoleon="destroyed"), "Talon has stopped Napoleon."),
        (told("aim", "talon", Valley_Forge="destroyed"), "Talon has stopped Napoleon."),
        (told("held", "terran", Justice="destroyed", Unity="destroyed"), ""),
        (told("conceded", "talon", Napoleon="destroyed", Zhukov="jumped"), ""),
        (told("draw", None, 40), ""),
    ],
)
def test_reports_that_can_be(report: Report, words: str) -> None:
    assert refusals(to_dock(), report) == []
    assert decision(to_dock(), report) == words
    assert outcome(to_dock(), report).degree == (None if report.winner is None else "minor")


def test_where_each_side_has_one_to_dock_either_can_have_won() -> None:
    setup = to_dock()
    talon = (*setup.talon, Unit("Far Light", "base"))
    aims = (Dock("terran", "Napoleon"), Dock("talon", "Unity"))
    setup = replace(setup, talon=talon, terms=TalonTerms("Home", aims, "minor"))
    fates = {side: tuple(Fate(unit.name, "stands") for unit in setup.force(side)) for side in SIDES}
    for winner in SIDES:
        assert not refusals(setup, Report(4, "aim", fates["terran"], fates["talon"], winner))
    lost = tuple(Fate(fate.name, "destroyed") if fate.name == "Unity" else fate for fate in fates["talon"])
    assert not refusals(setup, Report(4, "aim", fates["terran"], lost, "terran"))
    found = refusals(setup, Report(4, "aim", fates["terran"], lost, "talon"))
    assert [one.reason for one in found] == ["Talon cannot have won so: Unity was destroyed."]


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (told("aim", "terran", Napoleon="destroyed"), "Terran cannot have won so: Napoleon was destroyed."),
        (told("aim", "talon"), "Talon wins so only by destroying Napoleon or the base."),
        (
            told("draw", None, 40, Napoleon="destroyed"),
            "Napoleon was destroyed, which ends the battle at once",
        ),
        (
            told("draw", None, 40, Valley_Forge="destroyed"),
            "Terran's base was destroyed, which ends the battle",
        ),
        (told("draw", None, 40, Napoleon="left"), "Napoleon does not leave the battle"),
        (told("draw", None, 40, Napoleon="jumped"), "Napoleon does not leave the battle"),
    ],
)
def test_reports_that_cannot_be(report: Report, words: str) -> None:
    assert any(words in found.reason for found in refusals(to_dock(), report))


def test_aims_about_nobody_are_refused() -> None:
    for aim, words in (
        (Dock("terran", "Nobody"), "has no Nobody, which is to dock"),
        (Dock("talon", "Unity"), "has no base for Unity to dock with"),
    ):
        setup = replace(to_dock(), terms=TalonTerms("", (aim,)))
        assert any(words in found.reason for found in setup_refusals(setup))
