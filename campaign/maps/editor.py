"""The editor of a map: each change is judged as it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, cast
from urllib.parse import quote

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from campaign.maps import drawing as maps
from campaign.maps.draft import Spot, spot_named
from campaign.maps.drawing import Change, Edit, StaleMap
from campaign.maps.forms import MapForm, SectorForm, ZoneForm
from campaign.maps.page import NOTHING, Sent, editor_page
from campaign.models import PlayerMap
from campaign.rules.map import map_edits
from campaign.rules.map.strategic_map import StrategicMap
from campaign.war.log.documents import decode_chart
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

KEPT: Final = " What you entered is still in the form. Check the map and save again."
AGAIN: Final = " Check the map and press again."
TYPED: Final = ("zone", "sector", "map")
"""Changes that are typed into fields."""
LIVE: Final = ("zone", "map")
"""Changes after which the fields stay as they are: only the map and what is wrong with it is drawn again."""


@dataclass(frozen=True)
class Asked:
    """A change that a form asks for, in words; `opens` is the zone whose fields are open then.

    A form with errors is in `sent`, and there is no `change`.
    """

    change: Change | None
    words: str
    opens: str
    sent: Sent = NOTHING


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, map_id: int) -> HttpResponse:
    """The editor of the player's own map, and a change to it; 404 for anybody else."""
    user = cast("User", request.user)
    found = get_object_or_404(PlayerMap, pk=map_id, owner=user)
    if request.method != "POST":
        part = "sheet" if request.GET.get("part") == "sheet" else ""
        return show(request, editor_page(found, request.GET.get("zone", "")), part)
    if not consume(request, action="change_map", user=user):
        return cast("HttpResponse", respond_429(request))
    return _undo(request, found) if request.POST.get("do") == "undo" else _change(request, found)


@login_required
@require_POST
def delete(request: HttpRequest, map_id: int) -> HttpResponse:
    """Delete the player's map."""
    found = get_object_or_404(PlayerMap, pk=map_id, owner=request.user)
    maps.delete_map(map_id=found.pk, owner=cast("User", request.user))
    messages.success(request, f"{found.name} is deleted. Wars that are played on it go on.")
    return redirect("maps")


@login_required
@require_POST
def offer(request: HttpRequest, map_id: int) -> HttpResponse:
    """Offer the player's map to the host for everybody, or take the offer back."""
    user = cast("User", request.user)
    found = get_object_or_404(PlayerMap, pk=map_id, owner=user)
    if not consume(request, action="change_map", user=user):
        return cast("HttpResponse", respond_429(request))
    if request.POST.get("do") == "withdraw":
        maps.withdraw_offer(map_id=map_id, owner=user)
        messages.success(request, "The host no longer sees this map.")
        return redirect("map-edit", map_id)
    try:
        maps.offer_to_host(map_id=map_id, owner=user)
    except Refused as refused:
        return show(request, editor_page(found, "", Sent(said=str(refused))), status=422)
    messages.success(request, "Offered. The host can now publish this map for everybody.")
    return redirect("map-edit", map_id)


@login_required
@require_POST
def share(request: HttpRequest, map_id: int) -> HttpResponse:
    """Make a link that shows the player's map to whoever has it, or take it back."""
    user = cast("User", request.user)
    get_object_or_404(PlayerMap, pk=map_id, owner=user)
    if not consume(request, action="change_map", user=user):
        return cast("HttpResponse", respond_429(request))
    if request.POST.get("do") == "withdraw":
        maps.unshare(map_id=map_id, owner=user)
        messages.success(request, "The link leads nowhere now.")
    else:
        maps.share(map_id=map_id, owner=user)
    return redirect(f"{reverse('map-edit', args=[map_id])}#share")


def _change(request: HttpRequest, found: PlayerMap) -> HttpResponse:
    """The answer to a form of the editor."""
    data, chart = request.POST, decode_chart(bytes(found.chart))
    asked = _asked(data, chart)
    if asked is None:
        stale = whole_number(data.get("version", "")) != found.version
        said = "This sector or zone is no longer on the map." if stale else ""
        if not said:
            raise Http404
        return _show(request, found, "", Sent(said=said), 409)
    if asked.change is None:
        return _show(request, found, asked.opens, asked.sent, 422)
    seen = whole_number(data.get("version", "")) or 0
    try:
        edit = Edit(asked.change, asked.words, seen, _digest(data))
        found = maps.change_map(map_id=found.pk, owner=cast("User", request.user), edit=edit)
    except StaleMap as stale:
        said = f"{stale}{KEPT if data.get('do') in TYPED else AGAIN}"
        return _show(request, stale.map, asked.opens, _with(asked.sent, said), 409)
    except Refused as refused:
        said = refused.reasons
        return _show(request, found, data.get("zone", ""), _with(asked.sent, said), 422)
    return _done(request, found, asked.opens)


def _undo(request: HttpRequest, found: PlayerMap) -> HttpResponse:
    seen, opened = whole_number(request.POST.get("version", "")) or 0, request.POST.get("zone", "")
    try:
        after = maps.undo(map_id=found.pk, owner=cast("User", request.user), seen=seen)
    except StaleMap as stale:
        return _show(request, stale.map, opened, Sent(said=f"{stale}{AGAIN}"), 409)
    except Refused as refused:
        return _show(request, found, opened, Sent(said=str(refused)), 422)
    return _done(request, after, opened)


