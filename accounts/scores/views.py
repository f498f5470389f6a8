"""Pages of the user's lifetime scores."""

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
    """Everybody the user has a score with, with the points of both."""
    return show(request, page.opponents(cast("User", request.user), request.GET.get("page")))


@login_required
@require_safe
def ledger(request: HttpRequest, callsign: str) -> HttpResponse:
    """The lines between the user and one opponent; 404 if there are none."""
    found = page.ledger(cast("User", request.user), callsign, request.GET.get("page"))
    if found is None:
        raise Http404("There is no lifetime score between you.")
    return show(request, found)
