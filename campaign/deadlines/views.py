"""The page about the time of a war, and what its players agree on there (S65)."""

from collections.abc import Callable
from dataclasses import replace

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from battles.deputies import TOO_MANY, person_named
from battles.pace import PAUSE
from campaign.deadlines import agreements, holidays
from campaign.deadlines.page import time_page
from campaign.new_war.pace_form import PaceForm
from campaign.seats import naming
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from campaign.war.time.arranging import has_time
from campaign.war.time.table_time import say_playing
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.words.whole_numbers import whole_number

PROPOSALS = ("pace", "pause")
TOO_OFTEN = "You made 10 proposals in an hour in this war. Wait an hour, then make another."


@require_http_methods(["GET", "HEAD", "POST"])
@seated_or_deputy
def war_time(request: HttpRequest, at: At) -> HttpResponse:
    """The war's deadlines with what can be agreed about them; a POST does one thing and comes back."""
    if not has_time(at):
        raise Http404
    if request.method != "POST":
        return show(request, time_page(at))
    if request.POST.get("do") == "playing":
        return _playing(request, at)
    return _step_down(request, at) if at.acts_for else _posted(request, at)


def _playing(request: HttpRequest, at: At) -> HttpResponse:
    """The battle at the table has its whole time again: back to its page; 422 with the reason if not."""
    battle = whole_number(request.POST.get("battle", ""), digits=12)
    try:
        if battle is None:
            raise refuse("", "The form was incomplete. Nothing was changed.")
        say_playing(war_id=at.war.pk, side=at.side, user=at.user, battle_id=battle)
    except Refused as refused:
        return show(request, time_page(at.now(), refusals=refused.refusals), status=422)
    messages.success(request, "Have a good game. The battle has its full time again.")
    return redirect("battle", battle)


def _posted(request: HttpRequest, at: At) -> HttpResponse:
    """What the player asked for, done; 422 or 429 with the page if it was not."""
    form = PaceForm(request.POST) if request.POST.get("do") == "pace" else None
    if form is not None and "pace" not in request.POST:
        incomplete = Refusal(
            "", "The form was incomplete, so nothing was changed. Choose the deadlines again."
        )
        return show(request, time_page(at, refusals=(incomplete,)), status=422)
    if form is not None and not form.is_valid():
        return show(request, time_page(at, form), status=422)
    if often := _too_often(request, at):
        return show(request, time_page(at, form, (Refusal("", often),)), status=429)
    try:
        done = _pace(at, form) if form is not None else _does(request.POST.get("do", ""))(at, request.POST)
    except Refused as refused:
        page = time_page(at.now(), form, refused.refusals)
        return show(request, replace(page, callsign=request.POST.get("callsign", "")), status=422)
    messages.success(request, done)
    return redirect("war-time", at.war.pk, at.side)


def _step_down(request: HttpRequest, at: At) -> HttpResponse:
    """All that a deputy may do here; 403 for anything else."""
    if request.POST.get("do") != "step-down":
        raise PermissionDenied
    naming.step_down(war_id=at.war.pk, side=at.side, user=at.user)
    messages.success(request, f"You are no longer {at.acts_for}'s deputy.")
    return redirect("wars")


def _ask_deputy(at: At, post: QueryDict) -> str:
    user = person_named(post.get("callsign", ""))
    asked = naming.ask_deputy(war_id=at.war.pk, side=at.side, player=at.user, user=user)
    if asked is None:
        return f"{user.username} is your deputy already."
    return f"You have asked {user.username}, who can do nothing for you before they accept."


def _withdraw_deputy(at: At, _post: QueryDict) -> str:
    naming.withdraw(war_id=at.war.pk, side=at.side, player=at.user)
    return "You ask nobody to be your deputy."


def _revoke_deputy(at: At, _post: QueryDict) -> str:
    naming.revoke(war_id=at.war.pk, side=at.side, player=at.user)
    return "You have no deputy now."


def _too_often(request: HttpRequest, at: At) -> str:
    """Why the player may not make one more proposal in this war, or ask one more to be deputy anywhere; "" if they may.

    Each is a message to somebody.
    """
    limits = {
        **dict.fromkeys(PROPOSALS, ("propose_time", TOO_OFTEN)),
        "ask-deputy": ("name_deputy", TOO_MANY),
    }
    action, words = limits.get(request.POST.get("do", ""), ("", ""))
    key = str(at.user.pk) if action == "name_deputy" else f"{at.user.pk}:{at.war.pk}"
    if not action or consume(request, action=action, key=key):
        return ""
    return words


def _pace(at: At, form: PaceForm) -> str:
    war = agreements.ask_for(war_id=at.war.pk, side=at.side, user=at.user, asked=form.asked)
    return "Proposed. It counts once your opponent agrees." if war.time_asked else "Agreed."


def _pause(at: At, _post: QueryDict) -> str:
    war = agreements.ask_for(war_id=at.war.pk, side=at.side, user=at.user, asked=PAUSE)
    return "The war is paused." if war.paused else "You have asked for a pause."


def _agree(at: At, post: QueryDict) -> str:
    agreements.answer(war_id=at.war.pk, side=at.side, user=at.user, asked=post.get("asked", ""), agree=True)
    return "Agreed."


def _decline(at: At, post: QueryDict) -> str:
    agreements.answer(war_id=at.war.pk, side=at.side, user=at.user, asked=post.get("asked", ""), agree=False)
    return "Declined."


def _drop(at: At, _post: QueryDict) -> str:
    agreements.drop(war_id=at.war.pk, side=at.side, user=at.user)
    return "Proposal taken back."


def _resume(at: At, _post: QueryDict) -> str:
    agreements.resume(war_id=at.war.pk, side=at.side, user=at.user)
    return "The war goes on."


def _leave(at: At, post: QueryDict) -> str:
    days = whole_number(post.get("days", ""))
    if days is None:
        raise refuse("S66", "Enter how many days you are away.", "days")
    holidays.go_on_holiday(war_id=at.war.pk, side=at.side, user=at.user, days=days)
    return "Have a good holiday. Your deadlines stand still."


def _back(at: At, _post: QueryDict) -> str:
    holidays.come_back(war_id=at.war.pk, side=at.side, user=at.user)
    return "Welcome back."


DOES: dict[str, Callable[[At, QueryDict], str]] = {
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


def _does(word: str) -> Callable[[At, QueryDict], str]:
    if word not in DOES:
        raise refuse("", "The form was incomplete. Nothing was changed.")
    return DOES[word]
