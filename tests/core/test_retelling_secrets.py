"""Two wars that differ only in what one side keeps secret look the same to the other when told again (S15, S69)."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from bench.random_player import random_report
from campaign.rules import events as e
from campaign.rules.corrections.differing import differences
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.corrections.retelling import Told, retell
from campaign.rules.corrections.since import Since, since
from campaign.rules.decide import decide
from campaign.rules.evolve import evolve
from campaign.rules.orders import RESERVE, AnyOrder, Plan, Retell, Way
from campaign.rules.sight import seen
from campaign.rules.state import War
from engines.seam.documents import Fate, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import system
from tests.core.test_retelling import SEEDS, played

WAYS: tuple[Way, ...] = ("as_it_is", "rewind")


def scrapped(told: list[Told], side: Side, name: str, since_entry: int) -> list[Told] | None:
    """The war in which the side scrapped a ship with its next plan instead of keeping it in the Reserve from then on.

    None if it did not keep it there, or could not have scrapped it, or if the other side would have seen that.
    """
    war: War | None = None
    found: list[Told] = []
    gone = False
    for one in told:
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
        found.append(Told(one.number, one.side, order, events))
    return found if gone else None


def judged(war: War, one: Told, order: AnyOrder) -> tuple[e.AnyEvent, ...] | None:
    """What follows from another order than the entry has, None if it is refused."""
    try:
        return tuple(decide(war, one.side, order, RecordedDice(one.events)))
    except (Refused, LookupError):
        return None


def _open(events: tuple[e.AnyEvent, ...], side: Side) -> list[e.AnyEvent]:
    return seen(events, opponent(side), over=False)


def pairs(seed: int) -> Iterator[tuple[list[Told], list[Told], Since, Side, str]]:
    """A war with another in which a ship of a battle was scrapped since."""
    told = played(seed).told
    if told[-1].events and isinstance(told[-1].events[-1], e.WarEnded):
        return
    events = [event for one in told for event in one.events]
    for one in told:
        for event in one.events:
            if not isinstance(event, e.ResultAccepted):
                continue
            found = since(events, event.battle)
            assert found is not None
            for side in SIDES:
                for fate in event.result.report.fates(side):
                    other = scrapped(told, side, fate.name, one.number)
                    if other is not None:
                        yield told, other, found, side, fate.name


def reports_of(found: Since, side: Side, name: str) -> Iterator[Report]:
    """The ship destroyed after all, the ship damaged after all, and other battles."""
    fate = _fate(found.result.report, side, name)
    yield with_fate(found, side, replace(fate, fate="destroyed"))
    yield hurt(found, side, name)
    for seed in range(4):
        yield random_report(found.setup, Random(seed))


def hurt(found: Since, side: Side, name: str) -> Report:
    """The report with a box of damage more on the ship."""
    fate = _fate(found.result.report, side, name)
    return with_fate(found, side, replace(fate, damage=replace(fate.damage, hull=fate.damage.hull + 1)))


def with_fate(found: Since, side: Side, fate: Fate) -> Report:
    """The report with another fate of one ship."""
    was = found.result.report
    fates = tuple(fate if one.name == fate.name else one for one in was.fates(side))
    return replace(was, terran=fates) if side == "terran" else replace(was, talon=fates)


def _fate(report: Report, side: Side, name: str) -> Fate:
    return next(fate for fate in report.fates(side) if fate.name == name)


def shown(told: list[Told], order: Retell, viewer: Side) -> object:
    """What the viewer learns of the war told again: what would change, where it goes on, or why it cannot be."""
    try:
        again = retell(told, order)
    except Refused as refused:
        return str(refused)
    readable = seen(differences(again.before, again.shown, again.retold), viewer, over=False)
    return readable, again.shown.phase, again.shown.turn, again.undone


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_whether_a_ship_was_kept_or_scrapped_changes_nothing_for_the_other_side(seed: int) -> None:
    for told, other, found, side, name in pairs(seed):
        for report in reports_of(found, side, name):
            for way in WAYS:
                order = Retell(found.number, report, way)
                viewer = opponent(side)
                assert shown(told, order, viewer) == shown(other, order, viewer)


def test_there_are_such_pairs_and_the_report_can_be_told() -> None:
    """Only so do these tests say anything."""
    found = [one for seed in SEEDS[:8] for one in pairs(seed)]
    assert len(found) > 3
    ways = {
        (way, isinstance(shown(told, Retell(since.number, report, way), opponent(side)), str))
        for told, _, since, side, name in found
        for report in reports_of(since, side, name)
        for way in WAYS
    }
    assert ways >= {("as_it_is", True), ("as_it_is", False), ("rewind", False)}


def ended_turns(seed: int) -> Iterator[tuple[list[Told], Since]]:
    """A war until a battle has ended a turn, with that battle."""
    told = played(seed).told
    for at, one in enumerate(told):
        results = [event for event in one.events if isinstance(event, e.ResultAccepted)]
        if results and any(isinstance(event, e.IncomePaid) for event in one.events):
            until = told[: at + 1]
            found = since([event for each in until for event in each.events], results[-1].battle)
            assert found is not None
            yield until, found


def weaker(told: list[Told], side: Side, found: Since) -> list[Told]:
    """The war in which the side has kept in the Reserve all that was not in the battle."""
    fought = {unit.name for unit in found.setup.force(side)}
    changed = list(told)
    at = max(at for at, one in enumerate(told) if isinstance(one.order, Plan) and one.side == side)
    changed[at] = replace_events(told[at], fought)
    return changed


def replace_events(one: Told, fought: set[str]) -> Told:
    """The entry of a plan that sends only ships that fought."""
    events = tuple(
        replace(
            event, targets={name: to if name in fought else RESERVE for name, to in event.targets.items()}
        )
        if isinstance(event, e.FleetAssigned)
        else event
        for event in one.events
    )
    return Told(one.number, one.side, one.order, events)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", SIDES)
def test_whether_too_few_points_end_the_war_is_not_shown_beforehand(way: Way, side: Side) -> None:
    """The war ends of itself once it is told so, because a fleet is spent; until then it goes on for all who look."""
    ends = 0
    for seed in SEEDS[:8]:
        for told, found in ended_turns(seed):
            report = annihilated(found, side)
            if report is None:
                continue
            order, spent = Retell(found.number, report, way), weaker(told, side, found)
            viewer = opponent(side)
            assert shown(told, order, viewer) == shown(spent, order, viewer)
            again = retell(spent, order)
            if again.shown.phase == "planning":
                assert (again.war.phase, again.war.ended) == ("over", "logistics")
                assert again.shown.ended is None
                ends += 1
    assert ends


def annihilated(found: Since, side: Side) -> Report | None:
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
        told = played(seed).told
        for found, side, name in fought_again(told):
            report = hurt(found, side, name)
            refused = shown(told, Retell(found.number, report, "as_it_is"), opponent(side))
            assert isinstance(refused, str)
            if is_possible(found, report):
                assert "would have had other forces" in refused
                repaired += was_in_reserve(told, found, side, name)
    assert repaired


def is_possible(found: Since, report: Report) -> bool:
    """Whether the battle could have ended so."""
    try:
        system(found.setup.system).result_of(found.setup, report)
    except Refused:
        return False
    return True


def fought_again(told: list[Told]) -> Iterator[tuple[Since, Side, str]]:
    """Battles with a ship that was in a later battle."""
    events = [event for one in told for event in one.events]
    for at, event in enumerate(events):
        if not isinstance(event, e.ResultAccepted):
            continue
        found = since(events, event.battle)
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


def was_in_reserve(told: list[Told], found: Since, side: Side, name: str) -> bool:
    """Whether the side kept the ship in the Reserve in the turn after the battle."""
    plans = [one.order for one in told if isinstance(one.order, Plan) and one.side == side]
    return len(plans) > found.turn and plans[found.turn].assign.get(name) == RESERVE
