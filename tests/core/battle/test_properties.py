"""What must hold in every battle: random battles of every kind, looked at after every order."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from battles.battle.rulings import ruling_titles, section_titles
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.talon import game, text
from engines.talon import orders as o
from engines.talon.aim_documents import Unhurt
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.dice import ScriptedDice
from engines.talon.documents.codec import (
    decode_events,
    decode_order,
    decode_orders,
    decode_position,
    encode_events,
    encode_orders,
    encode_position,
)
from engines.talon.documents.validity import position_errors
from engines.talon.results.check import refusals
from engines.talon.results.degree import result_for
from engines.talon.rules.docking import docked_in
from engines.talon.set_ups.scenarios import scenario
from engines.talon.state import Battle
from engines.talon.terms import aims_of
from engines.talon.units import Unit
from tests.core.battle.random_battles import KINDS, Course, altered, copy_of, random_order, setups

seeds = st.integers(0, 10**6)
GONE = ("destroyed", "jumped", "left", "landed", "landed-after")


def battles(many: int):
    """The test for so many battles, the same ones every time."""

    def decorate(test):
        how = settings(max_examples=many, deadline=None, derandomize=True, phases=[Phase.generate])
        return how(given(setups(), seeds)(test))

    return decorate


def wear(unit: Unit) -> list[int]:
    """What never goes down while a battle lasts: marks, losses and what is used up."""
    missing = [most - left for most, left in zip(unit.kind.shields, unit.shields, strict=True)]
    spent = unit.kind.afterburners - unit.afterburners
    lasting = [unit.hull, unit.thrusters, unit.relays, spent, unit.ftl_offline, unit.status in GONE]
    return [*missing, *lasting, *unit.lost, *unit.fighters]


@battles(25)
def test_nothing_mends(setup: BattleSetup, seed: int) -> None:
    """Hull, shields, groups, fighters and afterburners only ever get less; who is gone stays gone."""
    course = Course(setup, seed)
    before = [wear(unit) for unit in course.battle.units]
    for battle in course.walk():
        after = [wear(unit) for unit in battle.units]
        for unit, then, now in zip(battle.units, before, after, strict=True):
            assert all(old <= new for old, new in zip(then, now, strict=True)), unit
        before = after


@battles(25)
def test_every_unit_is_in_one_place(setup: BattleSetup, seed: int) -> None:
    """On the map, docked where there is room, or gone; nothing in the position is impossible."""
    course = Course(setup, seed)
    for battle in course.walk():
        for side in SIDES:
            here = [unit for unit in battle.force(side) if unit.status == "map"]
            assert battle.present[side] == here
        for unit in battle.units:
            if unit.status == "docked":
                assert battle.units[unit.carrier].status == "map"
            assert docked_in(battle, unit) <= SQUADRONS_CARRIED
        assert position_errors(battle) == []


@battles(25)
def test_only_what_is_there_is_asked_and_always_more_than_one(setup: BattleSetup, seed: int) -> None:
    """No order is offered to what is off the map, none twice, never a single one, and never none before the end."""
    for battle in Course(setup, seed).walk():
        assert bool(battle.options) != bool(battle.ending)
        assert len(battle.options) != 1
        assert len(set(battle.options)) == len(battle.options)
        for order in battle.options:
            check_names(battle, order)


def check_names(battle: Battle, order: o.AnyOrder) -> None:
    """Whatever an order names is on the map or in flight, save what is put there by it or lands at the end."""
    if isinstance(order, o.Deploy | o.Launch | o.Arrive):
        assert battle.units[order.unit].status in ("undeployed", "waiting")
        return
    if battle.agenda and type(battle.agenda[-1]).__name__ == "Closing":
        return
    for field in ("unit", "squadron", "dock", "target", "missile"):
        number = getattr(order, field, None)
        if number is None:
            continue
        if number == o.PLANET:
            assert battle.bombarded_by(order.side) is not None
        elif number >= o.MISSILES:
            assert battle.missile(number)
        else:
            assert battle.units[number].status == "map"
    named = getattr(order, "fighter", None)
    if named is not None:
        squadron = order.squadron if isinstance(order, o.Transmit) else order.target  # type: ignore[union-attr]
        assert not battle.units[squadron].lost[named]


@battles(12)
def test_what_is_offered_is_accepted(setup: BattleSetup, seed: int) -> None:
    """Orders that were offered can be given, on a copy."""
    course = Course(setup, seed)
    for number, battle in enumerate(course.walk()):
        if number % 4 == 0 and not battle.ending:
            offered = game.legal_orders(battle)
            order = course.random.choice(offered)
            before = encode_position(battle)
            other = copy_of(battle)
            events = game.apply(other, order, course.dice)
            assert encode_position(battle) == before
            assert position_errors(other) == [], (order, position_errors(other))
            assert events or encode_position(other) != before


@battles(25)
def test_what_is_not_offered_is_refused(setup: BattleSetup, seed: int) -> None:
    """Any other order is refused with a rule that can be looked up, and nothing has changed."""
    rules = {*ruling_titles(), *section_titles()}
    course = Course(setup, seed)
    for number, battle in enumerate(course.walk()):
        if number % 3:
            continue
        offered = game.legal_orders(battle)
        orders = [random_order(battle, course.random) for _ in range(6)]
        orders += [altered(battle, course.random.choice(offered), course.random) for _ in range(6) if offered]
        before = encode_position(battle), list(battle.options)
        for order in orders:
            if order not in offered:
                with pytest.raises(Refused) as caught:
                    game.apply(battle, order, ScriptedDice([]))
                assert all(refusal.rule in rules and refusal.reason for refusal in caught.value.refusals)
        assert (encode_position(battle), battle.options) == before


@battles(12)
def test_positions_are_read_as_they_were_written(setup: BattleSetup, seed: int) -> None:
    """As text and as a document, the two agree, and the game goes on with the same orders without a die."""
    for number, battle in enumerate(Course(setup, seed).walk()):
        if number % 3 and not battle.agenda:
            continue
        raw, written = encode_position(battle), text.write_position(battle)
        stored, read = decode_position(raw), text.read_position(written)
        assert encode_position(stored) == raw
        assert text.write_position(read) == written
        assert text.write_position(stored) == written
        assert text.write_position(decode_position(encode_position(read))) == written
        for again in (stored, read):
            game.run_to_decision(again, ScriptedDice([]))
            assert text.write_position(again) == written
            assert set(again.options) == set(battle.options)
        assert stored.options == battle.options


@battles(15)
def test_a_position_with_a_word_changed_is_refused_or_played_on(setup: BattleSetup, seed: int) -> None:
    """Nobody types a position that the game cannot go on from: the reader refuses it."""
    course = Course(setup, seed)
    random = course.random
    for number, battle in enumerate(course.walk()):
        if number % 20 and not battle.agenda:
            continue
        lines = text.write_position(battle).splitlines()
        line, other = random.randrange(len(lines)), random.choice(lines)
        words = lines[line].split(" ")
        words[random.randrange(len(words))] = random.choice(other.split(" "))
        lines[line] = " ".join(words)
        play_on("\n".join(lines), course)


def play_on(position: str, course: Course) -> None:
    """Give some orders from a position, if it is one."""
    try:
        found = text.read_position(position)
    except Refused:
        return
    game.run_to_decision(found, course.dice)
    for _ in range(5):
        assert position_errors(found) == []
        if found.options:
            game.apply(found, course.random.choice(found.options), course.dice)


@battles(12)
def test_orders_are_read_as_they_were_written(setup: BattleSetup, seed: int) -> None:
    """As text and as documents, whether or not they may be given."""
    course = Course(setup, seed)
    for battle in course.walk():
        offered = game.legal_orders(battle)
        orders = course.random.sample(offered, min(3, len(offered)))
        for order in orders:
            assert text.read_order(text.write_order(order, battle), battle) == order
        orders.append(random_order(battle, course.random))
        assert decode_orders(encode_orders(orders)) == orders
        assert decode_order(encode_orders(orders[-1:])[1:-1]) == orders[-1]


@battles(20)
def test_a_battle_is_repeated_from_its_orders_and_dice(setup: BattleSetup, seed: int) -> None:
    """Also when it is stored and taken up again on the way; what happened is stored as well."""
    course = Course(setup, seed)
    for _ in course.walk():
        pass
    dice = ScriptedDice(list(course.dice.rolled))
    battle, events = game.new_battle(setup), []
    for number, order in enumerate(course.given):
        events += game.apply(battle, order, dice)
        if number % 20 == 0:
            battle = copy_of(battle)
    assert encode_position(battle) == encode_position(course.battle)
    assert dice.values == []
    assert events == course.events
    assert decode_events(encode_events(events)) == events


def test_a_battle_comes_to_a_result_that_can_be() -> None:
    """Each unit has one fate, the checker of results refuses nothing; and no kind of order was left out."""
    orders: set[type] = set()

    @battles(60)
    def play(setup: BattleSetup, seed: int) -> None:
        course = Course(setup, seed)
        for _ in course.walk():
            pass
        orders.update(type(order) for order in course.given)
        if course.battle.ending:
            check_result(setup, course.battle)

    play()
    orders.update(type(step) for step in played_out(scenario(9), 5))
    assert orders == set(KINDS)


def played_out(setup: BattleSetup, seed: int) -> list[o.AnyOrder]:
    """The orders of a battle by chance: the printed scenario has one that other battles seldom come to (26.9)."""
    course = Course(setup, seed)
    for _ in course.walk():
        pass
    return course.given


def check_result(setup: BattleSetup, battle: Battle) -> None:
    """The report tells what became of each unit, and the points that count are at least those of the dead."""
    report = game.report(battle)
    for side in SIDES:
        assert [fate.name for fate in report.fates(side)] == [unit.name for unit in setup.force(side)]
    assert refusals(setup, report) == []
    result = result_for(setup, report)
    assert result.report.winner == battle.winner
    half = any(isinstance(aim, Unhurt) for aim in aims_of(setup))
    for side in SIDES:
        dead = sum(unit.kind.points for unit in battle.force(side) if unit.status == "destroyed")
        assert (2 if half else 1) * result.lost(side) >= dead
        assert aims_of(setup) or result.lost(side) == dead
