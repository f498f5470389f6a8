"""The door to a turn's secret orders: what is bought, where ships go, and the standing instructions."""

from dataclasses import replace
from typing import cast
from urllib.parse import quote, urlencode

from allauth.core.ratelimit import respond_429
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST, require_safe

from campaign.odds import forecasts
from campaign.planning import drafting
from campaign.planning.editor import board
from campaign.planning.editor.edits import WorkingPlan, first_plan, with_every_ship
from campaign.planning.editor.form import read_form
from campaign.planning.pages.frame import mark_of, next_page, planning_frame
from campaign.planning.pages.odds import OddsOfOtherOrdersPage, odds_so_far_page
from campaign.planning.pages.plan import editor_page, plan_page, proposed_name, sealed_plan_page
from campaign.planning.proposals.playing_out import played_so_far
from campaign.planning.proposals.proposals import SENDING
from campaign.planning.views.frame import check_mark, draft_shown, gone_on, posted_moment
from campaign.planning.views.odds import have_played_out
from campaign.rules import state as core
from campaign.rules.orders import Plan
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from campaign.war.services import secret_orders as planning
from campaign.war.services.log import StaleWar
from campaign.war.services.sealing import Written
from config.pages import show
from engines.seam.refusals import Refusal, Refused

ODDS = "odds"
"""The word of the button that has the battles of a plan played out; it changes no order."""
UNMEANT = Refusal(
    "S16",
    "Fewer than 4 LP in the sectors is a surrender. Send more ships, or tick “I want to surrender” below.",
    "surrender",
)


@require_GET
@seated_or_deputy
def plan(request: HttpRequest, at: At) -> HttpResponseBase:
    """The planning page of the turn; the way on if nothing is being planned."""
    if at.state.phase != "planning":
        return redirect(next_page(at))
    return show_plan(request, at, part="sheet" if request.GET.get("part") == "sheet" else "")


@require_safe
@seated_or_deputy
def proposals(_: HttpRequest, at: At) -> HttpResponseBase:
    """The old address of the short screens, which messages still name: on to where orders are given now."""
    return redirect(next_page(at), permanent=False)


@require_POST
@seated_or_deputy
def preview(request: HttpRequest, at: At) -> HttpResponseBase:
    """Apply a button or fields to the draft, judge it, and show it: the part for a script, else back to the page."""
    try:
        moment = posted_moment(request)
        kept = drafting.revise(
            war_id=at.war.pk,
            side=at.side,
            user=at.user,
            turn=moment.turn,
            phase="planning",
            change=lambda state, draft: posted_plan(request, working_plan(at, state, draft)).plan,
        )
        working = WorkingPlan(kept.state, at.side, kept.order)
        if request.POST.get("do") == ODDS and not have_played_out(request, at, working):
            return cast("HttpResponse", respond_429(request))
    except StaleWar as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_plan(request, at, refused.refusals, status=422)
    if request.headers.get("HX-Request"):
        return show_plan(request, at, working=working)
    return redirect(f"{at.path}plan/{_back_to(request, kept.order)}")


@require_POST
@seated_or_deputy
def odds_so_far(request: HttpRequest, at: At) -> HttpResponseBase:
    """The odds of the draft so far, worked at for a while longer: the part for a script, else back to the page.

    204 for a script that has `counted` as many play-outs as there are, while more come. A page with the orders of
    another `mark`, which were changed in another window or by a deputy, is told so.
    """
    if at.state.phase != "planning" or at.war.frozen:
        raise Http404
    working = working_plan(at, at.state, planning.draft_of(at.war, at.state, at.side))
    mark = mark_of(working.plan)
    if request.headers.get("HX-Request") and request.GET.get("mark", mark) != mark:
        return show(request, OddsOfOtherOrdersPage(f"{at.path}plan/"))
    so_far = played_so_far(at, working)
    for one in so_far.going_on:
        forecasts.want(one.forecast)
    if not request.headers.get("HX-Request"):
        return redirect(f"{at.path}plan/#plan-odds")
    if so_far.going_on and request.GET.get("counted") == str(so_far.counted):
        return HttpResponse(status=204)
    zone = request.POST.get("zone", "")
    return show(request, odds_so_far_page(at, working, so_far, mark, zone))


