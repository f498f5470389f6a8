"""The page on which a result of an earlier turn is corrected (S67)."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaign.corrections import correcting
from campaign.corrections.changes import PARTS
from campaign.corrections.log_preview import WAYS
from campaign.corrections.page import Entered, Found, battle_of, correct_page
from campaign.models import Correction
from campaign.rules.orders import Amend, CorrectLog, Fit
from campaign.war.access import seated
from campaign.war.at import At
from campaign.war.log.documents import encoded
from campaign.war.services.log import StaleWar
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.systems import system
from engines.seam.words.whole_numbers import whole_number

TOO_OFTEN = "You proposed 10 corrected results in an hour in this war. Wait an hour, then propose another."
TOO_MANY = "You looked at 30 corrected results in 10 minutes. Wait 10 minutes, then look at another."
CHANGED = "You have changed the result. See below what it changes now, then propose it."
INCOMPLETE = "The form was incomplete. Nothing was changed. Try again from this page."


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def correct(request: HttpRequest, at: At, battle: int) -> HttpResponse:
    """The result with a form for another; a POST shows what that changes, proposes it, or answers a proposal."""
    found = None if at.war.is_sandbox else battle_of(at, battle)
    if found is None:
        raise Http404
    if request.method != "POST":
        return show(request, correct_page(at, found))
    do = request.POST.get("do", "")
    if do in ("preview", "propose"):
        return _entered(request, at, found, proposing=do == "propose")
    try:
        done = _does(do)(at, request.POST)
    except StaleWar as stale:
        return show(request, correct_page(at.now(), found, stale=str(stale)), status=409)
    except Refused as refused:
        return show(request, correct_page(at.now(), found, refusals=refused.refusals), status=422)
    messages.success(request, done)
    return redirect("war-correct", at.war.pk, at.side, battle)


def _entered(request: HttpRequest, at: At, found: Found, *, proposing: bool) -> HttpResponse:
    """The page with what was entered, or the proposal made of it; 429 without what it changes for too many."""
    entered = _read(request, at, found)
    if not consume(request, action="preview_correction", user=at.user):
        kept = replace(entered, order=None)
        return show(request, correct_page(at, found, kept, (Refusal("", TOO_MANY),)), status=429)
    if entered.order is None or not proposing:
        status = 422 if entered.order is None else 200
        return show(request, correct_page(at, found, entered), status=status)
    if request.POST.get("mark") != entered.mark:
        return show(request, correct_page(at, found, entered, (Refusal("", CHANGED),)), status=422)
    if not consume(request, action="propose_correction", key=f"{at.user.pk}:{at.war.pk}"):
        return show(request, correct_page(at, found, entered, (Refusal("", TOO_OFTEN),)), status=429)
    return _proposed(request, at, found, entered, entered.order)


def _proposed(
    request: HttpRequest, at: At, found: Found, entered: Entered, order: Amend | Fit | CorrectLog
) -> HttpResponse:
    try:
        row = correcting.propose(
            war_id=at.war.pk, side=at.side, user=at.user, seen_version=_seen(request.POST), order=order
        )
    except StaleWar as stale:
        return show(request, correct_page(at.now(), found, entered, stale=str(stale)), status=409)
    except Refused as refused:
        return show(request, correct_page(at.now(), found, entered, refused.refusals), status=422)
    if row.status == Correction.Status.AGREED:
        messages.success(request, "The result is corrected.")
    else:
        messages.success(request, "Proposed. Nothing changes until your opponent agrees.")
    return redirect("war-correct", at.war.pk, at.side, found.battle.number)


def _read(request: HttpRequest, at: At, found: Found) -> Entered:
    """What the form says: the report, and which parts of the war follow it; those not asked about yet all do."""
    setup = found.battle.setup
    game = system(setup.system)
    form = game.report_form(setup, game.known_fields(setup, request.POST.dict()))
    report = form.report
    if report is None or form.every_problem:
        return Entered(form, None, "")
    post = request.POST
    asked = post.getlist("asked")
    chosen = {part: part in post or part not in asked for part in PARTS}
    mark = sha256(encoded(report)).hexdigest()[:16]
    way, asks = post.get("way", "now"), "way" in post
    if way in WAYS:
        return Entered(form, CorrectLog(found.battle.number, report, way), mark, asks)
    if way == "fit":
        return Entered(form, Fit(found.battle.number, report, at.war.version), mark, asks)
    return Entered(form, Amend(found.battle.number, report, **chosen), mark, asks)


def _seen(post: QueryDict) -> int:
    seen = whole_number(post.get("seen_version", ""), digits=9)
    if seen is None:
        raise refuse("", INCOMPLETE)
    return seen


def _number(post: QueryDict) -> int:
    number = whole_number(post.get("correction", ""), digits=12)
    if number is None:
        raise refuse("", INCOMPLETE)
    return number


def _answer(at: At, post: QueryDict, *, agree: bool) -> None:
    correcting.answer(
        war_id=at.war.pk,
        side=at.side,
        user=at.user,
        correction_id=_number(post),
        seen_version=_seen(post),
        agree=agree,
    )


def _agree(at: At, post: QueryDict) -> str:
    _answer(at, post, agree=True)
    return "Agreed. The result is corrected."


def _decline(at: At, post: QueryDict) -> str:
    _answer(at, post, agree=False)
    return "Declined. Nothing has changed."


def _drop(at: At, post: QueryDict) -> str:
    correcting.drop(war_id=at.war.pk, side=at.side, user=at.user, correction_id=_number(post))
    return "Proposal taken back."


DOES: dict[str, Callable[[At, QueryDict], str]] = {"agree": _agree, "decline": _decline, "drop": _drop}


def _does(word: str) -> Callable[[At, QueryDict], str]:
    if word not in DOES:
        raise refuse("", INCOMPLETE)
    return DOES[word]
