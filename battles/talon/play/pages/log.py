"""The log of a battle played by hand: the lines before those that its page shows."""

from dataclasses import dataclass
from typing import ClassVar

from battles.models import Battle, Play
from battles.talon.play.board import board_of
from battles.talon.play.pages.lines import LogLine, hushed_teams, log_lines, names_of, told_lines
from battles.talon.play.pages.rounds import followed_lines
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.rounds import given_round
from config.pages import Page
from engines.seam.sides import Side
from engines.talon.report.cast import Cast, cast_of
from engines.talon.view import View

EARLIER_LINES = 30
"""How many more lines the log shows at a time."""


@dataclass(frozen=True, slots=True)
class PlayLogPage(Page):
    """Lines of the log, newest first."""

    template: ClassVar = "battles/play_log.html"
    battle: Battle
    cast: Cast
    log: tuple[LogLine, ...]


def log_page(play: Play, side: Side, before: int, place: int = 0) -> PlayLogPage:
    """The lines before that number; none of the other side's while its counters are covered (R37)."""
    lines = play.lines.filter(number__lt=before).order_by("-number")
    board = board_of(play)
    view, cast = View(board, side), cast_of(play.battle.setup_document)
    if view.veiled:
        lines = lines.filter(side=side)
    followed = followed_lines(view, given_round(draft_of(play, side, place)))
    names, hushed = names_of(play.battle), hushed_teams(play, board, side)
    rows = list(told_lines(lines, hushed)[: EARLIER_LINES + 1])
    log = log_lines(rows, cast, followed, names, hushed)
    return PlayLogPage(play.battle, cast, log[:EARLIER_LINES])
