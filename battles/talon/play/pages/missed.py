"""What happened in a battle played by hand since its player gave the last order, for who comes back after a while."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from battles.models import DraftLine, Play, PlayedBy
from battles.talon.play.board import board_of
from battles.talon.play.pages.lines import (
    BEFORE,
    LogLine,
    events_of,
    hushed_teams,
    log_lines,
    names_of,
    told_lines,
)
from battles.talon.play.services.rounds import followed_of, given_round
from engines.seam.sides import Side
from engines.talon.play.drawing.film import Step, film
from engines.talon.play.drawing.standing import Standing, standing_after
from engines.talon.report.cast import cast_of
from engines.talon.view import View

AWAY = timedelta(minutes=10)
"""Who has ordered nothing for so long, while the battle went on, has been away."""
MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class Missed:
    """The lines since the player's last order, oldest first, and how the board stood before them, for the film."""

    lines: tuple[LogLine, ...]
    steps: list[tuple[int, list[Step]]]
    before: dict[int, Standing]

    @property
    def words(self) -> str:
        """From when to when, as "from round 3, impulse B to round 4, impulse A"."""
        parts = [part for line in self.lines for part in line.parts]
        first, last = parts[0].when.words, parts[-1].when.words
        return first if first == last else f"from {first} to {last}"


class _Act(NamedTuple):
    """How many lines were published when a player last ordered something, with what that published, and when."""

    after: int
    at: datetime


def _last_act(play: Play, side: Side, draft: DraftLine) -> _Act | None:
    """When the player last ordered something, for the round too, or handed over to a captain; None if never.

    Lines that followed orders for the round were ordered before them.
    """
    given = given_round(draft)
    followed = [one.line for one in followed_of(given)] if given is not None else []
    own = play.lines.filter(side=side, place=draft.place, by=PlayedBy.PERSON).exclude(number__in=followed)
    mine = own.order_by("-number").first()
    acts = [_Act(mine.number, mine.at)] if mine is not None else []
    acts += [_Act(draft.acted_after, draft.acted_at)] if draft.acted_at is not None else []
    return max(acts, default=None)


def missed_of(play: Play, side: Side, draft: DraftLine) -> Missed | None:
    """What the player whose draft line it is missed; None if there is nothing, or they acted a short while ago."""
    last = _last_act(play, side, draft)
    if last is None or last.at > timezone.now() - AWAY or last.after == play.number:
        return None
    board = board_of(play)
    view, hushed = View(board, side), hushed_teams(play, board, side)
    if view.veiled:
        return None
    lines = list(told_lines(play.lines.all(), hushed).order_by("number"))
    missed = [line for line in lines if line.number > last.after][-MOST_LINES:]
    known = lines[: len(lines) - len(missed)]
    cast_ = cast_of(play.battle.setup_document)
    told = log_lines(lines[-len(missed) - BEFORE :], cast_, names=names_of(play.battle), hushed=hushed)
    shown = tuple(line for line in told if missed and line.number >= missed[0].number)
    if not shown:
        return None
    return Missed(
        shown,
        [(line.number, film(view, events_of(line))) for line in missed],
        standing_after(event for line in known for event in events_of(line)),
    )
