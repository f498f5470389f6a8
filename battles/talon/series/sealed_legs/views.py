"""Adding a leg whose fleets are chosen in secret to a campaign game that has not begun."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from battles.talon.series.access import own_series
from battles.talon.series.arranging import against_computer, arranges
from battles.talon.series.own_legs.changing import add_leg
from battles.talon.series.sealed_legs.form import FIRST, SealedLegForm
from battles.talon.series.sealed_legs.page import SeriesAddSealedPage
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import as_side, opponent


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_add_sealed(request: HttpRequest, series_id: int) -> HttpResponse:
    """The form; a POST adds the leg. Once the legs are settled, the campaign game's page."""
    user = cast("User", request.user)
    row = own_series(request, series_id)
    if not arranges(row, user):
        return redirect(row)
    computer = against_computer(row)
    if request.method != "POST":
        last = row.legs.order_by("number").last()
        side = "terran" if last is None else opponent(as_side(last.user_side))
        return show(
            request,
            SeriesAddSealedPage(row, SealedLegForm(initial=FIRST | {"side": side}, computer=computer)),
        )
    if not consume(request, action="change_series"):
        return cast("HttpResponse", respond_429(request))
    form = SealedLegForm(request.POST, computer=computer)
    if form.is_valid():
        try:
            number = add_leg(series_id=row.pk, user=user, leg=form.planned())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(f"{row.get_absolute_url()}#up-{number}")
    return show(request, SeriesAddSealedPage(row, form), status=422)
