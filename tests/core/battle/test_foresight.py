"""How captains expect an enemy to move before it fires next, and the fire that follows from it."""

import pytest

from engines.talon.captains.captain import Captain
from engines.talon.captains.weighing.evaluation import SLOT, enemy_fire, full_readiness, own_fire
from engines.talon.captains.weighing.foresight import STAYS, STRAIGHT, TURNS, next_impulse, next_move
from engines.talon.hexes import at
from engines.talon.units import Unit
from engines.talon.view import View
from tests.core.board import board


def view(clock: str, initiative: str, items: str) -> View:
    """Terran's view in its turn, of a Talon ship with those items."""
    table = board(f"""
        clock {clock} terran move
        initiative {initiative}
        terran CA Patton 0,0 E
        talon CA Sacrifice 5,0 W {items}
    """)
    return View(table.battle, "terran")


@pytest.mark.parametrize(
    ("clock", "initiative", "items", "expected"),
    [
        ("1B", "terran", "speed 3", TURNS),  # Speed 3 acts in B, D and F, Speed 2 in C and F
        ("1B", "terran", "speed 3 turn 1", STRAIGHT),
        ("1B", "terran", "speed 3 criticals helm", STRAIGHT),
        ("1B", "terran", "speed 2", STAYS),
        ("1B", "talon", "speed 2", TURNS),
        ("1B", "talon", "speed 3", STAYS),
        ("1F", "talon", "speed 3", STAYS),
    ],
)
def test_an_enemy_moves_as_its_speed_says(clock, initiative, items, expected):
    """3, 4.1: after Terran's turn comes Talon's of this impulse, or of the next if Talon went first."""
    seen = view(clock, initiative, items)
    assert next_move(seen.enemies[0], next_impulse(seen)) == expected


def test_a_base_stays():
    """14: it turns where it is."""
    table = board("""
        clock 1F terran move
        terran CA Patton 0,0 E
        talon Base Hope 5,0 W
    """)
    assert next_move(table.battle.talons[0], 5) == STAYS


def cruiser() -> Unit:
    """A Terran heavy cruiser: its torpedo fires ahead."""
    return view("1B", "terran", "").own[0]


def test_fire_is_expected_where_a_ship_can_turn_to():
    """5.3, 7.2: three hexes off its side a torpedo reaches nothing, unless the ship turns."""
    unit = cruiser()
    table = enemy_fire(unit.kind, full_readiness(unit))
    beside = SLOT[at(0, 3)]
    assert table.after(beside, STAYS) == table.at(beside)
    assert table.after(beside, TURNS) > table.after(beside, STRAIGHT)


def test_fire_is_expected_from_where_a_ship_will_be():
    """Ahead at range 5 nothing is hit now; after a move it is."""
    unit = cruiser()
    table = enemy_fire(unit.kind, full_readiness(unit))
    ahead = SLOT[at(5, 0)]
    assert table.after(ahead, STRAIGHT) > table.after(ahead, STAYS)


def test_own_fire_counts_less_two_moves_on_than_an_enemys():
    """At range 6 nothing is hit before a second move; at range 2 the fire of now is best on either side."""
    unit = cruiser()
    own, enemys = (table(unit.kind, full_readiness(unit)) for table in (own_fire, enemy_fire))
    now, two_moves_on = SLOT[at(2, 0)], SLOT[at(6, 0)]
    assert own.at(now) == enemys.at(now)
    assert 0 < own.at(two_moves_on) < enemys.at(two_moves_on) / 10


def test_a_captain_expects_of_enemies_what_it_does_not_of_its_own():
    """What it keeps of each unit has the table of its side."""
    situation = Captain().situation(view("1B", "terran", "speed 2"))
    own, foe = next(iter(situation.owns.values())), situation.foes[0]
    assert own.fire is own_fire(own.unit.kind, full_readiness(own.unit))
    assert foe.fire is enemy_fire(foe.unit.kind, full_readiness(foe.unit))
