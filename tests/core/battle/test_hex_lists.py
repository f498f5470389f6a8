"""Lists by difference of two hexes say what the tables say, and tell every hex that is far away from a close one."""

from engines.talon.captains.weighing.evaluation import ARCS, DISTANCES, PLACES, REACH, SHOWN, SLOTS, STRUCK
from engines.talon.captains.weighing.formation import NEAR, is_near
from engines.talon.hexes import ARC, CLOSE, RANGE, RANGES, SPAN, at, within
from engines.talon.weapon_table import FARTHEST

WIDE = within(0, 2 * CLOSE)


def test_every_list_reaches_as_far_as_it_is_asked():
    assert max(NEAR, FARTHEST, REACH) <= CLOSE


def test_ranges_are_those_of_the_table():
    for away in WIDE:
        if -SPAN <= away <= SPAN:
            assert RANGES[away] == min(RANGE[away], CLOSE + 1)
        else:
            assert RANGE[away] > CLOSE
        assert is_near(away) == (RANGE[away] <= NEAR)


def test_slots_are_those_of_the_hexes_in_reach():
    for away in WIDE:
        if -SPAN <= away <= SPAN:
            slot = SLOTS[away]
            assert (slot >= 0) == (RANGE[away] <= REACH)
            assert slot < 0 or (PLACES[slot], DISTANCES[slot]) == (away, RANGE[away])


def test_an_enemy_in_a_slot_shows_an_arc_and_fires_back_from_there():
    """A shot from the enemy at a hex is one at the slot in which the hex lies to it, had it faced east."""
    for facing in range(6):
        for slot, place in enumerate(PLACES):
            assert SHOWN[facing][slot] == ARC[facing][-place]
            back = PLACES[STRUCK[facing][slot]]
            assert RANGE[back] == RANGE[place]
            assert not back or ARCS[0][STRUCK[facing][slot]] == ARC[facing][-place]


def test_a_hex_at_the_edge_of_the_lists():
    assert RANGES[at(-CLOSE, 0)] == RANGES[at(CLOSE, -CLOSE)] == CLOSE
    assert RANGES[at(-CLOSE, -CLOSE)] == CLOSE + 1
