"""27, 30.2, 30.4: a battle of one's own before its first order, sentence by sentence."""

from collections.abc import Callable

import pytest

from engines.seam.documents import BattleSetup, Fate, Report
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.dice import ScriptedDice
from engines.talon.fleets.own import OwnFleet, size_title
from engines.talon.orders import Deploy, Pattern
from engines.talon.results.check import refusals
from engines.talon.results.degree import result_for
from engines.talon.set_ups.choosing import Design, Drawn, list_refusals, setup_of
from engines.talon.set_ups.random_terrain import laid_in_turn, terrain_by_dice
from engines.talon.sheets.sheet import sheet_of
from engines.talon.terms import aims_of
from engines.talon.terrain import TalonTerrain

SETTLED = Drawn("terran", "talon")
TERRAN = OwnFleet("terran", 300, {"heavy_cruiser": 1, "battle_cruiser": 1})
TALON = OwnFleet("talon", 300, {"frigate": 1, "destroyer": 2, "heavy_cruiser": 1})


def dice(*numbers: int) -> Callable[[], int]:
    return iter(numbers).__next__


def refused(side: Side, size: int, **ships: int) -> list[str]:
    """The rules by which a side may not bring these ships."""
    found = list_refusals(Design("sealed", size), SETTLED, side, OwnFleet(side, size, ships))
    return [one.rule for one in found]


def battle_of(mode: str = "", terrain: TalonTerrain | None = None, size: int = 300) -> BattleSetup:
    fleets: dict[Side, OwnFleet] = {"terran": TERRAN, "talon": TALON}
    return setup_of(Design("sealed", size, mode), SETTLED, fleets, terrain or TalonTerrain())


def told(setup: BattleSetup, winner: Side, *lost: str) -> Report:
    """The winner holds the field; whoever is named is lost, with the whole other side."""
    fates = {
        side: tuple(
            Fate(unit.name, "destroyed" if side != winner or unit.name in lost else "stands")
            for unit in setup.force(side)
        )
        for side in SIDES
    }
    return Report(5, "held", fates["terran"], fates["talon"], winner)


# 27: points


@pytest.mark.parametrize(
    ("points", "title"),
    [
        (200, "Escort Mission"),
        (300, "Skirmish"),
        (600, "Pitched Battle"),
        (900, "Epic Battle"),
        (500, "500 points"),
    ],
)
def test_27_sizes(points: int, title: str) -> None:
    """The four guidelines have names; any other amount will do."""
    assert size_title(points) == title
    assert refused("terran", points, destroyer=1) == []


def test_27_all_points_may_be_spent_and_not_one_more() -> None:
    """Talon: 44 and 2 times 48 and 115 are 255."""
    ships = {"frigate": 1, "destroyer": 2, "heavy_cruiser": 1}
    assert refused("talon", 255, **ships) == []
    assert set(refused("talon", 254, **ships)) == {"27"}


def test_27_squadrons_and_bases_cost_points_too() -> None:
    """A base of 184 with three squadrons of 44 is 316."""
    assert refused("terran", 316, base=1, fighter=3) == []
    assert set(refused("terran", 315, base=1, fighter=3)) == {"27"}


# 27: squadrons


@pytest.mark.parametrize(
    ("ships", "rules"),
    [
        ({"battleship": 1, "fighter": 1}, {"27"}),
        ({"carrier": 1, "fighter": 1}, set()),
        ({"base": 1, "fighter": 1}, set()),
        ({"carrier": 1, "fighter": 4}, set()),
        ({"carrier": 1, "fighter": 5}, {"27"}),
        ({"base": 1, "fighter": 5}, {"27"}),
        ({"base": 1, "carrier": 1, "fighter": 8}, set()),
        ({"carrier": 2, "fighter": 8}, set()),
    ],
)
def test_27_four_squadrons_for_each_carrier_or_base(ships: dict[str, int], rules: set[str]) -> None:
    assert set(refused("terran", 900, **ships)) == rules


# 27: setting up, and winning


def test_27_setting_up_is_as_usual() -> None:
    """21: Terran's two counters go down before Talon's four, in the two rows at its edge; Talon has the initiative."""
    battle = game.new_battle(battle_of())
    assert (battle.step, battle.side, battle.initiative, battle.top) == ("deploy", "terran", "talon", "talon")
    orders = [order for order in battle.options if isinstance(order, Deploy)]
    assert len(orders) == len(battle.options) == 2 * 2 * (15 + 16)


