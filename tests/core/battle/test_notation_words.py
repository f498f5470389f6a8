"""Orders and names in the notation: what cannot be read is refused with its column, every name reads back."""

import textwrap

import pytest

from engines.seam.refusals import Refused
from engines.talon import orders as o
from engines.talon import text
from engines.talon.documents.codec import decode_position, encode_position
from tests.core.battle.test_notation import BASE, MARK, marked

MALFORMED = [
    (f"{MARK}", "a side is missing"),
    (f"{MARK}klingon done", "not a side"),
    (f"terran{MARK}", "an order is missing"),
    (f"terran {MARK}surrender", "not an order"),
    (f"terran done {MARK}twice", "does not belong here"),
    (f"terran charge{MARK}", "unit's name is missing"),
    (f"terran charge {MARK}Enterprise 2", "no Enterprise"),
    (f"terran charge Patton{MARK}", "group's number is missing"),
    (f"terran charge Patton {MARK}0", "a group"),
    (f"terran charge Patton {MARK}two", "a group"),
    (f"terran vote Patton {MARK}keep", "a marker"),
    (f"terran reinforce Patton {MARK}top", "an arc"),
    (f"terran reinforce Patton left replacing {MARK}front@G", "not a reinforcement"),
    (f"talon retarget Hunter {MARK}m9 Patton", "no missile m9"),
    (f"talon retarget Hunter {MARK}Patton Wasp", "not a missile"),
    (f"terran transmit Wasp Cougar {MARK}fire", "use of the AP"),
    (f"terran move Patton {MARK}back", "way to move"),
    (f"terran move Patton ahead {MARK}quickly", "does not belong here"),
    (f"terran move Cougar ahead dock {MARK}Hornet", "no Hornet"),
    (f"talon steer m4 {MARK}slip-left", "way to move"),
    (f"terran fire Patton 2 {MARK}Sacrifice/1", "not a squadron"),
    (f"talon fire Sacrifice 1 Cougar/{MARK}4", "a fighter"),
    (f"talon fire Sacrifice 1 {MARK}Cougar/1/2", "put it in quotes"),
    (f"talon fire Sacrifice 1 {MARK}Shadow", "write terran:Shadow or talon:Shadow"),
    (f"terran curve Patton {MARK}7", "a Speed"),
    (f"terran arrive Patton {MARK}east W 3", "not a hex"),
    (f"terran arrive Patton 5,5 {MARK}N 3", "not a hex side"),
    (f"terran planet {MARK}900,1", "out of range"),
    (f"talon terrain 3,4 {MARK}6", "a turn"),
    (f"terran pick {MARK}m2", "no missile m2"),
    (f"terran toward {MARK}up", "not a hex side"),
    (f"terran grant {MARK}nobody", "a side"),
    (f'terran charge {MARK}"Patton 2', "not closed"),
]
"""In a battle with missile m4, and a Shadow on both sides."""


@pytest.mark.parametrize(("told", "reason"), MALFORMED)
def test_a_malformed_order_is_refused(told, reason):
    """With its column and the reason."""
    both = f"{BASE}terran CA Shadow 5,6 E\ntalon DD Shadow 5,5 W\ntalon missile m4 2,2 W at Patton"
    told, where = marked(told)
    with pytest.raises(Refused) as caught:
        text.read_order(told, text.read_position(both))
    assert caught.value.refusals[0].where == where
    assert reason in caught.value.refusals[0].reason


NAMES = [
    "Ace of Spades", "A_B", "under_score and blank", 'The "Old" One', '"', "Müßiggänger", "Ναῦς", "飛龍", "O'Brien",
    "m4", "nothing", "found", "#1", "a #1 b_", "a/2", "terran:Patton", "done", "terran", "3,-1", "x" * 60, " a  b ",
    "lost", "-", "//", "e@A", "ahead",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_name_reads_back(name):
    """Names with blanks, quotes, signs of the notation and letters of any alphabet, also where both sides have them."""
    battle = text.read_position(BASE + "talon missile m1 2,2 W at Patton")
    battle.units[0].name = battle.units[3].name = name
    again = text.read_position(text.write_position(battle))
    assert [unit.name for unit in again.units] == [unit.name for unit in battle.units]
    assert again.missiles[0].target == 0
    for told in (o.Fire("talon", 3, 0, 0), o.Transmit("terran", 1, 2, "slip"), o.Pick("terran", 3)):
        assert text.read_order(text.write_order(told, battle), battle) == told


@pytest.mark.parametrize("name", NAMES)
def test_a_fighter_of_a_squadron_of_any_name(name):
    """The stroke before its number is not one of the name's."""
    battle = text.read_position(BASE)
    battle.units[2].name = name
    told = o.Fire("talon", 3, 0, 2, 1)
    assert text.read_order(text.write_order(told, battle), battle) == told


@pytest.mark.parametrize(
    "name", ["", "x" * 61, "two\nlines", "a\ttab", "bell\x07", "line\u2028separator", "no\xa0break"]
)
def test_a_name_that_cannot_be_written_is_refused(name):
    """A name has letters, signs and blanks."""
    battle = text.read_position(BASE)
    battle.units[0].name = name
    with pytest.raises(Refused, match=r"units\[0\].name"):
        decode_position(encode_position(battle))


def test_a_name_that_both_sides_have_takes_its_side():
    """With and without quotes."""
    battle = text.read_position(f'{BASE}terran CA "Big One" 5,6 E\ntalon DD Big_One 5,5 W')
    told = text.read_order('terran fire terran:"Big One" 1 talon:Big_One', battle)
    assert told == o.Fire("terran", 3, 0, 6)
    with pytest.raises(Refused, match="both sides have a Big One: write terran:Big_One or talon:Big_One"):
        text.read_order("terran battery Big_One", battle)


def test_comments_blanks_and_empty_lines_are_left_out():
    """What follows a # that begins a word; a # inside a word, or in quotes, belongs to it."""
    battle = text.read_position(
        textwrap.dedent("""
            # A duel.
            clock 1E terran fire   # so far
              terran CA Patton#1 0,0 E   hull 2

            talon CA "Sacri #fice" 4,0 W #
        """)
    )
    assert [unit.name for unit in battle.units] == ["Patton#1", "Sacri #fice"]
    assert battle.units[0].hull == 2


def test_lines_may_end_as_on_any_machine():
    """With a carriage return as well."""
    other = text.read_position(BASE.replace("\n", "\r\n"))
    assert text.write_position(other) == text.write_position(text.read_position(BASE))
