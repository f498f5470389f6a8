"""Seasons: opened, signed up for, started, and everything organisers decide in them."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import by_link
from accounts.models import User
from accounts.people.guests import keep_first
from clubs.membership.reading import organises
from clubs.models import Club, Pairing, Season, SeasonCalendar
from clubs.seasons import beginning, files, ruling, setting_up, subscribing
from clubs.seasons.forms import FIRST, ExtendForm, RulingForm, SeasonForm
from clubs.seasons.game_page import season_game_page
from clubs.seasons.page import SeasonNewPage, season_page
from clubs.seasons.reading import pairing_seen, season_seen, state_of
from config.pages import show
from config.rate_limits import consume_reading
from config.spreadsheet import csv_answer
from engines.seam.refusals import Refused

P = ParamSpec("P")
MISSING = "There is no such season. Only members of the club see it."
NO_CLUB = "Only organisers of the club can open a season."
NO_GAME = "There is no such game in this season."
NO_CALENDAR = "This address leads to no calendar. Its player may have withdrawn it."
CALENDAR = "text/calendar; charset=utf-8"
Changing = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: HttpRequest, club_id: int) -> HttpResponse:
    """The form of a new season, for organisers; a POST opens it."""
    user = _me(request)
    club = Club.objects.filter(pk=club_id, closed_at=None, members__user=user).first()
    if club is None or not organises(club, user):
        raise Http404(NO_CLUB)
    if request.method != "POST":
        return show(request, SeasonNewPage(club, SeasonForm(user=user, initial=FIRST)))
    form = SeasonForm(request.POST, user=user)
    if not form.is_valid():
        return show(request, SeasonNewPage(club, form), status=422)
    if not consume(request, action="new_season", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        made = setting_up.open_season(club_id=club.pk, by=user, **form.chosen)
    except Refused as refusal:
        form.add_error("name", refusal.reasons)
        return show(request, SeasonNewPage(club, form), status=422)
    return redirect(made)


@login_required
@keep_first
@require_safe
@cache_control(no_transform=True)
def season(request: HttpRequest, club_id: int, season_id: int) -> HttpResponse:
    """A season, for members of its club. It is not compressed, as it has the address of a calendar, a key."""
    return show(request, season_page(_seen(request, club_id, season_id), _me(request)))


@login_required
@keep_first
@require_safe
def season_standings(request: HttpRequest, club_id: int, season_id: int) -> HttpResponse:
    """The standings as CSV."""
    row = _seen(request, club_id, season_id)
    return csv_answer(files.standings_csv(state_of(row)), f"season-{row.pk}-standings")


@login_required
@keep_first
@require_safe
def season_games(request: HttpRequest, club_id: int, season_id: int) -> HttpResponse:
    """All games as CSV."""
    row = _seen(request, club_id, season_id)
    return csv_answer(files.games_csv(state_of(row)), f"season-{row.pk}-games")


@login_required
@keep_first
@require_safe
def season_deadlines(request: HttpRequest, club_id: int, season_id: int) -> HttpResponse:
    """The deadlines for a calendar."""
    row = _seen(request, club_id, season_id)
    said = files.deadlines_ics(state_of(row), _me(request), timezone.now())
    answer = HttpResponse(said, content_type=CALENDAR)
    answer["Content-Disposition"] = f'attachment; filename="season-{row.pk}.ics"'
    return answer


@by_link(subscribing.subscribed_by, NO_CALENDAR)
def season_feed(request: HttpRequest, row: SeasonCalendar) -> HttpResponse:
    """The same deadlines for a calendar program, which has the address and no account."""
    if not consume_reading(request, action="season_feed", key=str(row.pk)):
        return cast("HttpResponse", respond_429(request))
    said = files.deadlines_ics(state_of(row.season), row.member.user, timezone.now())
    return HttpResponse(said, content_type=CALENDAR)


def of_a_season(view: Changing[P]) -> Callable[..., HttpResponseBase]:
    """For a POST about a season that the user sees: 404 for others, 429 for too many, the page again with a refusal.

    A GET leads to the season's page, and changes nothing.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @login_required
    @keep_first
    @cache_control(no_transform=True)
    @wraps(view)
    def guarded(
        request: HttpRequest, club_id: int, season_id: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        row = _seen(request, club_id, season_id)
        if request.method != "POST":
            return redirect(row)
        if not consume(request, action="change_club", user=_me(request)):
            return cast("HttpResponse", respond_429(request))
        try:
            return view(request, row, *args, **kwargs)
        except Refused as refusal:
            again = _seen(request, club_id, season_id)
            return show(request, season_page(again, _me(request), refusal.refusals), status=422)

    return guarded


@of_a_season
def season_entry(request: HttpRequest, row: Season) -> HttpResponse:
    """Signs the reader up, or takes that back."""
    change = setting_up.sign_off if request.POST.get("do") == "off" else setting_up.sign_up
    change(season=row, user=_me(request))
    return redirect(row)


@of_a_season
def season_calendar(request: HttpRequest, row: Season) -> HttpResponse:
    """Makes the secret address of the reader's calendar, makes it anew, or withdraws it."""
    user, do = _me(request), request.POST.get("do")
    if not consume(request, action="season_calendar", user=user):
        return cast("HttpResponse", respond_429(request))
    if do == "withdraw":
        subscribing.withdraw_address(season=row, user=user)
        messages.success(request, "The address leads nowhere now.")
    elif do == "renew":
        subscribing.renew_address(season=row, user=user)
        messages.success(request, "The address is new. The old one leads nowhere now.")
    else:
        subscribing.make_address(season=row, user=user)
    return redirect(f"{row.get_absolute_url()}#calendar")


@of_a_season
def season_start(request: HttpRequest, row: Season) -> HttpResponse:
    """Closes the entries, and begins the first round."""
    return redirect(beginning.start_season(season=row, by=_me(request)))


@of_a_season
def season_call_off(request: HttpRequest, row: Season) -> HttpResponse:
    """Calls the season off before it starts."""
    setting_up.call_off(season=row, by=_me(request))
    messages.success(request, f"The season {row.name} is called off.")
    return redirect(row.club)


@of_a_season
def season_round(request: HttpRequest, row: Season, round_number: int) -> HttpResponse:
    """Begins a round before its time, or gives it more time."""
    if request.POST.get("do") == "begin":
        beginning.begin_next(season=row, by=_me(request), number=round_number)
        return redirect(f"{row.get_absolute_url()}#round-{round_number}")
    form = ExtendForm(request.POST, prefix=f"round-{round_number}")
    if not form.is_valid():
        raise Http404("There is no such change.")
    ruling.extend(season=row, by=_me(request), number=round_number, **form.cleaned_data)
    return redirect(f"{row.get_absolute_url()}#round-{round_number}")


@of_a_season
def season_player(request: HttpRequest, row: Season, entrant: int) -> HttpResponse:
    """Withdraws a player."""
    ruling.withdraw(season=row, by=_me(request), entrant=entrant)
    return redirect(f"{row.get_absolute_url()}#players")


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def season_game(request: HttpRequest, club_id: int, season_id: int, game: int) -> HttpResponse:
    """A game of a season; a POST of an organiser decides it, or takes that back."""
    row = _seen(request, club_id, season_id)
    found, user = _game(row, game), _me(request)
    if request.method != "POST":
        return show(request, season_game_page(found, user))
    if not consume(request, action="change_club", user=user):
        return cast("HttpResponse", respond_429(request))
    form = None
    try:
        if request.POST.get("do") == "undo":
            ruling.take_back_ruling(season=row, by=user, game=game)
            return redirect(found)
        form = RulingForm(found, request.POST)
        if not form.is_valid():
            return show(request, season_game_page(found, user, form), status=422)
        ruled, reason = Pairing.Ruled(form.cleaned_data["ruled"]), form.cleaned_data["reason"]
        ruling.rule(season=row, by=user, game=game, ruled=ruled, reason=reason)
    except Refused as refusal:
        page = season_game_page(_game(row, game), user, form, refusal.refusals)
        return show(request, page, status=422)
    return redirect(found)


def _game(row: Season, game: int) -> Pairing:
    found = pairing_seen(row, game)
    if found is None:
        raise Http404(NO_GAME)
    return found


def _seen(request: HttpRequest, club_id: int, season_id: int) -> Season:
    found = season_seen(_me(request), club_id, season_id)
    if found is None:
        raise Http404(MISSING)
    return found


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
