"""Published lines of a battle played by hand, in words."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import cast

from battles.models import PlayedBy, PlayedLine
from battles.pages.play_round import FollowedLines
from engines.seam.sides import Side
from engines.talon.events import AnyEvent
from engines.talon.play.line_rules import rules_of
from engines.talon.play.lines import decode_line
from engines.talon.play.told import told
from engines.talon.report.cast import Cast
from engines.talon.report.pending_sentences import Sentence
from engines.talon.state import IMPULSES


@dataclass(frozen=True, slots=True)
class LogLine:
    """A published line in words: when it began, whose it was, and what happened.

    `key` is its own among all lines of the site. `rules` are those by which its orders were given, `unable` what was
    not possible as ordered for the round.
    """

    key: str
    number: int
    when: str
    side: Side
    by: str
    sentences: tuple[Sentence, ...]
    rules: tuple[str, ...]
    unable: tuple[str, ...] = ()


def events_of(line: PlayedLine) -> list[AnyEvent]:
    """What happened in a published line."""
    return [event for events in decode_line(bytes(line.line)).events for event in events]


def told_line(line: PlayedLine, cast_: Cast, followed: FollowedLines | None = None) -> LogLine:
    """A published line in words; `followed` are the reader's lines that followed orders for the round."""
    side = cast("Side", line.side)
    by = "" if line.by == PlayedBy.PERSON else PlayedBy(line.by).label
    unable = None if followed is None else followed.unable.get(line.number)
    by = by if unable is None else "orders for the round"
    sentences, rules = _told(_Written(line.pk, line.at, line, cast_))
    key = f"{line.pk}-{line.at.timestamp():.6f}"
    return LogLine(key, line.number, _when(line), side, by, sentences, rules, unable or ())


@dataclass(frozen=True, slots=True)
class _Written:
    """A published line, which never changes: its number and time say which."""

    pk: int
    at: datetime
    line: PlayedLine = field(compare=False)
    cast: Cast = field(compare=False)


@lru_cache(maxsize=1024)
def _told(written: _Written) -> tuple[tuple[Sentence, ...], tuple[str, ...]]:
    """The line's sentences, and the rules of its orders."""
    side, document = cast("Side", written.line.side), decode_line(bytes(written.line.line))
    orders = [given.order for given in document.given]
    steps = zip(orders, document.events, strict=True)
    return told(steps, side, written.cast, document.speeds), rules_of(orders)


def _when(line: PlayedLine) -> str:
    return f"{line.round}{IMPULSES[line.impulse]}" if line.round else "Set-up"
