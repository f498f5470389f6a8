"""Which part of the board is looked at: all that a round needs, and where the action of a frame is."""

from collections.abc import Iterable, Iterator, Sequence

from engines.talon import events as e
from engines.talon.hexes import Hex
from engines.talon.orders import MISSILES, PLANET
from engines.talon.report.drawing.geometry import Point, Viewport, view_of
from engines.talon.report.frames import Frame

RATIO = 1.6
COURSE = 1.25


def views_of(frames: Sequence[Frame]) -> tuple[Viewport, ...]:
    """The view of each frame: everybody who is on the map in its round."""
    rounds = {frame.round for frame in frames}
    found = {
        number: view_of(
            (place for frame in frames if frame.round == number for place in _held(frame)), ratio=RATIO
        )
        for number in rounds
    }
    return tuple(found[frame.round] for frame in frames)


def whole_view(frames: Sequence[Frame]) -> Viewport:
    """The view of the whole battle."""
    return view_of((place for frame in frames for place in _held(frame)), margin=1.4, ratio=COURSE)


def focus(frame: Frame) -> Point:
    """The middle of what happens in a frame."""
    return view_of(action(frame), margin=0, least=(0, 0)).middle


def close_view(frame: Frame, units: Iterable[int] = ()) -> Viewport:
    """The view of the given units, or else of the frame's events, with their surroundings."""
    places = _places(frame)
    named = [place for unit in units for place in places.get(unit, ())]
    return view_of(named or action(frame), margin=1.5, least=(6, 4), ratio=RATIO)


def _held(frame: Frame) -> Iterator[Hex]:
    yield from (stand.place for stand in frame.before.values())
    yield from (stand.place for stand in frame.stands.values())
    yield from (flight.place for flight in frame.flights.values())
    yield from (place for unit, place in frame.wrecks.items() if unit in frame.before)
    if frame.planet is not None:
        yield frame.planet


def action(frame: Frame) -> list[Hex]:
    """The hexes where something happens: fire and damage, else moves, else everybody."""
    places = _places(frame)
    for units in (_fought(frame), _moved(frame), list(frame.stands)):
        found = [place for unit in dict.fromkeys(units) for place in places.get(unit, ())]
        if found:
            return found
    return []


def _places(frame: Frame) -> dict[int, list[Hex]]:
    """Where each unit and missile is before the frame, or comes into it, and after it."""
    found: dict[int, list[Hex]] = {}
    for stands in (frame.before, frame.flying, frame.stands, frame.flights):
        for number, stand in stands.items():
            found.setdefault(number, []).append(stand.place)
    for number in frame.before.keys() & frame.wrecks.keys():  # it may have been pushed there
        found[number].append(frame.wrecks[number])
    if frame.planet is not None:
        found[PLANET] = [frame.planet]
    return {number: places[-1:] if number < MISSILES else places for number, places in found.items()}


def _fought(frame: Frame) -> list[int]:
    found: list[int] = []
    for event in frame.events:
        match event:
            case e.Shot(unit=unit, target=target):
                found += [unit, target]
            case e.Struck(unit=unit) | e.FighterStruck(unit=unit) | e.Lost(unit=unit) | e.Gone(unit=unit):
                found.append(unit)
            case e.Launched(unit=unit, target=target):
                found += [unit, target]
            case e.Bombarded():
                found.append(PLANET)
            case e.Put(unit=unit, how="arrived" | "undocked" | "lifted"):
                found.append(unit)
    return found


def _moved(frame: Frame) -> list[int]:
    return [event.unit for event in frame.events if isinstance(event, e.Went)]
