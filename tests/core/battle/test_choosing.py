"""Fleets that both sides choose: in secret, or ship by ship from one box (27, 33.2, R105, R106)."""

import random
from collections import Counter

import pytest

from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.catalogue import classes_of
from engines.talon.dice import ScriptedDice
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.choosing import (
    STOP,
    Choice,
    Design,
    Drawn,
    below_of,
    chooser,
    computers_choice,
    computers_fleet,
    design_refusals,
    drawn,
    fleets_chosen,
    list_refusals,
    setup_of,
    ship_refusal,
    stop_refusal,
)
from engines.talon.set_ups.modes import battle_modes, faults_of
from engines.talon.terrain import TalonTerrain

SEALED = Design("sealed", 300)
IN_TURN = Design("in_turn", 300, faction="terran", initiative=None)
SETTLED = Drawn("terran", "talon")


def words(found: Refusal | None) -> str:
    return "" if found is None else str(found)


def reasons(design: Design, side: Side, faction: Side, **ships: int) -> str:
    fleet = OwnFleet(faction, 900, ships)
    return " ".join(map(str, list_refusals(design, SETTLED, side, fleet)))


@pytest.mark.parametrize(("die", "side"), [(1, "terran"), (3, "terran"), (4, "talon"), (6, "talon")])
def test_a_die_gives_the_parts_of_a_mode_before_anybody_chooses(die: int, side: Side) -> None:
    """R105."""
    found = drawn(Design("sealed", 300, "invasion"), ScriptedDice([die]))
    assert (found.first, found.initiative) == (side, "talon")
    assert [(one.what, one.die, one.side) for one in found.draws] == [("invader", die, side)]


def test_a_die_gives_the_initiative_where_both_have_the_same_ships() -> None:
    """33.2, R86: a mode with parts has a die of its own."""
    found = drawn(Design("in_turn", 200, "convoy", "talon", None), ScriptedDice([6, 1]))
    assert (found.first, found.initiative) == ("talon", "terran")
    assert drawn(SEALED, ScriptedDice([])) == Drawn("terran", "talon")


def test_a_list_is_judged_by_itself() -> None:
    assert reasons(SEALED, "terran", "terran", battleship=1) == ""
    assert "Terran brings Terran ships" in reasons(SEALED, "terran", "talon", frigate=1)
    assert "costs 388 points, and 300 are allowed" in reasons(SEALED, "terran", "terran", battleship=2)
    assert "no ship and no base" in reasons(SEALED, "terran", "terran")
    assert "Without a carrier or base there is no room for squadrons." in reasons(
        SEALED, "terran", "terran", scout=1, fighter=1
    )
    invasion = Design("sealed", 300, "invasion")
    assert "at least 2 transports" in reasons(invasion, "terran", "terran", battleship=1)
    assert reasons(invasion, "terran", "terran", transport=2, battleship=1) == ""
    assert reasons(invasion, "talon", "talon", frigate=1) == ""


def test_what_cannot_be_agreed_on() -> None:
    def said(*args: object, **more: object) -> str:
        return " ".join(map(str, design_refusals(Design(*args, **more))))  # type: ignore[arg-type]

    assert said("sealed", 300) == said("in_turn", 300, faction="talon") == ""
    assert "33.2" in said("in_turn", 300)
    assert "33.2" in said("sealed", 300, faction="talon")
    assert "two" not in said("sealed", 300, "invasion")
    assert "asks for 2 transports" in said("in_turn", 300, "invasion", faction="talon")
    assert "200 points at most" in said("sealed", 300, "convoy")
    assert "size is too small" in said("sealed", 150, "base")
    assert "choose 44 points or more" in said("sealed", 43)
    assert said("sealed", 44) == ""


def test_the_second_player_chooses_first_and_then_in_turn() -> None:
    """33.2: and whoever stops has chosen all; the other goes on."""
    choices: list[Choice] = []
    assert chooser(IN_TURN, SETTLED, choices) == "terran"
    choices.append(Choice("terran", "scout"))
    assert chooser(IN_TURN, SETTLED, choices) == "talon"
    choices.append(Choice("talon", "scout"))
    assert chooser(IN_TURN, SETTLED, choices) == "terran"
    choices.append(Choice("terran", STOP))
    assert chooser(IN_TURN, SETTLED, choices) == "talon"
    choices.append(Choice("talon", "destroyer"))
    assert chooser(IN_TURN, SETTLED, choices) == "talon"
    choices.append(Choice("talon", STOP))
    assert chooser(IN_TURN, SETTLED, choices) is None


def test_a_side_that_cannot_choose_any_more_is_done() -> None:
    """194 and 88 of 300 points leave 18, for which there is nothing."""
    choices = [Choice("terran", "battleship"), Choice("talon", "scout"), Choice("terran", "light_cruiser")]
    assert chooser(IN_TURN, SETTLED, choices) == "talon"
    assert chooser(IN_TURN, SETTLED, [*choices, Choice("talon", "destroyer")]) == "talon"


def test_both_choose_from_one_box() -> None:
    """33.2: a counter that one side has, the other cannot have."""
    choices = [Choice("terran", "scout"), Choice("talon", "scout")]
    for side in SIDES:
        assert "The box has no Scout left." in words(ship_refusal(IN_TURN, SETTLED, choices, side, "scout"))
    assert ship_refusal(IN_TURN, SETTLED, choices, "terran", "destroyer") is None
    with pytest.raises(KeyError):
        ship_refusal(IN_TURN, SETTLED, choices, "terran", "dreadnought")


