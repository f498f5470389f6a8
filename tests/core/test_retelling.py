"""Random wars told again from a corrected result: the same as a log that had it at once (S69)."""

from collections.abc import Iterator
from functools import cache, reduce
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bench.random_player import GeneratorDice, random_report
from campaign.rules import events as e
from campaign.rules.corrections.recorded_dice import FallenDice, RecordedDice
from campaign.rules.corrections.retelling import BATTLES, Retelling, Told, retell
from campaign.rules.corrections.since import Since, since
from campaign.rules.decide import decide
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import AcceptResult, AnyOrder, Retell, Way
from campaign.rules.state import War
from engines.seam.documents import Report, Terrain
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from tests.core.test_whole_wars import Course

SEEDS = range(24)
TURN = 5
encoded = msgspec.json.encode


class ToldCourse(Course):
    """A random war that keeps its entries."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.told = [Told(1, None, None, tuple(self.events))]

    def give(self, side: Side | None, order: AnyOrder) -> list[e.AnyEvent]:
        """Give an order, and keep it with what followed."""
        found = super().give(side, order)
        self.told.append(Told(len(self.told) + 1, side, order, tuple(found)))
        return found


@cache
def played(seed: int) -> ToldCourse:
    """A war in which a later turn is planned, or that is over."""
    course = ToldCourse(seed)
    while not course.over and (course.war.turn < TURN or course.war.phase != "planning"):
        course.step()
    return course


def reports(found: Since, seed: int) -> Iterator[Report]:
    """Another battle, the same in another time, and one with a little more damage."""
    yield random_report(found.setup, Random(seed))
    was = found.result.report
    yield replace(was, rounds=was.rounds + 1)
    for fates in (was.terran, was.talon):
        for at, fate in enumerate(fates):
            hurt = replace(fate, damage=replace(fate.damage, hull=fate.damage.hull + 1))
            more = (*fates[:at], hurt, *fates[at + 1 :])
            yield replace(was, terran=more) if fates is was.terran else replace(was, talon=more)


def orders(course: ToldCourse, seed: int, way: Way) -> Iterator[tuple[Retell, Retelling]]:
    """Every way in which the war can be told again from some of its battles."""
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    for result in (*results[:3], *results[-2:]):
        found = since(course.events, result.battle)
        assert found is not None
        for report in reports(found, seed):
            order = Retell(result.battle, report, way)
            try:
                yield order, retell(course.told, order)
            except Refused:
                continue


def from_the_log(told: list[Told], battle: int, report: Report) -> War | None:
    """The war by a log that had the report at once, judged order by order; None if one of them is refused."""
    war: War | None = None
    for one in told:
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
    for order, told in orders(course, seed, "as_it_is"):
        is_what_the_log_leads_to(course, order, told)


def is_what_the_log_leads_to(course: ToldCourse, order: Retell, told: Retelling) -> None:
    """The same for one corrected result."""
    log = [told.events.get(one.number, one.events) for one in course.told]
    assert encoded(fold(event for events in log for event in events)) == encoded(told.war)
    assert encoded(from_the_log(course.told, order.battle, order.report)) == encoded(told.war)
    for number in [number for number in told.events if number > told.entry]:
        was = course.told[number - 1].events
        for one, other in zip(_battles(was), _battles(told.events[number]), strict=True):
            assert one == other


def _battles(events: tuple[e.AnyEvent, ...]) -> list[e.AnyEvent]:
    return [event for event in events if isinstance(event, BATTLES)]


def test_some_are_told_as_they_are_and_most_are_not() -> None:
    """Only so do these tests say anything of either."""
    told = [told for seed in SEEDS for _, told in orders(played(seed), seed, "as_it_is")]
    assert len(told) > 100
    assert any(len(one.events) > 1 for one in told)
    asked = sum(1 for seed in SEEDS for _ in orders(played(seed), seed, "rewind"))
    assert asked > len(told)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rewind_stands_right_after_the_corrected_result(seed: int) -> None:
    course = played(seed)
    for order, told in orders(course, seed, "rewind"):
        stands_right_after(course, order, told)


def stands_right_after(course: ToldCourse, order: Retell, told: Retelling) -> None:
    """The same for one corrected result."""
    before = [one for one in course.told if one.number < told.entry]
    war = fold(event for one in before for event in one.events)
    accepted = decide(war, None, AcceptResult(order.battle, order.report), GeneratorDice(Random(1)))
    assert told.events == {told.entry: tuple(accepted)}
    assert encoded(reduce(evolve, accepted, war)) == encoded(told.war)
    results = [event for event in accepted if isinstance(event, e.ResultAccepted)]
    assert [event.result for event in results] == [told.retold.result]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_possible_does_not_follow_from_treasuries(seed: int) -> None:
    """With more points in the treasuries, which nobody sees, the same is possible and refused for the same reasons."""
    course = played(seed)
    rich = [replace_events(one) for one in course.told]
    results = [event for event in course.events if isinstance(event, e.ResultAccepted)]
    for result in results[:4]:
        found = since(course.events, result.battle)
        assert found is not None
        for report in reports(found, seed):
            order = Retell(result.battle, report, "as_it_is")
            assert outcome(rich, order) == outcome(course.told, order)


def outcome(told: list[Told], order: Retell) -> str:
    """Why the war cannot be told so; "" if it can."""
    try:
        retell(told, order)
    except Refused as refused:
        return str(refused)
    return ""


def replace_events(one: Told) -> Told:
    """The entry in a war in which both sides began with more."""
    return Told(one.number, one.side, one.order, tuple(_richer(event) for event in one.events))


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


class _Sixes:
    def roll(self, cause: str, place: str = "") -> int:
        return 6


def _terrain(battle: int) -> e.AnyEvent:
    return e.TerrainRolled(battle, Terrain("open", (2, 5), rolled=True))
