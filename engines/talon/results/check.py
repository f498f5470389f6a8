"""Whether a report is possible: each refusal names the ship, the rule and what to correct."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from msgspec import UNSET

from engines.seam.aims import Dock, Intel, Land
from engines.seam.documents import BattleSetup, Fate, Report, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aims import (
    ESCAPED,
    RETREATED,
    as_conceded,
    bombardment,
    by_hole,
    comes_later,
    counted,
    courier,
    deciding,
    docks,
    escapes,
    intelligence,
    landing,
    needed_words,
    places_hole,
    struck,
)
from engines.talon.catalogue import ShipClass, class_of, role_of
from engines.talon.deployment import SQUADRONS_CARRIED, counters_at_once, most_at_start
from engines.talon.results.damage_check import damage_refusals
from engines.talon.results.deployment import arriving, counter_limit, of_class_arriving, squadron_room
from engines.talon.results.layout_check import last_round_of_base, layout_of

GONE = ("destroyed", "landed", "landed_after")
TITLES = {"terran": "Terran", "talon": "Talon"}


def refusals(setup: BattleSetup, report: Report) -> list[Refusal]:
    """Every reason why the report is impossible; none if it is possible."""
    mismatches = [*_names(setup, report, "terran"), *_names(setup, report, "talon")]
    if mismatches:
        return mismatches
    found = [
        *_ending(setup, report),
        *_first_round(report),
        *_landings(setup, report),
        *_targets(setup, report),
        *_docking(setup, report),
        *_bombardment(setup, report),
        *_intelligence(setup, report),
    ]
    for side in SIDES:
        found += _units(setup, report, side)
        found += _waiting(setup, report, side)
        found += _squadrons(setup, report, side)
    return found


def nothing_left(report: Report) -> Side | None:
    """The side that conceded with every unit gone, so that the last must have been lost by it (20.4, R30).

    What lies in an enemy's arc and range then is destroyed: the report alone does not show whether it was so. None if
    nobody conceded, or the side had something left or away.
    """
    if report.ending != "conceded" or report.winner is None:
        return None
    loser = opponent(report.winner)
    return loser if all(fate.fate in GONE for fate in report.fates(loser)) else None


def unit_refusals(setup: BattleSetup, report: Report) -> list[Refusal]:
    """Why a unit's own fate or damage is impossible; `report` may leave units out that are not known yet."""
    return [refusal for side in SIDES for refusal in _units(setup, report, side)]


def landings_after(setup: BattleSetup, report: Report) -> int:
    """How many transports the winner must land after the battle (S23); 0 if none can or need."""
    aim = landing(setup.aims, report.winner) if report.winner is not None else None
    if aim is None or not aim.afterwards or report.ending == "planet" or _guarded(setup, report, aim):
        return 0
    needed = aim.needs - counted(aim, partial(landed, report))
    return needed if 0 < needed <= len(able_to_land(setup, report, aim.side)) else 0


def landed(report: Report, side: Side) -> int:
    """How many of a side's transports landed in the battle."""
    return _count(report, side, "landed")


def landed_after(report: Report, side: Side) -> int:
    """How many of them landed unopposed once it was won (S23)."""
    return _count(report, side, "landed_after")


def _names(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    have = Counter(unit.name for unit in setup.force(side))
    reported = Counter(fate.name for fate in report.fates(side))
    for name in have - reported:
        yield Refusal("31.6", f"The fate of {TITLES[side]} {name} is missing.", name)
    for name in reported - have:
        yield Refusal("31.6", f"{TITLES[side]} {name} is not in this battle, or is listed twice.", name)


def _count(report: Report, side: Side, *words: str) -> int:
    return sum(fate.fate in words for fate in report.fates(side))


def able_to_land(setup: BattleSetup, report: Report, side: Side) -> list[Fate]:
    """The side's transports that can land once the battle is won: on the map, or still waiting (S23)."""
    transports = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "transport"}
    words = ("stands", "waited", "landed_after")
    return [fate for fate in report.fates(side) if fate.name in transports and fate.fate in words]


def _guarded(setup: BattleSetup, report: Report, aim: Land) -> bool:
    """Whether a base of the enemy kept transports from landing to the end (31.8)."""
    return aim.guarded and _base_stands(setup, report, opponent(aim.side))


