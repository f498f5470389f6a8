"""Campaign games: set up, accepted by a link, and played leg by leg."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.live import latest_notice, topic_of
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from accounts.people.special_users import computer_user
from battles.models import Battle, Series, Tempo, Way
from battles.talon.play.services.captains import go_on
from battles.talon.series import arranging, deadlines, following
from battles.talon.series.access import SeriesSeat, own_series, seat_at
from battles.talon.series.arranging import SeriesClosed
from battles.talon.series.forms import SeriesForm
from battles.talon.series.own_legs.changing import drop_leg, play_leg
from battles.talon.series.page import series_invitation_page, series_list_page, series_page
from battles.talon.series.reading import player_in
from battles.talon.series.sealed_legs.choosing import choose_fleets
from battles.talon.skirmish.battle_form import DEFAULT_OPPONENT, DEFAULT_TEMPO
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.words.whole_numbers import whole_number

P = ParamSpec("P")
FIRST = {
    "legs": "best",
    "sides": "turn-terran",
    "opponent": DEFAULT_OPPONENT,
    "level": "ensign",
    "way": "hand",
    "tempo": DEFAULT_TEMPO,
    "clock": "",
    "pace": "",
}
Changing = Callable[Concatenate[HttpRequest, Series, P], HttpResponse]


@require_http_methods(["GET", "HEAD", "POST"])
def series_list(request: HttpRequest) -> HttpResponse:
    """The user's campaign games; a POST sets one up, as a guest if nobody is signed in."""
    user = _user(request)
    if request.method != "POST":
        return show(request, series_list_page(user, SeriesForm(user, initial=FIRST)))
    form = SeriesForm(user, request.POST)
    if not form.is_valid():
        return show(request, series_list_page(user, form), status=422)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    chosen = form.cleaned_data
    try:
        made = take_on(
            request,
            lambda who: arranging.make_series(
                user=who,
                name=form.chosen_name(),
                legs=form.planned(),
                computer=computer_user() if chosen["opponent"] == "computer" else None,
                level=form.chosen_level(),
                way=Way(chosen["way"]),
                tempo=chosen["tempo"] or Tempo.STEP,
                clock=chosen["clock"],
                pace=chosen["pace"],
            ),
        )
    except Refused as refusal:
        form.add_error(None, refusal.reasons)
        return show(request, series_list_page(user, form), status=422)
    return redirect(made)


@login_required
@require_safe
@cache_control(no_transform=True)
def series(request: HttpRequest, series_id: int) -> HttpResponse:
    """A campaign game, for its two players and their deputies; the page asks again when something has changed.

    It is not compressed, as its link is a key.
    """
    return _show(request, seat_at(request, series_id))


@require_safe
def series_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The invitation to a campaign game, for whoever has its link; its players are sent to its page."""
    found = _found(token)
    if player_in(found, _user(request)) is not None:
        return redirect(found)
    return show(request, series_invitation_page(found))


@post_or_back("series_invitation")
def series_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Takes a campaign game on, as a guest if nobody is signed in."""
    found = _found(token)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    try:
        row = take_on(
            request, lambda user: following.take_on(token=token, user=user, seen=request.POST.get("seen"))
        )
    except SeriesClosed:
        return show(request, series_invitation_page(_found(token)), status=409)
    except Refused as refusal:
        own = player_in(found, _user(request)) is not None
        return (
            redirect(found)
            if own
            else show(request, series_invitation_page(found, refusal.refusals), status=422)
        )
    return redirect(row)


def of_a_player(view: Changing[P]) -> Callable[..., HttpResponseBase]:
    """For a POST of one of the two players: 403 for a deputy, otherwise as `of_a_seat`."""
    return _guarded(view, own_series)


def of_a_seat(view: Changing[P]) -> Callable[..., HttpResponseBase]:
    """For a POST of a player or deputy: 404 for anybody else, 429 for too many, the page again with a refusal."""
    return _guarded(view, lambda request, series_id: seat_at(request, series_id).series)


def _guarded(
    view: Changing[P], found: Callable[[HttpRequest, int], Series]
) -> Callable[..., HttpResponseBase]:
    @post_or_back("series")
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, series_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        row = found(request, series_id)
        if not consume(request, action="change_series"):
            return cast("HttpResponse", respond_429(request))
        try:
            return view(request, row, *args, **kwargs)
        except Refused as refusal:
            return _show(request, seat_at(request, series_id), refusal.refusals, 422)

    return guarded


