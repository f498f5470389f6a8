"""The door to the first bases: chosen on a list or from the map, sealed."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from campaign.planning import drafting
from campaign.planning.editor import bases as base_choice
from campaign.planning.pages.bases import bases_page, sealed_bases_page
from campaign.planning.pages.frame import next_page, planning_frame
from campaign.planning.proposals.proposals import base_proposals
from campaign.planning.views.frame import check_mark, draft_shown, gone_on, posted_moment
from campaign.rules import start
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from campaign.war.services import secret_orders as planning
from campaign.war.services.log import StaleWar
from campaign.war.services.sealing import Written
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse


@require_GET
@seated_or_deputy
def bases(request: HttpRequest, at: At) -> HttpResponseBase:
    """The page of the first bases; the way on once they stand."""
    if at.state.phase != "bases":
        return redirect(next_page(at))
    return show_bases(request, at)


@require_POST
@seated_or_deputy
def preview(request: HttpRequest, at: At) -> HttpResponseBase:
    """Keep the ticked places as the draft, or the proposal; show what they cost and what is against them."""
    try:
        moment = posted_moment(request)
        kept = drafting.revise(
            war_id=at.war.pk,
            side=at.side,
            user=at.user,
            turn=moment.turn,
            phase="bases",
            change=lambda state, _: posted_choice(request, at, state),
        )
    except StaleWar as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_bases(request, at, refused.refusals, status=422)
    if request.headers.get("HX-Request"):
        return show_bases(request, at, draft=kept.order)
    return redirect(f"{at.path}bases/#choose")


def posted_choice(request: HttpRequest, at: At, state: core.War) -> PlaceBases:
    """The choice on the page, or the proposal that was asked for; `Refused` for places where no base can stand."""
    verb, _, key = request.POST.get("do", "").partition("/")
    if verb == "propose":
        offered = base_proposals(at.view, at.side).get(key)
        if offered is None:
            raise refuse("31.2", "There is no such proposal. Choose zones on the map.", "place")
        return offered[1]
    return chosen(state, at, set(request.POST.getlist("place")))


def written(request: HttpRequest, at: At, state: core.War, draft: planning.Sealed | None) -> Written:
    """The choice on the page, to be sealed; `Refused` also for a page gone stale."""
    check_mark(request, chosen_bases(state, at, draft))
    return Written(posted_choice(request, at, state))


def chosen(state: core.War, at: At, places: set[str]) -> PlaceBases:
    """The posted places in map order; `Refused` if one of them cannot hold a base."""
    order = base_choice.in_map_order(state, places)
    refusals = [r for r in start.base_refusals(state, at.side, order) if r.where in places]
    if refusals:
        raise Refused(*(Refusal(r.rule, r.reason[:300], r.where) for r in refusals))
    return order


def chosen_bases(state: core.War, at: At, draft: planning.Sealed | None) -> PlaceBases:
    """The choice as it is kept, or as the page begins."""
    return draft if isinstance(draft, PlaceBases) else base_choice.proposal(state, at.side)


def show_bases(
    request: HttpRequest,
    at: At,
    refused: tuple[Refusal, ...] = (),
    *,
    status: int = 200,
    draft: planning.Sealed | None = None,
) -> HttpResponse:
    """The page with the choice as it is (`draft`, if it has just been kept), or as it was sealed."""
    around = planning_frame(at)
    order = chosen_bases(at.state, at, draft or draft_shown(at, sealed=around.sealed))
    if around.sealed:
        return show(request, sealed_bases_page(at, around, order, refused), status=status)
    part = "editor" if request.headers.get("HX-Request") else ""
    return show(request, bases_page(at, around, order, refused), part, status)
