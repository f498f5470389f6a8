"""Asking for the odds of a battle, and looking at them: by the side that asks alone."""

from dataclasses import replace
from typing import cast
from urllib.parse import urlsplit

from allauth.core.ratelimit import consume, respond_429
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battles.battle.doctrine import read_doctrine
from campaign.engaging.prospects import unopposed
from campaign.engaging.questions import doctrine_prefix
from campaign.models import Forecast
from campaign.odds import forecasts
from campaign.odds.expecting import FIELD, MOST_OF_A_CLASS, expected, planned_fleet, ships_at
from campaign.odds.page import OddsAheadPage, OddsUnderWayPage, odds_page
from campaign.odds.reliability_page import reliability_page
from campaign.odds.under_way import under_way
from campaign.overview.views import show_war
from campaign.planning.views.planning import working_plan
from campaign.rules.battles.forces import has_forces
from campaign.rules.map.strategic_map import Place, place_title
from campaign.rules.odds.asked import (
    Asked,
    asked_ahead,
    asked_of,
    asked_under_way,
    compared_with,
    expected_battle,
    may_be_asked,
)
from campaign.rules.odds.assumptions import ASSUMPTIONS, Expected, as_seen, edited
from campaign.rules.odds.coming import coming
from campaign.rules.orders import Plan
from campaign.rules.state import Battle, Ship
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from campaign.war.frame import frame
from campaign.war.services import secret_orders as planning
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import opponent
from engines.seam.words.whole_numbers import whole_number

LIVE, BESIDE = "live", "beside"
"""What htmx is sent: the panel alone, or with the sentence beside the decision on the war's page."""
GONE_ON = "You are not asked about this battle any more."
"""Where the page is an old one, and the war has moved on or is frozen."""
COMPARE = "compare"
"""The field with a doctrine to compare one's own with."""


@require_safe
def reliability(request: HttpRequest) -> HttpResponse:
    """How often the odds that were shown came true; for everybody."""
    return show(request, reliability_page())


@require_POST
@seated_or_deputy
def ask_odds(request: HttpRequest, at: At) -> HttpResponse:
    """Ask for the odds of the battle that the field `odds` names, with the doctrine of the form.

    409 if nobody asks about it any more: the page is an old one.
    """
    battle = _battle(request.POST, at)
    if battle is None and _is_live(request):
        return HttpResponse(f"{GONE_ON} Reload the page.", status=409, content_type="text/plain")
    if battle is None:
        return show_war(request, at.now(), status=409, said=f"{GONE_ON} This is how the war stands now.")
    if not consume(request, action="odds", user=at.user):
        return cast("HttpResponse", respond_429(request))
    try:
        prefix = _prefix(request.POST, at, battle)
        doctrine = read_doctrine(request.POST, battle.forces.get(at.side, ()), prefix)
        asked = asked_of(at.view, at.side, battle, doctrine, at.captains)
        asked = compared_with(asked, request.POST.get(f"{prefix}{COMPARE}", ""))
    except Refused as refused:
        return HttpResponse(str(refused), status=422, content_type="text/plain")
    forecast = forecasts.ask(war=at.war, asked=asked)
    return _shown(request, at, forecast) if _is_live(request) else redirect(f"{at.path}odds/{forecast.key}/")


@require_http_methods(["GET", "HEAD", "POST"])
@seated_or_deputy
def odds(request: HttpRequest, at: At, key: str) -> HttpResponse:
    """The odds that the side has asked for under that key; a POST has them worked out for a while longer."""
    forecast = forecasts.forecast_of(at.war, at.side, key)
    if forecast is None:
        raise Http404
    if request.method != "POST":
        return _shown(request, at, forecast)
    if not at.war.frozen:
        forecasts.want_in_full(forecast)
    return _shown(request, at, forecast) if _is_live(request) else redirect(request.path)


@require_http_methods(["GET", "HEAD", "POST"])
@seated_or_deputy
def odds_ahead(request: HttpRequest, at: At) -> HttpResponse:
    """The form for the battle expected at `?place=`, with the draft's ships there; a POST asks for its odds."""
    view, place = at.view, request.GET.get("place", "")
    if view.phase != "planning" or at.war.frozen or not view.markers_on(place):
        raise Http404
    fleet = planned_fleet(*_draft(at))
    own = ships_at(fleet, view, place)
    assume = (request.POST or request.GET).get("assume", "")
    page = OddsAheadPage(frame(at), expected(view, at.side, place, own, assume))
    if request.method != "POST":
        return show(request, page)
    if not consume(request, action="odds", user=at.user):
        return cast("HttpResponse", respond_429(request))
    try:
        asked = _asked_ahead(request.POST, at, place, fleet)
    except Refused as refused:
        return show(request, replace(page, refused=str(refused)), status=422)
    if isinstance(asked, Battle):
        return show(request, replace(page, unopposed=unopposed(view, asked, at.side)))
    return redirect(f"{at.path}odds/{forecasts.ask(war=at.war, asked=asked).key}/")


