"""What a unit cannot do, with the reasons, as a player asks for it on the board."""

from random import Random

from engines.talon.hexes import at
from engines.talon.play.offers.legal import offers
from engines.talon.play.offers.why_not import hex_near, not_offered, not_there
from engines.talon.report.drawing.geometry import centre
from engines.talon.rules import floating_map
from engines.talon.view import View
from tests.core.battle.random_battles import Course
from tests.core.battle.test_offers import COVERED
from tests.core.battle.test_properties import battles
from tests.core.board import board

FIRE = """
    clock 2E terran fire
    map -6,-6
    terran CA Patton 0,0 E
    talon CA Sacrifice 5,0 W
    talon CA Justice 2,0 W
"""
MOVE = """
    clock 2B terran move
    map -6,-6
    terran CA Patton 0,0 E speed 3 turn 1 slip
    talon CA Sacrifice 5,0 W speed 1
"""


def test_8_why_a_ship_out_of_range_cannot_be_fired_at() -> None:
    view = View(board(FIRE).battle, "terran")
    patton = view.unit(0)
    reasons = not_there(view, patton, at(5, 0))
    assert {reason.rule for reason in reasons} == {"8"}
    assert any("range 5" in reason.why for reason in reasons)
    assert not_there(view, patton, at(1, 1))[0].why == "There is no enemy in that hex."
    assert not_there(view, patton, at(2, 0))[0].why == "This is possible."


def test_7_why_a_hex_cannot_be_entered() -> None:
    view = View(board(MOVE).battle, "terran")
    patton = view.unit(0)
    assert not_there(view, patton, at(1, 0))[0].why == "This is possible."
    aside = not_there(view, patton, at(1, -1))
    assert [(reason.what, reason.rule) for reason in aside] == [("Slip left", ""), ("Turn left", "7.2")]
    assert "3 hexes away" in not_there(view, patton, at(3, 0))[0].why
    assert "behind" in not_there(view, patton, at(-1, 0))[0].why
    assert "stands there" in not_there(view, patton, at(0, 0))[0].why


def test_what_belongs_to_another_step_stands_together() -> None:
    view = View(board(FIRE).battle, "terran")
    other = [reason for reason in not_offered(view, view.unit(0)) if "current step" in reason.why]
    assert [reason.what for reason in other] == ["Spend AP, move, change its Speed, jump away"]


def test_units_of_the_other_side_and_turn_are_explained_at_once() -> None:
    view = View(board(FIRE).battle, "terran")
    enemy = next(unit for unit in view.enemies if unit.name == "Justice")
    assert {reason.why for reason in not_offered(view, enemy)} == {
        "Justice is Talon's. You give orders for Terran."
    }
    waiting = View(board(FIRE).battle, "talon")
    assert {reason.why for reason in not_offered(waiting, enemy)} == {"It is Terran's turn: firing."}


@battles(6)
def test_nothing_that_is_offered_is_said_to_be_impossible(setup, seed: int) -> None:
    """In random battles: of every unit, what is refused is no offer, and each reason has its words and its rule."""
    random = Random(seed)
    for number, battle in enumerate(Course(setup, seed).walk()):
        if number % 23 or not battle.options:
            continue
        view = View(battle, battle.options[0].side)
        found = offers(view).units if battle.step not in ("deploy", "arrivals") else {}
        for unit in view.units(view.side):
            refused = {words for reason in not_offered(view, unit) for words in reason.what.split(", ")}
            assert not refused & {offer.words for offer in found.get(unit.number, ())}
            place = random.choice(floating_map.hexes(battle.window))
            for reason in (*not_offered(view, unit), *not_there(view, unit, place)):
                assert reason.what
                assert reason.why.endswith((".", ")"))


def test_the_hex_at_a_point_is_the_one_in_which_it_lies() -> None:
    view = View(board(FIRE).battle, "terran")
    x, y = centre(at(2, -1))
    assert hex_near(view, x + 9, y - 9) == at(2, -1)
    assert hex_near(view, 5000, 5000) is None


def test_r37_why_not_does_not_tell_what_is_covered() -> None:
    """R37: of two positions that differ only in covered counters, every unit and hex is explained alike."""
    one = View(board(COVERED.format(patton="3,10", thor="6,10", facing="NW")).battle, "talon")
    other = View(board(COVERED.format(patton="6,10", thor="3,10", facing="NE")).battle, "talon")
    for unit in (*one.units("talon"), *one.units("terran")):
        twin = next(
            two for two in (*other.units("talon"), *other.units("terran")) if two.number == unit.number
        )
        assert not_offered(one, unit) == not_offered(other, twin)
        for place in floating_map.hexes(one.window):
            assert not_there(one, unit, place) == not_there(other, twin, place)
