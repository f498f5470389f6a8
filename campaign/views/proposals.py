"""The short screens of a side's secret orders: each filled in with named proposals, one of them chosen."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaign.at import At
from campaign.pages.proposals import SCREENS, ProposalsPage, Screen, offered, proposals_page
from campaign.planning.proposals import ANSWERS, answering
from campaign.rules.orders import Plan
from campaign.services import drafting, planning, sealing
from campaign.services.log import StaleWar
from campaign.views.access import seated
from campaign.views.planning_frame import gone_on, posted_moment
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import opponent

PHASES = ("bases", "planning")


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def proposals(request: HttpRequest, at: At) -> HttpResponseBase:
    """The screen that is due; a choice that was posted is sealed or kept, and leads to the next."""
    if at.state.phase not in PHASES:
        return redirect(at.path)
    if request.method != "POST":
        sealed = at.side in planning.sealed_sides(at.war, at.state)
        return redirect(at.path) if sealed and not _at_once(at) else show(request, _page(request, at))
    try:
        return redirect(_chosen(request, at))
    except StaleWar as stale:
        at = at.now()
        if at.state.phase not in PHASES:
            return gone_on(request, at, str(stale))
        return show(request, replace(_page(request, at), words=str(stale)), status=409)
    except Refused as refused:
        page = replace(_page(request, at), refused=refused.refusals, words=str(refused))
        return show(request, page, status=422)


def _at_once(at: At) -> bool:
    """Whether the other side answers in a moment, so that the next screen is worth waiting for."""
    rival = at.seats[opponent(at.side)].user
    return rival is not None and rival.is_computer


def _screen(request: HttpRequest, at: At, bought: Plan | None) -> Screen:
    """Which screen is due: bases before they are revealed, then a purchase, then where the fleet goes."""
    if at.state.phase == "bases":
        return "bases"
    asked = request.GET.get("screen")
    if bought is None or (at.state.turn == 1 and not bought.buy):
        return "fleet"
    if asked in ("fleet", "assignment"):
        return "fleet" if asked == "fleet" else "assignment"
    return "assignment" if bought.buy else "fleet"


def _bought(at: At) -> Plan | None:
    """The purchases on the desk; None before anything was chosen."""
    draft = planning.draft_unsealed(at.war, at.state, at.side)
    return Plan(buy=draft.buy, scrap=draft.scrap) if isinstance(draft, Plan) else None


def _page(request: HttpRequest, at: At) -> ProposalsPage:
    bought = _bought(at)
    return proposals_page(at, _screen(request, at, bought), bought)


def _chosen(request: HttpRequest, at: At) -> str:
    """Seal or keep what was chosen; the address of the next screen."""
    moment, screen = posted_moment(request), request.POST.get("screen", "")
    here = f"{at.path}proposals/"
    if (moment.turn, moment.phase) != (at.state.turn, at.state.phase):
        raise StaleWar(at.war.version)
    if screen not in SCREENS or (screen == "bases") != (moment.phase == "bases"):
        raise refuse("", "The form was incomplete. Nothing was changed. Choose again.")
    found = offered(at, screen, _bought(at)).get(request.POST.get("proposal", ""))
    if found is None:
        raise refuse("", "Choose a proposal, or customise.", "proposal")
    order = found[1]
    if screen == "fleet":
        drafting.revise(
            war_id=at.war.pk, side=at.side, turn=moment.turn, phase="planning", change=lambda *_: order
        )
        return f"{here}?screen=assignment"
    if screen == "assignment":
        order = _instructed(request, at, order)
    sealing.seal_order(
        war_id=at.war.pk,
        side=at.side,
        user=at.user,
        turn=moment.turn,
        phase=moment.phase,
        order=order,
        entropy=request.POST.get("entropy", ""),
    )
    return here if screen == "bases" and _at_once(at) else at.path


def _instructed(request: HttpRequest, at: At, plan: Plan) -> Plan:
    answer = request.POST.get("answer", "engage")
    if answer not in ANSWERS:
        raise refuse("S36", "Choose an answer: engage, engage unless outnumbered, or ask.", "answer")
    return answering(at.view, plan, answer)
