"""Terran's win chance over the whole battle as a curve, frame by frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.talon.report.frames import Frame
from engines.talon.report.turning_points import TurningPoint, estimates

HEIGHT = 100
LENGTH = 1000


@dataclass(frozen=True, slots=True)
class Dot:
    """A turning point on the curve, in hundredths of its length and height."""

    number: int
    frame: int
    x: str
    y: str
    side: str


class RoundMark(NamedTuple):
    """Where a round begins, in hundredths of the curve's length."""

    number: int
    x: str


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """A line of 1000 by 100, the area below it, where each round begins, and the turning points."""

    line: str
    area: str
    rounds: tuple[RoundMark, ...]
    dots: tuple[Dot, ...]


def curve_of(frames: Sequence[Frame], points: Sequence[TurningPoint]) -> ChanceCurve:
    """The curve of a battle; the top is certainty for Terran, the bottom for Talon."""
    chances = estimates(frames)
    steps = [
        f"{_along(at, frames) * LENGTH:.0f} {(1 - chance) * HEIGHT:.0f}" for at, chance in enumerate(chances)
    ]
    line = "M" + "L".join(steps)
    begun = {frame.round: frame.number for frame in reversed(frames) if frame.round}
    return ChanceCurve(
        line,
        f"{line}V{HEIGHT / 2:.0f}H0Z",
        tuple(RoundMark(round_, f"{_along(at, frames):.2%}") for round_, at in sorted(begun.items())),
        tuple(
            Dot(
                number,
                point.frame.number,
                f"{_along(point.frame.number, frames):.2%}",
                f"{1 - point.after:.1%}",
                point.side,
            )
            for number, point in enumerate(points, 1)
        ),
    )


def _along(at: int, frames: Sequence[Frame]) -> float:
    return at / max(1, len(frames) - 1)
