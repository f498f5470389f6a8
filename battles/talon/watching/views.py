"""Pages for onlookers of a battle, found by their link alone; and making and taking back that link."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods
from django_stubs_ext import WithAnnotations

from accounts.links import by_link
from accounts.live import Newest, open_stream
from accounts.models import User
from battles.battle.access import own_seat
from battles.models import Battle, Play
from battles.talon.fought.views import report_of
from battles.talon.play.services.publishing import play_of
from battles.talon.watching.link import close_to_onlookers, open_to_onlookers, watched_battle
from battles.talon.watching.link_page import battle_onlookers_page
from battles.talon.watching.page import onlooker_page, onlooker_report_page, paths_of
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

MISSING = "This link leads to no battle. The players may have withdrawn it."
of_the_battle = by_link(watched_battle, MISSING)


@of_the_battle
def onlooker(request: HttpRequest, battle: "WithAnnotations[Battle, Newest]") -> HttpResponse:
    """The battle as it stands for onlookers; only the table when the page itself asks."""
    try:
        play = play_of(battle.pk)
    except Play.DoesNotExist as error:
        raise Http404("This battle is not being played in the browser now.") from error
    page = onlooker_page(play, paths_of(battle), battle.newest)
    return show(request, page, "table" if getattr(request, "htmx", False) else "")


@of_the_battle
def onlooker_report(request: HttpRequest, battle: Battle) -> HttpResponse:
    """The report of the battle, once it is over; `?frame=` chooses the frame of the replay."""
    report, _source = report_of(battle)
    frame = whole_number(request.GET.get("frame", "")) or 0
    return show(request, onlooker_report_page(battle, report, frame))


@of_the_battle
def onlooker_frames(_request: HttpRequest, battle: Battle) -> HttpResponse:
    """Every frame of the battle that is over as numbers, for the replay."""
    report, _source = report_of(battle)
    return HttpResponse(report.document, content_type="application/json")


async def onlooker_events(request: HttpRequest, token: str) -> HttpResponseBase:
    """The stream that says when the battle has moved on; it ends when the link is taken back."""
    battle = await sync_to_async(watched_battle)(token)
    if battle is None:
        raise Http404(MISSING)
    return open_stream(request, [battle.topic], stands=lambda: watched_battle(token) is not None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def battle_onlookers(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The link for onlookers; a POST makes it, or takes it back. It is not compressed, as the link is a key."""
    battle, seats = own_seat(request, battle_id)
    part = "state" if getattr(request, "htmx", False) else ""
    refused = ""
    if request.method == "POST":
        if not consume(request, action="watch_link", user=cast("User", request.user)):
            return cast("HttpResponse", respond_429(request))
        try:
            if request.POST.get("do") == "close":
                close_to_onlookers(battle=battle)
            else:
                open_to_onlookers(battle=battle, side=seats[0])
        except Refused as error:
            refused = str(error)
        if not part and not refused:
            return redirect("battle_onlookers", battle_id)
    found = Battle.objects.select_related("onlooker_link", "terran_user", "talon_user").get(pk=battle_id)
    page = battle_onlookers_page(found, seats, request.build_absolute_uri, refused)
    return show(request, page, part, 422 if refused and not part else 200)
