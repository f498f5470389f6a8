"""Sealing secret orders and taking them back, for bases and plans alike."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from campaign.planning.pages.frame import SealsLine, next_page, planning_frame
from campaign.planning.views import bases
from campaign.planning.views import planning as plans
from campaign.planning.views.frame import gone_on, posted_moment
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from campaign.war.services import sealing as orders
from campaign.war.services.log import StaleWar
from config.pages import show
from engines.seam.refusals import Refusal, Refused

REVEALED = {"bases": "The bases are revealed.", "planning": "The fleets set out."}
"""What follows once both sides have sealed, by the phase."""


@require_POST
@seated_or_deputy
def seal(request: HttpRequest, at: At) -> HttpResponseBase:
    """Seal what is on the page; every refusal next to its place if it cannot be. Twice is as good as once."""
    try:
        moment = posted_moment(request)
        page = bases if moment.phase == "bases" else plans
        sealing = orders.seal_draft(
            war_id=at.war.pk,
            side=at.side,
            user=at.user,
            turn=moment.turn,
            phase=moment.phase,
            write=partial(page.written, request, at),
            entropy=request.POST.get("entropy", ""),
        )
    except StaleWar as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_phase(request, at, refused.refusals)
    if sealing.outcome == "refused":
        return show_phase(request, at, sealing.refusals)
    if sealing.outcome == "revealed":
        messages.success(request, f"Both sides have sealed. {REVEALED[moment.phase]}")
        if moment.phase == "planning":  # its battles may be over by now: the war's page tells of them
            return redirect(at.path)
    return redirect(f"{at.path}{moment.page}")


@require_POST
@seated_or_deputy
def unseal(request: HttpRequest, at: At) -> HttpResponseBase:
    """Take a sealed order back; it is the draft again."""
    try:
        moment = posted_moment(request)
        orders.unseal(war_id=at.war.pk, side=at.side, user=at.user, turn=moment.turn, phase=moment.phase)
    except StaleWar as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_phase(request, at, refused.refusals)
    messages.info(request, "Taken back. Change what you like and seal again.")
    return redirect(f"{at.path}{moment.page}")


def show_phase(request: HttpRequest, at: At, refused: tuple[Refusal, ...]) -> HttpResponse:
    """The page of the phase with what was refused; the way on if the war wants no secret orders now."""
    if at.state.phase == "bases":
        return bases.show_bases(request, at, refused, status=422)
    if at.state.phase == "planning":
        return plans.show_plan(request, at, refused, status=422)
    return gone_on(request, at, " ".join(refusal.reason for refusal in refused))


@require_GET
@seated_or_deputy
def seals(request: HttpRequest, at: At) -> HttpResponseBase:
    """Who has sealed, for open pages to follow; sends them on when their turn, phase or own seal is another."""
    around = planning_frame(at)
    made_for = (request.GET.get("turn"), request.GET.get("phase"), request.GET.get("sealed"))
    if made_for == (str(at.state.turn), at.state.phase, str(int(around.sealed))):
        return show(request, SealsLine(around))
    moved_on = made_for[:2] != (str(at.state.turn), at.state.phase)
    onward = next_page(at, left=made_for[1] or "" if moved_on else "")
    if not request.headers.get("HX-Request"):
        return redirect(onward)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = onward
    return response
