"""Random wars in which a result was corrected, told on from another corrected result: the first one stays (S71)."""

from contextlib import suppress
from functools import cache, reduce
from random import Random

import pytest

from bench.random_player import random_report
from campaign.rules import events as e
from campaign.rules.corrections.amended_events import ResultAmended
from campaign.rules.corrections.fitted import ToldOn, seen_beforehand
from campaign.rules.corrections.retelling import Told
from campaign.rules.corrections.since import Since, since
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.evolve import evolve
from campaign.rules.orders import Amend
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from tests.core.test_fitted import (
    corrections,
    is_what_the_log_leads_to,
    log_of,
    stops_where_a_battle_is_another,
    told_on,
)
from tests.core.test_retelling import TURN, ToldCourse

SEEDS = range(10)


@cache
def corrected(seed: int) -> ToldCourse:
    """A war in which a result was corrected after some turns, and that was played on from there."""
    course = ToldCourse(seed)
    while not course.over and (course.war.turn < TURN - 1 or course.war.phase != "planning"):
        course.step()
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    if course.over or not results:
        return course
    correct(course, results[Random(seed).randrange(len(results))].battle)
    until = course.war.turn + 2
    while not course.over and (course.war.turn < until or course.war.phase != "planning"):
        course.step()
    return course


def correct(course: ToldCourse, battle: int) -> None:
    """Correct a result, unless that would end the war."""
    found = since(course.events, battle)
    assert found is not None
    for seed in range(20):
        order = Amend(battle, random_report(found.setup, Random(seed)))
        with suppress(Refused):
            events = decide(course.war, None, order, ScriptedDice(), course.events)
            if not any(isinstance(event, e.WarEnded) for event in events):
                course.told.append(Told(len(course.told) + 1, None, order, tuple(events)))
                course.events += events
                course.war = reduce(evolve, events, course.war)
                return


@cache
def cases(seed: int) -> list[tuple[Since, Report, ToldOn]]:
    """That war told on from some other corrected results."""
    told = corrected(seed).told
    return [(found, report, told_on(told, found, report)) for found, report in corrections(told, seed)]


@pytest.mark.parametrize("seed", SEEDS)
def test_s71_what_was_corrected_before_stays_corrected(seed: int) -> None:
    """It is made again where it was made, or once a turn is planned; only a battle that is fought anew has it not."""
    told = corrected(seed).told
    for found, report, on in cases(seed):
        is_what_the_log_leads_to(told, found, report, on)
        stops_where_a_battle_is_another(told, on)
        carries_corrections_along(told, found, on)


def carries_corrections_along(told: list[Told], found: Since, on: ToldOn) -> None:
    """The same for one corrected result."""
    log = log_of(told, on)
    kept = {event.battle for one in log for event in one.events if isinstance(event, e.ResultAccepted)}
    for one in told:
        if not isinstance(one.order, Amend) or one.order.battle == found.number:
            continue
        if one.number > on.last:
            assert (one.number in on.later) == (one.order.battle in kept)
            assert (one.order.battle in on.undone) == (one.order.battle not in kept)
            continue
        reports = [
            event.result.report
            for each in log
            for event in each.events
            if isinstance(event, e.ResultAccepted | ResultAmended) and event.battle == one.order.battle
        ]
        assert reports[-1] == one.order.report


def test_corrections_are_reached_missed_and_undone() -> None:
    """Only so does that test say anything of them."""
    every = [(corrected(seed).told, case) for seed in SEEDS for case in cases(seed)]
    reached = sum(
        any(
            isinstance(one.order, Amend) and one.order.battle != found.number and one.number <= on.last
            for one in told
        )
        for told, (found, _, on) in every
    )
    assert reached > 5
    assert sum(bool(on.later) for _, (_, _, on) in every) > 5
    assert sum(bool(on.undone) for _, (_, _, on) in every) > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_each_side_sees_what_stays_corrected(seed: int) -> None:
    """What is booked is what each owner has seen, with a correction among the entries too."""
    told = corrected(seed).told
    for found, report, on in cases(seed):
        for side in SIDES:
            view = seen_beforehand(told, found, report, side)
            mine = [plan for plan in on.plans if plan.side == side]
            assert mine == [plan for plan in view.plans if plan.entry <= on.last]
            assert on.last <= max(view.last, view.stop.entry if view.stop else 0)
