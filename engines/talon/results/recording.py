"""The choices for recording a battle: possible and usual fates, and landings (S23)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Ending, Fate, FateWord, Report, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aim_documents import Intel
from engines.talon.aims import (
    as_conceded,
    bombardment,
    by_hole,
    courier,
    deciding,
    docks,
    escapes,
    intelligence,
    landing,
    sets_down,
    target,
)
from engines.talon.catalogue import ShipClass, class_of, role_of
from engines.talon.damage import in_talon
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.results.deployment import arriving, deployment
from engines.talon.results.reported import able_to_land, landings_after
from engines.talon.results.units_check import has_worm_hole, may_wait
from engines.talon.terms import aims_of, terms_of


def fates_open_to(setup: BattleSetup, side: Side, unit: Unit) -> tuple[FateWord, ...]:
    """The possible fates of the unit, except landing after the battle (8, 11, 14, 31.6, 31.8)."""
    if role_of(unit.ship_class) == "base":
        return ("stands", "destroyed")
    fates: list[FateWord] = ["stands", "destroyed", "jumped", "left"]
    if by_hole(aims_of(setup), side, role_of(unit.ship_class)):
        fates.remove("jumped")
    if has_worm_hole(setup) and not class_of(side, unit).fighters:
        fates.append("through")
    if docks(aims_of(setup), side, unit.name):
        fates.remove("left")
    if terms_of(setup).no_retreat == side:
        fates = ["stands", "destroyed"]
    if role_of(unit.ship_class) == "transport" and landing(aims_of(setup), side) is not None:
        fates.append("landed")
    if may_wait(setup, side, unit):
        fates.append("waited")
    return tuple(fates)


def may_unload(setup: BattleSetup, side: Side, unit: Unit) -> bool:
    """Whether the unit is a transport that sets troops down on the planet and comes back (32.3)."""
    return role_of(unit.ship_class) == "transport" and sets_down(aims_of(setup), side)


def endings_of(setup: BattleSetup) -> tuple[Ending, ...]:
    """The possible victories in a battle with this set-up (20.1, 20.4, S22)."""
    landing_sides = [aim.side for aim in deciding(aims_of(setup))]
    transports = any(
        role_of(unit.ship_class) == "transport" for side in landing_sides for unit in setup.force(side)
    )
    if intelligence(aims_of(setup)) is not None:
        return ("conceded", "aim")
    ways: list[Ending] = ["held", "conceded"]
    if transports:
        ways.append("planet")
    special = courier(aims_of(setup)) is not None or bombardment(aims_of(setup)) is not None
    if special or all(target(aims_of(setup), side) for side in SIDES):
        ways.append("aim")
    return tuple(ways)


def usual_fates(setup: BattleSetup, side: Side, winner: Side | None, ending: Ending) -> tuple[FateWord, ...]:
    """The most likely fate of each unit of a side: winners stand, losers escape if possible.

    Where an aim has ended the battle and nobody is treated as conceding, the losers stand too, but for their target.
    """
    at_once = ending in ("planet", "aim") and not as_conceded(aims_of(setup), winner, ending)
    if winner in (None, side) or at_once:
        idle = _sitting_out(setup, side) | _without_counter(setup, side)
        targets = _usual_targets(setup, side, winner, ending)
        return tuple(
            "waited" if unit.name in idle else targets.get(unit.name, "stands") for unit in setup.force(side)
        )
    return tuple(_usual_losers(setup, side, ending, _sitting_out(setup, side)))


def _usual_targets(
    setup: BattleSetup, side: Side, winner: Side | None, ending: Ending
) -> dict[str, FateWord]:
    """By name what became of a side's target, or of what was to dock, if that ended the battle (29.8, R70)."""
    aim, carried = target(aims_of(setup), side), courier(aims_of(setup))
    if ending == "aim" and carried is not None:
        return {carried.unit: "destroyed"} if carried.side == side and winner != side else {}
    sought = intelligence(aims_of(setup))
    if ending == "aim" and sought is not None:
        return _usual_of_intelligence(setup, sought, side, winner)
    if aim is None or ending != "aim":
        return {}
    return {aim.unit: "jumped" if side == winner else "destroyed"}


def _usual_of_intelligence(
    setup: BattleSetup, sought: Intel, side: Side, winner: Side | None
) -> dict[str, FateWord]:
    """The carrier jumps with a squadron if its side has won, and is destroyed otherwise (26.9)."""
    if side != sought.side:
        return {}
    if winner != side:
        return {sought.unit: "destroyed"}
    brought = next(unit.name for unit in setup.force(side) if class_of(side, unit).fighters)
    return {sought.unit: "jumped", brought: "jumped"}


