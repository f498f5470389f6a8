"""What a corrected result changes in a fleet: ships and bases follow all results that hold (S67)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from campaign.rules.corrections.amended_events import BaseAmended, FatesAmended, FleetAmended
from campaign.rules.corrections.careers import Career, Careers, Fates
from campaign.rules.corrections.owners import Takers
from campaign.rules.corrections.since import Since
from campaign.rules.fleets.christening import christen
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import RESERVE
from campaign.rules.record import Record
from campaign.rules.state import Loss, Ship, Sighting
from engines.seam.documents import Result, Unit
from engines.seam.sides import Side


@dataclass(frozen=True)
class Changed:
    """A unit of which two results say different things: `unit` with the damage that it carries by the new one.

    `before` and `now` are its fates in all of its battles, by the results until now and with the new one.
    """

    unit: Unit
    career: Career
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


def changes(found: Since, side: Side, result: Result) -> Iterator[Changed]:
    """The side's units that the new result has lost, not lost, or otherwise damaged."""
    new = {fate.name: fate for fate in result.report.fates(side)}
    for name, career in found.careers.fought[found.number].units[side].items():
        before = dict(career.fates)
        now = {**before, found.number: new[name]}
        unit = Unit(name, career.ship_class, new[name].damage)
        one = Changed(unit, career, found.number, before, now)
        if one.alive != one.lost or (not one.lost and before[found.number].damage != new[name].damage):
            yield one


def amend_fleet(record: Record, found: Since, side: Side, result: Result) -> None:
    """Book what the result says of the side's units, and what that changes in its fleet."""
    changed = [*changes(found, side, result)]
    if not changed:
        return
    record.book(_fates(record, found, side, changed))
    _amend_ships(record, found, side, [one for one in changed if one.unit.ship_class != "base"])


def _fates(record: Record, found: Since, side: Side, changed: list[Changed]) -> FatesAmended:
    before = [_loss(found.careers, side, one.career, one.before) for one in changed]
    now = [_loss(found.careers, side, one.career, one.now) for one in changed]
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
            one.unit.name: found.careers.seen_last(one.career, one.now)
            for one in changed
            if one.unit.ship_class != "base" and _is_known(record.war.sightings[side], one)
        },
    )


def _is_known(sightings: Mapping[str, Sighting], one: Changed) -> bool:
    """Whether what was last seen under the unit's name was this one, and no other ship that got the name since."""
    last = sightings.get(one.unit.name)
    return one.career.name == one.unit.name and (last is None or last.battle in one.career.seen_in)


def _loss(careers: Careers, side: Side, career: Career, fates: Fates) -> Loss | None:
    """The loss of the unit, in the first battle that destroyed it."""
    number = career.lost_in(fates)
    return careers.fought[number].loss(side, career) if number else None


def _amend_ships(record: Record, found: Since, side: Side, changed: list[Changed]) -> None:
    """Those that no battle destroyed are back, unless scrapped since; those lost are gone; others have other damage."""
    there = record.war.fleet(side).ships
    back: dict[str, Ship] = {}
    named: dict[str, str] = {}
    gone, damage = [], {}
    for one in changed:
        career = one.career
        lived, lives = career.lives(one.before), career.lives(one.now)
        if lives and not lived:
            name = _free_name(record, side, career, back)
            back[name] = _ship(one)
            if name != one.unit.name:
                named[name] = one.unit.name
        elif lived and not lives and career.name in there:
            gone.append(career.name)
        elif lives and career.name in there and career.damage(one.before) != career.damage(one.now):
            damage[career.name] = career.damage(one.now)
    if back or gone or damage:
        record.book(FleetAmended(found.number, side, back, tuple(gone), damage, named))


def _ship(one: Changed) -> Ship:
    """The ship as it is back: in the Reserve, or where a correction of this turn has taken it from."""
    damage = one.career.damage(one.now)
    taken = one.career.taken
    return Ship(one.unit.ship_class, RESERVE, damage) if taken is None else replace(taken, damage=damage)


def _free_name(record: Record, side: Side, career: Career, back: dict[str, Ship]) -> str:
    """The ship's name, or the next free one if another ship has it by now (S34)."""
    fleet = record.war.fleet(side)
    taken = {*fleet.ships, *back}
    if career.name not in taken:
        return career.name
    return christen(side, career.ship_class, taken | set(fleet.names), record.war.rules)


def amend_bases(record: Record, found: Since, result: Result, takers: Takers) -> None:
    """Book which bases stand by the result and by who took the planets, and with what damage (31.4, 31.8, S14).

    A base is gone once the enemy has held its planet, whatever became of it in battles.
    """
    for side, career, place in found.careers.bases():
        now = {**career.fates}
        if found.number in now:
            now |= {found.number: next(one for one in result.report.fates(side) if one.name == career.name)}
        lived = career.lives(career.fates) and not _is_overrun(
            record, found, side, place, found.fronts.takers
        )
        lives = career.lives(now) and not _is_overrun(record, found, side, place, takers)
        damage, before = career.damage(now), career.damage(career.fates)
        standing = record.war.bases.get(place)
        mine = standing is not None and (standing.side, standing.name) == (side, career.name)
        back = lives and not lived and standing is None
        if back or (mine and ((lived and not lives) or (lives and damage != before))):
            record.book(BaseAmended(found.number, place, side, career.name, damage, lives))


def _is_overrun(record: Record, found: Since, side: Side, place: Place, takers: Takers) -> bool:
    return found.fronts.is_overrun(record.war.chart, place, side, takers)
