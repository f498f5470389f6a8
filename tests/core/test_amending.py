"""Corrected results in random wars: what must hold of each, and what one side may read of it (S15, S67)."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bench.random_player import random_report
from campaign.rules import events as e
from campaign.rules.amending import touched
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.evolve import fold
from campaign.rules.orders import Amend
from campaign.rules.record import clone
from campaign.rules.sight import seen
from campaign.rules.since import since
from engines.seam.sides import SIDES
from tests.core.test_whole_wars import Course

encoded = msgspec.json.encode
TURN = 5
SEEDS = range(16)


def planning(seed: int) -> Course:
    """A random war in which a later turn is planned, or that is over."""
    course = Course(seed)
    while not course.over and (course.war.turn < TURN or course.war.phase != "planning"):
        course.step()
    return course


def corrections(course: Course, seed: int) -> Iterator[tuple[Amend, list[e.AnyEvent]]]:
    """A random other report of each of its first battles, with the events that follow."""
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    for result in results[:3] if not course.over else []:
        found = since(course.events, result.battle)
        assert found is not None
        order = Amend(result.battle, random_report(found.setup, Random(seed)))
        if order.report != result.result.report:
            yield order, decide(course.war, None, order, ScriptedDice(), course.events)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_correction_is_what_the_log_with_it_leads_to(seed: int) -> None:
    """Treasuries are never in debt, no ship is twice in the war, and every marker is on the map."""
    course = planning(seed)
    for _, events in corrections(course, seed):
        stored = msgspec.json.decode(msgspec.json.encode(tuple(events)), type=tuple[e.AnyEvent, ...])
        after = fold([*course.events, *stored])
        for side in SIDES:
            fleet = after.fleet(side)
            lost = {loss.name for loss in after.losses if loss.side == side}
            assert fleet.treasury >= 0
            assert not lost & fleet.ships.keys()
            assert fleet.ships.keys() <= set(fleet.names)
        for sector, index in after.markers.items():
            assert 0 <= index < len(after.chart.zones(sector))
        assert msgspec.json.encode(after) == msgspec.json.encode(clone(after))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_since_with_a_ship_that_was_lost_is_always_named(seed: int) -> None:
    course = planning(seed)
    for order, events in corrections(course, seed):
        found = since(course.events, order.battle)
        assert found is not None
        named = {one.battle.number for one in touched(found, order.report)}
        gone = {
            (event.side, unit.name)
            for event in events
            if isinstance(event, e.FatesAmended)
            for unit in (*event.lost, *event.hurt)
        }
        moved = {event.sector for event in events if isinstance(event, e.MarkerAmended)}
        for battle in found.later:
            there = {(side, unit.name) for side in SIDES for unit in battle.forces[side]}
            assert (not there & gone) or battle.number in named
            assert not moved & set(battle.sectors) or battle.number in named


@pytest.mark.parametrize("seed", SEEDS)
def test_one_side_reads_the_same_whatever_the_other_keeps_secret(seed: int) -> None:
    """Only Talon's secrets differ: its treasury, and what it has in the Reserve or has scrapped."""
    course = planning(seed)
    for order, events in corrections(course, seed):
        other = clone(course.war)
        other.talon.treasury, other.talon.minimum = 0, 0
        for name, ship in list(other.talon.ships.items()):
            if ship.where == "reserve":
                del other.talon.ships[name]
        again = decide(other, None, order, ScriptedDice(), course.events)
        for viewer in ("terran", None):
            assert encoded(seen(again, viewer, over=False)) == encoded(seen(events, viewer, over=False))
