"""One's own fleets: the list, putting one together, and showing it to others."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.links import by_link
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import SavedFleet
from battles.talon.fleets import keeping
from battles.talon.fleets.forms import FleetForm, NewFleetForm
from battles.talon.fleets.page import fleet_page, fleet_shared_page, fleets_page
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refusal, Refused
from engines.seam.words.whole_numbers import whole_number

P = ParamSpec("P")
FIRST = {"faction": "terran", "size": "300"}
MISSING = "This link leads to no fleet. Its player may have withdrawn it."
Changing = Callable[Concatenate[HttpRequest, int, P], HttpResponse]


@require_http_methods(["GET", "HEAD", "POST"])
def fleets(request: HttpRequest) -> HttpResponse:
    """The player's fleets; a POST begins a new one, as a guest if nobody is signed in.

    A link can say whose ships it is to have, and its size.
    """
    if request.method != "POST":
        user = _user(request)
        asked = {name: request.GET[name] for name in ("faction", "size", "limit") if name in request.GET}
        return show(
            request,
            fleets_page(user, NewFleetForm(initial=FIRST | {"name": keeping.free_name(user)} | asked)),
        )
    form = NewFleetForm(request.POST)
    if not form.is_valid():
        return show(request, fleets_page(_user(request), form), status=422)
    if (refused := turned_away(request, "new_fleet")) is not None:
        return refused
    try:
        name, own = form.cleaned_data["name"], form.fleet
        made = take_on(request, lambda user: keeping.make_fleet(user=user, name=name, fleet=own))
    except Refused as refusal:
        form.add_error("name", str(refusal))
        return show(request, fleets_page(_user(request), form), status=422)
    return redirect(made)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def fleet(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """A fleet of the player's; a POST sets how many it has of a class, given as "battleship:2".

    Only the part that has changed when the page itself asks. It is not compressed, as it has the fleet's link, a key.
    """
    user = cast("User", request.user)
    row = get_object_or_404(SavedFleet, pk=fleet_id, user=user)
    live = getattr(request, "htmx", False)
    refused: tuple[Refusal, ...] = ()
    if request.method != "POST":
        return _show(request, row, part="odds" if live else "")
    if not consume(request, action="change_fleet", user=user):
        return cast("HttpResponse", respond_429(request))
    key, _, asked = request.POST.get("count", "").partition(":")
    number = whole_number(asked, digits=2)
    if number is None:
        raise Http404("There is no such number of ships.")
    try:
        row = keeping.set_number(fleet_id=fleet_id, user=user, key=key, number=number)
    except KeyError as error:
        raise Http404("There is no such class.") from error
    except Refused as refusal:
        refused = refusal.refusals
    if not live and not refused:
        return redirect(row)
    return _show(request, row, part="builder" if live else "", refused=refused)


def changes_a_fleet(view: Changing[P]) -> Callable[..., HttpResponseBase]:
    """For a POST that changes a fleet of the player's: 404 for anybody else's, 429 for too many."""

    @post_or_back("fleet")
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, fleet_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = cast("User", request.user)
        get_object_or_404(SavedFleet, pk=fleet_id, user=user)
        if not consume(request, action="change_fleet", user=user):
            return cast("HttpResponse", respond_429(request))
        return view(request, fleet_id, *args, **kwargs)

    return guarded


@changes_a_fleet
def fleet_change(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """Give the fleet another name or size."""
    form, user = FleetForm(request.POST), cast("User", request.user)
    if form.is_valid():
        try:
            with transaction.atomic():
                keeping.rename_fleet(fleet_id=fleet_id, user=user, name=form.cleaned_data["name"])
                keeping.set_size(fleet_id=fleet_id, user=user, size=form.chosen_size)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("fleet", fleet_id)
    row = get_object_or_404(SavedFleet, pk=fleet_id, user=user)
    return _show(request, row, form=form, status=422)


@changes_a_fleet
def fleet_copy(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """Copy the fleet, and open the copy."""
    user = cast("User", request.user)
    row = get_object_or_404(SavedFleet, pk=fleet_id, user=user)
    try:
        return redirect(keeping.copy_fleet(user=user, row=row))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(row)


@changes_a_fleet
def fleet_delete(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """Delete the fleet."""
    keeping.delete_fleet(fleet_id=fleet_id, user=cast("User", request.user))
    messages.success(request, "The fleet was deleted.")
    return redirect("fleets")


@changes_a_fleet
def fleet_share(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """Make a link that shows the fleet to whoever has it, or take it back."""
    user = cast("User", request.user)
    if request.POST.get("do") == "withdraw":
        keeping.unshare_fleet(fleet_id=fleet_id, user=user)
        messages.success(request, "The link leads nowhere now.")
    else:
        keeping.share_fleet(fleet_id=fleet_id, user=user)
    return redirect(f"{reverse('fleet', args=[fleet_id])}#share")


of_the_fleet = by_link(keeping.shared_fleet, MISSING)


@of_the_fleet
def fleet_shared(request: HttpRequest, row: SavedFleet) -> HttpResponse:
    """A fleet that its player shows by a link, as it is now."""
    return show(request, fleet_shared_page(row, _user(request)))


@post_or_back("fleet_shared")
def fleet_shared_copy(request: HttpRequest, token: str) -> HttpResponse:
    """The fleet of a link becomes one of the player's own, a guest's if nobody is signed in."""
    row = keeping.shared_fleet(token)
    if row is None:
        raise Http404(MISSING)
    if (refused := turned_away(request, "new_fleet")) is not None:
        return refused
    try:
        made = take_on(request, lambda user: keeping.copy_fleet(user=user, row=row))
    except Refused as refusal:
        return show(request, fleet_shared_page(row, _user(request), str(refusal)), status=422)
    return redirect(made)


def _show(
    request: HttpRequest,
    row: SavedFleet,
    *,
    part: str = "",
    refused: tuple[Refusal, ...] = (),
    form: FleetForm | None = None,
    status: int = 200,
) -> HttpResponse:
    link = ""
    if row.share_token is not None:
        link = request.build_absolute_uri(reverse("fleet_shared", args=[row.share_token]))
    user, against = cast("User", request.user), request.GET.get("against", "")
    page = fleet_page(user, row, link, refused=refused, form=form, against=against)
    return show(request, page, part, 422 if refused and not part else status)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
