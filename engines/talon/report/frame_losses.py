"""What one frame cost: who was lost and by whose fire, who was hurt, and who went."""

from collections import Counter
from dataclasses import dataclass, field

from engines.talon import events as e
from engines.talon.orders import PLANET
from engines.talon.report.board import HULL_LOST, Stand
from engines.talon.report.frames import Frame
from engines.talon.report.words import CRITICALS


@dataclass(slots=True)
class FrameLosses:
    """Units by number; `hull` counts boxes lost, of fighters too, `firers` whose weapons and missiles hit.

    `planet` are the points done to a planet that is fired at.
    """

    lost: list[int] = field(default_factory=list)
    causes: dict[int, e.Cause] = field(default_factory=dict)
    blown: dict[int, int] = field(default_factory=dict)
    hull: Counter[int] = field(default_factory=Counter)
    firers: dict[int, list[int]] = field(default_factory=dict)
    criticals: dict[int, list[str]] = field(default_factory=dict)
    gone: dict[str, list[int]] = field(default_factory=dict)
    ended: e.Ended | None = None
    planet: int = 0
    blast: int = -1


def losses_of(frame: Frame) -> FrameLosses:
    """The toll of a frame."""
    toll = FrameLosses()
    launchers = iter(frame.launchers)
    for event in frame.events:
        match event:
            case e.Exploded(unit=unit):
                toll.blast = unit
            case e.Shot(unit=unit, target=target, points=points) if points:
                toll.firers.setdefault(target, []).append(unit)
            case e.Struck(cause=cause) | e.FighterStruck(cause=cause):
                _hurt(toll, event, next(launchers, -1) if cause == "missile" else -1, frame)
            case e.Bombarded(cause=cause):
                _bombard(toll, event, next(launchers, -1) if cause == "missile" else -1)
            case e.Critical():
                _break(toll, event)
            case e.Lost():
                _lose(toll, event)
            case e.Gone(unit=unit, how=how):
                toll.gone.setdefault(how, []).append(unit)
            case e.Ended():
                toll.ended = event
    return toll


def _hurt(toll: FrameLosses, event: e.Struck | e.FighterStruck, launcher: int, frame: Frame) -> None:
    if isinstance(event, e.FighterStruck):
        stand = frame.before.get(event.unit)
        toll.hull[event.unit] = _boxes(stand) - _boxes(frame.stands.get(event.unit))
    elif event.hull:
        toll.hull[event.unit] += event.hull
    if launcher >= 0:
        toll.firers.setdefault(event.unit, []).append(launcher)


def _bombard(toll: FrameLosses, event: e.Bombarded, launcher: int) -> None:
    toll.planet += event.points
    if launcher >= 0:
        toll.firers.setdefault(PLANET, []).append(launcher)


def _boxes(stand: Stand | None) -> int:
    return sum(stand.fighters) if stand else 0


def _break(toll: FrameLosses, event: e.Critical) -> None:
    if event.result in HULL_LOST:
        toll.hull[event.unit] += HULL_LOST[event.result]
    if event.result != "nothing":
        words = "a weapon lost" if event.group is not None else CRITICALS[event.result].split(",")[0]
        toll.criticals.setdefault(event.unit, []).append(words)


def _lose(toll: FrameLosses, event: e.Lost) -> None:
    toll.lost.append(event.unit)
    toll.causes[event.unit] = event.cause
    if event.cause == "explosion":
        toll.blown[event.unit] = toll.blast
