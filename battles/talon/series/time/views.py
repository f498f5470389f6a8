"""The page about the time of a campaign game and its deputies, and what its players do there (S65, S66, S96)."""

from collections.abc import Callable
from typing import Final

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from battles.deputies import TOO_MANY, person_named
from battles.models import Series
from battles.pace import PAUSE
from battles.talon.series.access import SeriesSeat, seat_at
from battles.talon.series.deputies import naming
from battles.talon.series.time import agreements
from battles.talon.series.time.leaving import come_back, go_on_holiday
from battles.talon.series.time.page import PaceForm, has_time, series_time_page
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.words.whole_numbers import whole_number

TOO_OFTEN: Final = "You made 10 proposals in an hour in this campaign game. Wait an hour, then make another."
INCOMPLETE: Final = "The form was incomplete. Nothing was changed."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_time(request: HttpRequest, series_id: int) -> HttpResponse:
    """The deadlines with what can be agreed about them, and deputies; a POST does one thing and comes back."""
    seat = seat_at(request, series_id)
    if not has_time(seat.series):
        raise Http404
    if request.method != "POST":
        return show(request, series_time_page(seat))
    return _step_down(request, seat) if seat.acts_for else _posted(request, seat)


def _step_down(request: HttpRequest, seat: SeriesSeat) -> HttpResponse:
    """All that a deputy may do here; 403 for anything else."""
    if request.POST.get("do") != "step-down":
        raise PermissionDenied
    naming.step_down(series_id=seat.series.pk, user=seat.user)
    messages.success(request, f"You are no longer {seat.acts_for}’s deputy.")
    return redirect("series_list")


def _posted(request: HttpRequest, seat: SeriesSeat) -> HttpResponse:
    """What the player asked for, done; 422 or 429 with the page if it was not."""
    row, user = seat.series, seat.user
    do = request.POST.get("do", "")
    form = PaceForm(request.POST) if do == "pace" else None
    if form is not None and ("pace" not in request.POST or not form.is_valid()):
        refused = () if form.errors else (Refusal("", INCOMPLETE),)
        return show(request, series_time_page(seat, form, refused), status=422)
    if often := _too_often(request, seat):
        return show(request, series_time_page(seat, form, (Refusal("", often),)), status=429)
    try:
        done = _pace(row, user, form) if form is not None else _does(do)(row, user, request.POST)
    except Refused as refusal:
        now, callsign = seat_at(request, row.pk), request.POST.get("callsign", "")
        if not has_time(now.series):
            return redirect(now.series)
        return show(request, series_time_page(now, form, refusal.refusals, callsign), status=422)
    messages.success(request, done)
    return redirect("series_time", row.pk)


def _too_often(request: HttpRequest, seat: SeriesSeat) -> str:
    """Why the player may not make one more proposal in this campaign game, or ask one more to be deputy anywhere.

    "" if they may. Each is a message to somebody.
    """
    do, pk = request.POST.get("do", ""), seat.user.pk
    if do in ("pace", "pause"):
        return (
            "" if consume(request, action="propose_time", key=f"{pk}:series:{seat.series.pk}") else TOO_OFTEN
        )
    if do == "ask-deputy":
        return "" if consume(request, action="name_deputy", key=str(pk)) else TOO_MANY
    return ""


def _pace(row: Series, user: User, form: PaceForm) -> str:
    asked = agreements.ask_for(series_id=row.pk, user=user, asked=form.asked).time_asked
    return "Proposed. It counts once your opponent agrees." if asked else "Agreed."


def _pause(row: Series, user: User, _post: QueryDict) -> str:
    paused = agreements.ask_for(series_id=row.pk, user=user, asked=PAUSE).paused
    return "The campaign game is paused." if paused else "You have asked for a pause."


def _agree(row: Series, user: User, post: QueryDict) -> str:
    agreements.answer(series_id=row.pk, user=user, asked=post.get("asked", ""), agree=True)
    return "Agreed."


def _decline(row: Series, user: User, post: QueryDict) -> str:
    agreements.answer(series_id=row.pk, user=user, asked=post.get("asked", ""), agree=False)
    return "Declined."


def _drop(row: Series, user: User, _post: QueryDict) -> str:
    agreements.drop(series_id=row.pk, user=user)
    return "Proposal taken back."


def _resume(row: Series, user: User, _post: QueryDict) -> str:
    agreements.resume(series_id=row.pk, user=user)
    return "The campaign game goes on."


def _leave(row: Series, user: User, post: QueryDict) -> str:
    days = whole_number(post.get("days", ""))
    if days is None:
        raise refuse("S66", "Enter how many days you are away.", "days")
    go_on_holiday(series_id=row.pk, user=user, days=days)
    return "Have a good holiday. Your deadlines stand still."


def _back(row: Series, user: User, _post: QueryDict) -> str:
    come_back(series_id=row.pk, user=user)
    return "Welcome back."


def _ask_deputy(row: Series, user: User, post: QueryDict) -> str:
    named = person_named(post.get("callsign", ""))
    if naming.ask_deputy(series_id=row.pk, player=user, user=named) is None:
        return f"{named.username} is your deputy already."
    return f"You have asked {named.username}, who can do nothing for you before they accept."


def _withdraw_deputy(row: Series, user: User, _post: QueryDict) -> str:
    naming.withdraw(series_id=row.pk, player=user)
    return "You ask nobody to be your deputy."


def _revoke_deputy(row: Series, user: User, _post: QueryDict) -> str:
    naming.revoke(series_id=row.pk, player=user)
    return "You have no deputy now."


DOES: Final[dict[str, Callable[[Series, User, QueryDict], str]]] = {
    "pause": _pause,
    "agree": _agree,
    "decline": _decline,
    "drop": _drop,
    "resume": _resume,
    "leave": _leave,
    "back": _back,
    "ask-deputy": _ask_deputy,
    "withdraw-deputy": _withdraw_deputy,
    "revoke-deputy": _revoke_deputy,
}


def _does(word: str) -> Callable[[Series, User, QueryDict], str]:
    if word not in DOES:
        raise refuse("", INCOMPLETE)
    return DOES[word]
