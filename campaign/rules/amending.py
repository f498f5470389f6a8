"""A corrected result of an earlier turn: what it changes in the present, and what stays as it was (S67)."""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.rules import aftermath
from campaign.rules.building import mended_base
from campaign.rules.christening import christen
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import (
    BaseAmended,
    FatesAmended,
    FleetAmended,
    FleetCounted,
    IncomeAmended,
    MarkerAmended,
    PlanetAmended,
    ResultAmended,
    TreasuryAmended,
    WarEnded,
)
from campaign.rules.logistics import active_lp, minimum_of
from campaign.rules.orders import Amend
from campaign.rules.record import Record, clone
from campaign.rules.since import Later, Since, since
from campaign.rules.strategic_map import StrategicMap
from engines.seam.documents import Damage, Fate, Report, Result, Unit
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system


def amend(record: Record, order: Amend) -> None:
    """Book a corrected result with what it changes now; `Refused` if there is nothing to correct (S67)."""
    found = since(record.past, order.battle)
    if found is None:
        raise refuse("S67", "That battle has no result to correct.")
    if found.fought:
        raise refuse("S67", "This battle was fought here, so its result cannot be wrong.")
    result = system(found.setup.system).result_of(found.setup, order.report)
    if result == found.result:
        raise refuse("S67", "This is the result as it is recorded. Change what is wrong in it.")
    record.book(ResultAmended(found.number, found.turn, found.place, found.result, result, order.ships))
    effect = effect_of(found, order.report)
    if order.ships:
        for side in SIDES:
            _amend_fleet(record, found, side, result)
    if order.income:
        _amend_income(record, found, effect)
    if order.front:
        _amend_front(record, found, effect)
    if record.war.phase != "over":
        _count_again(record)


@dataclass(frozen=True)
class Effect:
    """What a result does to the map: how far each marker moves, whose the planet is, who wins the war by it."""

    moved: dict[str, int]
    owner: Side | None
    wins: Side | None


def effect_of(found: Since, report: Report) -> Effect:
    """What the report would have done to the map at the time (31.6, 31.8)."""
    trial = Record(clone(found.before), ScriptedDice())
    battle = trial.war.battle(found.number)
    if battle is None:
        raise LookupError(f"no battle {found.number}")
    aftermath.accept(trial, battle, report)
    moved = {sector: trial.war.markers[sector] - found.before.markers[sector] for sector in found.sectors}
    return Effect(moved, trial.war.planets.get(found.place), trial.war.winner)


@dataclass(frozen=True)
class Changed:
    """A unit of which two results say different things: `unit` with the damage that it carries by the new one."""

    unit: Unit
    before: Fate
    now: Fate

    @property
    def alive(self) -> bool:
        """Whether it was not lost after all."""
        return self.before.fate == "destroyed"

    @property
    def lost(self) -> bool:
        """Whether it was lost after all."""
        return self.now.fate == "destroyed"


def changes(found: Since, side: Side, result: Result) -> Iterator[Changed]:
    """The side's units that the new result has lost, not lost, or otherwise damaged."""
    before = {fate.name: fate for fate in found.applied.report.fates(side)}
    now = {fate.name: fate for fate in result.report.fates(side)}
    for unit in found.setup.force(side):
        one = Changed(
            Unit(unit.name, unit.ship_class, now[unit.name].damage), before[unit.name], now[unit.name]
        )
        if one.alive != one.lost or (not one.lost and one.before.damage != one.now.damage):
            yield one


@dataclass(frozen=True)
class Touched:
    """A battle since that would have been another: `ships` that fought in it by side, and whether the front differs."""

    battle: Later
    ships: dict[Side, tuple[str, ...]]
    elsewhere: bool


def touched(found: Since, report: Report) -> list[Touched]:
    """The battles since, as they were revealed, in which the result would have changed forces or place."""
    result = system(found.setup.system).result_of(found.setup, report)
    effect = effect_of(found, report)
    names = {side: {one.unit.name for one in changes(found, side, result) if not one.alive} for side in SIDES}
    shifted = {sector for sector in found.sectors if effect.moved[sector] != found.moved[sector]}
    marked = []
    for battle in found.later:
        there = {
            side: tuple(unit.name for unit in battle.forces[side] if unit.name in names[side])
            for side in SIDES
        }
        elsewhere = not shifted.isdisjoint(battle.sectors)
        if any(there.values()) or elsewhere:
            marked.append(Touched(battle, there, elsewhere))
    return marked


