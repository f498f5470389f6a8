"""The door to a turn's secret orders: what is bought, where ships go, what they are told."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from battles.selectors import commitments
from campaign.log.documents import decode_events
from campaign.models import Entry
from campaign.planning import board, proposals, ready_fleets, turn_report
from campaign.planning import page as planning_page
from campaign.planning.edits import Desk, first_plan, settled
from campaign.planning.form import read_form
from campaign.rules import sight
from campaign.rules import state as core
from campaign.rules.orders import Plan
from campaign.services import drafting, planning
from campaign.services.bonds import dice_ahead
from campaign.services.log import Stale
from campaign.services.sealing import Written
from campaign.telling import annals
from campaign.telling.last_battles import last_battles
from campaign.views.access import At, seated
from campaign.views.planning_frame import (
    check_mark,
    draft_shown,
    frame,
    gone_on,
    mark_of,
    next_page,
    posted_moment,
)
from engines.seam.refusals import Refusal, Refused

UNMEANT = Refusal(
    "S16",
    "Fewer than 4 LP in the sectors is a surrender. Send more ships, or tick “I want to surrender” below.",
    "surrender",
)


@require_GET
@seated
def plan_page(request: HttpRequest, at: At) -> HttpResponseBase:
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
            change=lambda state, draft: posted_desk(request, desk_of(at, state, draft)).plan,
        )
    except Stale as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_plan(request, at, refused.refusals, status=422)
    if request.headers.get("HX-Request"):
        return show_plan(request, at, desk=Desk(kept.state, at.side, kept.order))
    return redirect(f"{at.path}plan/#{_section(request.POST.get('do', ''))}")


def posted_desk(request: HttpRequest, desk: Desk) -> Desk:
    """The desk after the posted form; `Refused` for what can never be."""
    return read_form(desk, request.POST.dict())


def written(request: HttpRequest, at: At, state: core.War, draft: planning.Sealed | None) -> Written:
    """The plan on the page, to be sealed; `Refused` for what can never be, and for a page gone stale."""
    desk = desk_of(at, state, draft)
    check_mark(request, desk.plan)
    desk = posted_desk(request, desk)
    meant = request.POST.get("surrender") == "yes"
    return Written(desk.plan, UNMEANT if board.surrenders(desk) and not meant else None)


def desk_of(at: At, state: core.War, draft: planning.Sealed | None) -> Desk:
    """The side's desk with its draft on it, or as it is found at the beginning of a turn."""
    if isinstance(draft, Plan):
        return settled(Desk(state, at.side, draft))
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
    desk: Desk | None = None,
) -> HttpResponse:
    """The page with the draft as it is (`desk`, if it has just been kept), or with the sealed plan to read."""
    around = frame(at)
    desk = desk or desk_of(at, at.state, draft_shown(at, sealed=around["sealed"]))
    if around["sealed"]:
        found = {**around, **planning_page.sealed_summary(desk), "refused": refused}
        return render(request, "campaign/planning/sealed_plan.html", found, status=status)
    found = {**around, **planning_page.shown(desk, refused), "mark": mark_of(desk.plan)}
    found["dice_ahead"] = commitments(dice_ahead(at.war, at.state))
    found["sendings"] = [(key, *named) for key, named in proposals.SENDING.items()]
    if request.headers.get("HX-Request"):
        if request.POST.get("do", "").startswith("fleet/"):
            found["offers"] = ready_fleets.offers(at.state, at.side)
        found["taken"] = _taken(request)
        return render(request, "campaign/planning/plan.html#desk", found, status=status)
    found |= _once(at, desk)
    return render(request, "campaign/planning/plan.html", found, status=status)


def _taken(request: HttpRequest) -> tuple[str, str] | None:
    """Key and name of the proposal that was just taken."""
    verb, _, key = request.POST.get("do", "").partition("/")
    named = {one: name for one, (name, _) in proposals.SENDING.items()}
    return (key, named[key]) if verb == "proposal" and key in named else None


def _once(at: At, desk: Desk) -> dict[str, Any]:
    """What does not change while one plans: the report of the turn, the ready fleets."""
    return {
        **(of_last_turn(at) if at.state.turn > 1 else {}),
        "offers": ready_fleets.offers(at.state, at.side),
        "has_bought": bool(desk.plan.buy),
    }


def of_last_turn(at: At) -> dict[str, Any]:
    """What became of the turn before: its battles, what came in and what was mended."""
    return {
        "report": report_of(at),
        "fought": last_battles(annals.fights(at.war, turn=at.state.turn - 1), at.side),
    }


def report_of(at: At) -> turn_report.TurnReport:
    """What came in and was mended when this turn began; one query."""
    entry = Entry.objects.filter(war=at.war, turn__lt=at.state.turn).order_by("-number").first()
    events = decode_events(bytes(entry.events)) if entry is not None else ()
    own = [place for place, base in at.view.bases.items() if base.side == at.side]
    return turn_report.report(sight.seen(events, at.side, over=False), at.side, at.state.turn, own)
