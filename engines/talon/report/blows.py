"""What was done to shields and to hulls in a frame, blow by blow, and by whom."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engines.talon import events as e
from engines.talon.report.board import HULL_LOST
from engines.talon.report.frames import Frame


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage to one unit in points of shields, markers included, and boxes of hull, a fighter's too.

    `by` is the unit whose fire or missile it was; None for any other cause.
    """

    unit: int
    by: int | None
    shields: int
    hull: int


def blows_of(frame: Frame) -> Iterator[Blow]:
    """Every blow of the frame, in order; hull boxes that a critical marks are one of the fire that caused it (8.5)."""
    return _Blows(frame).found()


class _Blows:
    """Goes through a frame's events, and knows who hit whom last and what is left."""

    def __init__(self, frame: Frame) -> None:
        self.events = frame.events
        self.launchers = iter(frame.launchers)
        self.hitter: dict[int, int | None] = {}
        self.hull = {unit: stand.hull for unit, stand in frame.before.items()}
        self.fighters = {
            (unit, at): left for unit, stand in frame.before.items() for at, left in enumerate(stand.fighters)
        }

    def found(self) -> Iterator[Blow]:
        """Every blow, in order."""
        for event in self.events:
            match event:
                case e.Shot(unit=unit, target=target, points=points) if points:
                    self.hitter[target] = unit
                case e.Struck():
                    yield self._struck(event)
                case e.Bombarded(missile=missile) if missile is not None:
                    next(self.launchers, -1)
                case e.FighterStruck():
                    yield self._fighter_struck(event)
                case e.Critical(result=result) if result in HULL_LOST:
                    yield self._marked(event.unit, 0, HULL_LOST[result])

    def _struck(self, event: e.Struck) -> Blow:
        self._cause(event.unit, event.cause)
        return self._marked(event.unit, event.markers + event.shields, event.hull)

    def _fighter_struck(self, event: e.FighterStruck) -> Blow:
        self._cause(event.unit, event.cause)
        fighter, left = (event.unit, event.fighter), 2 - event.hull
        boxes, self.fighters[fighter] = self.fighters.get(fighter, 2) - left, left
        return Blow(event.unit, self.hitter.get(event.unit), 0, boxes)

    def _cause(self, unit: int, cause: e.Cause) -> None:
        """Note who hit the unit now: who fired last, the launcher of the missile, or nobody."""
        if cause == "missile":
            launcher = next(self.launchers, -1)
            self.hitter[unit] = launcher if launcher >= 0 else None
        elif cause != "weapon":
            self.hitter[unit] = None

    def _marked(self, unit: int, shields: int, hull: int) -> Blow:
        """The blow; what is more than the hull boxes left marks nothing."""
        if unit in self.hull:  # else it came onto the map in this frame
            hull = min(hull, self.hull[unit])
            self.hull[unit] -= hull
        return Blow(unit, self.hitter.get(unit), shields, hull)


def done(blows: Iterable[Blow]) -> tuple[int, int]:
    """The sums of the blows: to shields, and to hulls."""
    every = tuple(blows)
    return sum(blow.shields for blow in every), sum(blow.hull for blow in every)


def planet_points(frame: Frame) -> int:
    """The points of damage done to a planet in a frame (26.8)."""
    return sum(event.points for event in frame.events if isinstance(event, e.Bombarded))


def planet_blows(frame: Frame) -> Iterator[tuple[int, int]]:
    """By whose fire or missile a planet was hit in a frame, and with how many points, in order."""
    shooter, launchers = -1, iter(frame.launchers)
    for event in frame.events:
        match event:
            case e.Shot(unit=unit):
                shooter = unit
            case e.Struck(cause="missile") | e.FighterStruck(cause="missile"):
                next(launchers, -1)
            case e.Bombarded(missile=missile, points=points):
                yield shooter if missile is None else next(launchers, -1), points
