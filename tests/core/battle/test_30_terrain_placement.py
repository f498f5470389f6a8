"""30: every pattern in every turn; R22 and R38."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.catalogue import astrometrics
from engines.talon.fleets.lists import fleet
from engines.talon.records.record import fight_out
from engines.talon.results.setup_check import setup_refusals
from engines.talon.set_ups.random_terrain import laid_in_turn, terrain_by_dice, with_terrain
from engines.talon.sheets.sheet import sheet_of
from engines.talon.sheets.table_drawing import draw_table
from engines.talon.terrain import TalonTerrain
from tests.core.board import board

KINDS = {"N": "nebula", "A": "asteroid", "P": "planet", "B": "black-hole"}
RING = "1,0 1,-1 0,-1 -1,0 -1,1 0,1"
PATTERNS = {
    "1,1": "N 0,0 1,0 0,1",
    "2,1": "N 0,0 1,0 2,0 1,1 2,1",
    "3,1": "N 0,0 1,0 0,1 1,1",
    "4,1": "N 0,0 1,0 2,0",
    "5,1": "N 0,0 1,0 0,1 1,1 0,2 1,2",
    "6,1": "N 0,0 0,1 1,1 1,2",
    "1,2": "N 0,0 A 1,0",
    "2,2": "N 0,0 1,0 A 0,1",
    "3,2": "N 0,0 A 1,0 0,1",
    "4,2": "N 0,0 2,0 A 1,0",
    "5,2": "N 0,0 1,0 A 0,1 1,1",
    "6,2": "N 0,0 1,0 0,1 A 1,1 2,0",
    "1,3": "P 0,0 A 1,0",
    "2,3": "P 0,0 A 1,0 1,-1",
    "3,3": "P 0,0 A 1,0 -1,0",
    "4,3": "P 0,0 A 1,0 2,0",
    "5,3": "P 0,0 A 2,0 2,-1 1,1",
    "6,3": "P 0,0 A 1,-1 1,0 0,1",
    "1,4": "A 0,0 1,0 2,0",
    "2,4": "A 0,0 1,0 1,1",
    "3,4": "A 0,0 0,1 1,1 1,2",
    "4,4": "A 0,0 1,0 2,0 3,0",
    "5,4": "A 0,0 0,1 1,1 1,2 2,2",
    "6,4": "A 0,0 1,0 2,0 2,1 2,2",
    "1,5": f"P 0,0 N {RING}",
    "2,5": "P 0,0 N 1,0 -1,1 0,-1",
    "3,5": f"P 0,0 A {RING}",
    "4,5": "P 0,0 A 1,0 -1,1 0,-1",
    "5,5": "P 0,0 N 1,0 -1,1 0,-1 A 0,1 -1,0 1,-1",
    "6,5": "P 0,0 N 1,0 1,-1 A -1,0 -1,1",
    "1,6": "B 0,0",
    "2,6": "B 0,0 A 2,0 -2,0",
    "3,6": "B 0,0 N 2,0 -2,0",
    "4,6": "P 0,0",
    "5,6": "P 0,0",
    "6,6": "P 0,0",
}


def turned(q, r, times):
    """An offset turned counterclockwise by so many hex sides."""
    for _ in range(times):
        q, r = q + r, -q
    return q, r


def hexes_of(pattern, first, times):
    """The hexes of each kind when the pattern's first hex is put down there."""
    found: dict[str, set[str]] = {}
    kind = ""
    for word in PATTERNS[pattern].split():
        if word in KINDS:
            kind = KINDS[word]
            found[kind] = set()
        else:
            q, r = turned(*(int(part) for part in word.split(",")), times)  # type: ignore[call-arg]
            found[kind].add(f"{first[0] + q},{first[1] + r}")
    return found


def placed(table):
    """The hexes of each kind on the board."""
    found: dict[str, set[str]] = {}
    for line in table.lines("terrain "):
        _, kind, *hexes = line.split()
        found.setdefault(kind, set()).update(hexes)
    return found


def placing(pattern, terrain=""):
    """The Talon is to place a pattern."""
    return board(f"""
        clock 0 talon terrain
        map 0,0
        pattern {pattern}
        {terrain}
        terran CA Patton undeployed
        talon CA Sacrifice undeployed
    """)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_30_3_each_pattern(pattern):
    """30.3, R22: the pattern of each pair of dice."""
    table = placing(pattern)
    table.do("talon terrain 5,6 0")
    assert placed(table) == hexes_of(pattern, (5, 6), 0)
    assert table.lines("pattern") == []
    assert table.clock == "0 talon deploy"


@pytest.mark.parametrize("times", range(6))
@pytest.mark.parametrize("pattern", ["1,4", "3,4", "6,3", "6,5", "6,2"])
def test_r38_turned(pattern, times):
    """R38: a pattern is turned about its first hex in steps of one hex side."""
    table = placing(pattern)
    table.do(f"talon terrain 5,6 {times}")
    assert placed(table) == hexes_of(pattern, (5, 6), times)


