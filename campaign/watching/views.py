"""Pages for onlookers of a war, found by their link alone; and making and taking back that link."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods
from django_stubs_ext import WithAnnotations

from accounts.links import by_link
from accounts.live import Newest, open_stream
from battles.battle.selectors import with_news
from battles.models import KNOWN_BY_ORDERS, Battle, Play
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.views import report_of
from battles.talon.play.services.publishing import play_of
from battles.talon.watching.page import onlooker_page
from campaign.models import War
from campaign.war.access import seated
from campaign.war.at import At
from campaign.war.words import history_rows
from campaign.watching import link as watching
from campaign.watching.link_page import onlookers_page
from campaign.watching.page import board_paths, watch_battle_page, watch_page
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

MISSING = "This link leads to no war. The players may have withdrawn it."
of_the_war = by_link(watching.watched_war, MISSING)


@of_the_war
def watch(request: HttpRequest, war: "WithAnnotations[War, Newest]") -> HttpResponse:
    """The war as it is open to both sides; `?turn=` chooses a turn, `?part=now` gives the part that changes."""
    asked, part = request.GET.get("turn", ""), request.GET.get("part", "")
    turn = whole_number(asked)
    page = watch_page(war, turn) if turn is not None or not asked else None
    if page is None or part not in ("", "now"):
        raise Http404("The war has had no such turn.")
    return show(request, page, part)


@of_the_war
def watch_battle(request: HttpRequest, war: War, battle: int) -> HttpResponse:
    """The report of a battle that is over; `?frame=` chooses the frame of the replay."""
    fight, report = _report(war, battle)
    return show(
        request, watch_battle_page(war, fight, report, whole_number(request.GET.get("frame", "")) or 0)
    )


@of_the_war
def watch_frames(_request: HttpRequest, war: War, battle: int) -> HttpResponse:
    """Every frame of the battle as numbers, for the replay."""
    _fight, report = _report(war, battle)
    return HttpResponse(report.document, content_type="application/json")


@of_the_war
def watch_board(request: HttpRequest, war: War, battle: int) -> HttpResponse:
    """A battle that is played by hand, as it stands for onlookers; only the table when the page itself asks.

    Once it is not played here any more, a page that is open goes on to the war.
    """
    is_part = getattr(request, "htmx", False)
    try:
        play, newest = _play(war, battle)
    except Http404:
        if not is_part:
            raise
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("watch", args=[war.watch_token])})
    return show(request, onlooker_page(play, board_paths(war, battle), newest), "table" if is_part else "")


async def watch_events(request: HttpRequest, token: str) -> HttpResponseBase:
    """The stream that says when the war has moved on; it ends when the link is taken back."""
    war = await sync_to_async(_watched)(token)
    return open_stream(request, [f"war:{war.pk}"], stands=lambda: watching.watched_war(token) is not None)


async def watch_board_events(request: HttpRequest, token: str, battle: int) -> HttpResponseBase:
    """The stream of a battle of the war that is played by hand; it ends when the link is taken back."""
    play, _newest = await sync_to_async(lambda: _play(_watched(token), battle))()
    return open_stream(request, [play.battle.topic], stands=lambda: watching.watched_war(token) is not None)


def _watched(token: str) -> War:
    war = watching.watched_war(token)
    if war is None:
        raise Http404(MISSING)
    return war


def _play(war: War, number: int) -> tuple[Play, int]:
    """The play of a battle of the war, under way or over, and the newest notice before it was read; 404 without one."""
    try:
        pk, newest = (
            with_news().values_list("pk", "newest").get(engagement__war=war, engagement__number=number)
        )
        return play_of(pk), newest
    except (Battle.DoesNotExist, Play.DoesNotExist) as error:
        raise Http404("This battle is not being played in the browser now.") from error


def _report(war: War, number: int) -> tuple[history_rows.Fight, FoughtReport]:
    """A battle that is known order by order; 404 for any other."""
    fight = next((one for one in history_rows.fights(war) if one["number"] == number), None)
    if fight is None or fight["how"] not in KNOWN_BY_ORDERS or fight["battle_id"] is None:
        raise Http404("There is no report of this battle.")
    return fight, report_of(Battle.objects.get(pk=fight["battle_id"]))[0]


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
@seated
def watch_link(request: HttpRequest, at: At) -> HttpResponse:
    """The link for onlookers; a POST makes it, or withdraws it. It is not compressed, as the link is a key."""
    part = "state" if getattr(request, "htmx", False) else ""
    refused = ""
    if at.war.is_sandbox:
        raise Http404
    if request.method == "POST":
        if not consume(request, action="watch_link", user=at.user):
            return cast("HttpResponse", respond_429(request))
        refused = _changed(at, request.POST.get("do", ""))
        if not part and not refused:
            return redirect("war-watch-link", at.war.pk, at.side)
        at.war.refresh_from_db(fields=["watch_token", "watch_by"])
    page = onlookers_page(at, request.build_absolute_uri, refused)
    return show(request, page, part, 422 if refused and not part else 200)


def _changed(at: At, what: str) -> str:
    """Make or withdraw the link; why not, "" if it was done."""
    try:
        if what == "close":
            watching.close_to_onlookers(war_id=at.war.pk)
        else:
            watching.open_to_onlookers(war_id=at.war.pk, side=at.side)
    except Refused as refused:
        return str(refused)
    return ""
