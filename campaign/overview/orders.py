"""Open orders from the war's page: answers, choices, going on, surrender, draws, withdrawing a result."""

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaign.computer.changing import change_difficulty
from campaign.deadlines.returning import take_seat_back
from campaign.engaging.page import against_advice_page
from campaign.engaging.views import (
    against_advice,
    by_hand_sent,
    doctrines_sent,
    engaged,
    filled_in,
    with_extras,
)
from campaign.odds.kept import keep_odds
from campaign.overview.page import SurrenderPage
from campaign.overview.views import show_war
from campaign.rules import orders as o
from campaign.war.access import seated, seated_or_deputy
from campaign.war.at import At
from campaign.war.frame import frame
from campaign.war.log.documents import converted
from campaign.war.services import results
from campaign.war.services.log import StaleWar, submit
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.words.whole_numbers import whole_number

FromAPage = (
    o.Engage | o.ChooseFirst | o.Land | o.Strand | o.RevealNext | o.Surrender | o.OfferDraw | o.AnswerDraw
)
Fields = dict[str, object]


def _number(post: QueryDict, name: str) -> object:
    value = post.get(name, "")
    number = whole_number(value)
    return value if number is None else number


def _yes(post: QueryDict, name: str) -> object:
    value = post.get(name, "")
    return {"yes": True, "no": False}.get(value, value)


READERS: dict[str, Callable[[QueryDict], Fields]] = {
    "engage": lambda post: {"battle": _number(post, "battle"), "engage": _yes(post, "engage")},
    "first": lambda post: {"home": post.get("home", "")},
    "land": lambda post: {"battle": _number(post, "battle"), "transports": post.getlist("transports")},
    "strand": lambda post: {"battle": _number(post, "battle"), "squadrons": post.getlist("squadrons")},
    "reveal": lambda _: {},
    "surrender": lambda _: {},
    "offer-draw": lambda _: {},
    "answer-draw": lambda post: {"accept": _yes(post, "accept")},
}
FOR_DEPUTIES = frozenset({"engage", "first", "land", "strand", "reveal"})
"""What the turn asks of a side: a deputy may order it (S70), and the next question may follow at once."""
CSRF = "csrfmiddlewaretoken"
WITHDRAWALS = ("ask-withdrawal", "drop-withdrawal")
DONE = {
    "reveal": "The next battle is open.",
    "offer-draw": "You have offered a draw.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@seated_or_deputy
def war_orders(request: HttpRequest, at: At) -> HttpResponseBase:
    """Give an open order; back to the war's page, 422 with the reasons, or 409 with the page as it is now."""
    if request.method != "POST":
        return redirect(at.path)
    try:
        post = filled_in(request.POST, at)
        if asked := _asks_once(request, post, at):
            return asked
        done = _give(post, at)
    except Refused as refused:
        return show_war(request, at.now(), status=422, refusals=refused.refusals)
    except StaleWar as stale:
        return show_war(request, at.now(), status=409, said=str(stale))
    if done:
        messages.success(request, done)
    return redirect(f"{at.path}#calls" if request.POST.get("order") in FOR_DEPUTIES else at.path)


def _asks_once(request: HttpRequest, post: QueryDict, at: At) -> HttpResponse | None:
    """The page that asks whether the side means to answer against what is recommended at a cost; None if it is sure."""
    if post.get("order") != "engage" or post.get("sure") == "yes":
        return None
    if _seen(post) != at.war.version:
        raise StaleWar(at.war.version)
    question = at.view.question
    order = _answer(post, at)
    if at.war.frozen or question is None or (question.side, question.battle) != (at.side, order.battle):
        return None
    answers = against_advice(order, post, at)
    if not answers:
        return None
    fields = [(name, value) for name, values in post.lists() if name != CSRF for value in values]
    return show(request, against_advice_page(at, answers, fields))


def _seen(post: QueryDict) -> int:
    """The version of the war for which the form was made."""
    seen = _number(post, "seen_version")
    if not isinstance(seen, int):
        raise refuse("", "The form was incomplete. Nothing was changed. Try again from this page.")
    return seen


def _answer(post: QueryDict, at: At) -> o.Engage:
    """The answer to 31.6 that a form makes, with all that came with it; `Refused` if it makes none."""
    order = order_of("engage", post)
    if not isinstance(order, o.Engage):
        raise TypeError("an answer is an order to engage")
    return with_extras(order, post, at)


def _give(post: QueryDict, at: At) -> str:
    """Carry an order out; what to say of it, "" if the page itself shows it."""
    kind = post.get("order", "")
    if kind == "take-back":
        take_seat_back(war_id=at.war.pk, side=at.side, user=at.user)
        return "You command your side again."
    if at.acts_for and kind not in FOR_DEPUTIES:
        raise refuse("S70", f"Only {at.acts_for} decides this.")
    seen = _seen(post)
    if kind in WITHDRAWALS:
        return _withdrawal(kind, at, seen)
    if kind == "levels":
        return _difficulty(post, at, seen)
    if kind not in READERS:
        raise refuse("", "There is no such order. Nothing was changed. Try again from this page.")
    order = _answer(post, at) if kind == "engage" else order_of(kind, post)
    doctrines = doctrines_sent(order, post, at) if isinstance(order, o.Engage) else {}
    with transaction.atomic():
        submit(
            war_id=at.war.pk,
            side=at.side,
            user=at.user,
            seen_version=seen,
            order=order,
            doctrines=doctrines,
            by_hand=by_hand_sent(order, post) if isinstance(order, o.Engage) else (),
            entropy=post.get("entropy", ""),
        )
        if isinstance(order, o.Engage):
            sent = {number: doctrines.get(number) for number in engaged(order)}
            keep_odds(war=at.war, side=at.side, battles=sent)
    return DONE.get(kind, "")


def _difficulty(post: QueryDict, at: At, seen: int) -> str:
    chosen = post.get("difficulty", "")
    change_difficulty(war_id=at.war.pk, side=at.side, user=at.user, seen_version=seen, difficulty=chosen)
    return f"Difficulty changed to {chosen}."


def order_of(kind: str, post: QueryDict) -> FromAPage:
    """The order that a form's fields make; `Refused` if they make none."""
    raw = {"order": kind, **READERS[kind](post)}
    order: FromAPage = converted(raw, FromAPage, "order")  # type: ignore[arg-type]
    return order


def _withdrawal(kind: str, at: At, seen: int) -> str:
    if kind == "drop-withdrawal":
        results.drop_withdrawal(war_id=at.war.pk, side=at.side, user=at.user, seen_version=seen)
        return "Result kept."
    war = results.ask_withdrawal(war_id=at.war.pk, side=at.side, user=at.user, seen_version=seen)
    if war.withdrawal_asked_by:
        return "Asked. If your opponent agrees, the result is withdrawn."
    return "Result withdrawn. Record the battle again."


@require_safe
@seated
def surrender(request: HttpRequest, at: At) -> HttpResponse:
    """The page that asks whether the side means it."""
    if at.view.phase == "over":
        return redirect(at.path)
    return show(request, SurrenderPage(frame(at)))