@of_a_seat
def series_begin(request: HttpRequest, row: Series) -> HttpResponse:
    """Begins the leg whose turn it is, or leads to its battle, or to where its fleets are chosen.

    It is counted as the beginning of any battle is.
    """
    if not consume(request, action="skirmish"):
        return cast("HttpResponse", respond_429(request))
    asked = request.POST.get("way", "")
    if asked and asked not in Way.values:
        raise refuse("28", "Choose how the leg is fought.")
    way = Way(asked) if asked else None
    designed = None
    if not way and player_in(row, _me(request)) is not None:
        designed = choose_fleets(series_id=row.pk, user=_me(request), number=_number(request))
    if designed is not None:
        return redirect("design", designed.token)
    battle = following.begin_leg(series_id=row.pk, user=_me(request), number=_number(request), way=way)
    return _gone_to(battle)


@of_a_player
def series_early(request: HttpRequest, row: Series) -> HttpResponse:
    """Asks for a leg before its turn, agrees to it, or takes that back."""
    if request.POST.get("do") == "no":
        following.no_early(series_id=row.pk, user=_me(request))
        return redirect(row)
    if not consume(request, action="skirmish"):
        return cast("HttpResponse", respond_429(request))
    battle = following.ask_early(series_id=row.pk, user=_me(request), number=_number(request))
    return redirect(row) if battle is None else _gone_to(battle)


@of_a_player
def series_move(request: HttpRequest, row: Series) -> HttpResponse:
    """Moves a leg up or down, takes it out, or has it played another way."""
    if request.POST.get("by") == "manner":
        number, manner = _number(request), request.POST.get("manner", "")
        options = request.POST.getlist("options")
        play_leg(series_id=row.pk, user=_me(request), number=number, manner=manner, options=options)
        return redirect(f"{reverse('series', args=[row.pk])}#manner-{number}")
    if request.POST.get("by") == "out":
        drop_leg(series_id=row.pk, user=_me(request), number=_number(request))
        return redirect(f"{reverse('series', args=[row.pk])}#legs")
    number, to = _number(request), "up" if request.POST.get("by") == "up" else "down"
    by = -1 if to == "up" else 1
    arranging.move_leg(series_id=row.pk, user=_me(request), number=number, by=by)
    return redirect(f"{reverse('series', args=[row.pk])}#{to}-{number + by}")


@of_a_player
def series_concede(request: HttpRequest, row: Series) -> HttpResponse:
    """Concedes the campaign game."""
    following.concede(series_id=row.pk, user=_me(request))
    return redirect(row)


@of_a_seat
def series_go_on(request: HttpRequest, row: Series) -> HttpResponse:
    """Lets a battle go on without the other player, who has not moved for long enough."""
    deadlines.let_go_on(series_id=row.pk, user=_me(request))
    return redirect(row)


@of_a_player
def series_end(request: HttpRequest, row: Series) -> HttpResponse:
    """Ends the campaign game, whose other player has a closed account."""
    following.end_without(series_id=row.pk, user=_me(request))
    return redirect(row)


@of_a_player
def series_call_off(request: HttpRequest, row: Series) -> HttpResponse:
    """Calls the campaign game off before its first leg."""
    arranging.call_off(series_id=row.pk, user=_me(request))
    messages.success(request, "The campaign game is called off.")
    return redirect("series_list")


def _gone_to(battle: Battle) -> HttpResponse:
    """To the board, or to the battle's page if it is not played there; the computer orders first if it is its turn."""
    go_on(battle.pk)
    return redirect(reverse("battle_play" if battle.plays.exists() else "battle", args=[battle.pk]))


def _show(
    request: HttpRequest, seat: SeriesSeat, refused: tuple[Refusal, ...] = (), status: int = 200
) -> HttpResponse:
    live = bool(getattr(request, "htmx", False))
    at = latest_notice([topic_of(seat.user.pk)]) if not live else 0
    link = request.build_absolute_uri(reverse("series_invitation", args=[seat.series.token]))
    return show(request, series_page(seat, link, at, refused), "state" if live else "", status)


def _found(token: str) -> Series:
    found = Series.objects.select_related("user", "rival").filter(token=token).first()
    if found is None:
        raise Http404("There is no such campaign game.")
    return found


def _number(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("leg", ""), digits=2)
    if number is None:
        raise Http404("There is no such leg.")
    return number


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
