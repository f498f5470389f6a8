"""Fleets of Warfleets: the list, putting one together, and showing it to others."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.links import by_link
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import WarfleetsFleet
from battles.warfleets import keeping
from battles.warfleets.exchange import USUAL
from battles.warfleets.forms import FleetForm, changed, fleet_from
from battles.warfleets.page import VerdictPage, fleet_page, list_page, shared_page, verdict_of
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number
from engines.warfleets.fleet import Fleet

MISSING = "This link leads to no fleet. Its player may have withdrawn it."


@require_http_methods(["GET", "HEAD", "POST"])
def fleets(request: HttpRequest) -> HttpResponse:
    """The player's fleets; a POST begins a new one, as a guest if nobody is signed in."""
    user = _user(request)
    if request.method != "POST":
        first = {"name": keeping.free_name(user), "points": USUAL}
        return show(request, list_page(user, FleetForm(initial=first)))
    form = FleetForm(request.POST)
    if not form.is_valid():
        return show(request, list_page(user, form), status=422)
    if (refused := turned_away(request, "new_fleet")) is not None:
        return refused
    try:
        fleet, points = Fleet(form.cleaned_data["name"]), form.cleaned_data["points"]
        made = take_on(request, lambda user: keeping.make_fleet(user=user, fleet=fleet, points=points))
    except Refused as refusal:
        form.add_error("name", refusal.reasons)
        return show(request, list_page(_user(request), form), status=422)
    return redirect(made)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def fleet(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """A fleet of the player's; a POST saves the whole form, whatever the rules say of it.

    When the page itself asks, only what the fleet would cost and what the rules have against it; nothing is saved. The
    page is not compressed, as it has the fleet's link, a key.
    """
    user = cast("User", request.user)
    row = get_object_or_404(WarfleetsFleet, pk=fleet_id, user=user)
    if request.method != "POST":
        return show(request, fleet_page(row, link_of(request, row)))
    if not consume(request, action="change_fleet", user=user):
        return cast("HttpResponse", respond_429(request))
    form = FleetForm(request.POST)
    valid = form.is_valid()
    live = getattr(request, "htmx", False)
    version = whole_number(request.POST.get("version", ""), digits=9) or 0
    name, before = form.cleaned_data.get("name", row.name), keeping.fleet_in(row)
    try:
        entered = fleet_from(request.POST, name, before, stale=version != row.version)
        after = entered if live else changed(entered, request.POST.get("do", "save"))
    except KeyError as error:
        raise Http404("There is no such ship, squadron or part of one.") from error
    if live:
        verdict = verdict_of(entered, form.cleaned_data.get("points", row.points))
        return show(request, VerdictPage(verdict))
    said = ""
    if valid:
        try:
            keeping.save_fleet(
                fleet_id=fleet_id, user=user, fleet=after, points=form.cleaned_data["points"], version=version
            )
        except Refused as refusal:
            said = refusal.reasons
        else:
            return redirect(
                "warfleets_cards" if request.POST.get("do") == "cards" else "warfleets_fleet", row.pk
            )
    page = fleet_page(row, link_of(request, row), form=form, entered=entered, said=said)
    return show(request, page, status=422)


def changes_a_fleet(
    view: Callable[[HttpRequest, WarfleetsFleet], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """For a POST that does something with a fleet of the player's: 404 for anybody else's, 429 for too many."""

    @post_or_back("warfleets_fleet")
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, fleet_id: int) -> HttpResponse:
        user = cast("User", request.user)
        row = get_object_or_404(WarfleetsFleet, pk=fleet_id, user=user)
        if not consume(request, action="change_fleet", user=user):
            return cast("HttpResponse", respond_429(request))
        return view(request, row)

    return guarded


@changes_a_fleet
def copy(request: HttpRequest, row: WarfleetsFleet) -> HttpResponse:
    """Copy the fleet, and open the copy."""
    try:
        return redirect(keeping.copy_fleet(user=cast("User", request.user), row=row))
    except Refused as refusal:
        messages.error(request, refusal.reasons)
        return redirect(row)


@changes_a_fleet
def delete(request: HttpRequest, row: WarfleetsFleet) -> HttpResponse:
    """Delete the fleet."""
    keeping.delete_fleet(fleet_id=row.pk, user=cast("User", request.user))
    messages.success(request, "The fleet was deleted.")
    return redirect("warfleets")


@changes_a_fleet
def share(request: HttpRequest, row: WarfleetsFleet) -> HttpResponse:
    """Make a link that shows the fleet to whoever has it, or take it back."""
    user = cast("User", request.user)
    if request.POST.get("do") == "withdraw":
        keeping.unshare_fleet(fleet_id=row.pk, user=user)
        messages.success(request, "The link leads nowhere now.")
    else:
        keeping.share_fleet(fleet_id=row.pk, user=user)
    return redirect(f"{row.get_absolute_url()}#share")


@by_link(keeping.shared_fleet, MISSING)
def shared(request: HttpRequest, row: WarfleetsFleet) -> HttpResponse:
    """A fleet that its player shows by a link, as it is now."""
    return show(request, shared_page(row, _user(request)))


@post_or_back("warfleets_shared")
def shared_copy(request: HttpRequest, token: str) -> HttpResponse:
    """The fleet of a link becomes one of the player's own, a guest's if nobody is signed in."""
    row = keeping.shared_fleet(token)
    if row is None:
        raise Http404(MISSING)
    if (refused := turned_away(request, "new_fleet")) is not None:
        return refused
    try:
        made = take_on(request, lambda user: keeping.copy_fleet(user=user, row=row))
    except Refused as refusal:
        return show(request, shared_page(row, _user(request), refusal.reasons), status=422)
    return redirect(made)


def link_of(request: HttpRequest, row: WarfleetsFleet) -> str:
    """The link that shows a fleet to others, "" if there is none."""
    if row.share_token is None:
        return ""
    return request.build_absolute_uri(reverse("warfleets_shared", args=[row.share_token]))


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
