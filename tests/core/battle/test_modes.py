"""Battle modes for fleets of one's own: what they ask for, what decides them, how losses count (29, R36, R42)."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.seam import codec as seam_codec
from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, FateWord, Report
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.aim_documents import Destroy, Escape, Land, Losses, Target
from engines.talon.fleets.lists import fleet
from engines.talon.records.record import fight_out
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision, outcome
from engines.talon.results.deployment import first_to_deploy
from engines.talon.results.setup_check import setup_refusals
from engines.talon.set_ups.modes import battle_modes, dearest, faults, in_mode
from engines.talon.sheets.sheet import sheet_of
from engines.talon.terms import aims_of, top_of
from tests.core.board import board

LISTS = {
    "invasion": ("BC,DD,Tran,Tran", "CA,CL"),
    "conquest": ("BC,DD,Tran,Tran", "CA,CL,Tran,Tran"),
    "convoy": ("Tran,CL,DD", "CL,DD,FF"),
    "blockade": ("Tran,CL,DD", "CL,DD,FF"),
    "escort": ("Tran,CL,DD", "Tran,CL,DD"),
    "base": ("BC,CA,CL,DD", "Base,CL"),
    "target": ("BC,CA,DD", "BC,CA,FF"),
}


def setup_in(key: str, first: Side = "terran") -> BattleSetup:
    """A battle in the mode; the lists are those of the first part and the other."""
    mine, theirs = LISTS[key]
    forces = (mine, theirs) if first == "terran" else (theirs, mine)
    lists = [forces[0].replace("FF", "DD"), forces[1]]
    standard = BattleSetup(
        "Vega 5", "last_ship_standing", fleet("terran", lists[0]), fleet("talon", lists[1])
    )
    mode = battle_modes()[key]
    assert list(faults(mode, {side: standard.force(side) for side in SIDES}, first)) == []
    return in_mode(mode, standard, first)


def told(setup: BattleSetup, ending: Ending, winner: Side | None, **fates: Any) -> Report:
    """A report in which each unit stands, but for those whose fate is given."""
    terran, talon = (
        tuple(Fate(unit.name, fates.get(unit.name.replace(" ", "_"), "stands")) for unit in setup.force(side))
        for side in SIDES
    )
    return Report(12, ending, terran, talon, winner)


@pytest.mark.parametrize("key", LISTS)
@pytest.mark.parametrize("first", SIDES)
def test_a_battle_in_a_mode_is_fought_to_a_possible_end(key: str, first: Side) -> None:
    setup = setup_in(key, first)
    assert setup_refusals(setup) == []
    assert seam_codec.decode_setup(seam_codec.encode(setup)) == setup
    for dice in ("a", "b", "c"):
        fought = fight_out(setup, {side: Doctrine("hold") for side in SIDES}, SeededDice(f"{key} {dice}"))
        assert refusals(setup, fought.result.report) == []
        assert system("talon").unpack(system("talon").pack(fought)).result == fought.result
    sheet = sheet_of(setup)
    assert sheet.mode == f"{battle_modes()[key].title} ({battle_modes()[key].rule})"
    assert sheet.reminders


def test_the_aims_of_each_mode() -> None:
    losses = tuple(Losses(side, "transport") for side in SIDES)
    assert aims_of(setup_in("invasion")) == (Land("terran", 2, "29.2", conceded=True), *losses)
    conquest = tuple(Land(side, 2, "29.3", conceded=True, theirs=True) for side in SIDES)
    assert aims_of(setup_in("conquest")) == (*conquest, *losses)
    assert aims_of(setup_in("convoy", "talon")) == (
        Escape("talon", rule="29.4", decides=True),
        Losses("talon", "transport"),
    )
    assert aims_of(setup_in("blockade")) == (
        Escape("terran", rule="29.5", decides=True, hole=True),
        Losses("terran", "transport"),
    )
    assert aims_of(setup_in("escort")) == (
        *(Escape(side, rule="29.6", mutual=True) for side in SIDES),
        *losses,
    )
    assert aims_of(setup_in("base")) == (Destroy("terran"), Losses("talon", "base"))
    assert aims_of(setup_in("target")) == (
        Target("terran", "Alexander", conceded=True),
        Target("talon", "Freedom", conceded=True),
    )


@pytest.mark.parametrize(
    ("key", "terran", "talon", "words"),
    [
        ("invasion", "BC,Tran", "CA", "Terran needs at least 2 transports in this mode, and has 1."),
        ("conquest", "BC,Tran,Tran", "CA", "Talon needs at least 2 transports in this mode, and has 0."),
        ("convoy", "CL,DD", "CL", "Terran needs exactly 1 transport in this mode, and has 0."),
        ("convoy", "Tran,CL", "Tran,CL", "Talon brings no transport in this mode."),
        ("convoy", "Tran,BB", "CL", "Terran's fleet costs 226 points; in this mode 200 are allowed."),
        ("escort", "Tran,CL", "CL", "Talon needs exactly 1 transport in this mode, and has 0."),
        ("base", "CL", "CL", "Talon needs exactly 1 base in this mode, and has 0."),
        ("base", "Base,CL", "Base", "Terran brings no base in this mode."),
        ("target", "CA,CA", "BC", "Terran needs one ship that costs more than any other"),
    ],
)
def test_a_mode_says_what_a_fleet_lacks(key: str, terran: str, talon: str, words: str) -> None:
    forces = {"terran": fleet("terran", terran), "talon": fleet("talon", talon)}
    found = list(faults(battle_modes()[key], forces, "terran"))  # type: ignore[arg-type]
    assert any(words in fault for fault in found), found


def test_the_dearest_ship_is_no_squadron_and_no_base() -> None:
    """29.8: one ship alone costs most."""
    force = fleet("terran", "Base,CA,DD,DD")
    assert dearest(force, "terran") == force[1]
    assert dearest(fleet("terran", "FTR"), "terran") is None


def test_the_convoy_has_the_bottom_edge_whoever_it_is() -> None:
    """29.4: it sets up as Terran does; 21: Talon keeps the initiative."""
    setup = setup_in("convoy", "talon")
    battle = game.new_battle(setup)
    assert (top_of(setup), setup.initiative, battle.top, battle.initiative) == (
        "terran",
        "talon",
        "terran",
        "talon",
    )
    assert first_to_deploy(setup) == battle.side
    assert sheet_of(setup).steps[0].text == (
        "Terran takes the top edge; Talon takes the bottom edge and has the initiative."
    )
    assert top_of(setup_in("convoy")) == "talon"


def test_two_landings_are_a_concession_in_an_invasion() -> None:
    """29.2: and landed transports count double."""
    setup = setup_in("invasion")
    names = [unit.name.replace(" ", "_") for unit in setup.terran if unit.ship_class == "transport"]
    lost: dict[str, FateWord] = {unit.name: "jumped" for unit in setup.talon}
    report = told(setup, "planet", "terran", **dict.fromkeys(names, "landed"), **lost)
    assert refusals(setup, report) == []
    assert outcome(setup, report).talon_lost == 2 * 2 * 32
    assert not outcome(setup, report).captured
    standing = told(setup, "planet", "terran", **dict.fromkeys(names, "landed"))
    assert refusals(setup, standing)


def test_one_transport_away_and_the_other_destroyed_decide_an_escort() -> None:
    """29.6: in all other cases who holds the field has won."""
    setup = setup_in("escort")
    mine, theirs = (
        next(unit.name for unit in setup.force(side) if unit.ship_class == "transport") for side in SIDES
    )
    rest: dict[str, FateWord] = {
        unit.name: "jumped" for unit in setup.terran if unit.ship_class != "transport"
    }
    report = told(setup, "held", "talon", **{mine: "jumped", theirs: "destroyed"}, **rest)
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    assert (result.winner, result.by_aim) == ("terran", "terran")
    assert result.talon_lost == 2 * 32 + 2 * 36
    assert decision(setup, report) == f"Terran won: {mine} got away."
    both = told(setup, "held", "talon", **{mine: "jumped", theirs: "jumped"}, **rest)
    assert outcome(setup, both).winner == "talon"
    assert (outcome(setup, both).talon_lost, outcome(setup, both).terran_lost) == (2 * 32, 2 * 36)


def test_a_destroyed_base_is_a_victory_of_the_attacker() -> None:
    """29.7, R42, R80: whoever holds the field, and the base counts double."""
    setup = setup_in("base")
    base = next(unit.name for unit in setup.talon if unit.ship_class == "base")
    mine: dict[str, FateWord] = {unit.name.replace(" ", "_"): "jumped" for unit in setup.terran}
    report = told(setup, "held", "talon", **{base: "destroyed"}, **mine)
    result = outcome(setup, report)
    assert (result.winner, result.talon_lost, result.degree) == ("terran", 2 * 184, "devastating")
    assert decision(setup, report) == f"Terran won: {base} was destroyed."
    assert f"{base}: a base that is destroyed counts double, 368 points" in system("talon").counted_double(
        setup, report
    )
    stands = told(setup, "held", "talon", **mine)
    assert outcome(setup, stands).winner == "talon"


def test_a_destroyed_base_does_not_end_the_battle() -> None:
    table = board("""
        clock 3A terran fire
        initiative terran
        map 0,-1
        aim destroy terran
        terran BB Defiant 0,5 E
        talon Base Hope 2,5 W hull 9 shields 0/0/0/0
        talon CA Sacrifice 9,5 W
    """)
    assert table.battle.units[1].kind.boxes == 10
    table.do("terran fire Defiant 1 Hope", dice="6")
    assert table.lines("talon Base Hope")[0].startswith("talon Base Hope destroyed")
    assert table.over == ""


def test_aims_of_modes_about_nothing_are_refused() -> None:
    setup = setup_in("base")
    bare = replace(setup, talon=tuple(unit for unit in setup.talon if unit.ship_class != "base"))
    assert any("is to destroy a base" in found.reason for found in setup_refusals(bare))
    setup = setup_in("target")
    other = replace(setup, talon=fleet("talon", "CL"))
    assert any("which is its target" in found.reason for found in setup_refusals(other))
