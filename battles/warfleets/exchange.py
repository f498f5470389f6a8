"""Fleets of Warfleets: FTL as files: downloaded by their players, and sent to become fleets."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.kept_fleets import numbered
from battles.models import WarfleetsFleet
from battles.warfleets import keeping
from battles.warfleets.files import fleet_of, text_of
from battles.warfleets.forms import FleetForm
from battles.warfleets.page import list_page
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused, Unreadable
from engines.warfleets.fleet import Fleet
from engines.warfleets.toml_files import MOST_BYTES

USUAL = 300
"""Points of a first game (W3)."""


@login_required
@require_safe
def fleet_file(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """A fleet of the player's as a file."""
    row = get_object_or_404(WarfleetsFleet, pk=fleet_id, user=cast("User", request.user))
    head = {"Content-Disposition": f'attachment; filename="{slugify(row.name) or "fleet"}.toml"'}
    return HttpResponse(text_of(keeping.fleet_in(row)), content_type="application/toml", headers=head)


@post_or_back("warfleets")
def send_fleet(request: HttpRequest) -> HttpResponse:
    """The fleet of a file becomes one of the player's, a guest's if nobody is signed in; a bad file is refused."""
    file = request.FILES.get("file")
    if file is None:
        return _refused(request, "Choose a file.")
    if (refused := turned_away(request, "new_fleet")) is not None:
        return refused
    try:
        fleet = fleet_of(file.read(MOST_BYTES + 1))
        keeping.document_of(fleet)
    except Unreadable as error:
        return _refused(request, f"{error}.")
    except Refused as refusal:
        return _refused(request, refusal.reasons)
    try:
        made = take_on(request, lambda user: _made(user, fleet))
    except Refused as refusal:
        return _refused(request, refusal.reasons)
    return redirect(made)


def _made(user: User, fleet: Fleet) -> WarfleetsFleet:
    """The fleet, kept under its name, with a number if the player has another of that name."""
    same = user.warfleets.filter(name=fleet.name, version=1).first()
    if same is None or keeping.fleet_in(same) != fleet:
        taken = set(user.warfleets.values_list("name", flat=True))
        fleet = replace(fleet, name=numbered(fleet.name, taken))
    return keeping.make_fleet(user=user, fleet=fleet, points=USUAL)


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    form = FleetForm(initial={"name": keeping.free_name(user), "points": USUAL})
    return show(request, list_page(user, form, why), status=422)