@require_http_methods(["GET", "HEAD", "POST"])
@seated_or_deputy
def odds_under_way(request: HttpRequest, at: At, battle: int) -> HttpResponse:
    """The form for a battle that is joined, played by hand or waiting to be fought; a POST asks for its odds."""
    found = None if at.war.frozen else under_way(at.war, at.side, battle)
    if found is None:
        raise Http404
    place = place_title(found.setup.place)
    page = OddsUnderWayPage(frame(at), place, found.when, found.covered, found.path)
    if request.method != "POST" or found.covered:
        return show(request, page)
    if not consume(request, action="odds", user=at.user):
        return cast("HttpResponse", respond_429(request))
    try:
        doctrine = read_doctrine(request.POST, found.setup.force(at.side))
        asked = asked_under_way(
            at.view, found.setup, battle, doctrine=doctrine, level=at.captains, position=found.position
        )
        asked = compared_with(asked, request.POST.get(COMPARE, ""))
    except Refused as refused:
        return show(request, replace(page, refused=str(refused)), status=422)
    return redirect(f"{at.path}odds/{forecasts.ask(war=at.war, asked=asked).key}/")


def _draft(at: At) -> tuple[Plan, dict[str, Ship]]:
    """The side's draft or sealed plan of the turn, and all ships in it by name."""
    draft = planning.draft_of(at.war, at.state, at.side)
    working = working_plan(at, at.state, draft)
    return working.plan, working.ships


def _asked_ahead(post: QueryDict, at: At, place: Place, fleet: dict[str, Ship]) -> Asked | Battle:
    """What the form asks with a planned fleet; the battle itself if nothing comes, so that there is no fight.

    `Refused` if the form is filled in wrong, or no own ship is sent there.
    """
    enemy, own = _enemy(post, at, place), ships_at(fleet, at.view, place)
    alone = expected_battle(at.view, at.side, place, own, enemy.forces[0])
    if not has_forces(alone.forces[at.side]):
        raise refuse("", "Your plan sends no ship there. Send some first, then ask again.")
    doctrine = read_doctrine(post, alone.forces[at.side])
    if len(enemy.forces) == 1 and not has_forces(alone.forces[opponent(at.side)]):
        return alone
    asked = asked_ahead(at.view, place, fleet, enemy, doctrine=doctrine, level=at.captains)
    return compared_with(asked, post.get(COMPARE, ""))


def _enemy(post: QueryDict, at: At, place: Place) -> Expected:
    """What the form assumes of the enemy; `Refused` if it names no assumption, or more than one can count."""
    view, enemy, chosen = at.view, opponent(at.side), post.get("assume", "")
    assumption = next((one for one in ASSUMPTIONS if one == chosen), None)
    if assumption is None:
        raise refuse("", "Choose what the enemy comes with.")
    if assumption == "drawn":
        return Expected(assumption, coming(view, enemy, place))
    if assumption == "nothing":
        return Expected(assumption, ((),))
    force = (
        as_seen(view, enemy, place) if assumption == "seen" else edited(view, enemy, place, _set(post, at))
    )
    return Expected(assumption, (force,))


def _set(post: QueryDict, at: At) -> dict[str, int]:
    """How many enemy ships of each class the player has set; `Refused` if that is no number that can be set."""
    classes = {}
    for kind in at.state.settings.catalogue.purchasable(opponent(at.side)):
        many = whole_number(post.get(f"{FIELD}{kind.key}", "") or "0")
        if many is None or many > MOST_OF_A_CLASS:
            raise refuse("", f"Enter a number of {kind.plural.lower()} from 0 to {MOST_OF_A_CLASS}.")
        classes[kind.key] = many
    return classes


def _shown(request: HttpRequest, at: At, forecast: Forecast) -> HttpResponse:
    page = odds_page(at, forecast)
    if page is None:
        raise Http404
    return show(request, page, _part(request, at) if _is_live(request) else "")


def _part(request: HttpRequest, at: At) -> str:
    question, asking = at.view.question, urlsplit(request.headers.get("HX-Current-URL", "")).path
    asked = question is not None and (question.kind, question.side) == ("engage", at.side)
    return BESIDE if asked and asking in (at.path, f"{at.path}orders/") else LIVE


def _is_live(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _battle(post: QueryDict, at: At) -> Battle | None:
    """The battle that is asked about, if the side is asked whether it engages."""
    view, number = at.view, whole_number(post.get("odds", ""))
    question = view.question
    asked = question is not None and (question.kind, question.side) == ("engage", at.side)
    if not asked or at.war.frozen:
        return None
    return next((one for one in view.battles if one.number == number and may_be_asked(one)), None)


def _prefix(post: QueryDict, at: At, battle: Battle) -> str:
    """What the names of the doctrine's fields begin with on the page, which may be of an earlier question."""
    question = at.view.question
    now = question.battle if question is not None else battle.number
    return doctrine_prefix(battle.number, whole_number(post.get("battle", "")) or now)
