"""The results of a person's lifetime score as a file for a spreadsheet."""

from collections.abc import Callable, Iterator
from typing import Final

from accounts.models import LifetimeLine, User
from accounts.scores.reckoning import Chosen, lines_of
from config.spreadsheet import as_csv
from engines.seam.sides import as_side, opponent

HEAD: Final = (
    "date",
    "opponent",
    "class",
    "result",
    "points",
    "against",
    "side",
    "scenario",
    "mode",
    "fought",
    "what",
    "rule",
    "link",
)


def results_csv(user: User, chosen: Chosen, address: Callable[[str], str]) -> str:
    """The lines that are chosen, the first first; `address` makes a link of a path."""
    return as_csv([HEAD, *_rows(user, chosen, address)])


def _rows(user: User, chosen: Chosen, address: Callable[[str], str]) -> Iterator[tuple[str, ...]]:
    for line in lines_of(user, chosen).select_related("player", "opponent").order_by("played_on", "pk"):
        mine = line.player_id == user.pk
        points = str(line.points)
        yield (
            line.played_on.isoformat(),
            (line.opponent if mine else line.player).username,
            line.get_kind_display().lower(),
            "drawn" if line.drawn else "won" if mine else "lost",
            points if mine else "0",
            "0" if mine else points,
            _side(line, mine=mine),
            line.scenario,
            line.mode,
            line.get_way_display().lower(),
            line.words,
            line.note,
            address(line.path),
        )


def _side(line: LifetimeLine, *, mine: bool) -> str:
    """The side that the person had."""
    return line.side if mine or not line.side else opponent(as_side(line.side))
