"""The door to a turn's secret orders: what is bought, where ships go, and the standing instructions."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from campaign.at import At
from campaign.pages.plan import Taken, desk_page, plan_page, sealed_plan_page
from campaign.pages.planning_frame import next_page, planning_frame
from campaign.planning import board, proposals, ready_fleets
from campaign.planning.edits import WorkingPlan, first_plan, with_every_ship
from campaign.planning.form import read_form
from campaign.rules import state as core
from campaign.rules.orders import Plan
from campaign.services import drafting, planning
from campaign.services.log import StaleWar
from campaign.services.sealing import Written
from campaign.views.access import seated
from campaign.views.planning_frame import check_mark, draft_shown, gone_on, posted_moment
from config.pages import show
from engines.seam.refusals import Refusal, Refused

UNMEANT = Refusal(
    "S16",
    "Fewer than 4 LP in the sectors is a surrender. Send more ships, or tick “I want to surrender” below.",
    "surrender",
)


@require_GET
@seated
def plan(request: HttpRequest, at: At) -> HttpResponseBase:
    """The planning page of the turn; the way on if nothing is being planned."""
    if at.state.phase != "planning":
        return redirect(next_page(at))
    return show_plan(request, at)


@require_POST
@seated
def preview(request: HttpRequest, at: At) -> HttpResponseBase:
    """Apply a button or fields to the draft, judge it, and show it: the part for a script, else back to the page."""
    try:
        moment = posted_moment(request)
        kept = drafting.revise(
            war_id=at.war.pk,
            side=at.side,
            turn=moment.turn,
            phase="planning",
            change=lambda state, draft: posted_desk(request, working_plan(at, state, draft)).plan,
        )
    except StaleWar as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_plan(request, at, refused.refusals, status=422)
    if request.headers.get("HX-Request"):
        return show_plan(request, at, desk=WorkingPlan(kept.state, at.side, kept.order))
    return redirect(f"{at.path}plan/#{_section(request.POST.get('do', ''))}")


def posted_desk(request: HttpRequest, desk: WorkingPlan) -> WorkingPlan:
    """The desk after the posted form; `Refused` for what can never be."""
    return read_form(desk, request.POST.dict())


def written(request: HttpRequest, at: At, state: core.War, draft: planning.Sealed | None) -> Written:
    """The plan on the page, to be sealed; `Refused` for what can never be, and for a page gone stale."""
    desk = working_plan(at, state, draft)
    check_mark(request, desk.plan)
    desk = posted_desk(request, desk)
    meant = request.POST.get("surrender") == "yes"
    return Written(desk.plan, UNMEANT if board.surrenders(desk) and not meant else None)


def working_plan(at: At, state: core.War, draft: planning.Sealed | None) -> WorkingPlan:
    """The side's desk with its draft on it, or as it is found at the beginning of a turn."""
    if isinstance(draft, Plan):
        return with_every_ship(WorkingPlan(state, at.side, draft))
    return first_plan(state, at.side)


def _section(words: str) -> str:
    verb = words.partition("/")[0]
    return {"buy": "shipyard", "fleet": "desk", "proposal": "desk", "scrap": "scrap", "keep": "scrap"}.get(
        verb, "assignment"
    )


def show_plan(
    request: HttpRequest,
    at: At,
    refused: tuple[Refusal, ...] = (),
    *,
    status: int = 200,
    desk: WorkingPlan | None = None,
) -> HttpResponse:
    """The page with the draft as it is (`desk`, if it has just been kept), or with the sealed plan to read."""
    around = planning_frame(at)
    desk = desk or working_plan(at, at.state, draft_shown(at, sealed=around.sealed))
    if around.sealed:
        return show(request, sealed_plan_page(around, desk, refused), status=status)
    if not request.headers.get("HX-Request"):
        return show(request, plan_page(at, around, desk, refused), status=status)
    pressed = request.POST.get("do", "")
    offers = ready_fleets.fleet_choices(at.state, at.side) if pressed.startswith("fleet/") else ()
    page = replace(desk_page(at, around, desk, refused), offers=offers, taken=_taken(pressed))
    return show(request, page, "desk", status)


def _taken(pressed: str) -> Taken | None:
    """The proposal that a press on a button has just taken."""
    verb, _, key = pressed.partition("/")
    named = {one: name for one, (name, _) in proposals.SENDING.items()}
    return Taken(key, named[key]) if verb == "proposal" and key in named else None
