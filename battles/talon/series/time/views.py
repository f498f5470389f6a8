"""The page about the time of a campaign game, and what its players agree on there (S65, S66)."""

from collections.abc import Callable
from typing import Final, cast

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from battles.models import Series
from battles.pace import PAUSE
from battles.talon.series.access import own_series
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
    """The deadlines with what can be agreed about them; a POST does one thing and comes back."""
    row, user = own_series(request, series_id), cast("User", request.user)
    if not has_time(row):
        raise Http404
    if request.method != "POST":
        return show(request, series_time_page(row, user))
    do = request.POST.get("do", "")
    form = PaceForm(request.POST) if do == "pace" else None
    if form is not None and ("pace" not in request.POST or not form.is_valid()):
        refused = () if form.errors else (Refusal("", INCOMPLETE),)
        return show(request, series_time_page(row, user, form, refused), status=422)
    if do in ("pace", "pause") and not consume(
        request, action="propose_time", key=f"{user.pk}:series:{row.pk}"
    ):
        return show(request, series_time_page(row, user, form, (Refusal("", TOO_OFTEN),)), status=429)
    try:
        done = _pace(row, user, form) if form is not None else _does(do)(row, user, request.POST)
    except Refused as refusal:
        now = own_series(request, series_id)
        if not has_time(now):
            return redirect(now)
        return show(request, series_time_page(now, user, form, refusal.refusals), status=422)
    messages.success(request, done)
    return redirect("series_time", row.pk)


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


DOES: Final[dict[str, Callable[[Series, User, QueryDict], str]]] = {
    "pause": _pause,
    "agree": _agree,
    "decline": _decline,
    "drop": _drop,
    "resume": _resume,
    "leave": _leave,
    "back": _back,
}


def _does(word: str) -> Callable[[Series, User, QueryDict], str]:
    if word not in DOES:
        raise refuse("", INCOMPLETE)
    return DOES[word]
