"""The three short screens with which a war begins, for whoever wants to be playing at once."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles.seam.refusal import Refused, refuse
from campaign.desk import opening
from campaign.rules.orders import Plan
from campaign.services import drafting, planning
from campaign.services.log import Stale
from campaign.views.access import At, seated
from campaign.views.planning_frame import frame, posted_moment

SCREENS = ("bases", "fleet", "assignment")


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def opening_page(request: HttpRequest, at: At) -> HttpResponseBase:
    """The screen that is due; a choice that was posted is sealed or kept, and leads to the next."""
    if at.state.turn > 1 or at.state.phase not in ("bases", "planning"):
        return redirect(at.path)
    if request.method != "POST":
        return _show(request, at)
    try:
        return redirect(_chosen(request, at))
    except (Refused, Stale) as error:
        refusals = error.refusals if isinstance(error, Refused) else ()
        return _show(request, at, status=422 if refusals else 409, refused=refusals, words=str(error))


def _screen(request: HttpRequest, at: At) -> str:
    """Which screen is due: bases before they are revealed, then a fleet, then where it goes."""
    if at.state.phase == "bases":
        return "bases"
    draft = planning.draft_unsealed(at.war, at.state, at.side)
    bought = isinstance(draft, Plan) and bool(draft.buy)
    return "assignment" if bought and request.GET.get("screen") != "fleet" else "fleet"


def _proposals(at: At, screen: str) -> dict[str, tuple[opening.Proposal, Any]]:
    if screen == "bases":
        return dict(opening.base_proposals(at.state, at.side))
    if screen == "fleet":
        return dict(opening.fleet_proposals(at.state, at.side))
    draft = planning.draft_unsealed(at.war, at.state, at.side)
    bought = Plan(buy=draft.buy) if isinstance(draft, Plan) else Plan()
    return dict(opening.sending_proposals(at.state, at.side, bought))


def _show(request: HttpRequest, at: At, *, status: int = 200, **more: Any) -> HttpResponse:
    found = frame(at)
    screen = _screen(request, at)
    found |= {
        "screen": screen,
        "number": SCREENS.index(screen) + 1,
        "proposals": [] if found["sealed"] else [one for one, _ in _proposals(at, screen).values()],
        "by_hand": f"{at.path}{'bases' if screen == 'bases' else 'plan'}/",
        "address": f"{at.path}opening/",
        **more,
    }
    return render(request, "campaign/planning/opening.html", found, status=status)


def _chosen(request: HttpRequest, at: At) -> str:
    """Seal or keep what was chosen; the address of the next screen."""
    moment, screen = posted_moment(request), request.POST.get("screen", "")
    here = f"{at.path}opening/"
    if screen not in SCREENS or (screen == "bases") != (moment.phase == "bases"):
        raise refuse("", "This form was not complete. Nothing was changed: choose again.")
    proposals = _proposals(at, screen)
    found = proposals.get(request.POST.get("proposal", ""))
    if found is None:
        raise refuse("", "Choose one of the proposals, or do it by hand.", "proposal")
    order = found[1]
    if screen == "fleet":
        drafting.revise(
            war_id=at.war.pk, side=at.side, turn=moment.turn, phase="planning", change=lambda *_: order
        )
        return here
    planning.seal(
        war_id=at.war.pk, side=at.side, user=at.user, turn=moment.turn, phase=moment.phase, order=order
    )
    return here if screen == "bases" else at.path
