"""The fire of both sides, expected and actual damage, and what each unit did."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.seam.documents import Fate, FateWord
from engines.seam.sides import SIDES, Side
from engines.talon import events as e
from engines.talon.records.record import FoughtBattle
from engines.talon.report.board import Stand
from engines.talon.report.cast import Cast, Role
from engines.talon.report.frames import Frame
from engines.talon.report.luck import Account, RepairLuck

MISSILE_POINTS = 2


@dataclass(frozen=True, slots=True)
class SideFire:
    """The fire of one side: all of it, and by weapon; its missiles, and the repairs it tried."""

    side: Side
    total: Account
    weapons: tuple[Account, ...]
    missiles: int
    missiles_hit: int
    repairs: RepairLuck


@dataclass(slots=True)
class Service:
    """What one unit did: points dealt and taken on shields, hull boxes or fighters lost, whom it sank, its fate."""

    role: Role
    fate: FateWord = "stands"
    dealt: int = 0
    shields: int = 0
    hull: int = 0
    sunk: list[int] = field(default_factory=list)
    lost_in: int | None = None


def fire_of(frames: Sequence[Frame], cast: Cast) -> tuple[SideFire, ...]:
    """Expected and actual damage of every roll, by side and by weapon."""
    return tuple(_side_fire(side, frames, cast) for side in SIDES)


def _side_fire(side: Side, frames: Sequence[Frame], cast: Cast) -> SideFire:
    total, weapons, repairs = Account(), dict[str, Account](), RepairLuck()
    launched = hit = 0
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
    ranked = sorted(weapons.values(), key=lambda account: -account.expected)
    return SideFire(side, total, tuple(ranked), launched, hit, repairs)


def services_of(record: FoughtBattle, frames: Sequence[Frame], cast: Cast) -> tuple[Service, ...]:
    """What every unit did, in the order of their numbers."""
    services = tuple(Service(role, _fate(record, role).fate) for role in cast)
    for frame in frames:
        _book(services, frame)
    return services


def _fate(record: FoughtBattle, role: Role) -> Fate:
    return next(fate for fate in record.result.report.fates(role.side) if fate.name == role.name)


def _book(services: Sequence[Service], frame: Frame) -> None:
    """Note who damaged whom in a frame; the last to hit a unit has destroyed it."""
    last: dict[int, int] = {}
    launchers = iter(frame.launchers)
    for event in frame.events:
        match event:
            case e.Shot(unit=unit, target=target, points=points) if points:
                services[unit].dealt += points
                last[target] = unit
            case e.Struck(unit=unit, cause="missile") | e.FighterStruck(unit=unit, cause="missile"):
                _missile(services, last, unit, next(launchers, -1))
            case e.Lost(unit=unit):
                services[unit].lost_in = frame.round
                if event.cause in ("weapon", "missile", "critical") and unit in last:
                    services[last[unit]].sunk.append(unit)
        if isinstance(event, e.Struck):
            services[event.unit].shields += event.markers + event.shields
    for unit, stand in frame.before.items():
        service, after = services[unit], frame.stands.get(unit)
        gone = service.lost_in == frame.round and after is None
        service.hull += _left(stand) - (0 if gone else _left(after or stand))


def _left(stand: Stand) -> int:
    """Hull boxes, or fighters, that are left."""
    return stand.flying if stand.fighters else stand.hull


def _missile(services: Sequence[Service], last: dict[int, int], unit: int, launcher: int) -> None:
    if launcher >= 0:
        services[launcher].dealt += MISSILE_POINTS
        last[unit] = launcher
