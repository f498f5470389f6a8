"""Setting up a single battle, and accepting one by its link."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

from allauth.core.ratelimit import consume, respond_429
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.live import latest_notice, topic_of
from accounts.models import User
from accounts.people.guests import player, stay, take_on, turned_away
from accounts.people.special_users import computer_user
from battles.battle.access import own_seat, seen_version
from battles.battle.services.calling_off import call_off
from battles.battle.services.step import StaleBattle
from battles.models import Battle, Challenge, Tempo, Way
from battles.talon.play.playing import designs_of, finished_of, skirmishes_of, teams_of, tried_out_by
from battles.talon.play.services.captains import go_on
from battles.talon.skirmish import beginning as skirmishes
from battles.talon.skirmish.battle_form import DEFAULT_OPPONENT, DEFAULT_TEMPO, BattleForm
from battles.talon.skirmish.beginning import ChallengeClosed
from battles.talon.skirmish.form import SkirmishForm
from battles.talon.skirmish.hooks import BEING_SET_UP, SERIES
from battles.talon.skirmish.page import SkirmishPage, challenge_page
from battles.talon.skirmish.scenario_form import printed_form
from battles.talon.skirmish.scenario_page import scenario_page, scenarios_page
from battles.talon.teams.setting_up import gather, gather_again
from battles.under_way import UNDER_WAY
from config.pages import Page, show
from engines.seam.refusals import Refused
from engines.talon.set_ups.scenarios import scenarios

F = TypeVar("F", bound=BattleForm)
FIRST = {
    "way": "hand",
    "mode": "",
    "first": "terran",
    "fleets": "2",
    "size": "300",
    "side": "terran",
    "opponent": DEFAULT_OPPONENT,
    "terran_players": "2",
    "talon_players": "2",
    "level": "ensign",
    "ground": "open",
    "edge": "",
    "clock": "",
    "tempo": DEFAULT_TEMPO,
}


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def skirmish(request: HttpRequest) -> HttpResponse:
    """The form of a single battle; a POST begins it, as a guest if nobody is signed in.

    The page asks for what the fleets come to while they are chosen. It is not compressed, as it links to the player's
    own challenges, and such a link is a key.
    """
    if request.method != "POST" or "look" in request.POST:
        return _asked(request)
    return begin_battle(request, SkirmishForm(request.POST), partial(_page, request))


def begin_battle(request: HttpRequest, form: F, page: Callable[[F], Page]) -> HttpResponse:
    """Begins the battle of a form, or shows its page again with what is wrong."""
    if form.is_valid():
        if (refused := turned_away(request, "skirmish")) is not None:
            return refused
        try:
            return _begun(request, form)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return show(request, page(form), status=422)


@require_safe
def every_scenario(request: HttpRequest) -> HttpResponse:
    """The printed scenarios."""
    return show(request, scenarios_page())


@require_http_methods(["GET", "HEAD", "POST"])
def one_scenario(request: HttpRequest, scenario_number: int) -> HttpResponse:
    """A printed scenario; a POST begins it, as a guest if nobody is signed in."""
    if scenario_number not in scenarios():
        raise Http404("There is no such scenario.")
    if request.method != "POST":
        return show(request, scenario_page(scenario_number, printed_form(scenario_number, initial=FIRST)))
    form = printed_form(scenario_number, request.POST)
    return begin_battle(request, form, partial(scenario_page, scenario_number))


def _asked(request: HttpRequest) -> HttpResponse:
    """The form to fill in, or what of it depends on what is chosen: the totals, or the classes of both sides."""
    if getattr(request, "htmx", False):
        part = "classes" if "classes" in request.GET else "totals"
        return show(request, SkirmishPage(SkirmishForm(request.GET), (), []), part)
    return show(
        request, _page(request, SkirmishForm(initial=request.POST.dict() or FIRST | _asked_for(request)))
    )


def _asked_for(request: HttpRequest) -> dict[str, str]:
    """What a link says of the fields, such as the ships of a saved fleet; not what is none of their choices."""
    fields = SkirmishForm(initial={"ships": request.GET.get("ships", "")}).fields
    return {
        name: request.GET.get(name, "")
        for name, field in fields.items()
        if name in request.GET
        and (not isinstance(field, forms.ChoiceField) or field.valid_value(request.GET.get(name, "")))
    }


def _page(request: HttpRequest, form: SkirmishForm) -> SkirmishPage:
    user = request.user
    if not isinstance(user, User):
        return SkirmishPage(form, (), [])
    brought = (line for lines in BEING_SET_UP.ask(user) for line in lines)
    being_set_up = [*teams_of(user), *designs_of(user), *brought]
    mine = user.challenges.filter(battle=None, withdrawn=False, rematch_of=None).order_by("-pk")
    return SkirmishPage(
        form=form,
        mine=tuple(mine),
        skirmishes=skirmishes_of(user),
        tried=tried_out_by(user),
        finished=finished_of(user),
        designs=being_set_up,
        series=[line for lines in SERIES.ask(user) for line in lines],
        others=[line for lines in UNDER_WAY.ask(user) for line in lines],
    )


def _begun(request: HttpRequest, form: BattleForm) -> HttpResponse:
    setup, side, opponent = form.setup(), form.chosen_side(), form.chosen_opponent()
    tempo, way = form.cleaned_data["tempo"] or Tempo.STEP, form.chosen_way()
    with transaction.atomic():
        user = player(request)
        if opponent == "teams":
            team = gather(
                setup=setup,
                user=user,
                side=side,
                players=form.chosen_players(),
                tempo=tempo,
                clock=form.chosen_clock(),
                at_table=way == Way.TABLE,
            )
        elif opponent == "link":
            clock = form.chosen_clock()
            made = skirmishes.challenge(setup=setup, user=user, side=side, tempo=tempo, clock=clock, way=way)
        else:
            rival = user if opponent == "one_screen" else computer_user()
            level = form.chosen_level()
            battle = skirmishes.open_skirmish(
                setup=setup, user=user, rival=rival, side=side, level=level, tempo=tempo, way=way
            )
    stay(request, user)
    if opponent == "teams":
        return redirect("team", team.token)
    if opponent == "link":
        return redirect("challenge", made.token)
    return redirect("battle_report", battle.pk) if form.recorded else _gone_to(battle)


def _gone_to(battle: Battle) -> HttpResponse:
    """To the board, or to the battle's page if it is not played there; the computer orders first if it is its turn."""
    go_on(battle.pk)
    return redirect(_place(battle))