def _done(request: HttpRequest, found: PlayerMap, opened: str) -> HttpResponse:
    """The map after a change: the parts that htmx asks for, or the way back to the page."""
    if getattr(request, "htmx", False):
        return _show(request, found, opened, NOTHING, 200)
    return redirect(_address(found, opened))


def _show(request: HttpRequest, found: PlayerMap, opened: str, sent: Sent, status: int) -> HttpResponse:
    """The page; of htmx the parts around the fields, or all of the editor where the map has another shape."""
    page = editor_page(found, opened, sent)
    if not getattr(request, "htmx", False):
        return show(request, page, status=status)
    if request.POST.get("do") in LIVE and status != 409:
        return show(request, page, "live", status)
    answer = show(request, page, "editor", status)
    answer["HX-Retarget"], answer["HX-Reswap"] = "#editor", "outerHTML"
    answer["HX-Replace-Url"] = _address(found, opened)
    return answer


def _address(found: PlayerMap, opened: str) -> str:
    """The address of the editor with the fields of a zone open."""
    query = f"?zone={quote(opened)}#zone" if opened else ""
    return f"{reverse('map-edit', args=[found.pk])}{query}"


def _with(sent: Sent, said: str) -> Sent:
    return Sent(sent.zone, sent.sector, sent.map, said)


def _digest(data: QueryDict) -> str:
    """What a form says, in 64 letters; each opened page has a token of its own, which is left out."""
    said = sorted((key, tuple(values)) for key, values in data.lists() if key != "csrfmiddlewaretoken")
    return sha256(repr(said).encode()).hexdigest()


def _asked(data: QueryDict, chart: StrategicMap) -> Asked | None:
    """What a form asks for; None if the map has no such sector or zone, or the form is none of the editor's."""
    do, opened = data.get("do", ""), data.get("zone", "")
    spot, sector = spot_named(chart, opened), data.get("sector", "")
    if do in OF_A_ZONE and spot is not None:
        return OF_A_ZONE[do](data, chart, spot)
    if do in OF_A_SECTOR and sector in chart.sectors:
        return OF_A_SECTOR[do](data, sector, opened)
    if do == "add-sector":
        return Asked(map_edits.add_sector, "A sector added", opened)
    if do == "map":
        form = MapForm(data, chart=chart)
        sent = Sent(map=form)
        return Asked(form.apply if form.is_valid() else None, "The map's name or settings", opened, sent)
    return None


def _zone(data: QueryDict, chart: StrategicMap, spot: Spot) -> Asked:
    form = ZoneForm(data, chart=chart, sector=spot[0], index=spot[1])
    change = form.apply if form.is_valid() else None
    return Asked(change, f"{spot[0]} {spot[1] + 1} changed", _named(spot), Sent(zone=form))


def _add_before(_data: QueryDict, chart: StrategicMap, spot: Spot) -> Asked | None:
    return _added(chart, spot[0], spot[1])


def _add_after(_data: QueryDict, chart: StrategicMap, spot: Spot) -> Asked | None:
    return _added(chart, spot[0], spot[1] + 1)


def _added(chart: StrategicMap, sector: str, index: int) -> Asked | None:
    """A new zone at the place, whose fields are then open; None outside of the homes."""
    if not 0 < index < len(chart.zones(sector)):
        return None
    words = f"A zone added to {sector}"
    return Asked(lambda chart: map_edits.add_zone(chart, sector, index), words, _named((sector, index)))


def _remove_zone(_data: QueryDict, _chart: StrategicMap, spot: Spot) -> Asked:
    def remove(chart: StrategicMap) -> StrategicMap:
        return map_edits.remove_zone(chart, *spot)

    return Asked(remove, f"{spot[0]} {spot[1] + 1} removed", "")


def _rename(data: QueryDict, sector: str, opened: str) -> Asked:
    form = SectorForm(data)
    if not form.is_valid():
        return Asked(None, "", opened, Sent(sector=(sector, form)))
    name = form.cleaned_data["name"]
    if opened.rpartition("/")[0] == sector:
        opened = f"{name}/{opened.rpartition('/')[2]}"

    def rename(chart: StrategicMap) -> StrategicMap:
        return map_edits.rename_sector(chart, sector, name)

    return Asked(rename, f"{sector} renamed", opened, Sent(sector=(sector, form)))


def _earlier(_data: QueryDict, sector: str, opened: str) -> Asked:
    return Asked(lambda chart: map_edits.move_sector(chart, sector, -1), f"{sector} moved", opened)


def _later(_data: QueryDict, sector: str, opened: str) -> Asked:
    return Asked(lambda chart: map_edits.move_sector(chart, sector, 1), f"{sector} moved", opened)


def _remove_sector(_data: QueryDict, sector: str, opened: str) -> Asked:
    return Asked(lambda chart: map_edits.remove_sector(chart, sector), f"{sector} removed", opened)


def _named(spot: Spot) -> str:
    return f"{spot[0]}/{spot[1] + 1}"


OF_A_ZONE: Final[dict[str, Callable[[QueryDict, StrategicMap, Spot], Asked | None]]] = {
    "zone": _zone,
    "add-before": _add_before,
    "add-after": _add_after,
    "remove-zone": _remove_zone,
}
OF_A_SECTOR: Final[dict[str, Callable[[QueryDict, str, str], Asked]]] = {
    "sector": _rename,
    "sector-earlier": _earlier,
    "sector-later": _later,
    "remove-sector": _remove_sector,
}
