"""The player's maps: the list, a new one, one from a file, and a copy that is offered to everybody."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import by_link
from accounts.models import User
from accounts.people.guests import keep_first
from campaign.maps.drawing import make_map, shared_map
from campaign.maps.forms import MapFileForm, NewMapForm
from campaign.maps.page import map_offered_page, maps_page, shared_map_page
from campaign.models import PlayerMap, ShelfMap
from campaign.new_war.maps import offers
from campaign.rules.map.map_files import MOST_BYTES, map_text, read_map_bytes
from campaign.rules.map.strategic_map import StrategicMap
from campaign.war.log.documents import decode_chart
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused

MOST_SENTENCES = 20


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def maps(request: HttpRequest) -> HttpResponse:
    """The player's maps; a POST makes a new one and opens it."""
    user = cast("User", request.user)
    if request.method != "POST":
        return show(request, maps_page(user))
    if not consume(request, action="new_map", user=user):
        return cast("HttpResponse", respond_429(request))
    form = NewMapForm(request.POST, offers=offers(user))
    if not form.is_valid():
        return show(request, maps_page(user, form), status=422)
    try:
        found = _just_made(user, form.map) or make_map(owner=user, chart=form.map)
    except Refused as refused:
        for refusal in refused.refusals:
            form.add_error("name" if refusal.where == "name" else None, str(refusal))
        return show(request, maps_page(user, form), status=422)
    return redirect("map-edit", found.pk)


@post_or_back("maps")
@login_required
@keep_first
def upload(request: HttpRequest) -> HttpResponse:
    """A map from a file; 422 with every reason why it is none."""
    user = cast("User", request.user)
    if not consume(request, action="new_map", user=user):
        return cast("HttpResponse", respond_429(request))
    form = MapFileForm(request.POST, request.FILES)
    found = _from_file(form, user) if form.is_valid() else None
    if found is None:
        return show(request, maps_page(user, file_form=form), status=422)
    return redirect("map-edit", found.pk)


@login_required
@require_safe
def download(request: HttpRequest, map_id: int) -> HttpResponse:
    """The player's map as a file."""
    found = get_object_or_404(PlayerMap, pk=map_id, owner=request.user)
    return _file(decode_chart(bytes(found.chart)))


@login_required
@require_safe
def offered(request: HttpRequest, copy_id: int) -> HttpResponse:
    """A map on the shelf, for everybody; one that is only offered, for the host and its maker."""
    copy = get_object_or_404(ShelfMap.objects.select_related("maker"), pk=copy_id)
    user = cast("User", request.user)
    if not (copy.is_shelved or user.is_superuser or copy.maker_id == user.pk):
        raise Http404
    return show(request, map_offered_page(copy))


of_the_map = by_link(shared_map, "This link leads to no map. Its maker may have withdrawn it.")


@of_the_map
def shared(request: HttpRequest, found: PlayerMap) -> HttpResponse:
    """A map that its maker shares by a link, as it is now."""
    return show(request, shared_map_page(found, request.user))


@of_the_map
def shared_file(_request: HttpRequest, found: PlayerMap) -> HttpResponse:
    """The same as a file."""
    return _file(decode_chart(bytes(found.chart)))


@post_or_back("map-shared")
@login_required
@keep_first
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The map of a link becomes one of the player's own; the maker's stays as it is."""
    user, found = cast("User", request.user), shared_map(token)
    if found is None:
        raise Http404("This link leads to no map. Its maker may have withdrawn it.")
    if not consume(request, action="new_map", user=user):
        return cast("HttpResponse", respond_429(request))
    chart = decode_chart(bytes(found.chart))
    try:
        made = _just_made(user, chart) or make_map(owner=user, chart=chart)
    except Refused as refused:
        return show(request, shared_map_page(found, user, said=str(refused)), status=422)
    return redirect("map-edit", made.pk)


def _just_made(user: User, chart: StrategicMap) -> PlayerMap | None:
    """The map of that name if the first of two clicks has made it: nothing has been changed in it since."""
    found = user.maps.filter(name=chart.name, version=1).first()
    return found if found is not None and decode_chart(bytes(found.chart)) == chart else None


def _from_file(form: MapFileForm, user: User) -> PlayerMap | None:
    """The map of a file; None with the reasons in the form."""
    try:
        chart = read_map_bytes(form.cleaned_data["file"].read(MOST_BYTES + 1))
        return _just_made(user, chart) or make_map(owner=user, chart=chart)
    except Refused as refused:
        for refusal in refused.refusals[:MOST_SENTENCES]:
            form.add_error("file", str(refusal))
        return None


def _file(chart: StrategicMap) -> HttpResponse:
    name = slugify(chart.name) or "map"
    head = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return HttpResponse(map_text(chart), content_type="application/toml; charset=utf-8", headers=head)
