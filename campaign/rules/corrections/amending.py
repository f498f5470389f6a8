"""A corrected result of an earlier turn: what it changes in the present, and what stays as it was (S67)."""

from dataclasses import dataclass

from campaign.rules.battles import aftermath
from campaign.rules.corrections.amended_events import (
    IncomeAmended,
    MarkerAmended,
    PlanetAmended,
    ResultAmended,
    TreasuryAmended,
)
from campaign.rules.corrections.amended_fleets import amend_bases, amend_fleet, changes
from campaign.rules.corrections.battle_history import BattleHistory, Later, battle_history
from campaign.rules.corrections.fronts import Settled, taker_of
from campaign.rules.corrections.owners import Takers
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import FleetCounted, WarEnded
from campaign.rules.fleets.logistics import active_lp, minimum_of
from campaign.rules.orders import Amend
from campaign.rules.record import Record, clone
from engines.seam.documents import Report, Result
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system


@dataclass(frozen=True)
class Effect:
    """What a result does to the map: how far each marker moves, who takes the planet, who wins the war by it."""

    moved: dict[str, int]
    taker: Side | None
    wins: Side | None


def amend(record: Record, order: Amend, found: BattleHistory | None = None) -> None:
    """Book a corrected result with what it changes now; `Refused` if there is nothing to correct (S67).

    The result that holds may be given again where a part of what follows from it was left as it was. `found` is the
    battle with what has happened since, where somebody has followed that.
    """
    found = found or battle_history(record.past, order.battle)
    if found is None:
        raise refuse("S67", "That battle has no result to correct.")
    if found.fought:
        raise refuse("S67", "This battle was fought here, so its result cannot be wrong.")
    result = system(found.setup.system).result_of(found.setup, order.report)
    effect = effect_of(found, order.report)
    record.book(
        ResultAmended(
            found.number,
            found.turn,
            found.place,
            found.result,
            result,
            order.ships,
            order.front,
            order.income,
            effect.moved,
        )
    )
    _follow(record, found, order, result, effect)
    if result == found.result and len(record.events) == 1:
        raise refuse("S67", "This is the result as it is recorded. Change what is wrong in it.")
    if record.war.phase != "over":
        _count_again(record)


def _follow(record: Record, found: BattleHistory, order: Amend, result: Result, effect: Effect) -> None:
    """The parts of the war that are to follow the result."""
    if order.ships:
        for side in SIDES:
            amend_fleet(record, found, side, result)
    if order.income:
        _amend_income(record, found, effect)
    takers = {**found.fronts.takers, found.number: effect.taker} if order.front else found.fronts.takers
    if order.front:
        _amend_front(record, found, effect, takers)
    amend_bases(record, found, result if order.ships else found.result, takers)
    if order.front and effect.wins is not None:
        record.book(WarEnded(effect.wins, "home"))


def effect_of(found: BattleHistory, report: Report) -> Effect:
    """What the report would have done to the map at the time (31.6, 31.8)."""
    trial = Record(clone(found.before), ScriptedDice())
    battle = trial.war.battle(found.number)
    if battle is None:
        raise LookupError(f"no battle {found.number}")
    aftermath.accept(trial, battle, report)
    moved = {sector: trial.war.markers[sector] - found.before.markers[sector] for sector in found.sectors}
    result = system(found.setup.system).result_of(found.setup, report)
    return Effect(moved, taker_of(result), trial.war.winner)


@dataclass(frozen=True)
class Touched:
    """A battle since that would have been another: `ships` that fought in it by side, and whether the front differs."""

    battle: Later
    ships: dict[Side, tuple[str, ...]]
    elsewhere: bool


def touched(found: BattleHistory, report: Report) -> list[Touched]:
    """The battles since, as they were revealed, in which the result would have changed forces or place."""
    result = system(found.setup.system).result_of(found.setup, report)
    effect = effect_of(found, report)
    names = {side: {one.unit.name for one in changes(found, side, result) if not one.alive} for side in SIDES}
    otherwise = effect.taker != found.fronts.takers[found.number]
    shifted = {
        sector
        for sector in found.sectors
        if otherwise or effect.moved[sector] != found.fronts.moved[found.number][sector]
    }
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


def _amend_income(record: Record, found: BattleHistory, effect: Effect) -> None:
    """What the turns since would have paid more or less by all results, once; a treasury loses no more than it has.

    What it could not give back before comes off what it gets now.
    """
    nth = 1 + sum(isinstance(event, ResultAmended) for event in record.past)
    fronts = found.fronts
    settled = {**fronts.settled, found.number: Settled(effect.moved, effect.taker, len(fronts.buildings))}
    for side in SIDES:
        points = fronts.missed(found.before.chart, settled, side) - fronts.due[side]
        if not points:
            continue
        record.book(IncomeAmended(found.number, side, points))
        spared = fronts.paid[side] - fronts.due[side]
        treasury = record.war.fleet(side).treasury
        moved = max(points - spared, 0) if points > 0 else max(points, -treasury)
        if moved:
            record.book(TreasuryAmended(found.number, side, moved, nth))


def _amend_front(record: Record, found: BattleHistory, effect: Effect, takers: Takers) -> None:
    """Markers and planets as all results have them, with this one in the place of the one that was followed.

    A marker that would be beyond a planet of the enemy by then stops there (S9).
    """
    war, fronts = record.war, found.fronts
    for sector in found.sectors:
        for index, owner in fronts.owners[sector].by(takers).items():
            place = war.chart.place(sector, index)
            if war.planets[place] != owner:
                record.book(PlanetAmended(place, owner, found.number))
    for sector in found.sectors:
        by = effect.moved[sector] - fronts.moved[found.number][sector]
        start = war.markers[sector]
        end = fronts.stop(war.chart, sector, start + fronts.held_back(sector) + by, takers)
        if by or end != start:
            record.book(MarkerAmended(sector, start, end, found.number, by))


def _count_again(record: Record) -> None:
    """Both sides' active LP and minimum of this turn, where they are others now (S16)."""
    for side in SIDES:
        fleet = record.war.fleet(side)
        lp = active_lp(side, fleet)
        minimum = minimum_of(record.war, side, lp)
        if (lp, minimum) != (fleet.active_lp, fleet.minimum):
            record.book(FleetCounted(side, lp, minimum))
