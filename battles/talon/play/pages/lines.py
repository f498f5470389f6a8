"""Published lines of a battle played by hand, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final, cast

import msgspec
from django.db.models import QuerySet

from battles.models import Battle, Play, PlayedBy, PlayedLine
from battles.talon.play.pages.rounds import FollowedLines
from engines.seam.sides import SIDES, Side
from engines.talon.events import AnyEvent
from engines.talon.orders import Concede, FightOn, OfferDraw
from engines.talon.play.drafts.lines import Line, Moment, decode_line
from engines.talon.play.drafts.rules import rules_of
from engines.talon.play.drafts.sentences import Part, When, fires_on, sentences_of_line
from engines.talon.report.cast import Cast
from engines.talon.state import Battle as Board
from engines.talon.teams import is_team

NOBODY: Final[Mapping[tuple[str, int], str]] = {}
NOBODYS: Final[frozenset[Side]] = frozenset()
WISHES: Final = (Concede, OfferDraw, FightOn)
"""What each player of a team says for himself until all have said it (R112)."""
BEFORE: Final = 3
"""Lines before one that may be looked at for how its turn went on: a throw ends a line."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A published line in words: whose it was, and what happened, by the turns and phases that it spans.

    `key` is its own among all lines of the site. `rules` are those by which its orders were given, `unable` what was
    not possible as ordered for the round.
    """

    key: str
    number: int
    side: Side
    by: str
    parts: tuple[Part, ...]
    rules: tuple[str, ...]
    unable: tuple[str, ...] = ()

    @property
    def when(self) -> When:
        """The turn or phase in which it began."""
        return self.parts[0].when


def events_of(line: PlayedLine) -> list[AnyEvent]:
    """What happened in a published line."""
    return [event for events in decode_line(bytes(line.line)).events for event in events]


def log_lines(
    lines: Sequence[PlayedLine],
    cast_: Cast,
    followed: FollowedLines | None = None,
    names: Mapping[tuple[str, int], str] = NOBODY,
    hushed: frozenset[Side] = NOBODYS,
) -> tuple[LogLine, ...]:
    """Published lines in words; `followed` are the reader's lines that followed orders for the round.

    How a turn went on is told by the lines before it, `BEFORE` at most, if they are among them. `names` are those of
    the players of teams by side and place. Of the `hushed` teams no wish to concede or to have a draw is told.
    """
    turns = [line for line in lines if not line.aside]
    found = (
        _log_line(line, _before(line, turns), cast_, followed, names, hush=line.side in hushed)
        for line in lines
    )
    return tuple(line for line in found if line.parts)


def hushed_teams(play: Play, board: Board, reader: Side | None = None) -> frozenset[Side]:
    """The teams of whose wishes to concede or to have a draw a reader learns nothing while the battle goes on.

    They are those of the other side, for an onlooker those of both: a side has not said what some of its players wish.
    """
    if not play.team or play.stage == Play.Stage.OVER or not play.decider:
        return NOBODYS
    return frozenset(side for side in SIDES if side != reader and is_team(board, side))


def told_lines(lines: QuerySet[PlayedLine], hushed: frozenset[Side]) -> QuerySet[PlayedLine]:
    """The lines without those that say nothing but what players of the hushed teams wish."""
    return lines.exclude(aside=PlayedLine.Aside.WISH, side__in=hushed) if hushed else lines


def without_wishes(line: Line) -> Line:
    """The line without what players of a team wish alone."""
    steps = line.steps or ("",) * len(line.given)
    kept = [
        (given, events, step)
        for given, events, step in zip(line.given, line.events, steps, strict=True)
        if not isinstance(given.order, WISHES)
    ]
    return msgspec.structs.replace(
        line,
        given=tuple(given for given, _, _ in kept),
        events=tuple(events for _, events, _ in kept),
        steps=tuple(step for _, _, step in kept),
    )


def names_of(battle: Battle) -> dict[tuple[str, int], str]:
    """The names of the players of teams by side and place; none in any other battle. One query at most."""
    return {(seat.side, seat.place): seat.name for seat in battle.seats}


def _before(line: PlayedLine, turns: Sequence[PlayedLine]) -> tuple[PlayedLine, ...]:
    """The lines right before it among those that are turns, the nearest first."""
    earlier = sorted((one for one in turns if one.number < line.number), key=lambda one: -one.number)
    return tuple(earlier[:BEFORE])


def _log_line(
    line: PlayedLine,
    before: tuple[PlayedLine, ...],
    cast_: Cast,
    followed: FollowedLines | None,
    names: Mapping[tuple[str, int], str],
    *,
    hush: bool,
) -> LogLine:
    side = cast("Side", line.side)
    by = "" if line.by == PlayedBy.PERSON else PlayedBy(line.by).label
    unable = None if followed is None else followed.unable.get(line.number)
    by = by if unable is None else "orders for the round"
    by = by or names.get((line.side, line.place), "")
    parts, rules = _parts(_Written(line.pk, line.at, len(before), hush, line, before, cast_))
    key = f"{line.pk}-{line.at.timestamp():.6f}"
    return LogLine(key, line.number, side, by, parts, rules, unable or ())


@dataclass(frozen=True, slots=True)
class _Written:
    """A published line, which never changes: its number and time say which, and how many before it are known.

    `hush`: it is told without what players of a team wish alone.
    """

    pk: int
    at: datetime
    follows: int
    hush: bool
    line: PlayedLine = field(compare=False)
    before: tuple[PlayedLine, ...] = field(compare=False)
    cast: Cast = field(compare=False)


@lru_cache(maxsize=1024)
def _parts(written: _Written) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The line's parts, and the rules of its orders."""
    line, before = written.line, written.before
    side, document = cast("Side", line.side), decode_line(bytes(line.line))
    document = without_wishes(document) if written.hush else document
    fires = (fires_on(decode_line(bytes(one.line))) for one in before)
    fired = next((found for found in fires if found is not None), False)
    began = Moment(line.round, line.impulse)
    parts = sentences_of_line(document, began, side, written.cast, fired=fired)
    return parts, rules_of(given.order for given in document.given)
