"""The pages of past results: those that wait, those that were entered, and one by itself."""

from dataclasses import dataclass
from typing import ClassVar, Final

from accounts.models import PastResult, User
from accounts.scores.confirming import asked_of, between
from accounts.scores.told import COUNTING, Told, told_by
from campaign.past_results.csv_files import COLUMNS, EXAMPLE, MOST_LINES, Taken
from campaign.past_results.forms import ResultForm
from config.pages import Page
from engines.seam.refusals import Refusal

Stage = PastResult.Stage
MOST_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A result as one of its two players reads it; `told` is from that side, `points` of both."""

    row: PastResult
    told: Told
    rival: str
    mine: bool
    points: int
    against: int
    note: str

    @property
    def outcome(self) -> str:
        """What came of it, in words to the reader."""
        degree = f", {self.row.get_degree_display().lower()}" if self.told.degree else ""
        who = {
            "won": f"You beat {self.rival}",
            "drawn": f"Draw with {self.rival}",
            "lost": f"{self.rival} beat you",
        }
        return who[self.told.outcome] + degree

    @property
    def details(self) -> str:
        """All that else is told of it."""
        sides = f"you were {self.told.side.title()}" if self.told.side else ""
        lp = "" if self.told.own_lp is None else f"{self.told.own_lp} LP against {self.told.their_lp}"
        game = f"game {self.told.game} of that day" if self.told.game > 1 else ""
        return ", ".join(
            filter(
                None,
                [self.told.scenario, self.told.mode, self.row.get_way_display().lower(), sides, lp, game],
            )
        )

    @property
    def asks_back(self) -> str:
        """Who asks to take it back: "me", "them", or nobody."""
        if not self.row.asks_back:
            return ""
        return "me" if (self.row.asks_back == PastResult.Asks.BY) == self.mine else "them"


@dataclass(frozen=True, slots=True)
class PastResultsPage(Page):
    """What waits for the user, what the user has entered, the form and the file; `taken`: what became of a file."""

    template: ClassVar = "campaign/past_results.html"
    asked: tuple[Line, ...]
    waiting: tuple[Line, ...]
    laid: tuple[Line, ...]
    counted: tuple[Line, ...]
    form: ResultForm
    text: str
    taken: Taken | None
    why: str
    columns: str
    example: str
    most: int


@dataclass(frozen=True, slots=True)
class PastResultPage(Page):
    """One result, for its two players, with what they can do about it."""

    template: ClassVar = "campaign/past_result.html"
    line: Line
    form: ResultForm | None
    refused: tuple[Refusal, ...]


def line_of(row: PastResult, user: User) -> Line:
    """The result as the user reads it."""
    mine = row.by_id == user.pk
    told = told_by(row) if mine else told_by(row).turned
    points, note = COUNTING[row.system].counted(told)
    won, lost = told.outcome == PastResult.Outcome.WON, told.outcome == PastResult.Outcome.LOST
    rival = row.other if mine else row.by
    return Line(row, told, rival.username, mine, points if won else 0, points if lost else 0, note)


def past_results_page(
    user: User, form: ResultForm, *, text: str = "", taken: Taken | None = None, why: str = ""
) -> PastResultsPage:
    """The user's results; four queries."""

    def lines(*stages: str, mine: bool) -> tuple[Line, ...]:
        found = between(user).filter(stage__in=stages)
        found = found.filter(by=user) if mine else found
        return tuple(line_of(row, user) for row in found.order_by("-pk")[:MOST_SHOWN])

    return PastResultsPage(
        asked=tuple(line_of(row, user) for row in asked_of(user)[:MOST_SHOWN]),
        waiting=lines(Stage.ASKED, mine=True),
        laid=lines(Stage.REFUSED, Stage.WITHDRAWN, mine=True),
        counted=lines(Stage.COUNTED, mine=False),
        form=form,
        text=text,
        taken=taken,
        why=why,
        columns=", ".join(COLUMNS),
        example=EXAMPLE,
        most=MOST_LINES,
    )


def past_result_page(
    user: User, row: PastResult, form: ResultForm | None, refused: tuple[Refusal, ...] = ()
) -> PastResultPage:
    """One result of the user's."""
    return PastResultPage(line_of(row, user), form, refused)
