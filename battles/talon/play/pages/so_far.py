"""What has happened so far in a battle played by hand: the replay of the report, for one side, while it goes on."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.urls import reverse

from battles.models import Battle, Play, PlayedLine
from battles.talon.fought.parts import FrameItem, SideRoster, TryOut
from battles.talon.fought.replay import Replay
from battles.talon.play.board import board_of
from battles.talon.play.pages.lines import WISHES, hushed_teams
from config.pages import Page
from engines.seam.sides import Side
from engines.talon.play.drafts.lines import Line, decode_line, positions_of
from engines.talon.report.cast import cast_of
from engines.talon.report.drawing.board import BoardPicture
from engines.talon.report.frames import Frame, frames_so_far
from engines.talon.view import View


def known_lines(play: Play, side: Side) -> list[PlayedLine]:
    """The published lines in order; none of the other side's while its counters are covered (R37)."""
    lines = play.lines.order_by("number")
    return list(lines.filter(side=side) if View(board_of(play), side).veiled else lines)


class SoFar(Replay):
    """A battle under way up to its last published line, as one side knows it; nobody's chance is told."""

    def __init__(self, play: Play, side: Side) -> None:
        self._rows = known_lines(play, side)
        self._lines: list[Line] = [decode_line(bytes(row.line)) for row in self._rows]
        steps = [
            (given.order, events)
            for line in self._lines
            for given, events in zip(line.given, line.events, strict=True)
        ]
        setup = play.battle.setup_document
        positions, cast = positions_of(setup, self._lines), cast_of(setup)
        frames, self._began = frames_so_far(steps, positions, cast)
        hushed = hushed_teams(play, board_of(play), side)
        super().__init__(tuple(_told(frame, hushed) for frame in frames), cast)

    @cached_property
    def first_frames(self) -> dict[int, int]:
        """The frame in which each published line began, by its number."""
        found, at = {}, 0
        for row, line in zip(self._rows, self._lines, strict=True):
            found[row.number] = self._began[at] if line.given else self.last
            at += len(line.given)
        return found


def _told(frame: Frame, hushed: frozenset[Side]) -> Frame:
    """The frame without what players of the hushed teams wish alone."""
    log = tuple(one for one in frame.log if not (isinstance(one, WISHES) and one.side in hushed))
    return replace(frame, log=log)


class SoFarLinks(NamedTuple):
    """Where the frames of the replay are, and where a step of it is tried out, None if it cannot be."""

    frames: str
    tries: TryOut | None


@dataclass(frozen=True, slots=True)
class PlaySoFarPage(Page):
    """The battle so far at a frame; `at`, `before` and `after` are numbers of frames."""

    template: ClassVar = "battles/play_so_far.html"
    battle: Battle
    report: SoFar
    links: SoFarLinks
    at: int
    before: int
    after: int
    rosters: list[SideRoster]
    moment: FrameItem
    picture: BoardPicture
    chance: int = 0


def so_far_page(play: Play, report: SoFar, at: int, *, tries: bool) -> PlaySoFarPage:
    """The page at a frame; it `tries` out what is shown there where it may."""
    path = reverse("battle_try_out", args=[play.battle_id])
    tried = TryOut(path, play.battle.one_screen) if tries else None
    return PlaySoFarPage(
        battle=play.battle,
        report=report,
        links=SoFarLinks(reverse("battle_play_frames", args=[play.battle_id]), tried),
        at=at,
        before=max(0, at - 1),
        after=min(report.last, at + 1),
        rosters=report.rosters(at),
        moment=report.moments[at],
        picture=report.picture(at),
    )