def _place(battle: Battle) -> str:
    """Where the battle is fought: its board, or its page if it has none."""
    return reverse("battle_play" if battle.plays.exists() else "battle", args=[battle.pk])


def _found(token: str) -> Challenge:
    found = Challenge.objects.select_related("user", "battle").filter(token=token).first()
    if found is None:
        raise Http404("There is no such challenge.")
    return found


@require_safe
def challenge(request: HttpRequest, token: str) -> HttpResponse:
    """A challenge, for everybody with its link; its players are sent to the battle once it has begun.

    The page of the one who made it asks again when something of theirs has changed.
    """
    user, live = _user(request), getattr(request, "htmx", False)
    at = latest_notice([topic_of(user.pk)]) if user is not None and not live else 0
    found = _found(token)
    if found.battle is None or user is None or user.pk not in _players(found.battle):
        return _challenge(request, found, at=at)
    target = _place(found.battle)
    return HttpResponse(status=204, headers={"HX-Redirect": target}) if live else redirect(target)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _challenge(request: HttpRequest, found: Challenge, status: int = 200, at: int = 0) -> HttpResponse:
    link = request.build_absolute_uri(reverse("challenge", args=[found.token]))
    page = challenge_page(found, _user(request), link, at)
    return show(request, page, "state" if getattr(request, "htmx", False) else "", status)


def _players(battle: Battle) -> tuple[int, int]:
    return battle.terran_user_id, battle.talon_user_id


@require_POST
def challenge_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Accepts a challenge and begins the battle, as a guest if nobody is signed in."""
    found = _found(token)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    try:
        battle = take_on(request, lambda user: skirmishes.accept(token=token, user=user))
    except ChallengeClosed:
        return _challenge(request, _found(token), status=409)
    except Refused:
        return _challenge(request, found, status=422)
    return _gone_to(battle)


@require_POST
def challenge_withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraws one's own challenge."""
    if isinstance(request.user, User):
        skirmishes.withdraw(token=token, user=request.user)
    return redirect("skirmish")


@login_required
@require_POST
def battle_rematch(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Asks for a rematch with sides swapped, or begins it; of teams the same battle, with the same seats."""
    battle, _seats = own_seat(request, battle_id)
    if not consume(request, action="skirmish"):
        return cast("HttpResponse", respond_429(request))
    try:
        if battle.teams:
            return redirect("team", gather_again(battle=battle, user=cast("User", request.user)).token)
        begun = skirmishes.rematch(battle=battle, user=cast("User", request.user))
    except (Refused, ChallengeClosed) as refused:
        messages.error(request, str(refused))
        return redirect(battle)
    return redirect(_place(battle)) if begun is None else _gone_to(begun)


@login_required
@require_POST
def battle_call_off(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Drops a single battle at a table that has no result."""
    battle, _seats = own_seat(request, battle_id)
    try:
        call_off(battle_id=battle.pk, seen_version=seen_version(request))
    except (Refused, StaleBattle) as refused:
        messages.error(request, str(refused))
        return redirect(battle)
    messages.success(request, "The battle is called off.")
    return redirect(battle.owner_path or "skirmish")
