"""Corrected results in random wars: what must hold of each, and what one side may read of it (S15, S67)."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, reduce
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from bench.wars.random_player import random_report
from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.amending import touched
from campaign.rules.corrections.battle_history import battle_history, recorded_in
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import Amend
from campaign.rules.record import clone
from campaign.rules.sight import seen
from campaign.rules.state import War
from campaign.war.log.documents import decode_events
from engines.seam.refusals import Refused
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


@cache
def planned(seed: int) -> Course:
    """The same war for all tests that only read it."""
    return planning(seed)


def corrections(course: Course, seed: int) -> Iterator[tuple[Amend, list[e.AnyEvent]]]:
    """A random other report of each of its first battles, with the events that follow."""
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    for result in results[:3] if not course.over else []:
        found = battle_history(course.events, result.battle)
        assert found is not None
        order = Amend(result.battle, random_report(found.setup, Random(seed)))
        if order.report != result.result.report:
            yield order, decide(course.war, None, order, ScriptedDice(), course.events)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_correction_is_what_the_log_with_it_leads_to(seed: int) -> None:
    """Treasuries are never in debt, no ship is twice in the war, and every marker is on the map."""
    course = planned(seed)
    for _, events in corrections(course, seed):
        is_what_the_log_leads_to(course.events, events)


def is_what_the_log_leads_to(log: list[e.AnyEvent], events: list[e.AnyEvent]) -> None:
    """The same for the events of one correction."""
    stored = decode_events(encoded(tuple(events)))
    after = fold([*log, *stored])
    for side in SIDES:
        fleet = after.fleet(side)
        lost = {loss.name for loss in after.losses if loss.side == side}
        assert fleet.treasury >= 0
        assert not lost & fleet.ships.keys()
        assert fleet.ships.keys() <= set(fleet.names)
    holds_a_position_the_rules_allow(after)
    assert encoded(after) == encoded(clone(after))


def holds_a_position_the_rules_allow(war: War) -> None:
    """Every marker is on the map and beyond no planet of the enemy (S9), and no base is at a planet of the enemy."""
    for sector, index in war.markers.items():
        assert 0 <= index < len(war.chart.zones(sector))
    for place, sector, index, _ in war.chart.places():
        owner = war.planets.get(place)
        if owner is None or war.phase == "over":
            continue
        marker = war.markers[sector]
        assert owner == "terran" or index >= marker, (
            f"{sector} {marker + 1} is beyond {place}, which is {owner}'s"
        )
        assert owner == "talon" or index <= marker, (
            f"{sector} {marker + 1} is beyond {place}, which is {owner}'s"
        )
        base = war.bases.get(place)
        assert base is None or base.side == owner, f"a {base} stands at {place}, which is {owner}'s"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_is_read_alone_as_it_is_with_what_has_happened_since(seed: int) -> None:
    course = planned(seed)
    for order, events in corrections(course, seed):
        for log in (course.events, [*course.events, *events]):
            found, alone = battle_history(log, order.battle), recorded_in(log, order.battle)
            assert found is not None
            assert alone is not None
            assert encoded(alone) == encoded({name: getattr(found, name) for name in vars(alone)})
    assert recorded_in(course.events, 9999) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_since_with_a_ship_that_was_lost_is_always_named(seed: int) -> None:
    course = planned(seed)
    for order, events in corrections(course, seed):
        found = battle_history(course.events, order.battle)
        assert found is not None
        named = {one.battle.number for one in touched(found, order.report)}
        gone = {
            (event.side, unit.name)
            for event in events
            if isinstance(event, a.FatesAmended)
            for unit in (*event.lost, *event.hurt)
        }
        moved = {event.sector for event in events if isinstance(event, a.MarkerAmended)}
        for battle in found.later:
            there = {(side, unit.name) for side in SIDES for unit in battle.forces[side]}
            assert (not there & gone) or battle.number in named
            assert not moved & set(battle.sectors) or battle.number in named


@pytest.mark.parametrize("seed", SEEDS)
def test_one_side_reads_the_same_whatever_the_other_keeps_secret(seed: int) -> None:
    """Only Talon's secrets differ: its treasury, and what it has in the Reserve or has scrapped."""
    course = planned(seed)
    for order, events in corrections(course, seed):
        other = clone(course.war)
        other.talon.treasury, other.talon.minimum = 0, 0
        names = tuple(name for name, ship in other.talon.ships.items() if ship.where == "reserve")
        past = [*course.events, e.ShipsScrapped("talon", names)]
        after = reduce(evolve, past[-1:], other)
        again = decide(after, None, order, ScriptedDice(), past)
        orders = [undone(course, order), order]
        if any(isinstance(event, e.WarEnded) for event in events):
            orders = []
        open_now = Corrected(course).amend(order, *orders)
        secretly = Corrected(course)
        secretly.war, secretly.past = after, past
        secretly.amend(order, *orders)
        for viewer in ("terran", None):
            assert encoded(seen(again, viewer, over=False)) == encoded(seen(events, viewer, over=False))
            here, there = open_now.past[len(course.events) :], secretly.past[len(past) :]
            assert encoded(seen(here, viewer, over=False)) == encoded(seen(there, viewer, over=False))


