"""The page of a war: what waits, the map, this turn's battles, fleets and losses."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.at import At
from campaign.pages.war import Replayed, war_page
from campaign.views.access import seated
from config.pages import show
from engines.seam.refusals import Refusal
from engines.seam.whole_numbers import whole_number

PARTS = ("calls", "board", "sheet", "table")


@require_safe
@seated
def war(request: HttpRequest, at: At) -> HttpResponse:
    """The war as this side may see it; `?part=` gives one of its live parts, `?zone=` one zone's sheet.

    `?replay=` and `&step=` show a turn again on the map.
    """
    return show_war(request, at)


def show_war(
    request: HttpRequest, at: At, *, status: int = 200, said: str = "", refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    """The page, or the part of it that was asked for, with what was just refused."""
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    chosen = (*request.POST.getlist("transports"), *request.POST.getlist("squadrons"))
    page = war_page(at, request.GET.get("zone", ""), _replayed(request))
    page = replace(page, said=said, refusals=refusals, part=part, chosen=chosen)
    return show(request, page, part, status)


def _replayed(request: HttpRequest) -> Replayed | None:
    """The step of a turn that was asked for; None if the map is to be as it is."""
    turn, step = (whole_number(request.GET.get(name, "")) for name in ("replay", "step"))
    return Replayed(turn, step or 0) if turn else None
