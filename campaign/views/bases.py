"""The door to the first bases: chosen on a list or from the map, sealed."""

from collections.abc import Collection

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from campaign.map.layout import draw_map
from campaign.map.shapes import Board
from campaign.map.sight import sectors_of
from campaign.planning import bases as base_choice
from campaign.rules import start
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases
from campaign.rules.strategic_map import place_title
from campaign.services import drafting, planning
from campaign.services.log import Stale
from campaign.services.sealing import Written
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


@require_GET
@seated
def bases_page(request: HttpRequest, at: At) -> HttpResponseBase:
    """The page of the first bases; the way on once they stand."""
    if at.state.phase != "bases":
        return redirect(next_page(at))
    return show_bases(request, at)


@require_POST
@seated
def preview(request: HttpRequest, at: At) -> HttpResponseBase:
    """Keep the ticked places as the draft, or the proposal; show what they cost and what is against them."""
    try:
        moment = posted_moment(request)
        kept = drafting.revise(
            war_id=at.war.pk,
            side=at.side,
            turn=moment.turn,
            phase="bases",
            change=lambda state, _: posted_choice(request, at, state),
        )
    except Stale as stale:
        return gone_on(request, at.now(), str(stale))
    except Refused as refused:
        return show_bases(request, at, refused.refusals, status=422)
    if request.headers.get("HX-Request"):
        return show_bases(request, at, draft=kept.order)
    return redirect(f"{at.path}bases/#choose")


def posted_choice(request: HttpRequest, at: At, state: core.War) -> PlaceBases:
    """The choice on the page, or the proposal that was asked for; `Refused` for places that can never be."""
    if request.POST.get("do") == "propose":
        return base_choice.proposal(state, at.side)
    return chosen(state, at, set(request.POST.getlist("place")))


def written(request: HttpRequest, at: At, state: core.War, draft: planning.Sealed | None) -> Written:
    """The choice on the page, to be sealed; `Refused` also for a page gone stale."""
    check_mark(request, on_the_desk(state, at, draft))
    return Written(posted_choice(request, at, state))


def chosen(state: core.War, at: At, places: set[str]) -> PlaceBases:
    """The posted places in map order; `Refused` if one of them cannot hold a base."""
    order = base_choice.in_map_order(state, places)
    refusals = [r for r in start.base_refusals(state, at.side, order) if r.where in places]
    if refusals:
        raise Refused(*(Refusal(r.rule, r.reason[:300], r.where) for r in refusals))
    return order


def on_the_desk(state: core.War, at: At, draft: planning.Sealed | None) -> PlaceBases:
    """The choice as it is kept, or as the page begins."""
    return draft if isinstance(draft, PlaceBases) else base_choice.first_choice(state, at.side)


def show_bases(
    request: HttpRequest,
    at: At,
    refused: tuple[Refusal, ...] = (),
    *,
    status: int = 200,
    draft: planning.Sealed | None = None,
) -> HttpResponse:
    """The page with the choice as it is (`draft`, if it has just been kept), or as it was sealed."""
    found = frame(at)
    draft = draft or draft_shown(at, sealed=found["sealed"])
    order = on_the_desk(at.state, at, draft)
    refusals = list(start.base_refusals(at.state, at.side, order))
    found |= {
        "board": drawn(at, order.places, links=not found["sealed"]),
        "groups": base_choice.groups(at.state, at.side, order.places),
        "figures": base_choice.figures(at.state, at.side, len(order.places)),
        "price": base_choice.price(at.side),
        "one_of_each": base_choice.one_of_each(at.side),
        "most": start.most_bases(at.state, at.side),
        "free": start.free_bases(at.state, at.side),
        "chosen": [place_title(place) for place in order.places],
        "remarks": refusals,
        "mark": mark_of(order),
        "refused": list(refused),
    }
    page = "campaign/planning/sealed_bases.html" if found["sealed"] else "campaign/planning/bases.html"
    part = "#desk" if request.headers.get("HX-Request") and not found["sealed"] else ""
    return render(request, f"{page}{part}", found, status=status)


def drawn(at: At, places: Collection[str], *, links: bool) -> Board:
    """The map with the side's own choice on it; zones where a base can stand lead to their line."""
    legal = set(start.base_places(at.state, at.side)) if links else set()
    ours = dict.fromkeys(places, at.side)

    def href(place: str) -> str:
        return f"#{base_choice.anchor_of(at.state, place)}" if place in legal else ""

    return draw_map(sectors_of(at.view, bases=ours, href=href))