def posted_plan(request: HttpRequest, working: WorkingPlan) -> WorkingPlan:
    """The plan after the posted form; `Refused` for what can never be."""
    form = request.POST.dict()
    if form.get("do") == ODDS:
        del form["do"]
    return read_form(working, form)


def written(request: HttpRequest, at: At, state: core.War, draft: planning.Sealed | None) -> Written:
    """The plan on the page, to be sealed; `Refused` for what can never be, and for a page gone stale."""
    working = working_plan(at, state, draft)
    check_mark(request, working.plan)
    working = posted_plan(request, working)
    meant = request.POST.get("surrender") == "yes"
    return Written(working.plan, UNMEANT if board.surrenders(working) and not meant else None)


def working_plan(at: At, state: core.War, draft: planning.Sealed | None) -> WorkingPlan:
    """The side's plan in the editor, with its draft, or as it is found at the beginning of a turn."""
    if isinstance(draft, Plan):
        return with_every_ship(WorkingPlan(state, at.side, draft))
    return first_plan(state, at.side)


def _back_to(request: HttpRequest, kept: planning.Sealed) -> str:
    """Where a browser without scripts comes back to: the zone that is open, or the section of the button.

    Of a proposal that was taken the address tells which, and of which orders that is true.
    """
    do = request.POST.get("do", "")
    if do.partition("/")[0] in ("fleet", "proposal"):
        return f"?{urlencode({'taken': do, 'mark': mark_of(kept)})}#taken"
    verb, zone = request.POST.get("do", "").partition("/")[0], request.POST.get("zone", "")
    open_zone = f"?zone={quote(zone)}" if zone else ""
    if zone and verb in ("send", "ship"):
        return f"{open_zone}#zone"
    sections = {
        ODDS: "plan-odds",
        "buy": "shipyard",
        "fleet": "desk",
        "proposal": "desk",
        "scrap": "scrap",
        "keep": "scrap",
    }
    return f"{open_zone}#{sections.get(verb, 'assignment')}"


def show_plan(
    request: HttpRequest,
    at: At,
    refused: tuple[Refusal, ...] = (),
    *,
    status: int = 200,
    working: WorkingPlan | None = None,
    part: str = "",
) -> HttpResponse:
    """The page with the draft as it is (`working`, if it has just been kept), or with the sealed plan to read."""
    around = planning_frame(at)
    working = working or working_plan(at, at.state, draft_shown(at, sealed=around.sealed))
    if around.sealed:
        return show(request, sealed_plan_page(at, around, working, refused), status=status)
    zone = request.POST.get("zone") or request.GET.get("zone", "")
    page = editor_page(at, around, working, refused, zone=zone)
    page = replace(page, taken="" if refused else _taken(at, _pressed(request, page.mark)))
    if part:
        return show(request, page, part)
    if request.headers.get("HX-Request"):
        return show(request, page, "editor", status)
    return show(request, plan_page(at, page, working), status=status)


def _pressed(request: HttpRequest, mark: str) -> str:
    """The button just pressed; without scripts the address tells it, as long as the orders are as it left them."""
    if request.method == "POST":
        return request.POST.get("do", "")
    return request.GET.get("taken", "") if request.GET.get("mark") == mark else ""


def _taken(at: At, pressed: str) -> str:
    """The name of the proposal that a press on a button has just taken; "" if it was another button."""
    verb, _, key = pressed.partition("/")
    if verb == "fleet":
        fleets = at.state.settings.catalogue.ready_fleets(at.side)
        return next((fleet.name for fleet in fleets if fleet.key == key), "")
    return proposed_name(at, pressed) or SENDING[key][0] if verb == "proposal" and key in SENDING else ""
