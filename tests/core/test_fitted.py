"""Random wars replayed from a corrected result with fitted plans, up to the first battle that is another (S69)."""

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from bench.wars.random_player import GeneratorDice
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.fitted import FittedPlan, FittedReplay, replay_fitted, seen_beforehand
from campaign.rules.corrections.log_correction import LogEntry
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.decide import decide
from campaign.rules.dice import Dice
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import AcceptResult, Amend, AnswerDraw, AnyOrder, Plan
from campaign.rules.state import War
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import system
from tests.core.test_amending import holds_a_position_the_rules_allow
from tests.core.test_log_correction import SEEDS, played, reports
from tests.core.test_log_correction_secrets import pairs, reports_of

encoded = msgspec.json.encode


def corrections(entries: list[LogEntry], seed: int) -> Iterator[tuple[BattleHistory, Report]]:
    """Some other results of the war's battles."""
    events = [event for one in entries for event in one.events]
    results = [event for event in events if isinstance(event, e.ResultAccepted)]
    for result in (*results[:4], *results[-2:]):
        found = battle_history(events, result.battle)
        assert found is not None
        for report in reports(found, seed):
            if is_another(found, report):
                yield found, report


def is_another(found: BattleHistory, report: Report) -> bool:
    """Whether the battle can have ended so, and not as it is recorded."""
    try:
        return system(found.setup.system).result_of(found.setup, report) != found.result
    except Refused:
        return False


def replayed(entries: list[LogEntry], found: BattleHistory, report: Report) -> FittedReplay:
    """The war replayed, with dice of the same seed."""
    return replay_fitted(entries, found, report, (), GeneratorDice(Random(7)))


@cache
def cases(seed: int) -> list[tuple[BattleHistory, Report, FittedReplay]]:
    """The war of the seed replayed from some corrected results."""
    entries = played(seed).log
    return [(found, report, replayed(entries, found, report)) for found, report in corrections(entries, seed)]