def _base_stands(setup: BattleSetup, report: Report, side: Side) -> bool:
    bases = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "base"}
    return any(fate.name in bases and fate.fate != "destroyed" for fate in report.fates(side))


def _must_still_come(setup: BattleSetup, report: Report, side: Side) -> int:
    """Ships waiting for a counter: they must come in, so the battle goes on (31.6, R28)."""
    classes = {unit.name: unit.ship_class for unit in setup.force(side)}
    free = ("transport", "squadron")
    return sum(
        fate.fate == "waited" and role_of(classes[fate.name]) not in free for fate in report.fates(side)
    )


def _ending(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    if report.ending == "draw":
        yield from _drawn(setup, report)
        return
    if report.winner is None:
        yield Refusal("20.1", "Choose who won, or nobody.", "winner")
        return
    loser = opponent(report.winner)
    yield from _defeated(setup, report, loser)
    standing = _count(report, report.winner, "stands", "landed_after")
    standing += _must_still_come(setup, report, report.winner)
    if not standing and report.ending not in ("planet", "aim") and intelligence(setup.aims) is None:
        reason = f"{TITLES[report.winner]} cannot have won: it has nothing left on the map."
        yield Refusal("20.1", reason, "winner")


def _drawn(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    if report.winner is not None:
        yield Refusal("20.4", "A draw has no winner: choose a winner or a draw.", "winner")
    present = [
        side for side in SIDES if _count(report, side, "stands") + _must_still_come(setup, report, side)
    ]
    if len(present) == 1 and intelligence(setup.aims) is None:
        reason = f"Only {TITLES[present[0]]} has units left on the map, so it holds the field."
        yield Refusal("20.1", reason, "winner")


def _defeated(setup: BattleSetup, report: Report, loser: Side) -> Iterator[Refusal]:
    held = report.ending == "held"
    if not held and not _gave_up(setup, report, loser):
        return
    bases = {unit.name for unit in setup.force(loser) if role_of(unit.ship_class) == "base"}
    for fate in report.fates(loser):
        if fate.fate != "stands" or (fate.name in bases and not held):
            continue
        if held:
            reason = f"Only one side can hold the field, but {TITLES[loser]} {fate.name} still stands."
            yield Refusal("20.1", reason, fate.name)
        else:
            reason = f"{TITLES[loser]} conceded, so {fate.name} was destroyed or escaped."
            yield Refusal("20.4", reason, fate.name)
    if held and _must_still_come(setup, report, loser):
        reason = f"{TITLES[loser]} ships were still to come in, so the battle was not over."
        yield Refusal("31.6", reason, "winner")


def _first_round(report: Report) -> Iterator[Refusal]:
    """Nothing lands in round 1: what is set up is too far off, what comes in does so when it is over (23, 31.8)."""
    if report.rounds == 1 and any(_count(report, side, "landed") for side in SIDES):
        reason = "No transport can reach the planet and land at Speed 1 in round 1: correct the rounds, or who landed."
        yield Refusal("23", reason, "rounds")


def _landings(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """What is wrong with landings; transports may have been docked with a base of their own side (R59)."""
    decisive = deciding(setup.aims)
    if not decisive:
        if report.ending == "planet":
            yield Refusal("31.8", "There is no planet to take in this battle.", "ending")
        return
    able = [aim.side for aim in decisive]
    if report.ending == "planet" and report.winner not in able:
        yield Refusal(decisive[0].rule, f"{TITLES[opponent(able[0])]} cannot win by landing.", "ending")
    for aim in decisive:
        yield from _reached(report, aim)
        if _guarded(setup, report, aim) and _count(report, aim.side, "landed", "landed_after"):
            reason = f"No {TITLES[aim.side]} transport can land while the {TITLES[opponent(aim.side)]} base stands."
            yield Refusal("31.8", reason, "landed")
    yield from _landed_afterwards(setup, report)


def _reached(report: Report, aim: Land) -> Iterator[Refusal]:
    """The battle ends with the last landing that is needed, and so ends in no other way."""
    side, number = TITLES[aim.side], counted(aim, partial(landed, report))
    words = needed_words(aim, TITLES[opponent(aim.side)])
    won = report.ending == "planet" and report.winner == aim.side
    if won and number != aim.needs:
        yield Refusal(aim.rule, f"{side} wins by landing only with {words}.", "ending")
    if not won and number >= aim.needs:
        yield Refusal(aim.rule, f"{side} landed {words}, which ends the battle at once.", "ending")


def _targets(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who destroys the enemy's target and brings its own away has won at once (26, 29.8, R72).

    Not if a side conceded: by that its target got away, or was destroyed (20.4).
    """
    if bombardment(setup.aims) is not None or intelligence(setup.aims) is not None:
        return
    winner = struck(setup.aims, partial(fate_of, report))
    if courier(setup.aims) is None and report.ending == "aim" and (winner is None or winner != report.winner):
        words = "Only a side whose target got away, and which destroyed the enemy's, wins so."
        yield Refusal("29.8", words, "ending")
    if report.ending not in ("aim", "conceded") and winner is not None:
        title = TITLES[winner]
        reason = (
            f"{title} destroyed the enemy's target and brought its own away, which ends the battle at once."
        )
        yield Refusal("29.8", reason, "ending")


def _docking(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who docks as it was to, or whose enemy prevents it, has won at once (R70); each side may be to dock."""
    docks = [aim for aim in setup.aims if isinstance(aim, Dock)]
    for aim in docks:
        title, enemy = TITLES[aim.side], TITLES[opponent(aim.side)]
        what, others = _kept_from_docking(setup, report, aim), [one for one in docks if one.side != aim.side]
        both = any(_kept_from_docking(setup, report, one) for one in others)
        if report.ending == "aim" and report.winner == aim.side and what and not both:
            yield Refusal(aim.rule, f"{title} cannot have won so: {what} was destroyed.", "ending")
        if report.ending == "aim" and report.winner == opponent(aim.side) and not what and not others:
            reason = f"{enemy} wins so only by destroying {aim.unit} or the base."
            yield Refusal(aim.rule, reason, "ending")
        if report.ending != "aim" and what and not _gave_up(setup, report, aim.side):
            reason = f"{what} was destroyed, which ends the battle at once: {enemy} has won."
            yield Refusal(aim.rule, reason, "ending")


def _kept_from_docking(setup: BattleSetup, report: Report, aim: Dock) -> str:
    """What was destroyed so that a side's unit cannot dock: the unit or the base; "" if neither (R70)."""
    if fate_of(report, aim.side, aim.unit) == "destroyed":
        return aim.unit
    return "" if _base_stands(setup, report, aim.side) else f"{TITLES[aim.side]}'s base"


def _bombardment(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """The damage done to a planet is possible, and ends the battle at once when it is enough (26.8, R91, R92)."""
    aim = bombardment(setup.aims)
    if aim is None:
        if report.planet_damage is not UNSET:
            yield Refusal("26", "No planet can be damaged in this battle.", "planet_damage")
        return
    planet, side = aim.planet, TITLES[aim.side]
    if report.planet_damage is UNSET:
        yield Refusal(aim.rule, f"Enter the damage done to {planet}, 0 to {aim.needs}.", "planet_damage")
        return
    damage = report.planet_damage
    if damage > aim.needs:
        reason = f"{planet} is destroyed with {aim.needs} points of damage, and more cannot be done to it."
        yield Refusal(aim.rule, reason, "planet_damage")
    elif damage == aim.needs and (report.ending != "aim" or report.winner != aim.side):
        reason = (
            f"With {aim.needs} points of damage to {planet} {side} wins at once: "
            "correct how it ended, or the damage."
        )
        yield Refusal(aim.rule, reason, "planet_damage")
    elif report.ending == "aim" and report.winner != aim.side:
        yield Refusal(aim.rule, f"Only {side} can win by destroying {planet}.", "ending")
    elif report.ending == "aim" and damage < aim.needs:
        reason = f"{planet} is destroyed with {aim.needs} points of damage; {damage} were done."
        yield Refusal(aim.rule, reason, "planet_damage")


def _intelligence(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who has jumped with the intelligence, and what keeps the carrier from it, ends the battle at once (26.9, R74)."""
    aim = intelligence(setup.aims)
    if aim is None:
        return
    if report.ending == "held":
        yield Refusal("R108", "Who holds the field decides nothing in this battle.", "ending")
        return
    yield from _fallen(setup, report, opponent(aim.side))
    if report.ending == "aim" and report.winner == aim.side:
        yield from _brought(setup, report, aim)
        return
    prevented = _prevented(setup, report, aim)
    if report.ending != "aim" and prevented and not _gave_up(setup, report, aim.side):
        reason = f"{prevented}, which ends the battle at once: that is the ending to choose."
        yield Refusal(aim.rule, reason, "ending")


def _brought(setup: BattleSetup, report: Report, aim: Intel) -> Iterator[Refusal]:
    """What else has happened if the carrier has jumped with the intelligence."""
    title = TITLES[aim.side]
    if fate_of(report, aim.side, aim.unit) != "jumped":
        yield Refusal(aim.rule, f"{title} wins so only if {aim.unit} has jumped.", aim.unit)
    if not any(fate == "jumped" for fate in _squadrons_of(setup, report, aim.side)):
        reason = (
            f"{aim.unit} has no intelligence without a squadron aboard: mark the one that jumped with it."
        )
        yield Refusal(aim.rule, reason, aim.unit)


def _squadrons_of(setup: BattleSetup, report: Report, side: Side) -> list[str]:
    """What became of a side's squadrons."""
    names = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "squadron"}
    return [fate.fate for fate in report.fates(side) if fate.name in names]


def _prevented(setup: BattleSetup, report: Report, aim: Intel) -> str:
    """What has ended the battle by the aim, as far as a report shows it; "" if nothing."""
    carrier = fate_of(report, aim.side, aim.unit)
    if carrier not in ("stands", "waited"):
        return f"{aim.unit} is {'destroyed' if carrier == 'destroyed' else 'gone'}"
    if not any(fate in ("stands", "waited") for fate in _squadrons_of(setup, report, aim.side)):
        return f"Every squadron of {TITLES[aim.side]} is gone"
    return ""


def _fallen(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    """A base that a black hole pulls does not stand once it has been pulled in (18)."""
    last = last_round_of_base(setup)
    if last is not None and report.rounds > last and _base_stands(setup, report, side):
        reason = (
            f"The base is in the black hole at the end of round {last}; the battle lasted {report.rounds}."
        )
        yield Refusal("18", reason, "rounds")


def fate_of(report: Report, side: Side, name: str) -> str:
    """What became of a side's unit of that name."""
    return next((fate.fate for fate in report.fates(side) if fate.name == name), "")


def _landed_afterwards(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who lands unopposed has won, and does so where it is what takes the planet (S23)."""
    aim = next((aim for aim in deciding(setup.aims) if aim.afterwards), None)
    after, needed = sum(landed_after(report, side) for side in SIDES), landings_after(setup, report)
    if aim is not None and after != needed and (after or not _base_stands(setup, report, aim.side)):
        yield Refusal("S23", _landing_words(TITLES[aim.side], needed), "landed_after")


def _landing_words(invader: str, needed: int) -> str:
    if not needed:
        return "No transport lands after this battle."
    return f"{invader} won over the planet: mark {needed} of its transports as landed after the battle."


def _units(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    fates = {fate.name: fate for fate in report.fates(side)}
    for unit in setup.force(side):
        fate = fates.get(unit.name)
        if fate is None:
            continue
        yield from _fate_of(setup, report, side, unit, fate)
        if fate.fate != "destroyed":
            found = damage_refusals(class_of(side, unit), unit.name, fate.damage, unit.damage)
            yield from (Refusal(rule, reason, unit.name) for rule, reason in found)


def _fate_of(setup: BattleSetup, report: Report, side: Side, unit: Unit, fate: Fate) -> Iterator[Refusal]:
    kind = class_of(side, unit)
    if kind.role == "base" and fate.fate not in ("stands", "destroyed", "through"):
        yield Refusal("14", f"The base {unit.name} cannot leave: it stands or is destroyed.", unit.name)
    yield from _by_worm_hole(setup, side, unit, fate)
    if docks(setup.aims, side, unit.name) and (
        fate.fate == "left" or (fate.fate == "jumped" and not _gave_up(setup, report, side))
    ):
        yield Refusal("R70", f"{unit.name} does not leave the battle: it is to dock.", unit.name)
    if fate.fate in ("landed", "landed_after") and (
        kind.role != "transport" or landing(setup.aims, side) is None
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
    gave_up = _gave_up(setup, report, side) and not escapes(setup.aims, side, kind.role)
    if fate.fate == "jumped" and not kind.fighters and not gave_up:
        spooled = len(kind.hull) if arrival is None else max(len(kind.hull), arrival.first + 1)
        if report.rounds < spooled:
            reason = f"{unit.name} cannot jump before round {spooled}; the battle lasted {report.rounds}."
            yield Refusal("11", reason, unit.name)


def has_worm_hole(setup: BattleSetup) -> bool:
    """Whether there is a worm hole, placed by a side or there from the start (19, 29.5)."""
    layout = layout_of(setup)
    fixed = layout is not None and any(patch.kind == "worm-hole" for patch in layout.terrain)
    return fixed or places_hole(setup.aims) is not None


def _by_worm_hole(setup: BattleSetup, side: Side, unit: Unit, fate: Fate) -> Iterator[Refusal]:
    """What a worm hole forbids: going through where there is none, and to jump what is to escape by it (19, 29.5)."""
    if fate.fate == "through" and not has_worm_hole(setup):
        yield Refusal("19", f"There is no worm hole for {unit.name} to go through.", unit.name)
    if fate.fate == "through" and class_of(side, unit).fighters and not _carried(setup, side):
        yield Refusal(
            "R43", f"{unit.name} left the map: only in a carrier a squadron goes through.", unit.name
        )
    if fate.fate == "jumped" and by_hole(setup.aims, side, role_of(unit.ship_class)):
        yield Refusal("29.5", f"{unit.name} cannot jump: it escapes by the worm hole.", unit.name)


def _carried(setup: BattleSetup, side: Side) -> bool:
    return any(class_of(side, unit).carries for unit in setup.force(side))


def _may_land_after(setup: BattleSetup, side: Side) -> bool:
    aim = landing(setup.aims, side)
    return aim is not None and aim.afterwards


def _gave_up(setup: BattleSetup, report: Report, side: Side) -> bool:
    return report.winner != side and as_conceded(setup.aims, report.winner, report.ending)


def _waiting(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    """Per class: no more stayed out than had to wait, no more stand than there are counters (31.6, S25)."""
    units = {unit.name: unit for unit in setup.force(side)}
    classes = {unit.ship_class: class_of(side, unit) for unit in setup.force(side)}
    total = Counter(unit.ship_class for unit in setup.force(side))
    fates = Counter((units[fate.name].ship_class, fate.fate) for fate in report.fates(side))
    for key, kind in classes.items():
        out, most = fates[key, "waited"], most_waiting(setup, side, kind, total[key])
        if out > most:
            yield _too_many_out(side, kind, out, most)
        standing, limit = fates[key, "stands"], counter_limit(setup, kind)
        if standing > limit and kind.role != "base":
            reason = f"{standing} {TITLES[side]} {kind.plural} cannot stand on the map at once"
            yield Refusal("31.6", f"{reason}: there are {limit} counters. The others stayed out.", key)


def _too_many_out(side: Side, kind: ShipClass, out: int, most: int) -> Refusal:
    if kind.role != "transport":
        reason = f"{out} {TITLES[side]} {kind.plural} stayed out, but at most {most} had to wait."
        return Refusal("31.6", reason, kind.key)
    reason = f"{out} {TITLES[side]} transports stayed out, but the first two are set up at the start"
    return Refusal("23", f"{reason}: say what became of them.", kind.key)


def most_waiting(setup: BattleSetup, side: Side, kind: ShipClass, total: int) -> int:
    """How many of `total` units of a class may have stayed off the map to the end (22, 23, 31.6, S20, S24)."""
    at_start = total - of_class_arriving(setup, side, kind.key)
    return total - min(at_start, _most_at_start(setup, side, kind))


def _most_at_start(setup: BattleSetup, side: Side, kind: ShipClass) -> int:
    limit = counters_at_once(kind.counters, setup.boxes, kind.role == "base")
    most = most_at_start(limit, kind.role == "transport", comes_later(setup.aims, side))
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
    if _gave_up(setup, report, side):
        kept = sum(fate.fate in ESCAPED for fate in squadrons)
        room = SQUADRONS_CARRIED * (len(carriers) + len(bases))
    else:
        kept = sum(fate.fate in ESCAPED for fate in squadrons)
        gone = sum(fate.fate in RETREATED for fate in carriers) + sum(
            fate.fate == "through" for fate in bases
        )
        room = SQUADRONS_CARRIED * gone
    if kept > room:
        reason = f"{kept} {TITLES[side]} squadrons escaped, but only {room} had room on a carrier"
        yield Refusal(
            "20.4" if _gave_up(setup, report, side) else "16",
            f"{reason}; the rest were destroyed.",
            "fighter",
        )
