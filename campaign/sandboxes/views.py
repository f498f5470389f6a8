"""Beginning a sandbox of one's war, and throwing it away."""

from dataclasses import replace
from typing import cast, get_args

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from campaign.odds.expecting import FIELD, MOST_OF_A_CLASS
from campaign.rules.moments import Moment
from campaign.rules.odds.assumed_fleet import SUPPOSED, Supposed, Supposition
from campaign.rules.state import QuestionKind
from campaign.sandboxes import trying_out as sandboxes
from campaign.sandboxes.page import sandbox_page
from campaign.sandboxes.words import DEFAULT
from campaign.war.access import seated
from campaign.war.at import At
from campaign.war.words.band import may_be_tried
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import opponent
from engines.seam.words.whole_numbers import whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def sandbox(request: HttpRequest, at: At) -> HttpResponse:
    """The form for a sandbox from `?moment=`, else from the latest moment of the war; a POST begins it."""
    if not may_be_tried(at.war):
        raise Http404
    past = sandboxes.past_of(at.war, at.side)
    if not past.moments:
        messages.info(request, "This war ended before its first turn. There is nothing to try out.")
        return redirect(at.path)
    asked = (request.POST or request.GET).get("moment", "")
    moment = _moment(asked) if asked else [*past.moments][-1]
    if moment is None or moment not in past.moments:
        raise Http404
    how = _supposed(request.POST)
    if request.method != "POST":
        return show(request, sandbox_page(at, past, moment))
    if not consume(request, action="sandbox", user=at.user):
        return cast("HttpResponse", respond_429(request))
    try:
        supposition = Supposition(how, _classes(request.POST, at))
        made = sandboxes.begin_sandbox(
            war=at.war, side=at.side, user=at.user, moment=moment, supposition=supposition
        )
    except Refused as refused:
        page = sandbox_page(at, past, moment, how)
        return show(request, replace(page, refused=str(refused)), status=422)
    return redirect(f"/wars/{made.pk}/{at.side}/{'plan/' if moment.planning else ''}")


def _moment(word: str) -> Moment | None:
    """The moment that an address names: "4", "4-12" or "4-12-land"; None if it names none."""
    first, *rest = word.split("-", 2)
    asks = next(
        (one for one in get_args(QuestionKind) if one == (rest[1] if len(rest) > 1 else "engage")), None
    )
    turn, battle = whole_number(first), whole_number(rest[0] if rest else "0")
    if turn is None or battle is None or asks is None:
        return None
    return Moment(turn, battle, asks) if rest else Moment(turn)


def _supposed(post: QueryDict) -> Supposed:
    return next((how for how in SUPPOSED if how == post.get("suppose")), DEFAULT)


def _classes(post: QueryDict, at: At) -> dict[str, int]:
    """How many enemy ships of each class are set; `Refused` if that is no number that can be set."""
    classes = {}
    for kind in at.state.settings.catalogue.purchasable(opponent(at.side)):
        many = whole_number(post.get(f"{FIELD}{kind.key}", "") or "0")
        if many is None or many > MOST_OF_A_CLASS:
            raise refuse("", f"Enter a number of {kind.plural.lower()} from 0 to {MOST_OF_A_CLASS}.")
        classes[kind.key] = many
    return classes


@require_POST
@login_required
def throw_away(request: HttpRequest, war_id: int) -> HttpResponse:
    """Throws a sandbox of the user's away, and leads back to the war that it was made of."""
    user = cast("User", request.user)
    back = sandboxes.page_of_origin(war_id=war_id, user=user)
    if back is None or not sandboxes.throw_away(war_id=war_id, user=user):
        raise Http404
    messages.info(request, "Sandbox discarded.")
    return redirect(back)
