"""What a page draws of a battle played by hand: the board, the track, the cards, and what has just happened."""

from collections.abc import Iterator

import pytest

from bench.fleets import over_terrain, scenario
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.orders import Burn, Move, Steer
from engines.talon.play.film import film
from engines.talon.play.offers import offers
from engines.talon.play.table import PlayTable, play_table
from engines.talon.state import Battle
from engines.talon.text import write_order
from engines.talon.view import View, decider
from tests.core.board import board

EVERY = 7


def _positions(number: int, orders: int, every: int = EVERY) -> Iterator[Battle]:
    """A battle of captains as it goes along, through its first orders."""
    battle = game.new_battle(scenario(number) if number else over_terrain())
    captains, dice = {side: Captain() for side in SIDES}, SeededDice(number)
    for at in range(orders):
        side = decider(battle)
        if side is None:
            return
        if at % every == 0:
            yield battle
        game.apply(battle, captains[side].decide(View(battle, side)), dice)


def _table(battle: Battle, side: str = "") -> PlayTable:
    view = View(battle, side or decider(battle) or "terran")  # type: ignore[arg-type]
    return play_table(view, offers(view))


@pytest.mark.parametrize("number", [0, 3, 11])
def test_everybody_on_the_map_is_drawn_once(number: int) -> None:
    for battle in _positions(number, 400):
        for side in SIDES:
            table, view = _table(battle, side), View(battle, side)
            drawn = [one.number for one in table.board.counters]
            assert drawn == sorted(unit.number for unit in (*view.own, *view.enemies))
            assert [one.dart.number for one in table.board.missiles] == [one.number for one in view.missiles]
            assert len(table.cards) == len(battle.units)


@pytest.mark.parametrize("number", [0, 11])
def test_each_move_that_is_offered_has_its_ghost(number: int) -> None:
    for battle in _positions(number, 400):
        view = View(battle, decider(battle) or "terran")
        moves = sum(isinstance(order, Move | Burn | Steer) for order in view.orders)
        ghosts = [one for one in _table(battle).board.ghosts if one.verb != "rotate"]
        assert len({one.order for one in ghosts}) == moves
        spots = [(one.unit, one.x, one.y) for one in ghosts if one.way]
        assert len(set(spots)) == len(spots)  # each can be tapped


def test_covered_counters_are_drawn_as_hexes_and_nothing_else() -> None:
    covered = next(one for one in _positions(3, 60, 1) if View(one, decider(one) or "terran").covered)
    view = View(covered, decider(covered) or "terran")
    table = _table(covered)
    assert len(table.board.covered) == len(covered.present[view.enemy_side])
    assert {one.side for one in table.board.counters} <= {view.side}
    hidden = [card for card in table.cards if card.side == view.enemy_side]
    assert all(card.place == "covered" and not card.beats for card in hidden)


def test_the_film_shows_no_covered_counter_put_down() -> None:
    battle = game.new_battle(scenario(3))
    captains, dice = {side: Captain() for side in SIDES}, SeededDice(3)
    first = decider(battle)
    assert first is not None
    events = []
    while decider(battle) == first:
        events += game.apply(battle, captains[first].decide(View(battle, first)), dice)
    other = View(battle, decider(battle) or "terran")
    assert other.veiled
    assert film(other, events) == []
    assert [step[0] for step in film(View(battle, first), events)] == ["put"] * 3


def test_a_shot_in_a_film() -> None:
    table = board("""
        clock 2E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W
    """)
    dice = SeededDice("a hit")
    events = game.apply(table.battle, table.battle.options[0], dice)
    steps = film(View(table.battle, "talon"), events)
    assert steps[0][:3] == ["shot", 0, 1]
    assert {step[0] for step in steps} <= {"shot", "hurt"}


def test_the_track_of_an_impulse() -> None:
    table = board("""
        clock 2D terran move
        initiative talon
        terran CA Patton 0,0 E
        talon CA Sacrifice 6,0 W
    """)
    found = _table(table.battle).track
    assert found.title == "Round 2, impulse D"
    assert [impulse.state for impulse in found.impulses] == ["done"] * 3 + ["now", "later", "later"]
    assert [(leg.side, leg.name, leg.state) for leg in found.legs] == [
        ("talon", "Power", "done"),
        ("talon", "Move", "done"),
        ("talon", "Fire", "done"),
        ("terran", "Power", "done"),
        ("terran", "Move", "now"),
        ("terran", "Fire", "later"),
    ]


def test_a_card_tells_what_is_on_the_counter() -> None:
    table = board("""
        clock 2E terran fire
        terran CA Patton 0,0 E turn 1 slip shields 2/1/5/4 markers front@C,front@D hull 2 battery criticals helm
        talon CA Sacrifice 2,0 W
    """)
    shown = _table(table.battle)
    card = next(one for one in shown.cards if one.name == "Patton")
    assert [(arc.name, arc.left, arc.markers) for arc in card.arcs] == [
        ("front", 2, 2),
        ("left", 1, 0),
        ("right", 5, 0),
        ("rear", 4, 0),
    ]
    assert card.hull_left == card.whole - 2
    assert card.criticals == ("helm down",)
    assert {("Turn count", "1"), ("Battery", "charged"), ("Side slip", "enabled")} <= set(card.facts)
    assert shown.track.now == "E"
    assert card.acts == "Moves in B, D, F. Has an AP in C, F."


def test_what_the_captain_suggests_is_marked() -> None:
    table_ = board("""
        clock 2E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W
    """)
    view = View(table_.battle, "terran")
    offered = offers(view)
    given = view.orders[0]
    (unit,) = (table := play_table(view, offered, (), (given,))).units
    wanted = write_order(given, table_.battle)
    assert (table.suggested, unit.suggested) == ((wanted,), wanted)
    assert table.suggested_words.startswith("Patton: fire ")
    assert [option.offer.order for option in unit.options if option.suggested] == [wanted]
