"""Adding a leg of one's own to a campaign game that has not begun, and taking one out."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from battles.talon.series.access import own_series
from battles.talon.series.arranging import PlannedLeg, against_computer, arranges
from battles.talon.series.manners import read_manner
from battles.talon.series.own_legs.changing import add_leg
from battles.talon.series.own_legs.form import FIRST, LegForm
from battles.talon.series.own_legs.page import SeriesAddPage
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import as_side, opponent


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_add(request: HttpRequest, series_id: int) -> HttpResponse:
    """The form of a leg of the user's own; a POST adds it. Once the legs are settled, the campaign game's page.

    Without scripts the form is sent to look at the ships that both sides can have.
    """
    user = cast("User", request.user)
    row = own_series(request, series_id)
    if not arranges(row, user):
        return redirect(row)
    computer = against_computer(row)
    if request.method != "POST" or "look" in request.POST:
        last = row.legs.order_by("number").last()
        side = "terran" if last is None else opponent(as_side(last.user_side))
        first = request.POST.dict() or FIRST | {"side": side}
        return show(request, SeriesAddPage(row, LegForm(initial=first, computer=computer)))
    if not consume(request, action="change_series"):
        return cast("HttpResponse", respond_429(request))
    form = LegForm(request.POST, computer=computer)
    if form.is_valid():
        try:
            setup = form.setup()
            way, pace = read_manner(form.cleaned_data["manner"])
            leg = PlannedLeg(form.named(setup.place), setup, form.chosen_side(), way=way, pace=pace)
            number = add_leg(series_id=row.pk, user=user, leg=leg)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(f"{row.get_absolute_url()}#up-{number}")
    return show(request, SeriesAddPage(row, form), status=422)
