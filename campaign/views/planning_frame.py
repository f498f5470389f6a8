"""What the forms of secret orders have in common: the moment they are for, and the orders that they were made with."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from campaign.at import At
from campaign.models import War
from campaign.pages.planning_frame import GoneOnPage, mark_of, next_page, planning_frame
from campaign.services import planning
from config.pages import show
from engines.seam.refusals import refuse


@dataclass(frozen=True)
class Moment:
    """The turn and phase a page was made for."""

    turn: int
    phase: str

    @property
    def page(self) -> str:
        """The last part of the page's address."""
        return "bases/" if self.phase == "bases" else "plan/"


def posted_moment(request: HttpRequest) -> Moment:
    """The turn and phase a form was made for; `Refused` if it does not say."""
    turn, phase = request.POST.get("turn", ""), request.POST.get("phase", "")
    if not (turn.isascii() and turn.isdigit() and len(turn) < 6) or phase not in ("bases", "planning"):
        raise refuse(
            "", "This form does not say which turn it is for. Nothing was changed: try again from this page."
        )
    return Moment(int(turn), phase)


def check_mark(request: HttpRequest, order: planning.Sealed) -> None:
    """Raise `Refused` if the orders were changed elsewhere since the page was made that is now to be sealed."""
    if request.POST.get("mark", mark_of(order)) != mark_of(order):
        reason = "These orders were changed in another tab or device since this page was made. "
        raise refuse("", f"{reason}Here they are as they are now: look them over, and seal again.")


def gone_on(request: HttpRequest, at: At, words: str) -> HttpResponse:
    """The answer to a form for an earlier phase: nothing was changed, and the way on."""
    page = GoneOnPage(planning_frame(at), words=words, way_on=next_page(at))
    return show(request, page, "words" if request.headers.get("HX-Request") else "", status=409)


def draft_shown(at: At, *, sealed: bool) -> planning.Sealed | None:
    """What the side has on its desk, or has sealed; one query."""
    find = planning.draft_of if sealed else planning.draft_unsealed
    return find(at.war, at.state, at.side)


def seal(request: HttpRequest, at: At, moment: Moment, order: planning.Sealed) -> War:
    """The war with the order of this page sealed, and with it the side's part of the dice; see `planning.seal`."""
    return planning.seal(
        war_id=at.war.pk,
        side=at.side,
        user=at.user,
        turn=moment.turn,
        phase=moment.phase,
        order=order,
        entropy=request.POST.get("entropy", ""),
    )
