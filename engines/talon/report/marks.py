"""What was done in a frame, as marks on the board: moves, fire, damage and explosions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.hexes import Hex
from engines.talon.orders import MISSILES
from engines.talon.report.board import Board
from engines.talon.report.cast import Cast
from engines.talon.report.frames import Frame
from engines.talon.report.geometry import Point, centre

TOLL = 15
"""How much higher the second number in a hex stands."""
MarkKind = Literal["wake", "flight", "hit", "miss", "launch", "burst", "toll", "away"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark: a line with its ends, or a sign at a point; `text` is a number of points."""

    kind: MarkKind
    side: Side
    points: tuple[Point, ...]
    text: str = ""


def marks_of(frame: Frame, cast: Cast) -> tuple[Mark, ...]:
    """The marks of a frame, the lower ones first; a line of fire from a weapon to a target stands once."""
    found = list(dict.fromkeys(_marks(frame, cast)))
    hit = {mark.points for mark in found if mark.kind == "hit"}
    return tuple(mark for mark in found if mark.kind != "miss" or mark.points not in hit)


def _marks(frame: Frame, cast: Cast) -> Iterator[Mark]:
    tracker = _Tracker(frame, cast)
    for event in frame.events:
        yield from tracker.marks_of_event(event)
    yield from _tolls(tracker, cast)


def _tolls(tracker: "_Tracker", cast: Cast) -> Iterator[Mark]:
    """What each unit has taken; numbers of units in one hex stand above one another."""
    above: dict[Hex, int] = {}
    for unit, points in tracker.tolls.items():
        place = tracker.last[unit]
        (x, y), level = centre(place), above.get(place, 0)
        above[place] = level + 1
        yield Mark("toll", cast[unit].side, ((x, y - level * TOLL),), f"−{points}")


class _Tracker:
    """Follows where everybody is while the frame's events go by."""

    def __init__(self, frame: Frame, cast: Cast) -> None:
        self.cast = cast
        self.board = Board(cast)
        self.board.stands = dict(frame.before)
        self.board.flights = dict(frame.flying)
        self.last: dict[int, Hex] = {unit: stand.place for unit, stand in frame.before.items()}
        self.tolls: dict[int, int] = {}

    def marks_of_event(self, event: e.AnyEvent) -> Iterator[Mark]:
        """The marks of one event, which is booked then."""
        match event:
            case e.Went(unit=unit, place=place) if unit in self.last and place != self.last[unit]:
                yield self._line("wake", self.cast[unit].side, self.last[unit], place)
            case e.Flew(missile=missile, place=place) if missile in self.board.flights:
                flight = self.board.flights[missile]
                yield self._line("flight", flight.side, flight.place, place)
            case e.Shot(unit=unit, target=target, points=points):
                yield from self._fire("hit" if points else "miss", unit, target)
            case e.Launched(unit=unit, place=place):
                yield self._line("launch", self.cast[unit].side, self.last[unit], place)
            case e.Struck() | e.FighterStruck():
                self._toll(event)
            case e.Exploded(unit=unit, place=place):
                yield Mark("burst", self.cast[unit].side, (centre(place),))
            case e.Lost(unit=unit) if unit in self.board.stands:
                yield Mark("burst", self.cast[unit].side, (centre(self.last[unit]),))
            case e.Gone(unit=unit) if unit in self.board.stands:
                yield Mark("away", self.cast[unit].side, (centre(self.last[unit]),))
        self.board.book(event)
        self.last |= {unit: stand.place for unit, stand in self.board.stands.items()}

    def _line(self, kind: MarkKind, side: Side, start: Hex, end: Hex) -> Mark:
        return Mark(kind, side, (centre(start), centre(end)))

    def _fire(self, kind: MarkKind, unit: int, target: int) -> Iterator[Mark]:
        flight = self.board.flights.get(target)
        place = self.last.get(target) if target < MISSILES else flight.place if flight else None
        if place is not None:
            yield self._line(kind, self.cast[unit].side, self.last[unit], place)

    def _toll(self, event: e.Struck | e.FighterStruck) -> None:
        if isinstance(event, e.Struck):
            points = event.markers + event.shields + event.hull
        else:
            before = self.board.stands[event.unit].fighters[event.fighter]
            points = before - (2 - event.hull)
        self.tolls[event.unit] = self.tolls.get(event.unit, 0) + points
