"""Overlays agree with the rules: what groups reach, where ships can go, and who can shoot whom."""

from itertools import product

from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.hexes import at
from engines.talon.orders import MISSILES, Fire, Move
from engines.talon.play.drawing.overlays import arcs, reachable, shooters
from engines.talon.rules import floating_map
from engines.talon.rules.hits.weapons import reaches
from engines.talon.state import Battle
from engines.talon.view import View, decider
from tests.core.battle.random_battles import Course
from tests.core.battle.test_offers import COVERED
from tests.core.battle.test_properties import battles
from tests.core.board import board


@battles(8)
def test_arcs_are_what_groups_reach(setup, seed: int) -> None:
    """8, 17: in random battles, every group of every ship, every hex of the map."""
    for number, battle in enumerate(Course(setup, seed).walk()):
        if number % 37:
            continue
        for unit in [*battle.terrans, *battle.talons]:
            view = View(battle, unit.side)
            for reach in arcs(view, unit):
                found = {at(*one) for places in reach.by_range.values() for one in places}
                hexes = floating_map.hexes(battle.window)
                assert found == {place for place in hexes if reaches(battle, unit, reach.group, place)}


@battles(10)
def test_whom_a_side_may_fire_at_is_in_sight(setup, seed: int) -> None:
    """8: in random battles, the fire open to a side is what its charged groups have in sight."""
    for battle in Course(setup, seed).walk():
        side = decider(battle)
        if side is None or battle.step != "fire" or battle.agenda:
            continue
        seen = {
            (one.unit, one.group, one.target)
            for one in shooters(View(battle, side))
            if one.ready
            and battle.units[one.unit].side == side
            and not battle.units[one.unit].fired
            and battle.has_turn(battle.units[one.unit])
        }
        friends = {unit.number for unit in battle.present[side]}
        fires = {
            (order.unit, order.group, order.target)
            for order in battle.options
            if isinstance(order, Fire) and order.target < MISSILES and order.target not in friends
        }
        assert fires == seen


def stops(battle: Battle, number: int) -> tuple[set, set]:
    """Where the unit is after this impulse and after the next, by giving every order to move; all else is done."""
    now: set[tuple[int, int]] = set()
    later: set[tuple[int, int]] = set()
    begun, going = battle.impulse, [battle.copy()]
    while going:
        one = going.pop()
        unit = one.units[number]
        if one.impulse > begun + 1 or one.step == "curves":
            later.add((unit.place, unit.facing))
            continue
        if one.impulse > begun and one.side != unit.side:
            now.add((unit.place, unit.facing))
        orders = [order for order in one.options if isinstance(order, Move)] or one.options[-1:]
        for order in orders:
            going.append(one.copy())
            game.apply(going[-1], order, SeededDice(1))
    return now, later


LONE = """
    clock 2{letter} terran move
    map -5,-5
    terran CA Patton 0,0 E speed {speed} turn {turn}{slip}
    talon CA Sacrifice 8,0 W speed 1
"""


def test_7_where_a_ship_can_be_is_where_its_orders_take_it() -> None:
    """7.2, 7.3: with turn counts and a side slip, at every Speed; Talon gets AP in each impulse, and so a decision."""
    tried = set()
    for letter, speed, turn, slip in product("BC", (2, 3, 4, 5), range(3), ("", " slip")):
        battle = board(LONE.format(letter=letter, speed=speed, turn=turn, slip=slip)).battle
        if battle.impulse != "ABCDEF".index(letter) or battle.step != "move":
            continue  # it does not move in this impulse, or only straight ahead
        now, later = stops(battle, 0)
        found = reachable(View(battle, "terran"), battle.units[0])
        assert {(at(*one.hex), one.facing) for one in found.now} == now
        assert {(at(*one.hex), one.facing) for one in found.next} == later
        tried.add(speed)
    assert tried == {2, 3, 4, 5}


def test_r37_nobody_is_in_sight_while_counters_are_covered() -> None:
    """R37: nothing is told of where covered counters are."""
    battle = board(COVERED.format(patton="3,10", thor="6,10", facing="NW")).battle
    assert shooters(View(battle, "talon")) == ()
