"""The few moments that decided a battle: where the captains' estimate changed most, and stayed changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from battles.engine import events as e
from battles.replay.cast import Cast, Words
from battles.replay.frames import Frame
from battles.replay.headline import headline

MOST = 8
LEAST = 0.04
ANSWER = 2
"""Frames after a moment in which the other side can answer it."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment: its frame, Terran's chance before and after, and what happened."""

    frame: Frame
    before: float
    after: float
    words: Words

    @property
    def side(self) -> str:
        """The side for which it went well."""
        return "terran" if self.after > self.before else "talon"


def turning_points(frames: Sequence[Frame], cast: Cast) -> tuple[TurningPoint, ...]:
    """At most eight moments in their order, none twice for one chain of events."""
    chances = estimates(frames)
    ranked = sorted(range(1, len(frames)), key=lambda at: -lasting(chances, at))
    chosen: list[int] = []
    for at in ranked:
        if len(chosen) == MOST or lasting(chances, at) < LEAST:
            break
        if not any(_one_chain(frames[at], frames[other]) for other in chosen):
            chosen.append(at)
    return tuple(_point(frames[at], chances[at - 1], chances[at], cast) for at in sorted(chosen))


def _point(frame: Frame, before: float, after: float, cast: Cast) -> TurningPoint:
    return TurningPoint(frame, before, after, headline(frame, cast, "talon" if after > before else "terran"))


def estimates(frames: Sequence[Frame]) -> list[float]:
    """Terran's chance after each frame; while the fleets are set up there is nothing to reckon with yet."""
    start = next((frame.chance for frame in frames if frame.round), frames[0].chance)
    return [frame.chance if frame.round else start for frame in frames]


def lasting(chances: Sequence[float], at: int) -> float:
    """How much of a frame's change still stands when the other side has answered; never below 0."""
    before, after = chances[at - 1], chances[at]
    way = 1 if after > before else -1
    return max(0.0, min(way * (chance - before) for chance in chances[at : at + ANSWER + 1]))


def _one_chain(one: Frame, other: Frame) -> bool:
    """Whether two moments are one story: close together, and the same ship suffers most in both."""
    return abs(one.number - other.number) <= ANSWER and bool(_victims(one) & _victims(other))


def _victims(frame: Frame) -> set[int]:
    """Who loses hull, fighters or life in a frame."""
    return {
        event.unit
        for event in frame.events
        if isinstance(event, e.Lost | e.FighterStruck) or (isinstance(event, e.Struck) and event.hull)
    }
