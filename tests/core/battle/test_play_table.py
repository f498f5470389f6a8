"""What a page draws of a battle played by hand: the board, the track, the cards, and what has just happened."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bench.battles.by_hand import TWELVE
from bench.battles.fleets import fleets_of, of_classes, over_terrain
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.orders import Burn, Move, Steer
from engines.talon.play.advice import advice
from engines.talon.play.barriers import try_order
from engines.talon.play.drawing.film import film
from engines.talon.play.offers.legal import offers
from engines.talon.play.table import PlayTable, play_table
from engines.talon.set_ups.random_terrain import laid_in_turn, with_terrain
from engines.talon.state import Battle
from engines.talon.text import read_order, write_order
from engines.talon.view import View, decider
from tests.core.board import board

EVERY = 7


def _positions(number: int, orders: int, every: int = EVERY) -> Iterator[Battle]:
    """A battle of captains as it goes along, through its first orders."""
    battle = game.new_battle(fleets_of(number) if number else over_terrain())
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
    assert hidden
    assert all(card.place == "covered" and not card.beats for card in hidden)


def test_the_film_shows_no_covered_counter_put_down() -> None:
    battle = game.new_battle(fleets_of(3))
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


def test_the_phase_of_black_holes_is_on_the_track_where_there_is_one() -> None:
    for hole, named in (("", False), ("terrain black-hole 3,1", True)):
        table = board(f"""
            clock 2 terran curves
            {hole}
            terran CA Patton 0,0 E
            talon CA Sacrifice 6,0 W
        """)
        assert ("Black holes" in [leg.name for leg in _table(table.battle).track.legs]) is named


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


def test_the_hex_that_the_captain_suggests_is_marked_on_the_board() -> None:
    """The planet's, the terrain's, and a ship's; the words then name no hex."""
    battle, steps = game.new_battle(over_terrain()), set()
    captains, dice = {side: Captain() for side in SIDES}, SeededDice(0)
    while not battle.round and (side := decider(battle)) is not None:
        view = View(battle, side)
        given = captains[side].decide(view)
        table = play_table(view, offers(view), (), (given,))
        if table.suggested and hasattr(given, "place"):
            steps.add(table.step)
            marked = [spot.hex for spot in table.board.spots if spot.suggested]
            assert len(marked) == 1
            assert marked[0] in table.suggested[0]
            assert "mark" in table.suggested_words
            assert marked[0] not in table.suggested_words
        game.apply(battle, given, dice)
    assert {"deploy"} <= steps


def test_30_1_it_is_said_what_pattern_is_laid_and_which_of_how_many() -> None:
    """Before a hex is chosen, and in the captain's suggestion how it is turned (R38)."""
    setup = with_terrain(fleets_of(2), laid_in_turn([(2, 2), (1, 6), (6, 6)]))
    battle, told = game.new_battle(setup), []
    captain, dice = Captain(), SeededDice(0)
    while (side := decider(battle)) is not None and battle.step == "terrain":
        view = View(battle, side)
        given = captain.decide(view)
        table = play_table(view, offers(view), (), (given,), patterns=3)
        told.append(table.hint.split(". ")[0])
        items = [item.words for placing in table.placings for item in placing.items]
        assert items == [told[-1].split(": ")[1]]
        assert table.suggested_words.startswith("Lay the pattern where marked, ")
        assert table.suggested_words.endswith(("not turned", "left", "right", "turned by half"))
        game.apply(battle, given, dice)
    assert told == [
        "Pattern 1 of 3: 2 nebulae, 1 asteroid",
        "Pattern 2 of 3: 1 black hole",
        "Pattern 3 of 3: 1 barren planet",
    ]


COLUMN = """
    clock 2B terran move
    map -6,-6
    terran CA Patton 0,0 E
    terran CA Guderian 1,0 E
    talon CA Sacrifice 6,0 W
"""


def _given(view: View, *words: str) -> PlayTable:
    """The table of a side to which these orders are suggested."""
    orders = [read_order(one, view.imagined()) for one in words]
    return play_table(view, offers(view), (), orders)


def test_moves_of_several_ships_are_a_sheet_in_the_captains_order() -> None:
    view = View(board(COLUMN).battle, "terran")
    table = _given(view, "terran move Guderian ahead", "terran move Patton ahead")
    assert table.sheet == "Not yet"
    assert [unit.name for unit in table.units] == ["Guderian", "Patton"]
    assert [unit.suggested.split()[-1] for unit in table.units] == ["ahead", "ahead"]
    assert play_table(view, offers(view)).sheet == ""  # without advice nothing could be chosen already


def test_one_ship_alone_is_ordered_at_once() -> None:
    view = View(board(COLUMN.replace("    terran CA Guderian 1,0 E\n", "")).battle, "terran")
    assert _given(view, "terran move Patton ahead").sheet == ""


def test_the_captains_moves_are_warned_of_what_is_there_by_then() -> None:
    """Patton would run into Guderian, which has moved on before."""
    view = View(board(COLUMN).battle, "terran")
    table = _given(view, "terran move Guderian ahead", "terran move Patton ahead")
    assert [_warning(table, name) for name in ("Guderian", "Patton")] == ["", ""]
    table = _given(view, "terran move Patton ahead", "terran move Guderian ahead")
    assert "collides with Guderian" in _warning(table, "Patton")


def _warning(table: PlayTable, name: str) -> str:
    unit = next(unit for unit in table.units if unit.name == name)
    return next(option.offer.warn for option in unit.options if option.suggested)


def test_a_step_of_twelve_ships_takes_two_taps_at_most() -> None:
    """What is suggested is accepted all at once, as the page sends it; fire stops at each die."""
    battle, dice = game.new_battle(of_classes(TWELVE, TWELVE.replace("SC", "FF"))), SeededDice(13)
    taps: Counter[tuple[object, ...]] = Counter()
    ordered: Counter[str] = Counter()
    while (side := decider(battle)) is not None and battle.round < 2:
        table = play_table(View(battle, side), offers(View(battle, side)), (), advice(View(battle, side)))
        step = (battle.round, battle.impulse, side, battle.step)
        if table.sheet:
            taps[step] += 1
            ordered[battle.step] = max(ordered[battle.step], len(table.units))
        battle = _accepted(battle, table, dice)
    assert set(ordered) == {"ap", "move", "curves"}
    assert min(ordered.values()) >= 11
    assert max(taps.values()) <= 2


def _accepted(battle: Battle, table: PlayTable, dice: SeededDice) -> Battle:
    """The battle after all that is suggested, or its first orders up to one that cannot be taken back."""
    words = [unit.suggested for unit in table.units] if table.sheet else list(table.suggested)
    if "" in words and table.close is not None:
        words.append(table.close.order)
    for one in filter(None, words):
        order = read_order(one, battle)
        tried = try_order(battle, order)
        if tried.barrier:
            battle = battle.copy()
            game.apply(battle, order, dice)
            return battle
        battle = tried.battle
    return battle