class Corrected:
    """A war in which results are corrected one after the other."""

    def __init__(self, course: Course, treasury: int | None = None) -> None:
        self.war, self.past = clone(course.war), list(course.events)
        for side in SIDES if treasury is not None else ():
            self.war.fleet(side).treasury = treasury or 0

    def amend(self, *orders: Amend) -> "Corrected":
        """Correct one result after the other, unless the war is over."""
        for order in orders:
            if self.war.phase == "planning":
                found = decide(self.war, None, order, ScriptedDice(), self.past)
                self.war, self.past = reduce(evolve, found, self.war), [*self.past, *found]
                holds_a_position_the_rules_allow(self.war)
        return self

    @property
    def there(self) -> dict[str, Any]:
        """All that a correction can change."""
        war = self.war
        return {
            "fleets": [war.fleet(side).ships for side in SIDES],
            "figures": [(war.fleet(side).active_lp, war.fleet(side).minimum) for side in SIDES],
            "treasuries": [war.fleet(side).treasury for side in SIDES],
            "map": (war.markers, war.planets, war.bases),
            "losses": set(war.losses),
            "sightings": war.sightings,
        }


def undone(course: Course, order: Amend) -> Amend:
    """The order that brings the result back as it was recorded."""
    (found,) = [
        event
        for event in course.events
        if isinstance(event, e.ResultAccepted) and event.battle == order.battle
    ]
    return Amend(order.battle, found.result.report)


def orders_of(course: Course, seed: int) -> list[Amend]:
    """Corrections that do not end the war."""
    found = corrections(course, seed)
    return [order for order, events in found if not any(isinstance(one, e.WarEnded) for one in events)]


@pytest.mark.parametrize("treasury", [None, 0, 3])
@pytest.mark.parametrize("seed", range(8))
def test_corrected_there_and_back_the_war_is_as_before(seed: int, treasury: int | None) -> None:
    course = planned(seed)
    orders = orders_of(course, seed)
    before = Corrected(course, treasury).there
    for order in orders:
        corrected = Corrected(course, treasury).amend(order, undone(course, order))
        assert corrected.there == before
    corrected = Corrected(course, treasury).amend(*orders)
    if corrected.war.phase == "planning":
        assert corrected.amend(*(undone(course, order) for order in orders)).there == before


@pytest.mark.parametrize("treasury", [None, 0, 3])
@pytest.mark.parametrize("seed", range(8))
def test_two_corrections_lead_to_the_same_war_in_either_order(seed: int, treasury: int | None) -> None:
    course = planned(seed)
    for one, other in combinations(orders_of(course, seed), 2):
        first = Corrected(course, treasury).amend(one, other)
        second = Corrected(course, treasury).amend(other, one)
        if first.war.phase == second.war.phase == "planning":
            assert first.there == second.there
            assert not_twice(first.war)


def not_twice(war: War) -> bool:
    """Whether no ship is both lost and in the fleet, nor lost twice."""
    lost = [(loss.side, loss.name) for loss in war.losses]
    there = {(side, name) for side in SIDES for name in war.fleet(side).ships}
    return len(lost) == len(set(lost)) and there.isdisjoint(lost)


@pytest.mark.parametrize("seed", SEEDS)
def test_parts_left_out_follow_later_as_if_they_had_at_once(seed: int) -> None:
    course = planned(seed)
    for order in orders_of(course, seed):
        at_once = Corrected(course).amend(order).there
        later = Corrected(course).amend(
            Amend(order.battle, order.report, ships=False, front=False, income=False)
        )
        with suppress(Refused):
            later.amend(order)
        assert later.there == at_once


@pytest.mark.parametrize("seed", SEEDS)
def test_a_war_that_went_on_after_a_correction_keeps_no_ship_that_is_lost(seed: int) -> None:
    """Corrected, played on, and corrected back: what was scrapped or destroyed since stays gone."""
    course = planning(seed)
    orders = orders_of(course, seed)
    for order in orders:
        course.events += (found := decide(course.war, None, order, ScriptedDice(), course.events))
        course.war = reduce(evolve, found, course.war)
    until = course.war.turn + 2
    while not course.over and (course.war.turn < until or course.war.phase != "planning"):
        course.step()
    if not course.over:
        gone = {
            (event.side, name)
            for event in course.events
            if isinstance(event, e.ShipsScrapped)
            for name in event.names
        }
        after = Corrected(course).amend(*(undone(course, order) for order in orders)).war
        assert not_twice(after)
        assert not any(name in after.fleet(side).ships for side, name in gone)