def test_transports_and_bases_only_where_the_mode_asks_for_them() -> None:
    """33.2, R106."""
    assert "no transport" in words(ship_refusal(IN_TURN, SETTLED, [], "terran", "transport"))
    assert "no base" in words(ship_refusal(IN_TURN, SETTLED, [], "terran", "base"))
    base = Design("in_turn", 300, "base", "terran", None)
    assert "base first" in words(ship_refusal(base, SETTLED, [], "talon", "scout"))
    assert ship_refusal(base, SETTLED, [], "talon", "base") is None
    assert "no base" in words(ship_refusal(base, SETTLED, [], "terran", "base"))
    escort = Design("in_turn", 200, "escort", "terran", None)
    assert "transport first" in words(ship_refusal(escort, SETTLED, [], "terran", "scout"))
    had = [Choice("terran", "transport")]
    assert "no more transport" in words(ship_refusal(escort, SETTLED, had, "terran", "transport"))
    assert ship_refusal(escort, SETTLED, had, "terran", "scout") is None


def test_the_dearest_ship_stays_the_only_one_of_its_price() -> None:
    """29.8."""
    target = Design("in_turn", 600, "target", "terran", None)
    had = [Choice("terran", "heavy_cruiser")]
    assert "may cost as much" in words(ship_refusal(target, SETTLED, had, "terran", "heavy_cruiser"))
    assert ship_refusal(target, SETTLED, had, "terran", "battleship") is None


def test_nobody_stops_without_a_ship() -> None:
    assert "Choose a ship first." in words(stop_refusal(IN_TURN, [], "terran"))
    assert stop_refusal(IN_TURN, [Choice("terran", "scout")], "terran") is None


@pytest.mark.parametrize("mode", ["", *battle_modes()])
@pytest.mark.parametrize("first", SIDES)
def test_the_computer_brings_what_the_mode_asks_for(mode: str, first: Side) -> None:
    """R105: whatever the dice, its list is one that it may bring, and spends nearly all of its points."""
    size = 200 if mode and battle_modes()[mode].most_points else 300
    design, settled = Design("sealed", size, mode), Drawn(first, "talon")
    for seed in range(12):
        fleets = {}
        for side in SIDES:
            fleets[side] = computers_fleet(
                design, settled, side, below_of(SeededDice(f"{seed} {side}"), "fleet")
            )
            assert list(list_refusals(design, settled, side, fleets[side])) == []
            assert fleets[side].left < min(
                kind.points for kind in classes_of(side) if kind.role == "warship"
            ) or (mode == "target")
        game.new_battle(setup_of(design, settled, fleets, TalonTerrain()))


def test_the_computer_does_not_bring_the_same_fleet_every_time() -> None:
    found = {
        str(
            computers_fleet(
                Design("sealed", 600), SETTLED, "talon", below_of(SeededDice(str(seed)), "fleet")
            ).ships
        )
        for seed in range(20)
    }
    assert len(found) > 10


@pytest.mark.parametrize("faction", SIDES)
@pytest.mark.parametrize(
    "mode", ["", *(key for key, mode in battle_modes().items() if mode.key != "invasion")]
)
def test_two_who_choose_in_turn_come_to_an_end(mode: str, faction: Side) -> None:
    """By chance of all that they may choose; then a battle begins, with no counter twice."""
    if any(demand.least > 1 for demand in battle_modes()[mode].demands) if mode else False:
        return
    size = 200 if mode and battle_modes()[mode].most_points else 600
    design = Design("in_turn", size, mode, faction, None)
    for seed in range(6):
        chance = random.Random(seed)
        settled = Drawn(chance.choice(SIDES), chance.choice(SIDES))
        choices: list[Choice] = []
        while (side := chooser(design, settled, choices)) is not None:
            keys = [
                kind.key
                for kind in classes_of(faction)
                if ship_refusal(design, settled, choices, side, kind.key) is None
            ]
            stops = stop_refusal(design, choices, side) is None
            choices.append(Choice(side, chance.choice([*keys, *([STOP] if stops else [])])))
        fleets = fleets_chosen(design, choices)
        taken = Counter(one.ship_class for one in choices)
        assert all(taken[kind.key] <= kind.counters for kind in classes_of(faction))
        setup = setup_of(design, settled, fleets, TalonTerrain())
        game.new_battle(setup)
        assert {unit.name for unit in setup.terran}.isdisjoint(unit.name for unit in setup.talon)


def test_the_computer_chooses_in_turn() -> None:
    choices: list[Choice] = []
    below = below_of(SeededDice("in turn"), "choice")
    while (side := chooser(IN_TURN, SETTLED, choices)) is not None:
        choice = computers_choice(IN_TURN, SETTLED, choices, side, below)
        assert (
            choice.ship_class == STOP
            or ship_refusal(IN_TURN, SETTLED, choices, side, choice.ship_class) is None
        )
        choices.append(choice)
    fleets = fleets_chosen(IN_TURN, choices)
    assert all(250 < fleets[side].cost <= 300 for side in SIDES)


def test_numbers_from_dice_are_each_as_likely() -> None:
    """A number of 1 needs no die, of 6 one, of 7 two, of which what does not divide is rolled again."""
    assert below_of(ScriptedDice([]), "x")(1) == 0
    assert [below_of(ScriptedDice([die]), "x")(6) for die in range(1, 7)] == [0, 1, 2, 3, 4, 5]
    assert below_of(ScriptedDice([6, 6, 1, 3]), "x")(7) == 2
    assert {below_of(ScriptedDice([one, two]), "x")(7) for one in range(1, 6) for two in range(1, 7)} == set(
        range(7)
    )


def test_a_fault_is_that_of_one_side() -> None:
    mode = battle_modes()["base"]
    assert list(faults_of(mode, "terran", (), "terran")) == []
    assert "exactly 1 base" in next(faults_of(mode, "talon", (), "terran"))
    assert opponent("terran") in mode.sides_of("defender", "terran")
