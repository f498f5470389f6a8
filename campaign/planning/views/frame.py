"""What the forms of secret orders have in common: the moment they are for, and the orders that they were made with."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from campaign.planning.pages.frame import GoneOnPage, mark_of, next_page, planning_frame
from campaign.war.at import At
from campaign.war.services import secret_orders as planning
from config.pages import show
from engines.seam.refusals import refuse
from engines.seam.words.whole_numbers import whole_number


@dataclass(frozen=True)
class PlanningMoment:
    """The turn and phase a page was made for."""

    turn: int
    phase: str

    @property
    def page(self) -> str:
        """The last part of the page's address."""
        return "bases/" if self.phase == "bases" else "plan/"


def posted_moment(request: HttpRequest) -> PlanningMoment:
    """The turn and phase a form was made for; `Refused` if it does not say."""
    turn, phase = whole_number(request.POST.get("turn", "")), request.POST.get("phase", "")
    if turn is None or phase not in ("bases", "planning"):
        raise refuse(
            "", "The form does not say which turn it is for. Nothing was changed. Try again from this page."
        )
    return PlanningMoment(turn, phase)


def check_mark(request: HttpRequest, order: planning.Sealed) -> None:
    """Raise `Refused` if the orders were changed elsewhere since the page was made that is now to be sealed."""
    if request.POST.get("mark", mark_of(order)) != mark_of(order):
        raise refuse(
            "", "You changed these orders in another tab or on another device. Check them and seal again."
        )


def gone_on(request: HttpRequest, at: At, words: str) -> HttpResponse:
    """The answer to a form for an earlier phase: nothing was changed, and the way on."""
    page = GoneOnPage(planning_frame(at), words=words, way_on=next_page(at))
    return show(request, page, "words" if request.headers.get("HX-Request") else "", status=409)


def draft_shown(at: At, *, sealed: bool) -> planning.Sealed | None:
    """What the side has in its plan editor, or has sealed; one query."""
    find = planning.draft_of if sealed else planning.draft_unsealed
    return find(at.war, at.state, at.side)
