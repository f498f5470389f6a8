"""A whole battle as numbers for the page that steps through it: what changes from frame to frame."""

from collections.abc import Sequence
from typing import TypedDict

from engines.seam.sides import Side
from engines.talon.report.cast import Cast
from engines.talon.report.drawing.board import darts_of, pieces_of
from engines.talon.report.drawing.camera import focus, views_of
from engines.talon.report.drawing.geometry import centre
from engines.talon.report.drawing.marks import marks_of
from engines.talon.report.drawing.markup import OVER, UNDER, marks_svg
from engines.talon.report.frames import Frame
from engines.talon.report.turning_points import estimates

PieceNumbers = tuple[int, int, int, int, str]
"""x, y, angle, what is left of hull or fighters, and shields by arc."""
GoneNumbers = tuple[str] | tuple[str, int, int]
"""How a unit went, and where, if it was destroyed."""
DartNumbers = tuple[int, int, int, Side]
"""x, y, angle and side of a missile."""
UnitNumbers = PieceNumbers | GoneNumbers


class FrameNumbers(TypedDict):
    """A frame: only the units and missiles that changed; a missile that is gone is null.

    `planet` is the damage done to a planet that is fired at.
    """

    title: str
    chance: int
    view: tuple[int, int, int, int]
    focus: tuple[int, int]
    pieces: dict[int, UnitNumbers]
    missiles: dict[int, DartNumbers | None]
    planet: int
    under: str
    over: str


def document_of(frames: Sequence[Frame], cast: Cast) -> list[FrameNumbers]:
    """Every frame, in order."""
    numbers: list[FrameNumbers] = []
    before: dict[int, UnitNumbers] = {}
    flying: dict[int, DartNumbers] = {}
    for frame, view, chance in zip(frames, views_of(frames), estimates(frames), strict=True):
        pieces, missiles = _pieces(frame, cast), _missiles(frame)
        marks = marks_of(frame, cast)
        gone: dict[int, DartNumbers | None] = dict.fromkeys(flying.keys() - missiles)
        numbers.append(
            {
                "title": frame.title,
                "chance": round(chance * 100),
                "view": (view.x, view.y, view.width, view.height),
                "focus": focus(frame),
                "pieces": {unit: now for unit, now in pieces.items() if before.get(unit) != now},
                "missiles": gone | {one: now for one, now in missiles.items() if flying.get(one) != now},
                "planet": frame.planet_damage,
                "under": marks_svg(marks, UNDER),
                "over": marks_svg(marks, OVER),
            }
        )
        before, flying = pieces, missiles
    return numbers


def _pieces(frame: Frame, cast: Cast) -> dict[int, UnitNumbers]:
    """Every unit that has come so far: its numbers, or how it went."""
    found: dict[int, UnitNumbers] = {
        piece.role.number: (piece.x, piece.y, piece.angle, piece.left, piece.shields)
        for piece in pieces_of(frame.stands, cast)
    }
    return found | {unit: _gone(unit, frame) for unit in frame.fates if unit not in found}


def _gone(unit: int, frame: Frame) -> GoneNumbers:
    place = frame.wrecks.get(unit)
    return (frame.fates[unit],) if place is None else (frame.fates[unit], *centre(place))


def _missiles(frame: Frame) -> dict[int, DartNumbers]:
    darts = darts_of(frame.flights, frame.stands.values())
    return {dart.number: (dart.x, dart.y, dart.angle, dart.side) for dart in darts}
