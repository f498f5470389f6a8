"""What was done in a frame, as marks on the board: moves, fire, damage and explosions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.hexes import Hex
from engines.talon.orders import MISSILES, PLANET
from engines.talon.report.blows import blows_of, done, planet_points
from engines.talon.report.board import Board
from engines.talon.report.cast import Cast
from engines.talon.report.drawing.geometry import Point, Viewport, centre
from engines.talon.report.drawing.labels import Box
from engines.talon.report.frames import Frame

TOLL, TOLL_WIDTH = 15, 68
"""How high and how wide the number with what a unit has taken is."""
TOLL_RIGHT, TOLL_UP = 15, 13
"""How far its middle is right of the unit's, and its foot above."""
MarkKind = Literal["wake", "flight", "hit", "miss", "launch", "burst", "toll", "soak", "away"]
"""Among them the damage of a unit: `toll` to its hull, `soak` to its shields."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark: a line with its ends, or a sign at a point; `text` is how much damage, and to what."""

    kind: MarkKind
    side: Side
    points: tuple[Point, ...]
    text: str = ""


def marks_of(frame: Frame, cast: Cast, view: Viewport | None = None) -> tuple[Mark, ...]:
    """The marks of a frame, the lower ones first; a line of fire from a weapon to a target stands once.

    What the units that a `view` shows have taken stands inside it, and what others have taken nowhere.
    """
    found = list(dict.fromkeys(_marks(frame, cast, view)))
    hit = {mark.points for mark in found if mark.kind == "hit"}
    return tuple(mark for mark in found if mark.kind != "miss" or mark.points not in hit)


def _marks(frame: Frame, cast: Cast, view: Viewport | None) -> Iterator[Mark]:
    tracker = _Tracker(frame, cast)
    for event in frame.events:
        yield from tracker.marks_of_event(event)
    yield from _tolls(frame, tracker.last, cast, view)


def _tolls(frame: Frame, places: Mapping[int, Hex], cast: Cast, view: Viewport | None) -> Iterator[Mark]:
    """What each unit's shields and hull have taken; what would overlap stands one above the other."""
    taken: list[Point] = []
    blows = list(blows_of(frame))
    planet, struck = cast.planet, planet_points(frame)
    if planet is not None and struck and (view is None or view.holds(centre(planet.place))):
        taken.append(_free(centre(planet.place), taken, view))
        yield Mark("toll", planet.side, (taken[-1],), f"−{struck} planet")
    for unit in dict.fromkeys(blow.unit for blow in blows):
        if view is not None and not view.holds(centre(places[unit])):
            continue
        shields, hull = done(blow for blow in blows if blow.unit == unit)
        found: list[tuple[MarkKind, int, str]] = [("soak", shields, "shield"), ("toll", hull, "hull")]
        for kind, points, what in found:
            if points:
                taken.append(_free(centre(places[unit]), taken, view))
                yield Mark(kind, cast[unit].side, (taken[-1],), f"−{points} {what}")


def box_of(mark: Mark) -> Box:
    """Where the number of a unit's damage stands: left, top, right and bottom."""
    ((x, y),) = mark.points
    middle, foot = x + TOLL_RIGHT, y - TOLL_UP
    return middle - TOLL_WIDTH / 2, foot - TOLL, middle + TOLL_WIDTH / 2, foot


def _free(point: Point, taken: list[Point], view: Viewport | None) -> Point:
    """The point, or the nearest above it at which no number stands; below it where the view ends."""
    if view is None:
        return _beyond(point, taken, -TOLL)
    least, most = view.x + TOLL_WIDTH // 2 - TOLL_RIGHT, view.x + view.width - TOLL_WIDTH // 2 - TOLL_RIGHT
    inside = max(least, min(point[0], most)), max(point[1], view.y + TOLL_UP + TOLL)
    found = _beyond(inside, taken, -TOLL)
    return found if found[1] - TOLL_UP - TOLL >= view.y else _beyond(inside, taken, TOLL)


def _beyond(point: Point, taken: list[Point], step: int) -> Point:
    x, y = point
    while any(abs(x - u) < TOLL_WIDTH and abs(y - v) < TOLL for u, v in taken):
        y += step
    return x, y


class _Tracker:
    """Follows where everybody is while the frame's events go by."""

    def __init__(self, frame: Frame, cast: Cast) -> None:
        self.cast = cast
        self.board = Board(cast)
        self.board.stands = dict(frame.before)
        self.board.flights = dict(frame.flying)
        self.last: dict[int, Hex] = {unit: stand.place for unit, stand in frame.before.items()}

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
        place = self.cast.target_planet.place if target == PLANET else place
        if place is not None:
            yield self._line(kind, self.cast[unit].side, self.last[unit], place)