@pytest.mark.parametrize(
    ("winner", "lost", "degree"), [("terran", (), "devastating"), ("talon", ("Surprise", "Hunter"), "great")]
)
def test_27_without_a_mode_the_last_ship_standing_wins(
    winner: Side, lost: tuple[str, ...], degree: str
) -> None:
    """29.1, 20.2: 249 points of Terran against 44 and 48 of Talon are a ratio of 2.7."""
    setup = battle_of()
    names = {unit.ship_class: unit.name for unit in setup.talon}
    some = (names["frigate"], names["destroyer"]) if lost else ()
    result = result_for(setup, told(setup, winner, *some))
    assert (setup.mode, aims_of(setup), result.report.winner) == ("last_ship_standing", (), winner)
    assert result.degree == degree


def test_27_a_mode_decides_in_its_own_way() -> None:
    """29.8: the same fleets in a priority target mission have a target each; who holds the field has won otherwise."""
    setup = battle_of("target")
    assert {(aim.side, aim.unit) for aim in aims_of(setup)} == {  # type: ignore[union-attr]
        ("terran", next(unit.name for unit in setup.terran if unit.ship_class == "battle_cruiser")),
        ("talon", next(unit.name for unit in setup.talon if unit.ship_class == "heavy_cruiser")),
    }
    assert refusals(setup, told(setup, "terran")) == []


# 30.2: the players say how many patterns there are, or a die does


@pytest.mark.parametrize("many", [1, 2, 3])
def test_30_2_as_many_patterns_as_were_agreed_on(many: int) -> None:
    """No die is rolled for the amount; one or two are usual, and more may be used."""
    rolled = ScriptedDice([2, 1, 3, 4, 5, 5][: 2 * many])
    found = terrain_by_dice(lambda: rolled.values.pop(0), patterns=many, holes=False)
    assert (found.patterns, found.amount, rolled.values) == (((2, 1), (3, 4), (5, 5))[:many], None, [])


def test_30_2_none_at_all() -> None:
    """Not a die is rolled, and the ships are set up at once."""
    found = terrain_by_dice(dice(), patterns=0, holes=False)
    assert found == TalonTerrain()
    assert game.new_battle(battle_of(terrain=found)).step == "deploy"


def test_30_2_the_amount_is_known_before_anything_is_laid() -> None:
    """30.1: the Second Player lays the first of three; the set-up sheet names all of them."""
    setup = battle_of(terrain=laid_in_turn([(3, 4), (2, 2), (2, 1)]))
    battle = game.new_battle(setup)
    assert (battle.step, battle.side, battle.pattern, len(battle.more)) == ("terrain", "terran", (3, 4), 2)
    assert all(isinstance(order, Pattern) for order in battle.options)
    assert sum("pattern (" in rule.text for rule in sheet_of(setup).steps) == 3


# 30.4: one die for the amount


def test_30_4_one_die_is_rolled_for_the_amount_and_two_for_each_pattern() -> None:
    """A 6 is heavy terrain: three patterns, and so seven dice; a 1 is none, and so one die."""
    for rolls, patterns in (([6, 2, 1, 3, 4, 2, 2], 3), ([1], 0), ([3, 3, 4], 1), ([4, 3, 4, 2, 2], 2)):
        left = list(rolls)
        found = terrain_by_dice(lambda left=left: left.pop(0), patterns=None, holes=False)  # type: ignore[misc]
        assert (len(found.patterns), found.amount, left) == (patterns, rolls[0], [])


def test_30_4_the_die_for_the_amount_is_not_rolled_again() -> None:
    """30.3: only a pattern with a black hole is, until there is one without; the amount stays."""
    found = terrain_by_dice(dice(2, 1, 6, 2, 6, 3, 6, 1, 1), patterns=None, holes=False)
    assert (found.amount, found.patterns) == (2, ((1, 1),))
    agreed = terrain_by_dice(dice(4, 1, 6, 3, 6), patterns=None, holes=True)
    assert (agreed.amount, agreed.patterns) == (4, ((1, 6), (3, 6)))


@pytest.mark.parametrize(
    ("die", "steps"), [(1, ["deploy"]), (2, ["terrain", "deploy"]), (6, ["terrain"] * 3 + ["deploy"])]
)
def test_30_4_what_is_rolled_is_laid_in_turn(die: int, steps: list[str]) -> None:
    """30.1: the Second Player, the Initiative Player, the Second Player again; then the ships are set up."""
    terrain = terrain_by_dice(dice(die, *[2, 1, 3, 4, 2, 2]), patterns=None, holes=False)
    battle = game.new_battle(battle_of(terrain=terrain))
    found, sides = [battle.step], [battle.side]
    while battle.step == "terrain":
        game.apply(battle, battle.options[0], ScriptedDice([]))
        found.append(battle.step)
        sides.append(battle.side)
    assert found == steps
    assert sides[:-1] == ["terran", "talon", "terran"][: len(steps) - 1]
