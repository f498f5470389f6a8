"""Pages for onlookers of a campaign game, found by their link alone; and making and taking back that link."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods
from django_stubs_ext import WithAnnotations

from accounts.links import by_link
from accounts.live import Newest, open_stream
from accounts.models import User
from battles.models import KNOWN_BY_ORDERS, Battle, Play, Series, Status
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.views import report_of
from battles.talon.series.access import own_series
from battles.talon.series.arranging import other_of
from battles.talon.series.reading import player_in
from battles.talon.series.watch_page import (
    board_paths,
    series_onlookers_page,
    series_watch_battle_page,
    series_watch_page,
)
from battles.talon.series.watching import (
    close_to_onlookers,
    open_to_onlookers,
    watched_battle,
    watched_play,
    watched_series,
)
from battles.talon.watching.page import onlooker_page
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

MISSING = "This link leads to no campaign game. The players may have withdrawn it."
of_the_series = by_link(watched_series, MISSING)


@of_the_series
def series_watch(request: HttpRequest, series: "WithAnnotations[Series, Newest]") -> HttpResponse:
    """The campaign game as anybody may see it; the part that changes when the page itself asks."""
    part = "now" if getattr(request, "htmx", False) else ""
    return show(request, series_watch_page(series), part)


@of_the_series
def series_watch_battle(request: HttpRequest, series: Series, battle: int) -> HttpResponse:
    """The report of a battle that is over; `?frame=` chooses the frame of the replay."""
    found, report = _report(series, battle)
    frame = whole_number(request.GET.get("frame", "")) or 0
    return show(request, series_watch_battle_page(series, found, report, frame))


@of_the_series
def series_watch_frames(_request: HttpRequest, series: Series, battle: int) -> HttpResponse:
    """Every frame of the battle as numbers, for the replay."""
    _found, report = _report(series, battle)
    return HttpResponse(report.document, content_type="application/json")


@of_the_series
def series_watch_board(request: HttpRequest, series: Series, battle: int) -> HttpResponse:
    """A battle that is played by hand, as it stands for onlookers; only the table when the page itself asks.

    Once it is not played here any more, a page that is open goes on to the campaign game.
    """
    is_part = getattr(request, "htmx", False)
    try:
        play, newest = _play(series, battle)
    except Http404:
        if not is_part:
            raise
        to = reverse("series_watch", args=[series.watch_token])
        return HttpResponse(status=204, headers={"HX-Redirect": to})
    return show(request, onlooker_page(play, board_paths(series, battle), newest), "table" if is_part else "")


async def series_watch_events(request: HttpRequest, token: str) -> HttpResponseBase:
    """The stream that says when the campaign game has moved on; it ends when the link is taken back."""
    series = await sync_to_async(_watched)(token)
    return open_stream(request, [series.topic], stands=lambda: watched_series(token) is not None)


async def series_watch_board_events(request: HttpRequest, token: str, battle: int) -> HttpResponseBase:
    """The stream of a battle that is played by hand; it ends when the link is taken back."""
    play, _newest = await sync_to_async(lambda: _play(_watched(token), battle))()
    return open_stream(request, [play.battle.topic], stands=lambda: watched_series(token) is not None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def series_onlookers(request: HttpRequest, series_id: int) -> HttpResponse:
    """The link for onlookers; a POST makes it, or takes it back. It is not compressed, as the link is a key."""
    series, user = own_series(request, series_id), cast("User", request.user)
    part = "state" if getattr(request, "htmx", False) else ""
    refused = ""
    if request.method == "POST":
        if not consume(request, action="watch_link", user=user):
            return cast("HttpResponse", respond_429(request))
        try:
            if request.POST.get("do") == "close":
                close_to_onlookers(series_id=series_id)
            else:
                open_to_onlookers(series_id=series_id, user=user)
        except Refused as error:
            refused = str(error)
        if not part and not refused:
            return redirect("series_onlookers", series_id)
        series.refresh_from_db(fields=["watch_token", "watch_by"])
    against = other_of(series, user)
    rival = "" if against is None or against.is_computer else against.username
    player = player_in(series, user) or ""
    page = series_onlookers_page(series, player, rival, request.build_absolute_uri, refused)
    return show(request, page, part, 422 if refused and not part else 200)


def _watched(token: str) -> Series:
    series = watched_series(token)
    if series is None:
        raise Http404(MISSING)
    return series


def _play(series: Series, number: int) -> tuple[Play, int]:
    found = watched_play(series, number)
    if found is None:
        raise Http404("This battle is not being played in the browser now.")
    return found


def _report(series: Series, number: int) -> tuple[Battle, FoughtReport]:
    found = watched_battle(series, number)
    if found is None or found.status != Status.SETTLED or found.settled_how not in KNOWN_BY_ORDERS:
        raise Http404("There is no report of this battle.")
    return found, report_of(found)[0]
