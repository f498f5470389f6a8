"""Whether each unit of a report can have its fate: each refusal names it, the rule and what to correct."""

from collections import Counter
from collections.abc import Iterator

from engines.seam.documents import BattleSetup, Fate, Report, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.talon.aims import (
    ESCAPED,
    RETREATED,
    by_hole,
    comes_later,
    docks,
    escapes,
    landing,
    places_hole,
    sets_down,
)
from engines.talon.catalogue import ShipClass, class_of, role_of
from engines.talon.deployment import SQUADRONS_CARRIED, counters_at_once, most_at_start
from engines.talon.results.damage_check import damage_refusals
from engines.talon.results.deployment import arriving, counter_limit, of_class_arriving, squadron_room
from engines.talon.results.layout_check import layout_of
from engines.talon.results.reported import GONE, gave_up
from engines.talon.terms import aims_of, terms_of


def unit_refusals(setup: BattleSetup, report: Report) -> list[Refusal]:
    """Why a unit's own fate or damage is impossible; `report` may leave units out that are not known yet."""
    return [refusal for side in SIDES for refusal in _units(setup, report, side)]


def force_refusals(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    """The same of a side whose units are all known, and why their fates do not go together."""
    yield from _units(setup, report, side)
    yield from _waiting(setup, report, side)
    yield from _squadrons(setup, report, side)


def _units(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    fates = {fate.name: fate for fate in report.fates(side)}
    for unit in setup.force(side):
        fate = fates.get(unit.name)
        if fate is None:
            continue
        yield from _fate_of(setup, report, side, unit, fate)
        if fate.unloaded and (role_of(unit.ship_class) != "transport" or not sets_down(aims_of(setup), side)):
            yield Refusal("32.3", f"{unit.name} has no troops to set down on the planet.", unit.name)
        if fate.fate != "destroyed":
            found = damage_refusals(class_of(side, unit), unit.name, fate.damage, unit.damage)
            yield from (Refusal(rule, reason, unit.name) for rule, reason in found)


def _fate_of(setup: BattleSetup, report: Report, side: Side, unit: Unit, fate: Fate) -> Iterator[Refusal]:
    kind = class_of(side, unit)
    if kind.role == "base" and fate.fate not in ("stands", "destroyed", "through"):
        yield Refusal("14", f"The base {unit.name} cannot leave: it stands or is destroyed.", unit.name)
    yield from _by_worm_hole(setup, side, unit, fate)
    yield from _of_space_empires(setup, side, unit, fate)
    if docks(aims_of(setup), side, unit.name) and (
        fate.fate == "left" or (fate.fate == "jumped" and not gave_up(setup, report, side))
    ):
        yield Refusal("R70", f"{unit.name} does not leave the battle: it is to dock.", unit.name)
    if fate.fate in ("landed", "landed_after") and (
        kind.role != "transport" or landing(aims_of(setup), side) is None
    ):
        yield Refusal(
            "31.8", f"{unit.name} cannot land: only transports do, on the zone's planet.", unit.name
        )
    if fate.fate == "landed_after" and not _may_land_after(setup, side):
        yield Refusal("S23", f"{unit.name} cannot land after the battle: only the invader does.", unit.name)
    arrival = arriving(setup, side).get(unit.name)
    first = (
        arrival.first + (report.ending == "aim") if arrival is not None else 0
    )  # an aim ends it within a round
    if arrival is not None and report.rounds < first and fate.fate != "waited":
        reason = (
            f"{unit.name} comes in at the end of round {arrival.first}; the battle lasted {report.rounds}."
        )
        yield Refusal("22", reason, unit.name)
    if fate.fate == "waited" and arriving(setup, side) and not may_wait(setup, side, unit):
        yield Refusal("22", f"{unit.name} is set up at the start: it cannot have stayed out.", unit.name)
    if fate.fate == "waited" and fate.damage != unit.damage and (fate.damage or unit.damage):
        yield Refusal(
            "31.6", f"{unit.name} never came onto the map, so its damage cannot have changed.", unit.name
        )
    let_go = gave_up(setup, report, side) and not escapes(aims_of(setup), side, kind.role)
    if fate.fate == "jumped" and not kind.fighters and not let_go:
        spooled = len(kind.hull) if arrival is None else max(len(kind.hull), arrival.first + 1)
        if report.rounds < spooled:
            reason = f"{unit.name} cannot jump before round {spooled}; the battle lasted {report.rounds}."
            yield Refusal("11", reason, unit.name)


def _of_space_empires(setup: BattleSetup, side: Side, unit: Unit, fate: Fate) -> Iterator[Refusal]:
    """Aliens never leave, and the troops of whoever is on the planet are down (32.2, 32.3)."""
    if terms_of(setup).no_retreat == side and fate.fate in RETREATED:
        yield Refusal("32.2", f"{unit.name} may not retreat: it stands or is destroyed.", unit.name)
    if fate.unloaded and fate.fate == "waited":
        yield Refusal("32.3", f"{unit.name} never came onto the map, so it has landed no troops.", unit.name)
    if fate.fate == "landed" and not fate.unloaded and sets_down(aims_of(setup), side):
        yield Refusal("32.3", f"{unit.name} is on the planet, so its troops are down.", unit.name)


def has_worm_hole(setup: BattleSetup) -> bool:
    """Whether there is a worm hole, placed by a side or there from the start (19, 29.5)."""
    layout = layout_of(setup)
    fixed = layout is not None and any(patch.kind == "worm-hole" for patch in layout.terrain)
    return fixed or places_hole(aims_of(setup)) is not None


def _by_worm_hole(setup: BattleSetup, side: Side, unit: Unit, fate: Fate) -> Iterator[Refusal]:
    """What a worm hole forbids: going through where there is none, and to jump what is to escape by it (19, 29.5)."""
    if fate.fate == "through" and not has_worm_hole(setup):
        yield Refusal("19", f"There is no worm hole for {unit.name} to go through.", unit.name)
    if fate.fate == "through" and class_of(side, unit).fighters and not _carried(setup, side):
        yield Refusal(
            "R43", f"{unit.name} left the map: only in a carrier a squadron goes through.", unit.name
        )
    if fate.fate == "jumped" and by_hole(aims_of(setup), side, role_of(unit.ship_class)):
        yield Refusal("29.5", f"{unit.name} cannot jump: it escapes by the worm hole.", unit.name)


def _carried(setup: BattleSetup, side: Side) -> bool:
    return any(class_of(side, unit).carries for unit in setup.force(side))


def _may_land_after(setup: BattleSetup, side: Side) -> bool:
    aim = landing(aims_of(setup), side)
    return aim is not None and aim.afterwards


def _waiting(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    """Per class: no more stayed out than had to wait, no more stand than there are counters (31.6, S25)."""
    units = {unit.name: unit for unit in setup.force(side)}
    classes = {unit.ship_class: class_of(side, unit) for unit in setup.force(side)}
    total = Counter(unit.ship_class for unit in setup.force(side))
    fates = Counter((units[fate.name].ship_class, fate.fate) for fate in report.fates(side))
    for key, kind in classes.items():
        out, most = fates[key, "waited"], _most_waiting(setup, side, kind, total[key])
        if out > most:
            yield _too_many_out(side, kind, out, most)
        standing, limit = fates[key, "stands"], counter_limit(setup, kind)
        if standing > limit and kind.role != "base":
            reason = f"{standing} {SIDE_TITLES[side]} {kind.plural} cannot stand on the map at once"
            yield Refusal("31.6", f"{reason}: there are {limit} counters. The others stayed out.", key)


def _too_many_out(side: Side, kind: ShipClass, out: int, most: int) -> Refusal:
    if kind.role != "transport":
        reason = f"{out} {SIDE_TITLES[side]} {kind.plural} stayed out, but at most {most} had to wait."
        return Refusal("31.6", reason, kind.key)
    reason = f"{out} {SIDE_TITLES[side]} transports stayed out, but the first two are set up at the start"
    return Refusal("23", f"{reason}: say what became of them.", kind.key)


def _most_waiting(setup: BattleSetup, side: Side, kind: ShipClass, total: int) -> int:
    """How many of `total` units of a class may have stayed off the map to the end (22, 23, 31.6, S20, S24)."""
    at_start = total - of_class_arriving(setup, side, kind.key)
    return total - min(at_start, _most_at_start(setup, side, kind))


def _most_at_start(setup: BattleSetup, side: Side, kind: ShipClass) -> int:
    limit = counters_at_once(kind.counters, setup.boxes, kind.role == "base")
    most = most_at_start(limit, kind.role == "transport", comes_later(aims_of(setup), side))
    return min(most, squadron_room(setup.force(side))) if kind.fighters else most


def may_wait(setup: BattleSetup, side: Side, unit: Unit) -> bool:
    """Whether a unit may have stayed off the map to the end: one that comes in later, or waits for a counter."""
    if unit.name in arriving(setup, side):
        return True
    kind = class_of(side, unit)
    total = sum(other.ship_class == unit.ship_class for other in setup.force(side))
    return total - of_class_arriving(setup, side, kind.key) > _most_at_start(setup, side, kind)


def _squadrons(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    units = {unit.name: unit for unit in setup.force(side)}
    squadrons = [fate for fate in report.fates(side) if class_of(side, units[fate.name]).fighters]
    room = squadron_room(setup.force(side))
    fought = sum(fate.fate != "waited" for fate in squadrons)
    if fought > room:
        yield Refusal(
            "S20", f"Only {room} squadrons had a carrier or base to fly from; {fought} fought.", "fighter"
        )
    yield from _room_away(setup, report, side, squadrons)


def _room_away(setup: BattleSetup, report: Report, side: Side, squadrons: list[Fate]) -> Iterator[Refusal]:
    """Squadrons that got away need a carrier that did, by a jump or over the edge (S26).

    After a concession any carrier or base will do (R30).
    """
    units = {unit.name: unit for unit in setup.force(side)}
    alive = [fate for fate in report.fates(side) if fate.fate not in GONE]
    carriers = [fate for fate in alive if role_of(units[fate.name].ship_class) == "carrier"]
    bases = [fate for fate in alive if role_of(units[fate.name].ship_class) == "base"]
    if gave_up(setup, report, side):
        kept = sum(fate.fate in ESCAPED for fate in squadrons)
        room = SQUADRONS_CARRIED * (len(carriers) + len(bases))
    else:
        kept = sum(fate.fate in ESCAPED for fate in squadrons)
        gone = sum(fate.fate in RETREATED for fate in carriers) + sum(
            fate.fate == "through" for fate in bases
        )
        room = SQUADRONS_CARRIED * gone
    if kept > room:
        reason = f"{kept} {SIDE_TITLES[side]} squadrons escaped, but only {room} had room on a carrier"
        yield Refusal(
            "20.4" if gave_up(setup, report, side) else "16",
            f"{reason}; the rest were destroyed.",
            "fighter",
        )