def likely_fates(
    setup: BattleSetup, side: Side, winner: Side | None, ending: Ending, rounds: int
) -> tuple[FateWord | None, ...]:
    """The usual fates after so many rounds, 0 if not known.

    None for losers that cannot have jumped (11, 16), and for those that were to escape: that is what it was about. What
    comes in at the end of the last round, or later, has stayed out.
    """
    later = {name: one.first for name, one in arriving(setup, side).items()}
    open_ = {
        unit.name for unit in setup.force(side) if escapes(aims_of(setup), side, role_of(unit.ship_class))
    }
    usual: list[FateWord | None] = [
        "waited" if 0 < rounds <= later.get(unit.name, 0) else None if unit.name in open_ else fate
        for unit, fate in zip(setup.force(side), usual_fates(setup, side, winner, ending), strict=True)
    ]
    if winner in (None, side) or ending != "held":
        return tuple(usual)
    kinds = [class_of(side, unit) for unit in setup.force(side)]
    grounded = any(kind.role == "carrier" and too_early_to_jump(kind, rounds) for kind in kinds)
    early = (too_early_to_jump(kind, rounds) or (grounded and kind.fighters) for kind in kinds)
    return tuple(None if fate == "jumped" and no else fate for fate, no in zip(usual, early, strict=True))


def too_early_to_jump(kind: ShipClass, rounds: int) -> bool:
    """Whether the FTL drive of a ship of this class is not spooled in so many rounds, 0 if not known (11)."""
    return not kind.fighters and 0 < rounds < len(kind.hull)


def _sitting_out(setup: BattleSetup, side: Side) -> set[str]:
    """The last squadrons without room on a carrier or base (S20)."""
    out = sum(row.out for row in deployment(setup, side))
    squadrons = [unit.name for unit in setup.force(side) if class_of(side, unit).fighters]
    return set(squadrons[len(squadrons) - out :])


def _without_counter(setup: BattleSetup, side: Side) -> set[str]:
    """The last ships of each class for which there is no counter while the others are on the map (31.6, S25)."""
    left = {row.ship_class.key: row.limit for row in deployment(setup, side)}
    waiting = set()
    for unit in setup.force(side):
        left[unit.ship_class] -= 1
        if left[unit.ship_class] < 0 and role_of(unit.ship_class) != "base":
            waiting.add(unit.name)
    return waiting


def _usual_losers(setup: BattleSetup, side: Side, ending: Ending, idle: set[str]) -> Iterator[FateWord]:
    base_stands = ending != "held" and not terms_of(setup).bases_fall
    carrying = ("carrier", "base") if base_stands else ("carrier",)
    room = SQUADRONS_CARRIED * sum(role_of(unit.ship_class) in carrying for unit in setup.force(side))
    targets = _usual_targets(setup, side, opponent(side), ending)
    for unit in setup.force(side):
        if unit.name in idle:
            yield "waited"
        elif terms_of(setup).no_retreat == side:
            yield "destroyed"
        elif unit.name in targets:
            yield targets[unit.name]
        elif role_of(unit.ship_class) == "base":
            yield "stands" if base_stands else "destroyed"
        elif class_of(side, unit).fighters:
            yield "jumped" if room > 0 else "destroyed"
            room -= 1
        else:
            yield "jumped"


def landing_candidates(setup: BattleSetup, report: Report) -> tuple[int, tuple[str, ...]]:
    """How many transports must land after the battle, and which of the winner's can (S23)."""
    needed = landings_after(setup, report)
    if not needed or report.winner is None:
        return 0, ()
    return needed, tuple(fate.name for fate in able_to_land(setup, report, report.winner))


def with_landings(setup: BattleSetup, report: Report, chosen: frozenset[str]) -> Report:
    """The report with the chosen transports landed after the battle; all if there is no choice (S23)."""
    needed, able = landing_candidates(setup, report)
    down = set(able) if needed == len(able) else chosen & set(able)
    if not down or report.winner is None:
        return report
    fates = tuple(
        _as_landed_after(fate) if fate.name in down else fate for fate in report.fates(report.winner)
    )
    return replace(report, **{report.winner: fates})


def _as_landed_after(fate: Fate) -> Fate:
    return replace(fate, fate="landed_after")


def new_critical_boxes(side: Side, unit: Unit, hull: int) -> int:
    """How many critical boxes were marked in the battle if `hull` boxes are marked after it (8.4)."""
    kind = class_of(side, unit)
    return kind.critical_boxes(in_talon(unit.damage).hull, min(hull, len(kind.hull)))


def every_unit(setup: BattleSetup) -> Iterator[tuple[Side, int, Unit]]:
    """Side, position in its force, and unit, Terran first."""
    for side in SIDES:
        for index, unit in enumerate(setup.force(side)):
            yield side, index, unit
