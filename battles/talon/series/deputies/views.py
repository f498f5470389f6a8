"""The answer to a player of a campaign game who asks for a deputy (S96)."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from battles.models import Series, SeriesDeputyRequest
from battles.talon.series.access import seat_at
from battles.talon.series.deputies import naming
from battles.talon.series.deputies.page import series_deputy_page
from config.pages import show
from engines.seam.refusals import Refused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_deputy(request: HttpRequest, series_id: int, asked: int) -> HttpResponse:
    """Whether the user wants to be the deputy of a player who asks.

    Whoever is that deputy already goes on to the campaign game; 404 for anybody else who is not asked.
    """
    user = cast("User", request.user)
    rows = SeriesDeputyRequest.objects.filter(pk=asked, series=series_id, user=user)
    rows = rows.filter(series__stage=Series.Stage.ON)
    found = rows.select_related("series__user", "series__rival").first()
    if found is None:
        seat = seat_at(request, series_id)
        if not seat.acts_for:
            raise Http404
        return redirect(seat.series)
    if request.method != "POST":
        return show(request, series_deputy_page(found))
    try:
        if request.POST.get("do") == "accept":
            naming.accept(series_id=series_id, request=asked, user=user)
            messages.success(request, "You are deputy from now on.")
            return redirect(found.series)
        naming.decline(series_id=series_id, request=asked, user=user)
    except Refused as refused:
        return show(request, series_deputy_page(found, refused.refusals), status=422)
    messages.info(request, "Declined.")
    return redirect("series_list")
