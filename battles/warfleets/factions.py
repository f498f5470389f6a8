"""The faction of a fleet of Warfleets: sent as a file, taken from another fleet, put away, and downloaded."""

from pathlib import Path
from typing import Final, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from accounts.models import User
from battles.models import WarfleetsFleet
from battles.warfleets import keeping
from battles.warfleets.files import text_of_faction
from battles.warfleets.page import fleet_page
from battles.warfleets.views import changes_a_fleet, link_of
from config.pages import show
from engines.seam.refusals import Refused, Unreadable
from engines.warfleets.factions import Faction, read_faction
from engines.warfleets.toml_files import MOST_BYTES

EXAMPLE: Final = Path(settings.BASE_DIR, "docs/examples/warfleets-faction.toml")


@changes_a_fleet
def faction(request: HttpRequest, row: WarfleetsFleet) -> HttpResponse:
    """Give the fleet the faction of a file, or that of another fleet `of` the player's, or none."""
    user = cast("User", request.user)
    try:
        found = _chosen(request, user)
        keeping.take_faction(fleet_id=row.pk, user=user, faction=found)
    except Unreadable as error:
        return _refused(request, row, f"{error}.")
    except Refused as refusal:
        return _refused(request, row, refusal.reasons)
    messages.success(
        request, f"The fleet may use what {found.name} has." if found else "The fleet has no faction now."
    )
    return redirect(f"{row.get_absolute_url()}#faction")


@login_required
@require_safe
def faction_file(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """The faction of a fleet of the player's as a file, or the example if it has none."""
    row = get_object_or_404(WarfleetsFleet, pk=fleet_id, user=cast("User", request.user))
    own = keeping.fleet_in(row).faction
    text = text_of_faction(own) if own else EXAMPLE.read_text(encoding="utf-8")
    name = (slugify(own.name) if own else "") or "faction"
    head = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return HttpResponse(text, content_type="application/toml", headers=head)


def _chosen(request: HttpRequest, user: User) -> Faction | None:
    """The faction that was sent; `Unreadable` if there is none."""
    if (file := request.FILES.get("file")) is not None:
        return read_faction(file.read(MOST_BYTES + 1))
    name = request.POST.get("of")
    if name is None:
        raise Unreadable("Choose a file")
    if not name:
        return None
    found = keeping.factions_of(user).get(name)
    if found is None:
        raise Unreadable("None of your fleets has this faction any more. Send its file")
    return found


def _refused(request: HttpRequest, row: WarfleetsFleet, why: str) -> HttpResponse:
    return show(request, fleet_page(row, link_of(request, row), why=why), status=422)
