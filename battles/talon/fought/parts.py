"""What the report of a fought battle is made of: turning points, rounds, doctrines, scores and rosters."""

from dataclasses import dataclass
from typing import NamedTuple

from engines.seam.documents import Doctrine, Level
from engines.seam.sides import Side
from engines.talon.report.cast import Role, Words
from engines.talon.report.drawing.board import BoardPicture
from engines.talon.report.frames import Frame
from engines.talon.report.pending_sentences import Sentence
from engines.talon.report.rolls import Roll
from engines.talon.report.turning_points import TurningPoint, hundredths


class TryOut(NamedTuple):
    """Where a step of a replay is tried out, and whether one account plays both sides."""

    path: str
    one_screen: bool


class Percents(NamedTuple):
    """A chance before and after a turning point, in hundredths."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ShownTurningPoint:
    """A turning point with its number and its picture."""

    number: int
    point: TurningPoint
    picture: BoardPicture

    @property
    def percents(self) -> Percents:
        """The chance of the side for which it went well, before and after, in hundredths."""
        before, after = hundredths(self.point.before), hundredths(self.point.after)
        terran = self.point.side == "terran"
        return Percents(before, after) if terran else Percents(100 - before, 100 - after)


@dataclass(frozen=True, slots=True)
class FrameItem:
    """A frame as a list shows it."""

    frame: Frame
    sentences: tuple[Sentence, ...]
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round with its frames, and in a few words what it came to."""

    number: int
    moments: tuple[FrameItem, ...]
    summary: Words

    @property
    def dice(self) -> int:
        """How many dice were rolled in it."""
        return sum(len(roll.dice) for moment in self.moments for roll in moment.rolls)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time a doctrine was triggered: the round, its first frame, and what happened in words."""

    round: int
    frame: int
    words: Words


@dataclass(frozen=True, slots=True)
class SideConduct:
    """One side's doctrine and when it was triggered; `play_outs` counts an admiral's play-outs."""

    side: Side
    title: str
    stance: str
    help: str
    doctrine: Doctrine
    spoken: tuple[Spoken, ...]
    level: Level
    play_outs: int


@dataclass(frozen=True, slots=True)
class Score:
    """What a side lost, and brought, in points; `words` say it in ships.

    `for_planet` are points of it that count for damage to a planet of that name.
    """

    side: Side
    lost: int
    points: int
    words: str
    for_planet: int = 0
    planet: str = ""

    @property
    def of_fleet(self) -> int:
        """The points lost that are not for the planet."""
        return self.lost - self.for_planet

    @property
    def percent(self) -> int:
        """The part of the fleet that was lost, in hundredths."""
        return min(100, round(100 * self.of_fleet / max(1, self.points)))


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """A unit in the list beside the board: what is left of it after a frame, or how it went."""

    role: Role
    state: str
    words: str


class SideRoster(NamedTuple):
    """A side's units in the list beside the board."""

    side: Side
    berths: list[RosterUnit]
