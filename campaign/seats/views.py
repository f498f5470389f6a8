"""Who acts for a side: the answer to a player who asks for a deputy, and a seat that is given back."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from campaign.models import DeputyRequest
from campaign.seats import naming
from campaign.seats.handing import give_back
from campaign.seats.page import DeputyPage
from campaign.seats.words import requests_to
from campaign.war.access import seated
from campaign.war.at import At
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import as_side


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deputy(request: HttpRequest, war_id: int, side: str) -> HttpResponse:
    """Whether the user wants to be the deputy of a player who asks; 404 for anybody who is not asked."""
    user = cast("User", request.user)
    asked = requests_to(user).filter(war=war_id, side=side).first()
    if asked is None:
        raise Http404
    if request.method != "POST":
        return show(request, DeputyPage(asked))
    try:
        return _answered(request, asked, user)
    except Refused as refused:
        return show(request, DeputyPage(asked, str(refused)), status=422)


def _answered(request: HttpRequest, asked: DeputyRequest, user: User) -> HttpResponse:
    side = as_side(asked.side)
    if request.POST.get("do") == "accept":
        naming.accept(war_id=asked.war_id, side=side, user=user)
        messages.success(request, "You are deputy from now on.")
        return redirect("war-side", asked.war_id, side)
    naming.decline(war_id=asked.war_id, side=side, user=user)
    messages.info(request, "Declined.")
    return redirect("wars")


@require_POST
@seated
def return_seat(request: HttpRequest, at: At) -> HttpResponse:
    """Gives the seat back to whoever had it before the host gave it to this player."""
    try:
        seat = give_back(war_id=at.war.pk, side=at.side, user=at.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(at.path)
    messages.success(request, f"{seat.title} has the seat again.")
    return redirect("wars")
