"""Pages of the user's lifetime score."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import by_link
from accounts.models import User
from accounts.scores import page, showing
from accounts.scores.exporting import results_csv
from accounts.scores.plays import plays_file
from accounts.scores.reckoning import Chosen
from config.pages import show
from config.spreadsheet import csv_answer

MISSING = "This link leads to no score. Its player may have withdrawn it."


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
    user, asked = cast("User", request.user), request.GET
    found = page.ledger(user, callsign, asked.get("page"), asked.get("system", ""))
    if found is None:
        raise Http404("There is no lifetime score between you.")
    return show(request, found)


@login_required
@require_safe
def results_file(request: HttpRequest) -> HttpResponse:
    """The same lines as a file for a spreadsheet."""
    chosen = Chosen.of(request.GET.dict())
    return csv_answer(results_csv(cast("User", request.user), chosen, request.build_absolute_uri), "score")


@login_required
@require_safe
def results_plays(request: HttpRequest) -> HttpResponse:
    """The battles among them as plays for BG Stats."""
    chosen, user = Chosen.of(request.GET.dict()), cast("User", request.user)
    said = plays_file(user, chosen, request.build_absolute_uri, timezone.now())
    answer = HttpResponse(said, content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="score.bgsplay"'
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def score_link(request: HttpRequest) -> HttpResponse:
    """The link that shows the user's score; a POST makes it, or takes it back. Not compressed, as the link is a key."""
    user = cast("User", request.user)
    if request.method == "POST":
        if not consume(request, action="score_link", user=user):
            return cast("HttpResponse", respond_429(request))
        if request.POST.get("do") == "withdraw":
            showing.hide_score(user)
            messages.success(request, "The link leads nowhere now.")
        else:
            showing.show_score(user)
        return redirect("score-link")
    token = showing.link_of(user)
    link = request.build_absolute_uri(reverse("score-shown", args=[token])) if token else ""
    return show(request, page.ScoreLinkPage(link))


of_the_score = by_link(showing.shown_by, MISSING)


@of_the_score
def score_shown(request: HttpRequest, owner: User) -> HttpResponse:
    """What a player shows of the score by a link, as it is now."""
    return show(request, page.score_shown_page(owner, request.GET.get("system", "")))
