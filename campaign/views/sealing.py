"""Sealing secret orders and taking them back, for bases and plans alike."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from campaign.at import At
from campaign.pages.planning_frame import SealsLine, next_page, planning_frame
from campaign.planning import board
from campaign.rules import decide
from campaign.rules.orders import PlaceBases
from campaign.services import planning
from campaign.services.log import Stale
from campaign.views import bases
from campaign.views import planning as plans
from campaign.views.access import seated
from campaign.views.planning_frame import Moment, gone_on, posted_moment
from campaign.views.planning_frame import seal as seal_order
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse, refuse_all


@require_POST
@seated
def seal(request: HttpRequest, at: At) -> HttpResponseBase:
    """Seal what is on the page; every refusal next to its place if it cannot be. Twice is as good as once."""
    try:
        moment = posted_moment(request)
        if at.side in planning.sealed_sides(at.war, at.state) and _is_now(at, moment):
            return redirect(next_page(at))
        _seal(request, at, moment, _order(request, at, moment))
    except Stale as stale:
        return gone_on(request, at, str(stale))
    except Refused as refused:
        return show_phase(request, at, refused.refusals)
    return redirect(f"{at.path}{moment.page}")


def _is_now(at: At, moment: Moment) -> bool:
    return (moment.turn, moment.phase) == (at.state.turn, at.state.phase)


def _be_now(at: At, moment: Moment) -> None:
    if not _is_now(at, moment):
        raise Stale(at.war.version)


def _order(request: HttpRequest, at: At, moment: Moment) -> planning.Sealed:
    """The order on the page, kept as the draft first, so that nothing entered is lost."""
    if moment.phase == "bases":
        return bases.revise(at, moment, request, sealing=True)
    desk = plans.revise(at, moment, request, sealing=True)
    if board.surrenders(desk) and request.POST.get("surrender") != "yes":
        refuse_all(decide.plan_refusals(desk.war, desk.side, desk.plan))
        reason = (
            "Fewer than 4 LP in the sectors gives up the war. Send more ships out, or tick “I mean it” below."
        )
        raise refuse("S16", reason, "surrender")
    return desk.plan


def _seal(request: HttpRequest, at: At, moment: Moment, order: planning.Sealed) -> None:
    war = seal_order(request, at, moment, order)
    if (war.turn, war.phase) != (moment.turn, moment.phase):
        what = "bases" if isinstance(order, PlaceBases) else "orders"
        messages.success(request, f"Both sides have sealed: the {what} are revealed.")


@require_POST
@seated
def unseal(request: HttpRequest, at: At) -> HttpResponseBase:
    """Take a sealed order back; it is the draft again."""
    try:
        moment = posted_moment(request)
        _be_now(at, moment)
        planning.unseal(war_id=at.war.pk, side=at.side, turn=moment.turn, phase=moment.phase)
    except Stale as stale:
        return gone_on(request, at, str(stale))
    except Refused as refused:
        return show_phase(request, at, refused.refusals)
    messages.info(request, "Taken back: change what you like, and seal again.")
    return redirect(next_page(at))


def show_phase(request: HttpRequest, at: At, refused: tuple[Refusal, ...]) -> HttpResponse:
    """The page of the phase with what was refused; the way on if the war wants no secret orders now."""
    if at.state.phase == "bases":
        return bases.show_bases(request, at, refused, status=422)
    if at.state.phase == "planning":
        return plans.show_plan(request, at, refused, status=422)
    return gone_on(request, at, " ".join(refusal.reason for refusal in refused))


@require_GET
@seated
def seals(request: HttpRequest, at: At) -> HttpResponseBase:
    """Who has sealed, for open pages to follow; sends them on when their turn, phase or own seal is another."""
    around = planning_frame(at)
    made_for = (request.GET.get("turn"), request.GET.get("phase"), request.GET.get("sealed"))
    if made_for == (str(at.state.turn), at.state.phase, str(int(around.sealed))):
        return show(request, SealsLine(around))
    if not request.headers.get("HX-Request"):
        return redirect(next_page(at))
    response = HttpResponse(status=204)
    response["HX-Redirect"] = next_page(at)
    return response
