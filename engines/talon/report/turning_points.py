"""The few moments that decided a battle: where the captains' estimate changed most, or changed with a loss."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.seam.sides import Side, opponent
from engines.talon import events as e
from engines.talon.report.cast import Cast, Words
from engines.talon.report.frames import Frame
from engines.talon.report.headline import headline

MOST = 8
LEAST = 0.04
PLANET = 1000
ANSWER = 2
"""Frames after a moment in which the other side can answer it."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment: its frame, Terran's chance before and after, for which side it went well, and what happened."""

    frame: Frame
    before: float
    after: float
    side: Side
    words: Words


def turning_points(frames: Sequence[Frame], cast: Cast) -> tuple[TurningPoint, ...]:
    """At most eight moments in their order; each changes the estimate by a hundredth at least.

    The largest lasting change of the estimate comes first, then losses of ships, bases or the planet by their points,
    then other lasting changes, one for each chain of events. If there is none of these, it is the largest change.
    """
    chances = estimates(frames)
    moving = [at for at in range(1, len(frames)) if hundredths(chances[at - 1]) != hundredths(chances[at])]
    ranked = sorted(moving, key=lambda at: -lasting(chances, at))
    weights = {at: weight(frames[at], cast) for at in ranked}
    losses = sorted((at for at in ranked if weights[at]), key=lambda at: -weights[at])
    greatest = [at for at in ranked[:1] if lasting(chances, at) >= LEAST]
    chosen = list(dict.fromkeys([*greatest, *losses]))[:MOST]
    for at in ranked:
        if len(chosen) == MOST or lasting(chances, at) < LEAST:
            break
        if at not in chosen and not any(_one_chain(frames[at], frames[other]) for other in chosen):
            chosen.append(at)
    chosen = chosen or sorted(moving, key=lambda at: -abs(chances[at] - chances[at - 1]))[:1]
    return tuple(_point(frames[at], chances[at - 1], chances[at], cast) for at in sorted(chosen))


def _point(frame: Frame, before: float, after: float, cast: Cast) -> TurningPoint:
    side: Side = "terran" if after > before else "talon"
    return TurningPoint(frame, before, after, side, headline(frame, cast, opponent(side)))


def hundredths(chance: float) -> int:
    """A chance as pages show it."""
    return round(chance * 100)


def losses_in(frame: Frame) -> list[int]:
    """Who is destroyed in a frame."""
    return [event.unit for event in frame.events if isinstance(event, e.Lost)]


def planet_falls(frame: Frame) -> bool:
    """Whether a planet falls in a frame: by the landing that ends the battle, or by one after it (S22, S23)."""
    return any(
        (isinstance(event, e.Ended) and event.ending == "planet")
        or (isinstance(event, e.Gone) and event.how == "landed-after")
        for event in frame.events
    )


def weight(frame: Frame, cast: Cast) -> int:
    """The weight of a moment: the points lost in it, more than any for a planet; 0 without losses."""
    return cast.points(losses_in(frame)) + PLANET * planet_falls(frame)


def estimates(frames: Sequence[Frame]) -> list[float]:
    """Terran's chance after each frame; during set-up, the chance at the start of round 1."""
    start = next((frame.chance for frame in frames if frame.round), frames[0].chance)
    return [frame.chance if frame.round else start for frame in frames]


def lasting(chances: Sequence[float], at: int) -> float:
    """How much of a frame's change still stands when the other side has answered; never below 0."""
    before, after = chances[at - 1], chances[at]
    way = 1 if after > before else -1
    return max(0.0, min(way * (chance - before) for chance in chances[at : at + ANSWER + 1]))


def _one_chain(one: Frame, other: Frame) -> bool:
    """Whether two moments belong together: close in time, and the same unit is hit in both."""
    return abs(one.number - other.number) <= ANSWER and bool(_victims(one) & _victims(other))


def _victims(frame: Frame) -> set[int]:
    """Who loses hull, fighters or life in a frame."""
    return {
        event.unit
        for event in frame.events
        if isinstance(event, e.Lost | e.FighterStruck) or (isinstance(event, e.Struck) and event.hull)
    }
