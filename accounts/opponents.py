"""Pages of the user's lifetime scores."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.lifetime import lines_between, opponents_of, totals_between
from accounts.models import User

OPPONENTS_A_PAGE, LINES_A_PAGE = 24, 40


@login_required
@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    """Everybody the user has a score with, with the points of both."""
    pages = Paginator(opponents_of(cast("User", request.user)), OPPONENTS_A_PAGE)
    return render(request, "accounts/opponents.html", {"page": pages.get_page(request.GET.get("page"))})


@login_required
@require_safe
def ledger(request: HttpRequest, callsign: str) -> HttpResponse:
    """The lines between the user and one opponent; 404 if there are none."""
    user = cast("User", request.user)
    totals = totals_between(user, callsign)
    if totals is None:
        raise Http404("There is no lifetime score between you.")
    pages = Paginator(lines_between(user, callsign), LINES_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "accounts/ledger.html", {"totals": totals, "page": page})
