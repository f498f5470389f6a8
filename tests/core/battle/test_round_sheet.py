"""Orders for the round as a sheet and in words; plans of captains in all kinds of battles."""

import pytest

from bench.battles.by_round import ByRound
from bench.battles.mixed import setup_of
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import Player
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.following import Unable
from engines.talon.play.rounds.orders import STOPS, FireRule, RoundOrders, ShipOrders, Stops
from engines.talon.play.rounds.plan import planned
from engines.talon.play.rounds.sheet import due, round_sheet, summary, trails
from engines.talon.play.rounds.stops import Met
from engines.talon.play.rounds.words import asked_in_words, unable_in_words
from engines.talon.report.drawing.geometry import centre
from engines.talon.view import View, decider
from tests.core.board import board

MEETING = """
    clock 2B terran ap
    terran CA Patton 0,0 E
    terran CV Wasp 0,4 E
    talon CA Sacrifice 9,0 W
"""
PATTON, WASP, SACRIFICE = range(3)


def view(position: str = MEETING) -> View:
    return View(board(position).battle, "terran")


def test_a_row_has_the_impulses_in_which_a_ship_moves_or_has_an_ap() -> None:
    plan = RoundOrders(2, (ShipOrders(PATTON, {1: "left"}, {2: "charge-0"}),))
    row = round_sheet(view(), plan)[0]
    assert [(cell.letter, bool(cell.moves), bool(cell.power)) for cell in row.cells] == [
        ("B", True, True),
        ("C", False, True),
        ("D", True, True),
        ("F", True, True),
    ], "an AP of impulse C would come from the battery"
    first = row.cells[0].moves
    assert [one.value for one in first if one.chosen] == ["left"]
    assert [one.value for one in first if one.suggested] == ["left"]
    assert [one.words for one in row.cells[1].power if one.chosen] == ["Charge phaser (group 1)"]
    assert row.summary == "Moves: B left. AP: C charge group 1. Fire: your captain decides."
    assert [one.value for one in row.targets] == ["", str(SACRIFICE)]
    assert len(row.groups) == 3
    assert all(one.chosen for one in row.groups)


def test_what_was_chosen_stands_in_the_row_beside_the_suggestion() -> None:
    plan = RoundOrders(2, (ShipOrders(PATTON, {1: "left"}),))
    chosen = RoundOrders(2, (ShipOrders(PATTON, {1: "right"}),))
    cell = round_sheet(view(), plan, chosen)[0].cells[0]
    assert [one.value for one in cell.moves if one.suggested] == ["left"]
    assert [one.value for one in cell.moves if one.chosen] == ["right"]


@pytest.mark.parametrize(
    ("step", "steps"),
    [("ap", {"ap", "move", "fire"}), ("move", {"move", "fire"}), ("fire", {"fire"}), ("curves", set())],
)
def test_steps_that_are_over_are_not_ordered_any_more(step: str, steps: set[str]) -> None:
    battle = board(MEETING).battle
    battle.step = step
    now = View(battle, "terran")
    assert {one for one in ("ap", "move", "fire") if due(now, 1, one)} == steps
    assert not due(now, 0, "move")
    assert due(now, 5, "move") == bool(steps)


def test_while_the_other_side_decides_the_own_turn_is_still_to_come_or_over() -> None:
    """The Initiative Player is the first in each impulse (3)."""
    theirs = MEETING.replace("2B terran ap", "2B talon fire")
    now = view(theirs)
    assert due(now, 1, "move") == (now.initiative == "talon")


def test_courses_are_drawn_as_far_as_they_are_ordered() -> None:
    now = view()
    given = RoundOrders(2, (ShipOrders(PATTON, {1: "ahead", 5: "ahead"}), ShipOrders(WASP)))
    found = trails(now, given)
    unit = now.unit(PATTON)
    assert [one.number for one in found] == [PATTON]
    assert found[0].points == (centre(unit.place), centre(unit.place + 1024))


def test_a_summary_says_what_each_letter_and_word_stands_for() -> None:
    """The letters are impulses, of moves and of AP (6.1, 6.3)."""
    given = ShipOrders(PATTON, {0: "left", 2: "ahead"}, {0: "charge-0", 3: "change"})
    told = "Moves: A left, C ahead. AP: A charge group 1, D bid to change the initiative."
    assert summary(view().unit(PATTON), given) == told


def test_a_row_says_what_is_fired_or_who_decides_it() -> None:
    """8: in the step of fire what the captain would fire now; else the rule that was chosen."""
    battle = board("""
        clock 2B talon fire
        terran CA Patton 0,0 E
        talon DD Predator 2,0 W
    """).battle
    now = View(battle, "talon")
    [firing] = round_sheet(now, RoundOrders(2, (ShipOrders(1),)))
    assert firing.summary == "Nothing ordered. Fire: 2 missiles at Patton, then as your captain decides."
    for rule, told in ((FireRule("hold"), "Fire: none."), (FireRule("free"), "Fire: whenever it can.")):
        [row] = round_sheet(now, RoundOrders(2, (ShipOrders(1, fire=rule),)))
        assert row.summary == f"Nothing ordered. {told}"


def test_all_that_is_open_is_said_so() -> None:
    assert summary(view().unit(PATTON), ShipOrders(PATTON)) == "Nothing ordered."


def test_stops_and_what_was_not_possible_in_words() -> None:
    assert asked_in_words(view(), [Met("contact", (PATTON, WASP)), Met("round")]) == (
        "In range of an enemy: Patton and Wasp.",
        "The round is over.",
    )
    missed = [
        Unable(PATTON, 2, 1, "move", "left"),
        Unable(PATTON, 2, 2, "ap", "charge-0"),
        Unable(WASP, 2, 5, "curves", "4"),
    ]
    assert unable_in_words(view(), missed) == (
        "Patton could not move as ordered in impulse B (turn left). The captain decided.",
        "Patton could not spend its AP as ordered in impulse C (charge group 1). The captain decided.",
        "Wasp could not take Speed 4 as ordered. The captain decided.",
    )


@pytest.mark.parametrize("number", range(8))
def test_plans_are_never_refused_and_always_followed_to_an_end(number: int) -> None:
    """Fleets of all classes, squadrons, terrain, planets: at each third decision a plan, and its sheet."""
    battle, dice = game.new_battle(setup_of(number)), SeededDice(number)
    players: dict[Side, Player] = {"terran": ByRound(STOPS["round"]), "talon": Captain()}
    views, at = {side: View(battle, side) for side in SIDES}, 0
    while (side := decider(battle)) is not None:
        now, at = views[side], at + 1
        if battle.round and at % 3 == 0:
            plan = planned(now, Stops())
            check_round(plan, now)
            assert len(round_sheet(now, plan)) == len(now.own)
            trails(now, plan)
        game.apply(battle, players[side].decide(now), dice)
    assert battle.ending
