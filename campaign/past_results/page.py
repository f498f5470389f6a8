"""The pages of past results: those that wait, those that were entered, and one by itself."""

from dataclasses import dataclass
from typing import ClassVar, Final

from accounts.models import PastResult, User
from accounts.scores.confirming import asked_of, between
from accounts.scores.lines import Line, line_of
from campaign.past_results.csv_files import COLUMNS, EXAMPLE, MOST_LINES, Taken
from campaign.past_results.forms import ResultForm
from config.pages import Page
from engines.seam.refusals import Refusal

Stage = PastResult.Stage
MOST_SHOWN: Final = 100


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
