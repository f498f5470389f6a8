"""The page about the time of a war, and what its players agree on there (S65)."""

from collections.abc import Callable

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaign.at import At
from campaign.pace import PAUSE
from campaign.pace_form import PaceForm
from campaign.pages.frame import has_time
from campaign.pages.time import time_page
from campaign.services import agreements, holidays
from campaign.views.access import seated
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.whole_numbers import whole_number

PROPOSALS = ("pace", "pause")
TOO_OFTEN = "You made 10 proposals in an hour in this war. Wait an hour, then make another."


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def war_time(request: HttpRequest, at: At) -> HttpResponse:
    """The war's deadlines with what can be agreed about them; a POST does one thing and comes back."""
    if not has_time(at):
        raise Http404
    if request.method != "POST":
        return show(request, time_page(at))
    form = PaceForm(request.POST) if request.POST.get("do") == "pace" else None
    if form is not None and not form.is_valid():
        return show(request, time_page(at, form), status=422)
    if request.POST.get("do") in PROPOSALS and not _may_propose(request, at):
        return show(request, time_page(at, form, (Refusal("", TOO_OFTEN),)), status=429)
    try:
        done = _pace(at, form) if form is not None else _does(request.POST.get("do", ""))(at, request.POST)
    except Refused as refused:
        return show(request, time_page(at.now(), form, refused.refusals), status=422)
    messages.success(request, done)
    return redirect("war-time", at.war.pk, at.side)


def _may_propose(request: HttpRequest, at: At) -> bool:
    """Whether the player may make one more proposal in this war, each of which is a message to the opponent."""
    return bool(consume(request, action="propose_time", key=f"{at.user.pk}:{at.war.pk}"))


def _pace(at: At, form: PaceForm) -> str:
    war = agreements.ask_for(war_id=at.war.pk, side=at.side, asked=form.asked)
    return "Proposed. It holds once your opponent agrees." if war.time_asked else "Agreed."


def _pause(at: At, _post: QueryDict) -> str:
    war = agreements.ask_for(war_id=at.war.pk, side=at.side, asked=PAUSE)
    return "The war is paused." if war.paused else "You have asked for a pause."


def _agree(at: At, post: QueryDict) -> str:
    agreements.answer(war_id=at.war.pk, side=at.side, asked=post.get("asked", ""), agree=True)
    return "Agreed."


def _decline(at: At, post: QueryDict) -> str:
    agreements.answer(war_id=at.war.pk, side=at.side, asked=post.get("asked", ""), agree=False)
    return "Declined."


def _drop(at: At, _post: QueryDict) -> str:
    agreements.drop(war_id=at.war.pk, side=at.side)
    return "Proposal taken back."


def _resume(at: At, _post: QueryDict) -> str:
    agreements.resume(war_id=at.war.pk, side=at.side)
    return "The war goes on."


def _leave(at: At, post: QueryDict) -> str:
    days = whole_number(post.get("days", ""))
    if days is None:
        raise refuse("S66", "Enter how many days you are away.", "days")
    holidays.go_on_holiday(war_id=at.war.pk, side=at.side, days=days)
    return "Have a good holiday. Your deadlines stand still."


def _back(at: At, _post: QueryDict) -> str:
    holidays.come_back(war_id=at.war.pk, side=at.side)
    return "Welcome back."


DOES: dict[str, Callable[[At, QueryDict], str]] = {
    "pause": _pause,
    "agree": _agree,
    "decline": _decline,
    "drop": _drop,
    "resume": _resume,
    "leave": _leave,
    "back": _back,
}


def _does(word: str) -> Callable[[At, QueryDict], str]:
    if word not in DOES:
        raise refuse("", "The form was incomplete. Nothing was changed.")
    return DOES[word]
