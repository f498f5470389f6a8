"""Pages for onlookers of a war, found by their link alone; and making and taking back that link."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from allauth.core.internal.ratelimit import consume as consume_reading  # the public one counts no GET
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from battles.models import Battle
from battles.pages.fought import FoughtReport
from battles.views.fought import report_of
from campaign.at import At
from campaign.models import War
from campaign.pages.watch import watch_battle_page, watch_page
from campaign.services import watching
from campaign.telling import annals
from campaign.views.access import seated
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.whole_numbers import whole_number
from engines.talon.report.document import document_of

P = ParamSpec("P")


def by_link(
    page: Callable[Concatenate[HttpRequest, War, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page for whoever has the link, kept by nobody; 404 once it was taken back, 429 for too many that lead nowhere.

    Only those are counted, as counting writes: an onlooker's page does not.
    """

    @require_safe
    @wraps(page)
    def guarded(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        war = watching.watched_war(token)
        if war is None:
            if not consume_reading(request, app="allauth.account", action="watch", limit_get=True):
                return cast("HttpResponse", respond_429(request))
            raise Http404("This link leads to no war. The players may have taken it back.")
        response = page(request, war, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        add_never_cache_headers(response)
        patch_cache_control(response, no_transform=True)
        return response

    return guarded


@by_link
def watch(request: HttpRequest, war: War) -> HttpResponse:
    """The war as it is open to both sides; `?turn=` chooses a turn, `?part=now` gives the part that changes."""
    asked, part = request.GET.get("turn", ""), request.GET.get("part", "")
    turn = whole_number(asked)
    page = watch_page(war, turn) if turn is not None or not asked else None
    if page is None or part not in ("", "now"):
        raise Http404("The war has had no such turn.")
    return show(request, page, part)


@by_link
def watch_battle(request: HttpRequest, war: War, battle: int) -> HttpResponse:
    """The report of a battle that is over; `?frame=` chooses the frame of the replay."""
    fight, report = _report(war, battle)
    return show(
        request, watch_battle_page(war, fight, report, whole_number(request.GET.get("frame", "")) or 0)
    )


@by_link
def watch_frames(_request: HttpRequest, war: War, battle: int) -> HttpResponse:
    """Every frame of the battle as numbers, for the replay."""
    _fight, report = _report(war, battle)
    return JsonResponse(document_of(report.frames, report.cast), safe=False)


def _report(war: War, number: int) -> tuple[annals.Fight, FoughtReport]:
    """A battle that captains have fought; 404 for any other."""
    fight = next((one for one in annals.fights(war) if one["number"] == number), None)
    if fight is None or fight["how"] != "fought" or fight["battle_id"] is None:
        raise Http404("There is no report of this battle.")
    return fight, report_of(Battle.objects.get(pk=fight["battle_id"]))[0]


@require_POST
@seated
def watch_link(request: HttpRequest, at: At) -> HttpResponse:
    """Makes the link for onlookers, or takes it back."""
    if not consume(request, action="watch_link", user=at.user):
        return cast("HttpResponse", respond_429(request))
    try:
        if request.POST.get("do") == "close":
            watching.close_to_onlookers(war_id=at.war.pk)
            messages.info(request, "Link taken back. Nobody can watch the war any more.")
        else:
            watching.open_to_onlookers(war_id=at.war.pk, side=at.side)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(f"{at.path}history/#onlookers")
