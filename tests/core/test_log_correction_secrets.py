"""Two wars that differ only in what one side keeps secret look the same to the other when replayed (S15, S69)."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from bench.wars.random_player import random_report
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.differing import differences
from campaign.rules.corrections.log_correction import LogEntry, correct_log
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.decide import decide
from campaign.rules.evolve import evolve
from campaign.rules.orders import RESERVE, AnyOrder, CorrectLog, Plan, Way
from campaign.rules.sight import seen
from campaign.rules.state import War
from engines.seam.documents import Fate, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import system
from engines.talon.damage import in_talon
from tests.core.test_log_correction import SEEDS, played

WAYS: tuple[Way, ...] = ("as_it_is", "rewind")


def scrapped(entries: list[LogEntry], side: Side, name: str, since_entry: int) -> list[LogEntry] | None:
    """The war in which the side scrapped a ship with its next plan instead of keeping it in the Reserve from then on.

    None if it did not keep it there, or could not have scrapped it, or if the other side would have seen that.
    """
    war: War | None = None
    found: list[LogEntry] = []
    gone = False
    for one in entries:
        order = one.order
        if isinstance(order, Plan) and one.side == side and one.number > since_entry:
            if order.assign.get(name) != RESERVE:
                return None
            assign = {ship: target for ship, target in order.assign.items() if ship != name}
            order = replace(order, assign=assign, scrap=order.scrap if gone else (*order.scrap, name))
            gone = True
        events = one.events if war is None or order is None else judged(war, one, order)
        if events is None or _open(events, side) != _open(one.events, side):
            return None
        for event in events:
            war = evolve(war, event)
        found.append(LogEntry(one.number, one.side, order, events))
    return found if gone else None


def judged(war: War, one: LogEntry, order: AnyOrder) -> tuple[e.AnyEvent, ...] | None:
    """What follows from another order than the entry has, None if it is refused."""
    try:
        return tuple(decide(war, one.side, order, RecordedDice(one.events)))
    except (Refused, LookupError):
        return None


def _open(events: tuple[e.AnyEvent, ...], side: Side) -> list[e.AnyEvent]:
    return seen(events, opponent(side), over=False)


def pairs(seed: int) -> Iterator[tuple[list[LogEntry], list[LogEntry], BattleHistory, Side, str]]:
    """A war with another in which a ship of a battle was scrapped since."""
    entries = played(seed).log
    if entries[-1].events and isinstance(entries[-1].events[-1], e.WarEnded):
        return
    events = [event for one in entries for event in one.events]
    for one in entries:
        for event in one.events:
            if not isinstance(event, e.ResultAccepted):
                continue
            found = battle_history(events, event.battle)
            assert found is not None
            for side in SIDES:
                for fate in event.result.report.fates(side):
                    other = scrapped(entries, side, fate.name, one.number)
                    if other is not None:
                        yield entries, other, found, side, fate.name


def reports_of(found: BattleHistory, side: Side, name: str) -> Iterator[Report]:
    """The ship destroyed after all, the ship damaged after all, and other battles."""
    fate = _fate(found.result.report, side, name)
    yield with_fate(found, side, replace(fate, fate="destroyed"))
    yield hurt(found, side, name)
    for seed in range(4):
        yield random_report(found.setup, Random(seed))


def hurt(found: BattleHistory, side: Side, name: str) -> Report:
    """The report with a box of damage more on the ship."""
    fate = _fate(found.result.report, side, name)
    return with_fate(
        found, side, replace(fate, damage=replace(in_talon(fate.damage), hull=in_talon(fate.damage).hull + 1))
    )


def with_fate(found: BattleHistory, side: Side, fate: Fate) -> Report:
    """The report with another fate of one ship."""
    was = found.result.report
    fates = tuple(fate if one.name == fate.name else one for one in was.fates(side))
    return replace(was, terran=fates) if side == "terran" else replace(was, talon=fates)


def _fate(report: Report, side: Side, name: str) -> Fate:
    return next(fate for fate in report.fates(side) if fate.name == name)


def shown(entries: list[LogEntry], order: CorrectLog, viewer: Side) -> object:
    """What the viewer learns of the war replayed: what would change, where it goes on, or why it cannot be."""
    try:
        again = correct_log(entries, order)
    except Refused as refused:
        return str(refused)
    readable = seen(differences(again.before, again.shown, again.event), viewer, over=False)
    return readable, again.shown.phase, again.shown.turn, again.undone


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_whether_a_ship_was_kept_or_scrapped_changes_nothing_for_the_other_side(seed: int) -> None:
    for entries, other, found, side, name in pairs(seed):
        for report in reports_of(found, side, name):
            for way in WAYS:
                order = CorrectLog(found.number, report, way)
                viewer = opponent(side)
                assert shown(entries, order, viewer) == shown(other, order, viewer)


def test_there_are_such_pairs_and_the_report_can_be_told() -> None:
    """Only so do these tests say anything."""
    found = [one for seed in SEEDS[:8] for one in pairs(seed)]
    assert len(found) > 3
    ways = {
        (way, isinstance(shown(entries, CorrectLog(since.number, report, way), opponent(side)), str))
        for entries, _, since, side, name in found
        for report in reports_of(since, side, name)
        for way in WAYS
    }
    assert ways >= {("as_it_is", True), ("as_it_is", False), ("rewind", False)}


def ended_turns(seed: int) -> Iterator[tuple[list[LogEntry], BattleHistory]]:
    """A war until a battle has ended a turn, with that battle."""
    entries = played(seed).log
    for at, one in enumerate(entries):
        results = [event for event in one.events if isinstance(event, e.ResultAccepted)]
        if results and any(isinstance(event, e.IncomePaid) for event in one.events):
            until = entries[: at + 1]
            found = battle_history([event for each in until for event in each.events], results[-1].battle)
            assert found is not None
            yield until, found


def weaker(entries: list[LogEntry], side: Side, found: BattleHistory) -> list[LogEntry]:
    """The war in which the side has kept in the Reserve all that was not in the battle."""
    fought = {unit.name for unit in found.setup.force(side)}
    changed = list(entries)
    at = max(at for at, one in enumerate(entries) if isinstance(one.order, Plan) and one.side == side)
    changed[at] = replace_events(entries[at], fought)
    return changed


def replace_events(one: LogEntry, fought: set[str]) -> LogEntry:
    """The entry of a plan that sends only ships that fought."""
    events = tuple(
        replace(
            event, targets={name: to if name in fought else RESERVE for name, to in event.targets.items()}
        )
        if isinstance(event, e.FleetAssigned)
        else event
        for event in one.events
    )
    return LogEntry(one.number, one.side, one.order, events)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", SIDES)
def test_whether_too_few_points_end_the_war_is_not_shown_beforehand(way: Way, side: Side) -> None:
    """The war ends of itself once it is replayed, because a fleet is spent; until then it goes on for all who look."""
    ends = 0
    for seed in SEEDS[:8]:
        for entries, found in ended_turns(seed):
            report = annihilated(found, side)
            if report is None:
                continue
            order, spent = CorrectLog(found.number, report, way), weaker(entries, side, found)
            viewer = opponent(side)
            assert shown(entries, order, viewer) == shown(spent, order, viewer)
            again = correct_log(spent, order)
            if again.shown.phase == "planning":
                assert (again.war.phase, again.war.ended) == ("over", "logistics")
                assert again.shown.ended is None
                ends += 1
    assert ends


def annihilated(found: BattleHistory, side: Side) -> Report | None:
    """A report by which the other side lost nothing and this one all; None if there is no such report."""
    for seed in range(60):
        report = random_report(found.setup, Random(seed))
        if all(fate.fate == "destroyed" for fate in report.fates(side)) and report.winner == opponent(side):
            return report
    return None


def test_damage_of_a_ship_that_has_fought_again_is_not_corrected_in_the_log() -> None:
    """Whether the ship was repaired in the Reserve meanwhile is its side's secret: it is refused either way."""
    repaired = 0
    for seed in SEEDS:
        entries = played(seed).log
        for found, side, name in fought_again(entries):
            report = hurt(found, side, name)
            refused = shown(entries, CorrectLog(found.number, report, "as_it_is"), opponent(side))
            assert isinstance(refused, str)
            if is_possible(found, report):
                assert "would have had other forces" in refused
                repaired += was_in_reserve(entries, found, side, name)
    assert repaired


