"""Random wars in which a result was corrected, replayed from another corrected result: the first one stays (S71)."""

from contextlib import suppress
from functools import cache, reduce
from random import Random

import pytest

from bench.wars.random_player import random_report
from campaign.rules import events as e
from campaign.rules.corrections.amended_events import ResultAmended
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.fitted import FittedReplay, seen_beforehand
from campaign.rules.corrections.log_correction import LogEntry
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
    replayed,
    stops_where_a_battle_is_another,
)
from tests.core.test_log_correction import TURN, LoggedCourse

SEEDS = range(10)


@cache
def corrected(seed: int) -> LoggedCourse:
    """A war in which a result was corrected after some turns, and that was played on from there."""
    course = LoggedCourse(seed)
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


def correct(course: LoggedCourse, battle: int) -> None:
    """Correct a result, unless that would end the war."""
    found = battle_history(course.events, battle)
    assert found is not None
    for seed in range(20):
        order = Amend(battle, random_report(found.setup, Random(seed)))
        with suppress(Refused):
            events = decide(course.war, None, order, ScriptedDice(), course.events)
            if not any(isinstance(event, e.WarEnded) for event in events):
                course.log.append(LogEntry(len(course.log) + 1, None, order, tuple(events)))
                course.events += events
                course.war = reduce(evolve, events, course.war)
                return


@cache
def cases(seed: int) -> list[tuple[BattleHistory, Report, FittedReplay]]:
    """That war replayed from some other corrected results."""
    entries = corrected(seed).log
    return [(found, report, replayed(entries, found, report)) for found, report in corrections(entries, seed)]


@pytest.mark.parametrize("seed", SEEDS)
def test_s71_what_was_corrected_before_stays_corrected(seed: int) -> None:
    """It is made again where it was made, or once a turn is planned; only a battle that is fought anew has it not."""
    entries = corrected(seed).log
    for found, report, on in cases(seed):
        is_what_the_log_leads_to(entries, found, report, on)
        stops_where_a_battle_is_another(entries, on)
        carries_corrections_along(entries, found, on)


def carries_corrections_along(entries: list[LogEntry], found: BattleHistory, on: FittedReplay) -> None:
    """The same for one corrected result."""
    log = log_of(entries, on)
    kept = {event.battle for one in log for event in one.events if isinstance(event, e.ResultAccepted)}
    for one in entries:
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
    every = [(corrected(seed).log, case) for seed in SEEDS for case in cases(seed)]
    reached = sum(
        any(
            isinstance(one.order, Amend) and one.order.battle != found.number and one.number <= on.last
            for one in entries
        )
        for entries, (found, _, on) in every
    )
    assert reached > 5
    assert sum(bool(on.later) for _, (_, _, on) in every) > 5
    assert sum(bool(on.undone) for _, (_, _, on) in every) > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_each_side_sees_what_stays_corrected(seed: int) -> None:
    """What is booked is what each owner has seen, with a correction among the entries too."""
    entries = corrected(seed).log
    for found, report, on in cases(seed):
        for side in SIDES:
            view = seen_beforehand(entries, found, report, side)
            mine = [plan for plan in on.plans if plan.side == side]
            assert mine == [plan for plan in view.plans if plan.entry <= on.last]
            assert on.last <= max(view.last, view.stop.entry if view.stop else 0)