def log_of(entries: list[LogEntry], on: FittedReplay) -> list[LogEntry]:
    """The entries that count, as they count now."""
    plans = {plan.entry: plan.now for plan in on.plans}
    return [
        LogEntry(
            one.number, one.side, plans.get(one.number, one.order), on.events.get(one.number, one.events)
        )
        for one in entries
        if one.number <= on.last
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_war_is_what_the_changed_log_leads_to(seed: int) -> None:
    """Every order is judged anew and allowed, fitted plans too, with the dice that the log has."""
    entries = played(seed).log
    for found, report, on in cases(seed):
        is_what_the_log_leads_to(entries, found, report, on)


def is_what_the_log_leads_to(
    entries: list[LogEntry], found: BattleHistory, report: Report, on: FittedReplay
) -> None:
    """The same for one corrected result."""
    war: War | None = None
    past: list[e.AnyEvent] = []
    for one in log_of(entries, on):
        order = one.order
        if isinstance(order, AcceptResult) and order.battle == found.number:
            order = AcceptResult(found.number, report)
        if war is not None and order is not None and not left_out(one):
            assert tuple(decide(war, one.side, order, RecordedDice(one.events), past)) == one.events
        for event in one.events:
            war = evolve(war, event)
        past += one.events
    assert war is not None
    holds_a_position_the_rules_allow(war)
    assert encoded(war) == encoded(on.war)
    assert encoded(fold(event for one in log_of(entries, on) for event in one.events)) == encoded(on.war)


def left_out(one: LogEntry) -> bool:
    """Whether a correction has nothing left to correct, so that it is no entry any more."""
    return isinstance(one.order, Amend) and not one.events


Revealed = dict[int, tuple[str, e.ForcesRevealed]]


def revealed(log: list[LogEntry]) -> Revealed:
    """The battles that were revealed, by number: where, and with which forces."""
    places: dict[int, str] = {}
    found: Revealed = {}
    for one in log:
        for event in one.events:
            if isinstance(event, e.BattlePlanned):
                places[event.number] = event.place
            elif isinstance(event, e.ForcesRevealed):
                found[event.battle] = (places[event.battle], event)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_s71_a_battle_with_other_forces_or_place_is_marked_always(seed: int) -> None:
    """It is where the war stops, and none before it is another."""
    entries = played(seed).log
    for _found, _report, on in cases(seed):
        stops_where_a_battle_is_another(entries, on)


def stops_where_a_battle_is_another(entries: list[LogEntry], on: FittedReplay) -> None:
    """The same for one corrected result."""
    was, now = revealed(entries), revealed(log_of(entries, on))
    others = [number for number in now if was.get(number) != now[number]]  # as they were revealed
    if on.stop is None or on.stop.why != "battle":
        assert not others
        return
    assert not others or on.stop.battle in now
    assert not others or [*now].index(on.stop.battle) <= [*now].index(others[0])
    assert on.last == on.stop.entry
    last = log_of(entries, on)[-1]  # as it was where the forces are the same and only the place is another
    results = [event for event in last.events if isinstance(event, e.ResultAccepted)]
    assert on.stop.battle not in {event.battle for event in results}
    assert on.stop.place


def test_all_ways_to_stop_and_fitted_plans_occur() -> None:
    """Only so do these tests say anything of them."""
    every = [on for seed in SEEDS for _, _, on in cases(seed)]
    stops = {on.stop.why if on.stop is not None else "" for on in every}
    assert stops >= {"", "battle", "end"}
    assert sum(bool(on.plans) for on in every) > 30
    assert sum(on.last > min(on.events) for on in every) > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_each_side_sees_its_own_plans_and_no_less_far(seed: int) -> None:
    """What is booked is what each owner has seen, and it never goes farther than either could see."""
    entries = played(seed).log
    for found, report, on in cases(seed):
        reach = []
        for side in SIDES:
            view = seen_beforehand(entries, found, report, side)
            assert {plan.side for plan in view.plans} <= {side}
            mine = [plan for plan in on.plans if plan.side == side]
            assert mine == [plan for plan in view.plans if plan.entry <= on.last]
            reach.append(view.last if view.stop is None else view.stop.entry)
        stopped = on.last if on.stop is None else on.stop.entry
        assert stopped <= min(reach)
        if on.war.ended != "logistics":
            assert stopped == min(reach)


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_what_a_side_sees_follows_from_nothing_that_the_other_keeps_secret(seed: int) -> None:
    """A war with another in which a ship was scrapped in the Reserve: alike for the other side, to the last byte."""
    for entries, other, found, side, name in pairs(seed):
        for report in reports_of(found, side, name):
            if is_another(found, report):
                viewer = opponent(side)
                one, two = (seen_beforehand(log, found, report, viewer) for log in (entries, other))
                assert encoded(shown(one)) == encoded(shown(two))


def shown(view: FittedReplay) -> tuple[tuple[FittedPlan, ...], int, object, int, str]:
    """What may be shown of a view to its side."""
    return view.plans, view.last, view.stop, view.war.turn, view.war.phase


class _Never(Dice):
    def roll(self, cause: str, place: str = "") -> int:
        raise AssertionError(f"{cause} at {place} has fallen before")


def test_the_same_die_falls_again_where_the_war_stops() -> None:
    """What was rolled before for the same cause, in the same turn and at the same place, is not rolled anew."""
    same = 0
    for seed in SEEDS:
        entries = played(seed).log
        for found, report, on in cases(seed):
            rolled = [event for event in on.events[max(on.events)] if isinstance(event, e.DieRolled)]
            if on.stop is None or on.stop.why != "battle" or not rolled:
                continue
            events = [event for one in log_of(entries, on) for event in one.events]
            planned = [event for event in events if isinstance(event, e.BattlePlanned)]
            ever = [(on.stop.turn, (*planned, *on.events[on.last]))]
            again = replay_fitted(entries, found, report, ever, _Never())
            assert again.events == on.events
            same += 1
    assert same > 5


def test_the_war_stops_before_an_order_that_cannot_be_given() -> None:
    """And an earlier correction of the same result counts no more."""
    seed, (found, report, on) = next(
        (seed, case)
        for seed in SEEDS
        if not played(seed).over
        for case in cases(seed)
        if case[2].stop is None
    )
    entries = played(seed).log
    number = entries[-1].number + 1
    assert on.last == number - 1

    def then(order: AnyOrder, side: Side | None = None) -> FittedReplay:
        return replayed([*entries, LogEntry(number, side, order, ())], found, report)

    refused = then(AnswerDraw(accept=True), "terran")
    assert refused.stop is not None
    assert (refused.stop.why, refused.last) == ("order", number - 1)
    same = then(Amend(found.number, report))
    assert (same.stop, same.last) == (None, number)
    assert encoded(same.war) == encoded(on.war)


def test_a_war_that_needs_no_other_plan_is_told_to_its_end() -> None:
    """A result that changes nothing later: all orders stay as they were given, and no battle is another."""
    whole = 0
    for seed in SEEDS:
        entries = played(seed).log
        for _found, _report, on in cases(seed):
            if on.stop is None and not on.plans:
                assert on.last == entries[-1].number
                whole += 1
            for plan in on.plans:
                assert isinstance(plan.was, Plan)
                assert plan.was != plan.now
    assert whole
