"""Reports of scenarios and modes that cannot be, each refused with the rule (26, 29): one thing is wrong with each."""

from typing import Any

import pytest

from engines.seam.documents import BattleSetup, Ending, Fate, FateWord, Report
from engines.seam.sides import SIDES, Side
from engines.talon.fleets.lists import fleet
from engines.talon.results.check import refusals
from engines.talon.results.reported import gave_up
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.set_ups.scenarios import scenario

LISTS = {
    "invasion": ("BC,CL,Tran,Tran,Tran", "BC,CA,DD"),
    "conquest": ("BC,CL,Tran,Tran", "BC,CL,Tran,Tran"),
    "convoy": ("Tran,CL,DD", "CL,DD,FF"),
    "blockade": ("Tran,CL,DD", "CL,DD,FF"),
    "base": ("BC,CA,CL", "Base,CL,DD"),
    "target": ("BC,CA,DD", "BC,CA,FF"),
}
Case = tuple[str | int, Ending, Side | None, int, dict[str, FateWord], str, str]
"""The scenario or mode, how it ended, for whom, after how many rounds, fates, the rule, and words of the refusal."""
GONE: dict[str, FateWord] = {"Freedom": "destroyed", "Justice": "destroyed", "Hunter": "destroyed"}
THREE: dict[str, FateWord] = dict.fromkeys(("Normandy", "Rodger Young", "Anzio"), "landed")
CASES: list[Case] = [
    (4, "aim", "terran", 5, {"Patton": "destroyed"}, "26", "cannot have won so: Patton was destroyed"),
    (4, "held", "talon", 5, {"Patton": "left"}, "R70", "it is to dock"),
    (4, "aim", "talon", 5, {}, "26", "wins so only by destroying Patton or the base"),
    (4, "held", "talon", 5, {"Patton": "destroyed"}, "26", "which ends the battle at once"),
    (4, "aim", "talon", 1, {"Patton": "destroyed", "Indomitable": "jumped"}, "22", "end of round 2"),
    (5, "planet", "terran", 5, {}, "26", "Terran cannot win by landing"),
    (5, "planet", "talon", 5, {"Legion": "landed"}, "26", "only with two transports"),
    (5, "held", "talon", 5, {"Legion": "landed", "Tribe": "landed"}, "26", "which ends the battle at once"),
    (5, "held", "talon", 5, {"Dauntless": "landed"}, "31.8", "only transports do"),
    (5, "planet", "talon", 1, {"Legion": "landed", "Tribe": "landed"}, "23", "in round 1"),
    (6, "aim", "talon", 9, {"Imperial": "jumped"}, "29.8", "Only a side whose target got away"),
    (6, "held", "talon", 11, {"Wasp": "destroyed", "Imperial": "jumped"}, "29.8", "ends the battle at once"),
    (7, "held", "talon", 3, {"Normandy": "jumped"}, "11", "cannot jump before round 4"),
    (7, "aim", "terran", 6, {"Normandy": "jumped"}, "29.8", "Only a side whose target"),
    (8, "aim", "talon", 6, {}, "26", "Enter the damage done to Eden"),
    (9, "held", "talon", 6, {"Hornet": "destroyed"}, "R108", "Who holds the field decides nothing"),
    (9, "aim", "terran", 6, {"Hornet": "jumped"}, "26", "no intelligence without a squadron aboard"),
    (9, "conceded", "terran", 6, {"Hope": "stands"}, "20.4", "a base cannot get away"),
    ("invasion", "planet", "terran", 6, THREE, "29.2", "only with two transports"),
    ("invasion", "planet", "talon", 6, {}, "29.2", "Talon cannot win by landing"),
    ("conquest", "held", "talon", 6, {"Legion": "landed", "Tribe": "landed"}, "29.3", "which ends the battle at once"),
    ("convoy", "held", "terran", 6, {**GONE, "Normandy": "through"}, "19", "There is no worm hole"),
    ("blockade", "held", "terran", 6, {**GONE, "Normandy": "jumped"}, "29.5", "it escapes by the worm hole"),
    ("base", "held", "terran", 6, {"Hope": "jumped"}, "14", "it stands or is destroyed"),
    ("base", "conceded", "terran", 6, {"Hope": "stands"}, "20.4", "a base cannot get away"),
    ("target", "aim", "terran", 9, {"Alexander": "jumped", "Freedom": "jumped"}, "29.8", "Only a side whose target"),
    ("target", "held", "terran", 9, {"Alexander": "jumped", "Freedom": "destroyed"}, "29.8", "ends the battle at once"),
]  # fmt: skip


def setup_of(name: str | int) -> BattleSetup:
    """The scenario of that number, or a battle in the mode of that key."""
    if isinstance(name, int):
        return scenario(name)
    terran, talon = (fleet(side, told) for side, told in zip(SIDES, LISTS[name], strict=True))
    standard = BattleSetup("Vega 5", "last_ship_standing", terran, talon)
    return in_mode(battle_modes()[name], standard, "terran")


def reported(
    setup: BattleSetup, ending: Ending, winner: Side | None, rounds: int, fates: dict[str, FateWord]
) -> Report:
    """All stand but those whose fate is given, and the losers where a battle is held or conceded."""
    empty = Report(rounds, ending, (), (), winner)
    told: dict[str, Any] = {}
    for side in SIDES:
        lost = side != winner and (ending == "held" or gave_up(setup, empty, side))
        usual: FateWord = "destroyed" if lost else "stands"
        told[side] = tuple(
            Fate(unit.name, fates.get(unit.name, usual), unit.damage) for unit in setup.force(side)
        )
    return Report(rounds, ending, told["terran"], told["talon"], winner)


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]} {case[6]}" for case in CASES])
def test_what_cannot_be_is_refused_with_its_rule(case: Case) -> None:
    name, ending, winner, rounds, fates, rule, words = case
    setup = setup_of(name)
    found = refusals(setup, reported(setup, ending, winner, rounds, fates))
    assert (rule, True) in [(one.rule, words in one.reason) for one in found], found


def test_there_are_more_than_twenty() -> None:
    """Of every scenario with aims that decide, and of each mode that has others than scenarios."""
    assert len(CASES) > 20
    assert {case[0] for case in CASES} == {4, 5, 6, 7, 8, 9, *LISTS}
