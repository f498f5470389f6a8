"""Random wars replayed from a corrected result: the same as a log that had it at once (S69)."""

from collections.abc import Iterator
from functools import cache, reduce
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bench.wars.random_player import GeneratorDice, random_report
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.log_correction import BATTLES, CorrectedLog, LogEntry, correct_log
from campaign.rules.corrections.recorded_dice import FallenDice, RecordedDice
from campaign.rules.decide import decide
from campaign.rules.dice import Dice
from campaign.rules.evolve import evolve, fold
from campaign.rules.map.zone_terrain import ZoneTerrain
from campaign.rules.orders import AcceptResult, AnyOrder, CorrectLog, Way
from campaign.rules.state import War
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.talon.damage import in_talon
from tests.core.test_whole_wars import Course
from tests.thorough import some

SEEDS = range(24)
TURN = 5
encoded = msgspec.json.encode


class LoggedCourse(Course):
    """A random war that keeps its entries."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.log = [LogEntry(1, None, None, tuple(self.events))]

    def give(self, side: Side | None, order: AnyOrder) -> list[e.AnyEvent]:
        """Give an order, and keep it with what followed."""
        found = super().give(side, order)
        self.log.append(LogEntry(len(self.log) + 1, side, order, tuple(found)))
        return found


@cache
def played(seed: int) -> LoggedCourse:
    """A war in which a later turn is planned, or that is over."""
    course = LoggedCourse(seed)
    while not course.over and (course.war.turn < TURN or course.war.phase != "planning"):
        course.step()
    return course


def reports(found: BattleHistory, seed: int) -> Iterator[Report]:
    """Another battle, the same in another time, and one with a little more damage."""
    yield random_report(found.setup, Random(seed))
    was = found.result.report
    yield replace(was, rounds=was.rounds + 1)
    for fates in (was.terran, was.talon):
        for at, fate in some(list(enumerate(fates)), 3, seed):
            hurt = replace(fate, damage=replace(in_talon(fate.damage), hull=in_talon(fate.damage).hull + 1))
            more = (*fates[:at], hurt, *fates[at + 1 :])
            yield replace(was, terran=more) if fates is was.terran else replace(was, talon=more)


def orders(course: LoggedCourse, seed: int, way: Way) -> Iterator[tuple[CorrectLog, CorrectedLog]]:
    """Every way in which the war can be replayed from some of its battles."""
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    for result in (*results[:3], *results[-2:]):
        found = battle_history(course.events, result.battle)
        assert found is not None
        for report in reports(found, seed):
            order = CorrectLog(result.battle, report, way)
            try:
                yield order, correct_log(course.log, order)
            except Refused:
                continue


def from_the_log(entries: list[LogEntry], battle: int, report: Report) -> War | None:
    """The war by a log that had the report at once, judged order by order; None if one of them is refused."""
    war: War | None = None
    for one in entries:
        if one.order is None or war is None:
            events = list(one.events)
        else:
            order = one.order
            if isinstance(order, AcceptResult) and order.battle == battle:
                order = AcceptResult(battle, report)
            try:
                events = decide(war, one.side, order, RecordedDice(one.events))
            except (Refused, LookupError):
                return None
        for event in events:
            war = evolve(war, event)
    return war


@pytest.mark.parametrize("seed", SEEDS)
def test_as_it_is_the_war_is_what_the_changed_log_leads_to(seed: int) -> None:
    """State and events agree, no later battle is another, and a log with the result at once gives the same war."""
    course = played(seed)
    for order, corrected in orders(course, seed, "as_it_is"):
        is_what_the_log_leads_to(course, order, corrected)


def is_what_the_log_leads_to(course: LoggedCourse, order: CorrectLog, corrected: CorrectedLog) -> None:
    """The same for one corrected result."""
    log = [corrected.events.get(one.number, one.events) for one in course.log]
    assert encoded(fold(event for events in log for event in events)) == encoded(corrected.war)
    assert encoded(from_the_log(course.log, order.battle, order.report)) == encoded(corrected.war)
    for number in [number for number in corrected.events if number > corrected.entry]:
        was = course.log[number - 1].events
        for one, other in zip(_battles(was), _battles(corrected.events[number]), strict=True):
            assert one == other


def _battles(events: tuple[e.AnyEvent, ...]) -> list[e.AnyEvent]:
    return [event for event in events if isinstance(event, BATTLES)]


def test_some_are_told_as_they_are_and_most_are_not() -> None:
    """Only so do these tests say anything of either."""
    corrected = [corrected for seed in SEEDS for _, corrected in orders(played(seed), seed, "as_it_is")]
    assert len(corrected) > 100
    assert any(len(one.events) > 1 for one in corrected)
    asked = sum(1 for seed in SEEDS for _ in orders(played(seed), seed, "rewind"))
    assert asked > len(corrected)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rewind_stands_right_after_the_corrected_result(seed: int) -> None:
    course = played(seed)
    for order, corrected in orders(course, seed, "rewind"):
        stands_right_after(course, order, corrected)


def stands_right_after(course: LoggedCourse, order: CorrectLog, corrected: CorrectedLog) -> None:
    """The same for one corrected result."""
    before = [one for one in course.log if one.number < corrected.entry]
    war = fold(event for one in before for event in one.events)
    accepted = decide(war, None, AcceptResult(order.battle, order.report), GeneratorDice(Random(1)))
    assert corrected.events == {corrected.entry: tuple(accepted)}
    assert encoded(reduce(evolve, accepted, war)) == encoded(corrected.war)
    results = [event for event in accepted if isinstance(event, e.ResultAccepted)]
    assert [event.result for event in results] == [corrected.event.result]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_possible_does_not_follow_from_treasuries(seed: int) -> None:
    """With more points in the treasuries, which nobody sees, the same is possible and refused for the same reasons."""
    course = played(seed)
    rich = [replace_events(one) for one in course.log]
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    for result in results[:4]:
        found = battle_history(course.events, result.battle)
        assert found is not None
        for report in reports(found, seed):
            order = CorrectLog(result.battle, report, "as_it_is")
            assert outcome(rich, order) == outcome(course.log, order)


def outcome(entries: list[LogEntry], order: CorrectLog) -> str:
    """Why the war cannot be; "" if it can."""
    try:
        correct_log(entries, order)
    except Refused as refused:
        return str(refused)
    return ""


def replace_events(one: LogEntry) -> LogEntry:
    """The entry in a war in which both sides began with more."""
    return LogEntry(one.number, one.side, one.order, tuple(_richer(event) for event in one.events))


def _richer(event: e.AnyEvent) -> e.AnyEvent:
    if isinstance(event, e.WarBegan):
        return replace(event, settings=replace(event.settings, treasury=event.settings.treasury + 5))
    return event


def test_the_same_die_falls_again_for_the_same_cause() -> None:
    """By turn, place and cause, in their order; what was never rolled is new."""
    began = e.BattlePlanned(1, "Antares/5", ("Antares",))
    first = (began, e.DieRolled("terrain column", 2), e.DieRolled("terrain row", 5), _terrain(1))
    again = FallenDice([(3, first), (4, (e.DieRolled("terrain column", 6), _terrain(9)))], [], 3, _Sixes())
    assert again.roll("terrain column", "Antares/5") == 2
    assert again.roll("terrain row", "Antares/5") == 5
    assert again.roll("terrain row", "Antares/5") == 6
    assert again.roll("terrain column", "Orion/2") == 6
    gone_on = FallenDice([(3, first)], [(3, first)], 3, _Sixes())
    assert gone_on.roll("terrain column", "Antares/5") == 6


class _Sixes(Dice):
    def roll(self, cause: str, place: str = "") -> int:
        return 6


def _terrain(battle: int) -> e.AnyEvent:
    return e.TerrainRolled(battle, ZoneTerrain("open", (2, 5), rolled=True))