@pytest.mark.parametrize("first", ["0,3", "12,3", "-3,9", "9,9", "5,3", "5,9", "-1,7"])
def test_30_1_up_to_the_zones(first):
    """30.1, R38: the rows next to the zones and the ends of the rows are open."""
    table = placing("1,4")
    table.do(f"talon terrain {first} 0")
    q, r = map(int, first.split(","))
    assert placed(table) == {"asteroid": {f"{q + step},{r}" for step in range(3)}}


STANDARD = BattleSetup("Vega 5", "last_ship_standing", fleet("terran", "CA"), fleet("talon", "CL"))


def dice(*numbers: int) -> Callable[[], int]:
    """These dice, one after the other."""
    return iter(numbers).__next__


@pytest.mark.parametrize(("die", "many"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_30_4_a_die_says_how_many_patterns(die: int, many: int) -> None:
    """Once for the battle; then each pattern by its column and its row."""
    found = terrain_by_dice(dice(die, *(2, 1, 3, 4, 5, 5)[: 2 * many]), patterns=None, holes=False)
    assert (found.amount, found.patterns) == (die, ((2, 1), (3, 4), (5, 5))[:many])
    assert found.rolled == (many > 0)
    [told] = [rule.text for rule in sheet_of(with_terrain(STANDARD, found)).steps if rule.number == "30.4"]
    assert told.startswith(f"The die for the amount of terrain was {die}: ")


@pytest.mark.parametrize(("holes", "found"), [(False, (4, 2)), (True, (2, 6))])
def test_30_3_a_black_hole_nobody_agreed_to_is_rolled_again(holes: bool, found: tuple[int, int]) -> None:
    assert terrain_by_dice(dice(2, 6, 4, 2), patterns=1, holes=holes).patterns == (found,)


def test_r83_the_sheet_says_who_lays_which_pattern() -> None:
    """The Second Player first; a single one chosen by the players names no dice."""
    setup = with_terrain(STANDARD, terrain_by_dice(dice(2, 1, 3, 4, 6, 6), patterns=3, holes=False))
    told = [rule.text for rule in sheet_of(setup).steps if "places" in rule.text]
    assert told == [
        "Terran places a pattern (5 nebulae, dice 2 and 1): turned, not mirrored, outside set-up zones.",
        "Then Talon places a pattern (4 asteroids, dice 3 and 4).",
        "Then Terran places a pattern (1 barren planet, dice 6 and 6).",
    ]
    assert draw_table(setup).lays == "Terran places the first pattern"
    assert len(draw_table(setup).terrain) == 5 + 4 + 1
    chosen = with_terrain(replace(STANDARD, initiative="terran"), laid_in_turn([(3, 4)]))
    assert draw_table(chosen).lays == "Talon places the pattern"
    assert sheet_of(chosen).steps[1].text.startswith("Talon places a pattern (4 asteroids): turned")


def test_open_space_stays_a_set_up_of_format_1() -> None:
    assert with_terrain(STANDARD, TalonTerrain()) == STANDARD


def test_patterns_in_turn_belong_to_format_2() -> None:
    several = laid_in_turn([(1, 1), (2, 2)])
    assert setup_refusals(with_terrain(STANDARD, several)) == []
    found = [
        *setup_refusals(replace(STANDARD, terrain=several)),
        *setup_refusals(with_terrain(STANDARD, replace(several, pattern=(1, 1)))),
    ]
    assert [one.rule for one in found] == ["30.1", "30.1"]
    [unknown] = setup_refusals(with_terrain(STANDARD, replace(several, patterns=((7, 1),))))
    assert unknown.reason == "There is no terrain pattern 7,1."


def test_r94_three_patterns_always_find_a_place_between_the_usual_zones() -> None:
    """However the first two lie: each fills at most seven of the hexes between the zones."""
    wide = sorted(astrometrics(), key=lambda one: -sum(map(len, astrometrics()[one].values())))[:6]
    for number, first in enumerate(wide):
        battle = game.new_battle(with_terrain(STANDARD, laid_in_turn([first, wide[-number - 1], (6, 4)])))
        while battle.step == "terrain":
            middle = battle.options[len(battle.options) * (number + 1) // 8]
            game.apply(battle, middle, SeededDice("none"))
        assert len(battle.terrain) == sum(
            len(hexes) for one in (first, wide[-number - 1], (6, 4)) for hexes in astrometrics()[one].values()
        )


@pytest.mark.parametrize("many", [1, 2, 3])
def test_captains_lay_several_patterns_and_fight_it_out(many: int) -> None:
    fleets = replace(STANDARD, terran=fleet("terran", "CA,CL,DD"), talon=fleet("talon", "CA,FF,FF"))
    setup = with_terrain(fleets, laid_in_turn([(2, 2), (3, 5), (3, 4)][:many]))
    assert codec.decode_setup(codec.encode(setup)) == setup
    fought = fight_out(setup, {side: Doctrine("hold") for side in SIDES}, SeededDice(f"terrain {many}"))
    assert fought.result.report.rounds > 1
