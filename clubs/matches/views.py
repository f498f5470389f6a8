"""Matches of two clubs: a challenge, its answer, the teams, and the boards."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.people.guests import keep_first
from clubs.matches import challenging, following, naming
from clubs.matches.forms import FIRST, MatchForm, TeamForm
from clubs.matches.page import MatchNewPage, match_board_page, match_page
from clubs.matches.reading import board_seen, match_seen
from clubs.membership.reading import organises
from clubs.models import Board, Club, Match
from config.pages import show
from engines.seam.refusals import Refused

MISSING = "There is no such match. Only members of its two clubs see it."
NO_CLUB = "Only organisers of the club can challenge another."
NO_BOARD = "There is no such board in this match."


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def match_new(request: HttpRequest, club_id: int) -> HttpResponse:
    """The form of a challenge, for organisers; a POST sends it."""
    user = _me(request)
    club = Club.objects.filter(pk=club_id, closed_at=None, members__user=user).first()
    if club is None or not organises(club, user):
        raise Http404(NO_CLUB)
    if request.method != "POST":
        return show(request, MatchNewPage(club, MatchForm(user=user, club=club, initial=FIRST)))
    form = MatchForm(request.POST, user=user, club=club)
    if not form.is_valid():
        return show(request, MatchNewPage(club, form), status=422)
    if not consume(request, action="new_season", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        made = challenging.challenge(club_id=club.pk, by=user, **form.chosen)
    except Refused as refusal:
        form.add_error("away", refusal.reasons)
        return show(request, MatchNewPage(club, form), status=422)
    return redirect(made)


@login_required
@keep_first
@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """A match, for members of its clubs."""
    return show(request, match_page(_seen(request, match_id), _me(request)))


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def match_club(request: HttpRequest, match_id: int, club_id: int) -> HttpResponse:
    """What an organiser does for a club: accepts the challenge, calls the match off, or names the team."""
    row, user = _seen(request, match_id), _me(request)
    if request.method != "POST":
        return redirect(row)
    if not consume(request, action="change_club", user=user):
        return cast("HttpResponse", respond_429(request))
    do = request.POST.get("do")
    try:
        if do == "accept":
            challenging.accept(match=row, club_id=club_id, by=user)
        elif do == "off":
            challenging.call_off(match=row, club_id=club_id, by=user)
            messages.success(request, f"The match {row.name} is called off.")
            return redirect("club", club_id)
        else:
            return _team(request, row, club_id)
    except Refused as refusal:
        return show(request, match_page(_seen(request, match_id), user, refusal.refusals), status=422)
    return redirect(row)


def _team(request: HttpRequest, row: Match, club_id: int) -> HttpResponse:
    user = _me(request)
    club = next((one for one in (row.home, row.away) if one.pk == club_id), None)
    if club is None or not organises(club, user):
        raise Http404(MISSING)
    form = TeamForm(request.POST, match=row, players=naming.eligible(row, club))
    if not form.is_valid():
        return show(request, match_page(row, user, forms={club_id: form}), status=422)
    return redirect(naming.name_team(match=row, club_id=club_id, by=user, players=form.chosen))


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def match_board(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """A board of a match; a POST of an organiser gives it up for their club."""
    row, user = _seen(request, match_id), _me(request)
    found = _board(row, number)
    if request.method != "POST":
        return show(request, match_board_page(found, row, user))
    if not consume(request, action="change_club", user=user):
        return cast("HttpResponse", respond_429(request))
    club = next((one for one in (row.home, row.away) if organises(one, user)), None)
    try:
        following.give_up(match=row, club_id=0 if club is None else club.pk, by=user, number=number)
    except Refused as refusal:
        page = match_board_page(_board(row, number), row, user, refusal.refusals)
        return show(request, page, status=422)
    return redirect(found)


def _board(row: Match, number: int) -> Board:
    found = board_seen(row, number)
    if found is None:
        raise Http404(NO_BOARD)
    return found


def _seen(request: HttpRequest, match_id: int) -> Match:
    found = match_seen(_me(request), match_id)
    if found is None:
        raise Http404(MISSING)
    return found


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
