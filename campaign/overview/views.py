"""The page of a war: what waits, the map, this turn's battles, fleets and losses."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from campaign.overview.page import Replayed, WarReply, war_page
from campaign.war.access import seated, seated_or_deputy
from campaign.war.at import At
from campaign.war.services.visiting import dismiss_news, note_visit
from config.pages import show
from engines.seam.refusals import Refusal
from engines.seam.words.whole_numbers import whole_number

PARTS = ("calls", "board", "sheet", "table")


@require_safe
@seated_or_deputy
def war(request: HttpRequest, at: At) -> HttpResponse:
    """The war as this side may see it; `?part=` gives one of its live parts, `?zone=` one zone's sheet.

    `?replay=` and `&step=` show a turn again on the map.
    """
    return show_war(request, at)


@require_POST
@seated
def dismiss_headlines(request: HttpRequest, at: At) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Puts away what happened before this visit."""
    dismiss_news(at.seats[at.side])
    return redirect(at.path)


def show_war(
    request: HttpRequest, at: At, *, status: int = 200, said: str = "", refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    """The page, or the part of it that was asked for, with what was just refused."""
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    chosen = (*request.POST.getlist("transports"), *request.POST.getlist("squadrons"))
    if request.method == "GET" and not part and not at.war.one_screen and not at.acts_for:
        note_visit(at.seats[at.side], at.war.version)
    page = war_page(at, request.GET.get("zone", ""), _replayed(request))
    typed = {request.POST.get("name", ""): request.POST.get("new", "")}
    misnamed = tuple(replace(ship, typed=typed.get(ship.name, ship.typed)) for ship in page.notices.misnamed)
    page = replace(
        page,
        notices=replace(page.notices, misnamed=misnamed),
        reply=WarReply(said, refusals, chosen),
        part=part,
    )
    if request.method == "GET" and not part:
        for one in page.panels:
            one.shown(at)
    return show(request, page, part, status)


def _replayed(request: HttpRequest) -> Replayed | None:
    """The step of a turn that was asked for; None if the map is to be as it is."""
    turn, step = (whole_number(request.GET.get(name, "")) for name in ("replay", "step"))
    return Replayed(turn, step or 0) if turn else None
