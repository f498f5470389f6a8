"""Random wars with one corrected result each, in all four ways: python -m tests.corrected_wars 10000

Each is what its changed log leads to, as the tests of a few wars demand of all their results, and holds a position
that the rules allow. In another war a result was corrected before: a fit keeps that. The seeds begin after those of the
tests. The exit code is 1 after a fault, whose seed is printed.
"""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from bench.wars.random_player import random_report
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.log_correction import CorrectedLog, LogEntry, correct_log
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.orders import Amend, CorrectLog, Way
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from tests.core import test_amending, test_fitted, test_kept_corrections, test_log_correction

Check = Callable[[test_log_correction.LoggedCourse, CorrectLog, CorrectedLog], None]
WAYS: dict[Way, Check] = {
    "as_it_is": test_log_correction.is_what_the_log_leads_to,
    "rewind": test_log_correction.stands_right_after,
}


def main(arguments: list[str]) -> int:
    """1 if a war is not what its changed log leads to, else 0."""
    parser = ArgumentParser(prog="python -m tests.corrected_wars", description=__doc__)
    parser.add_argument("wars", type=int)
    parser.add_argument("--first", type=int, default=test_log_correction.SEEDS.stop, help="the first seed")
    asked = parser.parse_args(arguments)
    began, held, faults = time.monotonic(), Counter[str](), 0
    for seed in range(asked.first, asked.first + asked.wars):
        try:
            held.update(_held(seed))
        except Exception as fault:  # noqa: BLE001 - whatever it is, its seed is told and the rest goes on
            print(f"seed {seed}: {fault!r}", flush=True)
            faults += 1
        test_log_correction.played.cache_clear()
        test_kept_corrections.corrected.cache_clear()
    ways = ", ".join(f"{number:,} {way}" for way, number in held.most_common())
    print(f"{asked.wars:,} wars; corrected: {ways}; {faults} faults; {time.monotonic() - began:.0f} s")
    return 1 if faults else 0


def _held(seed: int) -> Iterator[str]:
    """The ways in which a result of the war was corrected, each checked."""
    course, random = test_log_correction.played(seed), Random(seed)
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    if not results:
        return
    found = battle_history(course.events, random.choice(results).battle)
    assert found is not None
    report = random_report(found.setup, random) if random.random() < 0.5 else _nearly(found, random)
    if not test_fitted.is_another(found, report):
        return
    if not course.over and _amended(course, Amend(found.number, report)):
        yield "now"
    for way in WAYS:
        if _log_corrected(course, CorrectLog(found.number, report, way)):
            yield way.replace("_", " ")
    _fitted(course.log, found, report)
    yield "fit"
    if (again := _corrected_before(seed, random)) is not None:
        _fitted(*again)
        yield "fit after a correction"


def _fitted(entries: list[LogEntry], found: BattleHistory, report: Report) -> None:
    on = test_fitted.replayed(entries, found, report)
    test_fitted.is_what_the_log_leads_to(entries, found, report, on)
    test_fitted.stops_where_a_battle_is_another(entries, on)
    test_kept_corrections.carries_corrections_along(entries, found, on)


def _corrected_before(seed: int, random: Random) -> tuple[list[LogEntry], BattleHistory, Report] | None:
    """A war in which a result was corrected and that was played on, with another result of it."""
    course = test_kept_corrections.corrected(seed)
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    if not results or not any(isinstance(one.order, Amend) for one in course.log):
        return None
    found = battle_history(course.events, random.choice(results).battle)
    assert found is not None
    report = random_report(found.setup, random)
    return (course.log, found, report) if test_fitted.is_another(found, report) else None


def _nearly(found: BattleHistory, random: Random) -> Report:
    """The same battle with a little more damage, or in another time."""
    return random.choice([*test_log_correction.reports(found, 0)])


def _amended(course: test_log_correction.LoggedCourse, order: Amend) -> bool:
    try:
        events = decide(course.war, None, order, ScriptedDice(), course.events)
    except Refused:
        return False
    test_amending.is_what_the_log_leads_to(course.events, events)
    return True


def _log_corrected(course: test_log_correction.LoggedCourse, order: CorrectLog) -> bool:
    try:
        corrected = correct_log(course.log, order)
    except Refused:
        return False
    WAYS[order.way](course, order, corrected)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
