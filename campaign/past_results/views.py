"""Past results: entered by hand or as a file, and answered by the other player."""

from typing import Any, Final, cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import LifetimeLine, PastResult, User
from accounts.people.guests import keep_first
from accounts.scores import confirming
from campaign.past_results import csv_files
from campaign.past_results.forms import ResultForm, form_of
from campaign.past_results.page import past_result_page, past_results_page
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

FIRST: Final = {"kind": "battle", "outcome": "won", "way": "table"}
DONE: Final = {
    "confirm": "Confirmed. It counts in the lifetime score.",
    "refuse": "The result does not count. Who entered it can correct it.",
    "withdraw": "Withdrawn. Correct it and send it again, or delete it.",
    "back": "",
    "leave": "The result stays as it is.",
    "delete": "Deleted.",
}


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def past_results(request: HttpRequest) -> HttpResponse:
    """The user's past results; a POST enters one."""
    user = _me(request)
    if request.method != "POST":
        return show(request, past_results_page(user, ResultForm(user=user, initial=FIRST)))
    if not consume(request, action="past_result", user=user):
        return cast("HttpResponse", respond_429(request))
    form = ResultForm(request.POST, user=user)
    if form.is_valid():
        try:
            entered = confirming.enter(user=user, other=form.other, told=form.told)
        except Refused as refused:
            form.add_error(None, refused.reasons)
        else:
            messages.success(request, entered.words)
            return redirect("past-results")
    return show(request, past_results_page(user, form), status=422)


@post_or_back("past-results")
@login_required
@keep_first
def past_results_file(request: HttpRequest) -> HttpResponse:
    """Enters the lines of a file, or of what was pasted; those that are not taken come back with their reasons."""
    user = _me(request)
    if not consume(request, action="past_results_file", user=user):
        return cast("HttpResponse", respond_429(request))
    text, form = request.POST.get("text", ""), ResultForm(user=user, initial=FIRST)
    try:
        if (sent := request.FILES.get("file")) is not None:
            text = csv_files.text_of(sent.read(csv_files.MOST_BYTES + 1))
        taken = csv_files.take(user, text, request.build_absolute_uri("/"))
    except csv_files.NoFile as error:
        return show(request, past_results_page(user, form, text=text, why=str(error)), status=422)
    if taken.faults:
        return show(request, past_results_page(user, form, text=taken.rest, taken=taken), status=422)
    messages.success(request, _counts(taken))
    return redirect("past-results")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def past_result(request: HttpRequest, result_id: int) -> HttpResponse:
    """One result, for its two players; a POST corrects it. That of another game has a page of its own."""
    user, row = _me(request), _own(request, result_id)
    if row.system != LifetimeLine.System.TALON:
        return redirect(row)
    corrects = row.by_id == user.pk and row.stage != PastResult.Stage.COUNTED
    if request.method != "POST":
        form = ResultForm(user=user, initial=form_of(row), fixed=True) if corrects else None
        return show(request, past_result_page(user, row, form))
    if not consume(request, action="past_result", user=user):
        return cast("HttpResponse", respond_429(request))
    form = ResultForm(request.POST, user=user, initial=form_of(row), fixed=True)
    if form.is_valid():
        try:
            confirming.correct(result_id=result_id, user=user, told=form.told)
        except Refused as refused:
            form.add_error(None, refused.reasons)
        else:
            messages.success(request, f"Corrected. {row.other.username} is asked to confirm it.")
            return redirect("past-results")
    return show(request, past_result_page(user, _own(request, result_id), form), status=422)


@post_or_back("past-result")
@login_required
def past_result_answer(request: HttpRequest, result_id: int) -> HttpResponse:
    """What one of the two does about a result: confirm, refuse, withdraw, take back, leave, delete."""
    user, row, do = _me(request), _own(request, result_id), request.POST.get("do", "")
    if do not in DONE:
        raise Http404("There is no such answer.")
    if not consume(request, action="past_result", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        _answer(request, user, row, do)
    except Refused as refused:
        return show(
            request, past_result_page(user, _own(request, result_id), None, refused.refusals), status=422
        )
    return redirect("past-results")


@post_or_back("past-results")
@login_required
def past_results_confirm(request: HttpRequest) -> HttpResponse:
    """Confirms all results that were read on the page."""
    user = _me(request)
    if not consume(request, action="past_result", user=user):
        return cast("HttpResponse", respond_429(request))
    read = [_read(one) for one in request.POST.getlist("result")]
    known = set(confirming.asked_of(user).values_list("pk", flat=True))
    done, why = confirming.confirm_all(user=user, read=[one for one in read if one[0] in known])
    if done:
        messages.success(request, f"{done} result{'' if done == 1 else 's'} confirmed.")
    for reason in why:
        messages.warning(request, reason)
    return redirect("past-results")


def _answer(request: HttpRequest, user: User, row: PastResult, do: str) -> None:
    same: dict[str, Any] = {"result_id": row.pk, "user": user}
    if do == "confirm":
        confirming.confirm(**same, version=whole_number(request.POST.get("version", "")) or 0)
    elif do == "back":
        stage = confirming.take_back(**same).stage
        gone = stage == PastResult.Stage.WITHDRAWN
        words = "It counts no more." if gone else "It counts until the other player agrees to take it back."
        messages.success(request, words)
    else:
        services = {
            "refuse": confirming.turn_down,
            "withdraw": confirming.withdraw,
            "leave": confirming.leave,
            "delete": confirming.delete,
        }
        services[do](**same)
    if DONE[do]:
        messages.success(request, DONE[do])


def _read(written: str) -> tuple[int, int]:
    """The number and version of a result, "17:2"; of none for anything else."""
    number, _, version = written.partition(":")
    return whole_number(number) or 0, whole_number(version) or 0


def _own(request: HttpRequest, result_id: int) -> PastResult:
    found = confirming.between(_me(request)).filter(pk=result_id).first()
    if found is None:
        raise Http404("There is no such result.")
    return found


def _counts(taken: csv_files.Taken) -> str:
    said = [f"{taken.entered} result{'' if taken.entered == 1 else 's'} entered."]
    if taken.known:
        said.append(f"{taken.known} {'was' if taken.known == 1 else 'were'} known already.")
    return " ".join(said)


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
