"""What a corrected result changes in a fleet: ships and bases follow all results that hold (S67)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from campaign.rules.corrections.amended_events import BaseAmended, FatesAmended, FleetAmended
from campaign.rules.corrections.battle_history import BattleHistory
from campaign.rules.corrections.owners import Takers
from campaign.rules.corrections.unit_histories import Fates, UnitHistories, UnitHistory
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import RESERVE
from campaign.rules.record import Record
from campaign.rules.state import Loss, Ship, Sighting
from engines.seam.documents import Result, Unit
from engines.seam.sides import Side
from engines.seam.systems import role_of


@dataclass(frozen=True)
class Changed:
    """A unit of which two results say different things: `unit` with the damage that it carries by the new one.

    `before` and `now` are its fates in all of its battles, by the results until now and with the new one.
    """

    unit: Unit
    history: UnitHistory
    battle: int
    before: Fates
    now: Fates

    @property
    def alive(self) -> bool:
        """Whether this battle did not destroy it after all."""
        return self.before[self.battle].fate == "destroyed"

    @property
    def lost(self) -> bool:
        """Whether this battle destroyed it after all."""
        return self.now[self.battle].fate == "destroyed"


def changes(found: BattleHistory, side: Side, result: Result) -> Iterator[Changed]:
    """The side's units that the new result has lost, not lost, or otherwise damaged."""
    new = {fate.name: fate for fate in result.report.fates(side)}
    for name, history in found.unit_histories.fought[found.number].units[side].items():
        before = dict(history.fates)
        now = {**before, found.number: new[name]}
        unit = Unit(name, history.ship_class, new[name].damage)
        one = Changed(unit, history, found.number, before, now)
        if one.alive != one.lost or (not one.lost and before[found.number].damage != new[name].damage):
            yield one


def amend_fleet(record: Record, found: BattleHistory, side: Side, result: Result) -> None:
    """Book what the result says of the side's units, and what that changes in its fleet."""
    changed = [*changes(found, side, result)]
    if not changed:
        return
    record.book(_fates(record, found, side, changed))
    _amend_ships(record, found, side, [one for one in changed if role_of(one.unit.ship_class) != "base"])


def _fates(record: Record, found: BattleHistory, side: Side, changed: list[Changed]) -> FatesAmended:
    before = [_loss(found.unit_histories, side, one.history, one.before) for one in changed]
    now = [_loss(found.unit_histories, side, one.history, one.now) for one in changed]
    return FatesAmended(
        found.number,
        found.turn,
        found.place,
        side,
        alive=tuple(one.unit for one in changed if one.alive),
        lost=tuple(one.unit for one in changed if one.lost),
        hurt=tuple(one.unit for one in changed if not one.alive and not one.lost),
        withdrawn=tuple(loss for loss in before if loss is not None and loss not in now),
        recorded=tuple(loss for loss in now if loss is not None and loss not in before),
        seen={
            one.unit.name: found.unit_histories.seen_last(one.history, one.now)
            for one in changed
            if role_of(one.unit.ship_class) != "base" and _is_known(record.war.sightings[side], one)
        },
    )


def _is_known(sightings: Mapping[str, Sighting], one: Changed) -> bool:
    """Whether what was last seen under the unit's name was this one, and no other ship that got the name since."""
    last = sightings.get(one.unit.name)
    return one.history.name == one.unit.name and (last is None or last.battle in one.history.seen_in)


def _loss(unit_histories: UnitHistories, side: Side, history: UnitHistory, fates: Fates) -> Loss | None:
    """The loss of the unit, in the first battle that destroyed it."""
    number = history.lost_in(fates)
    return unit_histories.fought[number].loss(side, history) if number else None


def _amend_ships(record: Record, found: BattleHistory, side: Side, changed: list[Changed]) -> None:
    """Those that no battle destroyed are back, unless scrapped since; those lost are gone; others have other damage."""
    there = record.war.fleet(side).ships
    back: dict[str, Ship] = {}
    named: dict[str, str] = {}
    gone, damage = [], {}
    for one in changed:
        history = one.history
        lived, lives = history.lives(one.before), history.lives(one.now)
        if lives and not lived:
            name = _free_name(record, side, history, back)
            back[name] = _ship(one)
            if name != one.unit.name:
                named[name] = one.unit.name
        elif lived and not lives and history.name in there:
            gone.append(history.name)
        elif lives and history.name in there and history.damage(one.before) != history.damage(one.now):
            damage[history.name] = history.damage(one.now)
    if back or gone or damage:
        record.book(FleetAmended(found.number, side, back, tuple(gone), damage, named))


def _ship(one: Changed) -> Ship:
    """The ship as it is back: in the Reserve, or where a correction of this turn has taken it from."""
    damage = one.history.damage(one.now)
    taken = one.history.taken
    return Ship(one.unit.ship_class, RESERVE, damage) if taken is None else replace(taken, damage=damage)


def _free_name(record: Record, side: Side, history: UnitHistory, back: dict[str, Ship]) -> str:
    """The ship's name, or the next free one if another ship has it by now (S34)."""
    fleet = record.war.fleet(side)
    taken = {*fleet.ships, *back}
    if history.name not in taken:
        return history.name
    return next_name(side, history.ship_class, taken | set(fleet.names), record.war.rules)


def amend_bases(record: Record, found: BattleHistory, result: Result, takers: Takers) -> None:
    """Book which bases stand by the result and by who took the planets, and with what damage (31.4, 31.8, S14).

    A base is gone once the enemy has held its planet, whatever became of it in battles.
    """
    for side, history, place in found.unit_histories.bases():
        now = {**history.fates}
        if found.number in now:
            now |= {found.number: next(one for one in result.report.fates(side) if one.name == history.name)}
        lived = history.lives(history.fates) and not _is_overrun(
            record, found, side, place, found.fronts.takers
        )
        lives = history.lives(now) and not _is_overrun(record, found, side, place, takers)
        damage, before = history.damage(now), history.damage(history.fates)
        standing = record.war.bases.get(place)
        mine = standing is not None and (standing.side, standing.name) == (side, history.name)
        back = lives and not lived and standing is None
        if back or (mine and ((lived and not lives) or (lives and damage != before))):
            record.book(BaseAmended(found.number, place, side, history.name, damage, lives))


def _is_overrun(record: Record, found: BattleHistory, side: Side, place: Place, takers: Takers) -> bool:
    return found.fronts.is_overrun(record.war.chart, place, side, takers)