def _amend_fleet(record: Record, found: Since, side: Side, result: Result) -> None:
    changed = [*changes(found, side, result)]
    if not changed:
        return
    record.book(
        FatesAmended(
            found.number,
            found.turn,
            found.place,
            side,
            alive=tuple(one.unit for one in changed if one.alive),
            lost=tuple(one.unit for one in changed if one.lost),
            hurt=tuple(one.unit for one in changed if not one.alive and not one.lost),
        )
    )
    ships = [one for one in changed if one.unit.ship_class != "base"]
    _amend_ships(record, found, side, ships)
    for one in changed:
        if one not in ships:
            _amend_base(record, found, side, one)


def _amend_ships(record: Record, found: Since, side: Side, changed: list[Changed]) -> None:
    """Those not lost are back in the Reserve; those lost are gone, and damage is corrected, if they are still there."""
    there = record.war.fleet(side).ships
    still = [one for one in changed if one.unit.name in there and (side, one.unit.name) not in found.gone]
    back = tuple(one.unit for one in _christened(record, side, [one for one in changed if one.alive]))
    gone = tuple(one.unit.name for one in still if one.lost)
    damage = {
        one.unit.name: one.unit.damage
        for one in still
        if not one.lost and not one.alive and (side, one.unit.name) not in found.changed
    }
    if back or gone or damage:
        record.book(FleetAmended(found.number, side, back, gone, damage))


def _christened(record: Record, side: Side, changed: list[Changed]) -> Iterator[Changed]:
    """Each with its name, or the next free one if another ship has it by now (S34)."""
    fleet = record.war.fleet(side)
    taken = set(fleet.ships)
    for one in changed:
        name, kind = one.unit.name, one.unit.ship_class
        if name in taken:
            name = christen(side, kind, taken | set(fleet.names))
        taken.add(name)
        yield Changed(Unit(name, kind, one.unit.damage), one.before, one.now)


def _amend_base(record: Record, found: Since, side: Side, one: Changed) -> None:
    """The base at the battle's place, as it would be now: repaired in each Building Phase since (31.4, S14)."""
    standing = record.war.bases.get(found.place)
    mine = standing is not None and (standing.side, standing.name) == (side, one.unit.name)
    fresh = (side, one.unit.name) not in found.changed
    if (one.lost and mine) or (one.alive and standing is None) or (not one.lost and mine and fresh):
        damage = _repaired(one.unit.damage, len(found.buildings))
        stands = not one.lost
        record.book(BaseAmended(found.number, found.place, side, one.unit.name, damage, stands))


def _repaired(damage: Damage, buildings: int) -> Damage:
    for _ in range(buildings):
        damage = mended_base(damage) if damage else damage
    return damage


def _amend_income(record: Record, found: Since, effect: Effect) -> None:
    """What the turns since would have paid more or less, once; a treasury loses no more than it has."""
    nth = 1 + sum(isinstance(event, ResultAmended) for event in record.past)
    for side in SIDES:
        points = income_missed(found, effect, side) - found.paid[side]
        if not points:
            continue
        record.book(IncomeAmended(found.number, side, points))
        moved = max(points, -record.war.fleet(side).treasury)
        if moved:
            record.book(TreasuryAmended(found.number, side, moved, nth))


def income_missed(found: Since, effect: Effect, side: Side) -> int:
    """The Ship Points that the Building Phases since would have paid the side more, had the front line been right."""
    chart, which = found.before.chart, SIDES.index(side)
    total = 0
    for building in found.buildings:
        for sector in found.sectors:
            was = building.markers[sector]
            right = _on_the_map(chart, sector, was + effect.moved[sector] - building.moved[sector])
            total += chart.zone(sector, right).income[which] - chart.zone(sector, was).income[which]
    return total


def _on_the_map(chart: StrategicMap, sector: str, index: int) -> int:
    """The zone of that index, or the home beyond which there is none."""
    return min(max(index, 0), len(chart.zones(sector)) - 1)


def _amend_front(record: Record, found: Since, effect: Effect) -> None:
    war = record.war
    if effect.owner is not None and war.planets.get(found.place) == _owner_before(found) != effect.owner:
        record.book(PlanetAmended(found.place, effect.owner, found.number))
    for sector in found.sectors:
        start = war.markers[sector]
        end = _on_the_map(war.chart, sector, start + effect.moved[sector] - found.moved[sector])
        if end != start:
            record.book(MarkerAmended(sector, start, end, found.number))
    if effect.wins is not None:
        record.book(WarEnded(effect.wins, "home"))


def _owner_before(found: Since) -> Side | None:
    """Whose the planet was by the result that has held so far."""
    return effect_of(found, found.result.report).owner


def _count_again(record: Record) -> None:
    """Both sides' active LP and minimum of this turn, where they are others now (S16)."""
    for side in SIDES:
        fleet = record.war.fleet(side)
        lp = active_lp(side, fleet)
        minimum = minimum_of(record.war, side, lp)
        if (lp, minimum) != (fleet.active_lp, fleet.minimum):
            record.book(FleetCounted(side, lp, minimum))
