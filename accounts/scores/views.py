"""Pages of the user's score for life."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.scores import page
from config.pages import show


@login_required
@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    """What the user's score comes to, with everybody they have one with."""
    return show(request, page.score_page(cast("User", request.user), request.GET.dict()))


@login_required
@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """What the user's score is made of, line by line."""
    return show(request, page.results_page(cast("User", request.user), request.GET.dict()))


@login_required
@require_safe
def ledger(request: HttpRequest, callsign: str) -> HttpResponse:
    """The lines between the user and one opponent; 404 if there are none."""
    found = page.ledger(cast("User", request.user), callsign, request.GET.get("page"))
    if found is None:
        raise Http404("There is no score for life between you.")
    return show(request, found)
