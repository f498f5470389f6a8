"""A battle step by step, over or not: its frames in pictures, sentences and dice."""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from battles.talon.fought.parts import FrameItem, RosterUnit, Round, SideRoster
from engines.seam.sides import SIDES
from engines.seam.words.in_a_row import in_row
from engines.talon import events as e
from engines.talon.aims import RETREATED
from engines.talon.report.blows import blows_of, done, planet_points
from engines.talon.report.cast import Cast, Role, Words, listed
from engines.talon.report.curve import ChanceCurve
from engines.talon.report.document import document_of
from engines.talon.report.drawing.board import BoardPicture, draw
from engines.talon.report.drawing.camera import views_of
from engines.talon.report.drawing.course import Course, course_of
from engines.talon.report.frames import Frame
from engines.talon.report.rolls import rolls_of
from engines.talon.report.sentences import sentences_of

SHORT_FATES = {"destroyed": "lost", "landed-after": "landed"}


class Replay:
    """The frames of a battle and what is shown of each; worked out when it is first asked for."""

    def __init__(self, frames: tuple[Frame, ...], cast: Cast) -> None:
        self.cast = cast
        self.frames = frames
        self.last = len(frames) - 1

    @property
    def curve(self) -> ChanceCurve | None:
        """The captains' estimate over the battle; None where it is told to nobody."""
        return None

    @cached_property
    def document(self) -> bytes:
        """Every frame as numbers, in JSON, for the replay in a browser."""
        return msgspec.json.encode(document_of(self.frames, self.cast))

    @cached_property
    def course(self) -> Course:
        """The whole battle as one picture."""
        return course_of(self.frames, self.cast)

    @cached_property
    def moments(self) -> tuple[FrameItem, ...]:
        """Every frame in sentences and dice."""
        return tuple(
            FrameItem(frame, sentences_of(frame, self.cast), rolls_of(frame, self.cast))
            for frame in self.frames
        )

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """Every round; the set-up is round 0."""
        numbers = dict.fromkeys(frame.round for frame in self.frames)
        return tuple(self._round(number) for number in numbers)

    def _round(self, number: int) -> Round:
        moments = tuple(moment for moment in self.moments if moment.frame.round == number)
        return Round(number, moments, _summary([moment.frame for moment in moments]))

    def picture(self, number: int) -> BoardPicture:
        """The board after a frame, as its round is looked at."""
        return draw(self.frames[number], self.cast, views_of(self.frames)[number])

    def rosters(self, number: int) -> list[SideRoster]:
        """Both sides' units with what is left of each after a frame."""
        frame = self.frames[number]
        return [
            SideRoster(side, [_berth(role, frame) for role in self.cast if role.side == side])
            for side in SIDES
        ]


def _berth(role: Role, frame: Frame) -> RosterUnit:
    stand = frame.stands.get(role.number)
    if stand is None:
        fate = frame.fates.get(role.number, "waiting")
        return RosterUnit(role, fate, SHORT_FATES.get(fate, fate))
    left, whole = (stand.flying, role.kind.fighters) if role.kind.fighters else (stand.hull, role.kind.boxes)
    return RosterUnit(role, "", f"{left}/{whole}")


def _summary(frames: Sequence[Frame]) -> Words:
    """What a round came to: how much damage was done to shields and to hulls, and who was lost, left or landed."""
    events = [event for frame in frames for event in frame.events]
    shields, hull = done(blow for frame in frames for blow in blows_of(frame))
    lost = [event.unit for event in events if isinstance(event, e.Lost)]
    away = [event.unit for event in events if isinstance(event, e.Gone) and event.how in RETREATED]
    landed = [event.unit for event in events if isinstance(event, e.Gone) and "landed" in event.how]
    planet = sum(planet_points(frame) for frame in frames)
    done_to = ((shields, "shield"), (hull, "hull"), (planet, "planet"))
    parts = [f"{points} {what}" for points, what in done_to if points]
    damage = in_row(parts) if parts else ""
    clauses: list[Words] = [(f"{damage or 'no'} damage",)]
    for units, verb in ((lost, "lost"), (away, "left the map"), (landed, "landed")):
        if units:
            clauses.append((*listed(units), f" {verb}"))
    words: Words = ()
    for clause in clauses:
        words = (*words, *((" · ",) if words else ()), *clause)
    return words