def is_possible(found: BattleHistory, report: Report) -> bool:
    """Whether the battle could have ended so."""
    try:
        system(found.setup.system).result_of(found.setup, report)
    except Refused:
        return False
    return True


def fought_again(entries: list[LogEntry]) -> Iterator[tuple[BattleHistory, Side, str]]:
    """Battles with a ship that was in a later battle."""
    events = [event for one in entries for event in one.events]
    for at, event in enumerate(events):
        if not isinstance(event, e.ResultAccepted):
            continue
        found = battle_history(events, event.battle)
        assert found is not None
        for side in SIDES:
            for unit in found.setup.force(side):
                again = any(unit.name in _names(later, side) for later in events[at:])
                if again and unit.ship_class != "base":
                    yield found, side, unit.name


def _names(event: e.AnyEvent, side: Side) -> set[str]:
    if not isinstance(event, e.ForcesRevealed):
        return set()
    return {unit.name for unit in (event.terran if side == "terran" else event.talon)}


def was_in_reserve(entries: list[LogEntry], found: BattleHistory, side: Side, name: str) -> bool:
    """Whether the side kept the ship in the Reserve in the turn after the battle."""
    plans = [one.order for one in entries if isinstance(one.order, Plan) and one.side == side]
    return len(plans) > found.turn and plans[found.turn].assign.get(name) == RESERVE
