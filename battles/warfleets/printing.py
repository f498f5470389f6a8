"""The cards of a fleet of Warfleets: on the screen, and as PDF."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.printing.asking import ask_and_wait
from accounts.printing.sheets import Content
from battles.models import WarfleetsFleet
from battles.warfleets.page import cards_page, cards_pdf
from config.going_back import post_or_back
from config.pages import as_html, show


@login_required
@require_safe
def cards(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """The cards of a fleet of the player's, to be printed."""
    return show(request, cards_page(_own(request, fleet_id)))


@post_or_back("warfleets_cards")
@login_required
def cards_as_pdf(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """Asks for the same as PDF."""
    row = _own(request, fleet_id)
    back = reverse("warfleets_cards", args=[row.pk])
    return ask_and_wait(request, Content(as_html(cards_pdf(row)), slugify(row.name) or "fleet", back))


def _own(request: HttpRequest, fleet_id: int) -> WarfleetsFleet:
    return get_object_or_404(WarfleetsFleet, pk=fleet_id, user=cast("User", request.user))
