"""The short screens of a side's secret orders: each filled in with named proposals, one of them chosen."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles.selectors import commitments
from campaign.map.layout import draw_map
from campaign.map.sight import sectors_of
from campaign.planning import proposals
from campaign.rules.orders import Plan
from campaign.services import drafting, planning, sealing
from campaign.services.bonds import dice_ahead
from campaign.services.log import Stale
from campaign.telling import annals
from campaign.telling.computing import commander_is_silent
from campaign.views.access import At, seated
from campaign.views.planning import of_last_turn
from campaign.views.planning_frame import frame, gone_on, next_page, posted_moment
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import opponent

PHASES = ("bases", "planning")
SCREENS = ("bases", "fleet", "assignment")


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def proposals_page(request: HttpRequest, at: At) -> HttpResponseBase:
    """The screen that is due; a choice that was posted is sealed or kept, and leads to the next."""
    if at.state.phase not in PHASES:
        return redirect(at.path)
    if request.method != "POST":
        sealed = at.side in planning.sealed_sides(at.war, at.state)
        return redirect(at.path) if sealed and not _at_once(at) else _show(request, at)
    try:
        return redirect(_chosen(request, at))
    except Stale as stale:
        at, words = at.now(), str(stale)
        if at.state.phase not in PHASES:
            return gone_on(request, at, words)
        return _show(request, at, status=409, words=words)
    except Refused as refused:
        return _show(request, at, status=422, refused=refused.refusals, words=str(refused))


def _at_once(at: At) -> bool:
    """Whether the other side answers in a moment, so that the next screen is worth waiting for."""
    rival = at.seats[opponent(at.side)].user
    return rival is not None and rival.is_computer


def _screen(request: HttpRequest, at: At, bought: Plan | None) -> str:
    """Which screen is due: bases before they are revealed, then a purchase, then where the fleet goes."""
    if at.state.phase == "bases":
        return "bases"
    asked = request.GET.get("screen")
    if bought is None or (at.state.turn == 1 and not bought.buy):
        return "fleet"
    return asked if asked in ("fleet", "assignment") else "assignment" if bought.buy else "fleet"


def _bought(at: At) -> Plan | None:
    """The purchases on the desk; None before anything was chosen."""
    draft = planning.draft_unsealed(at.war, at.state, at.side)
    return Plan(buy=draft.buy, scrap=draft.scrap) if isinstance(draft, Plan) else None


def _proposals(at: At, screen: str, bought: Plan | None) -> dict[str, tuple[proposals.Proposal, Any]]:
    if screen == "bases":
        return dict(proposals.base_proposals(at.view, at.side))
    if screen == "fleet":
        return dict(proposals.purchase_proposals(at.view, at.side))
    return dict(proposals.sending_proposals(at.view, at.side, bought or Plan()))


def _show(request: HttpRequest, at: At, *, status: int = 200, **more: Any) -> HttpResponse:
    found, bought = frame(at), _bought(at)
    screen = _screen(request, at, bought)
    first = at.state.turn == 1
    screens = SCREENS if first else SCREENS[1:]
    found |= {
        "screen": screen,
        "number": screens.index(screen) + 1,
        "screens": len(screens),
        "proposals": [] if found["sealed"] else [one for one, _ in _proposals(at, screen, bought).values()],
        "answers": [(key, words) for key, (words, _) in proposals.ANSWERS.items()],
        "answer": "engage" if first else "ask",
        "unanswered": found["sealed"] and commander_is_silent(annals.waiting_of(at.war), opponent(at.side)),
        "dice_ahead": commitments(dice_ahead(at.war, at.state)) if screen == "assignment" else [],
        "board": None if screen == "fleet" else draw_map(sectors_of(at.view)),
        "by_hand": next_page(at),
        "address": f"{at.path}proposals/",
        **more,
    }
    if screen == "fleet" and not first:
        found |= of_last_turn(at)
    return render(request, "campaign/planning/proposals.html", found, status=status)


def _chosen(request: HttpRequest, at: At) -> str:
    """Seal or keep what was chosen; the address of the next screen."""
    moment, screen = posted_moment(request), request.POST.get("screen", "")
    here = f"{at.path}proposals/"
    if (moment.turn, moment.phase) != (at.state.turn, at.state.phase):
        raise Stale(at.war.version)
    if screen not in SCREENS or (screen == "bases") != (moment.phase == "bases"):
        raise refuse("", "The form was incomplete. Nothing was changed. Choose again.")
    found = _proposals(at, screen, _bought(at)).get(request.POST.get("proposal", ""))
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
    if answer not in proposals.ANSWERS:
        raise refuse("S36", "Choose an answer: engage, engage unless outnumbered, or ask.", "answer")
    return proposals.answering(at.view, plan, answer)
