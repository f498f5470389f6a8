"""Taking over a war from paper."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from campaign.models import War
from campaign.new_war.maps import offers
from campaign.new_war.wars import create_war, just_made
from campaign.paper.form import TakeOverForm
from campaign.paper.page import take_over_page
from campaign.paper.sheets import MOST_BYTES
from campaign.war.chart.map_library import DEFAULT
from config.pages import show
from engines.seam.refusals import Refused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """The form for a war from paper on the map of `?chart=`; a POST checks it, or begins the war.

    What was filled in from tracking sheets is only checked, as nobody has seen it yet.
    """
    user = cast("User", request.user)
    key = request.GET.get("chart", DEFAULT)
    found = offers(user)
    if key not in found:
        raise Http404("There is no such map.")
    sheets = [sheet.read(MOST_BYTES + 1) for sheet in request.FILES.getlist("sheets") if sheet.size]
    data = request.POST if request.method == "POST" else None
    form = TakeOverForm(data, host=user, key=key, chart=found[key].chart, sheets=sheets)
    if request.method != "POST":
        return show(request, take_over_page(form))
    if not form.is_valid():
        return show(request, take_over_page(form), status=422)
    if sheets or request.POST.get("do") == "check":
        return show(request, take_over_page(form, checked=True))
    if not consume(request, action="new_war", user=user):
        return cast("HttpResponse", respond_429(request))
    war = _made(form, user)
    return redirect("war", war.pk) if war is not None else show(request, take_over_page(form), status=422)


def _made(form: TakeOverForm, user: User) -> War | None:
    """The war of a valid form, once; None with the refusals in the form."""
    chosen = form.cleaned_data
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            return just_made(user, chosen["name"]) or create_war(
                host=user,
                name=chosen["name"],
                settings=form.settings,
                chart=form.chart,
                side=form.my_side,
                opponent=form.against,
                invited=chosen["callsign"],
                taken=form.taken,
            )
    except Refused as refused:
        form.refuse(iter(refused.refusals))
        return None
