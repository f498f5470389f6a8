"""The fire of both sides, expected and actual damage, and what each unit did."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.seam.documents import Fate, FateWord
from engines.seam.sides import SIDES, Side
from engines.talon import events as e
from engines.talon.records.record import FoughtBattle
from engines.talon.report.blows import Blow, blows_of, done, planet_blows
from engines.talon.report.cast import Cast, Role
from engines.talon.report.frames import Frame
from engines.talon.report.luck import Account, RepairLuck


@dataclass(frozen=True, slots=True)
class SideFire:
    """The fire of one side: all of it, and by weapon; its missiles, and the repairs it tried.

    `shields` and `hull` are what its fire and missiles did to the other side's, `planet` what they did to a planet.
    """

    side: Side
    total: Account
    weapons: tuple[Account, ...]
    missiles: int
    missiles_hit: int
    repairs: RepairLuck
    shields: int
    hull: int
    planet: int


@dataclass(slots=True)
class Service:
    """What one unit did to others' shields and hulls, and to a planet, what its own took, whom it sank, its fate.

    `lost_in` is its last round, if it was destroyed.
    """

    role: Role
    fate: FateWord = "stands"
    dealt_shields: int = 0
    dealt_hull: int = 0
    dealt_planet: int = 0
    shields: int = 0
    hull: int = 0
    sunk: list[int] = field(default_factory=list)
    lost_in: int | None = None


def fire_of(frames: Sequence[Frame], cast: Cast) -> tuple[SideFire, ...]:
    """Expected and actual damage of every roll, by side and by weapon."""
    return tuple(_side_fire(side, frames, cast) for side in SIDES)


def _side_fire(side: Side, frames: Sequence[Frame], cast: Cast) -> SideFire:
    total, weapons, repairs = Account(), dict[str, Account](), RepairLuck()
    launched = hit = shields = hull = planet = 0
    for frame in frames:
        for event in frame.events:
            if isinstance(event, e.Shot) and cast[event.unit].side == side:
                total.add(event)
                weapons.setdefault(event.weapon, Account(event.weapon)).add(event)
            if isinstance(event, e.RepairTried) and cast[event.unit].side == side:
                repairs.tried += 1
                repairs.mended += event.die == 6
            launched += isinstance(event, e.Launched) and cast[event.unit].side == side
        hit += sum(cast[unit].side == side for unit in frame.launchers if unit >= 0)
        to_shields, to_hull = done(blow for blow in blows_of(frame) if _is_of(side, blow, cast))
        shields, hull = shields + to_shields, hull + to_hull
        planet += sum(points for unit, points in planet_blows(frame) if unit >= 0 and cast[unit].side == side)
    ranked = sorted(weapons.values(), key=lambda account: -account.expected)
    return SideFire(side, total, tuple(ranked), launched, hit, repairs, shields, hull, planet)


def _is_of(side: Side, blow: Blow, cast: Cast) -> bool:
    return blow.by is not None and cast[blow.by].side == side


def services_of(record: FoughtBattle, frames: Sequence[Frame], cast: Cast) -> tuple[Service, ...]:
    """What every unit did, in the order of their numbers."""
    services = tuple(Service(role, _fate(record, role).fate) for role in cast)
    for frame in frames:
        _book(services, frame)
    return services


def _fate(record: FoughtBattle, role: Role) -> Fate:
    return next(fate for fate in record.result.report.fates(role.side) if fate.name == role.name)


def _lose(services: Sequence[Service], event: e.Lost, round_: int, hitter: int | None) -> None:
    """Note when a unit was lost, and who sank it."""
    services[event.unit].lost_in = round_
    if event.cause in ("weapon", "missile", "critical") and hitter is not None:
        services[hitter].sunk.append(event.unit)


def _book(services: Sequence[Service], frame: Frame) -> None:
    """Note who damaged whom in a frame; the last to hit a unit has destroyed it."""
    last: dict[int, int] = {}
    launchers = iter(frame.launchers)
    for event in frame.events:
        match event:
            case e.Shot(unit=unit, target=target, points=points) if points:
                last[target] = unit
            case e.Struck(unit=unit, cause="missile") | e.FighterStruck(unit=unit, cause="missile"):
                launcher = next(launchers, -1)
                last |= {unit: launcher} if launcher >= 0 else {}
            case e.Bombarded(missile=missile) if missile is not None:
                next(launchers, -1)
            case e.Lost():
                _lose(services, event, frame.round, last.get(event.unit))
    for blow in blows_of(frame):
        services[blow.unit].shields += blow.shields
        services[blow.unit].hull += blow.hull
        if blow.by is not None:
            services[blow.by].dealt_shields += blow.shields
            services[blow.by].dealt_hull += blow.hull
    for unit, points in planet_blows(frame):
        if unit >= 0:
            services[unit].dealt_planet += points
