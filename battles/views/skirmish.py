"""Setting up a skirmish, and accepting one by its link."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.special_users import computer_user, new_guest
from battles.forms.skirmish import SkirmishForm
from battles.models import GOING_ON, Battle, Challenge, Play
from battles.pages.skirmish import SkirmishPage, challenge_page
from battles.services.play import skirmish as skirmishes
from battles.services.play.captains import go_on
from battles.services.play.skirmish import ChallengeClosed
from config.pages import show
from engines.seam.refusals import Refused

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
MOST_SHOWN = 20
FIRST = {"fleets": "2", "side": "terran", "opponent": "computer", "level": "ensign", "ground": "open"}


@require_http_methods(["GET", "HEAD", "POST"])
def skirmish(request: HttpRequest) -> HttpResponse:
    """The form of a skirmish; a POST begins it, as a guest if nobody is signed in."""
    if request.method != "POST":
        return show(request, _page(request, SkirmishForm(initial=FIRST)))
    form = SkirmishForm(request.POST)
    if not form.is_valid():
        return show(request, _page(request, form), status=422)
    if (refused := _refused(request)) is not None:
        return refused
    try:
        return _begun(request, form)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return show(request, _page(request, form), status=422)


def _refused(request: HttpRequest) -> HttpResponse | None:
    """The answer to somebody who may not play now; None for everybody else."""
    known = request.user.is_authenticated
    if not known and not settings.SIGN_UP_OPEN:
        return redirect("account_signup")
    if not consume(request, action="skirmish" if known else "skirmish_as_guest"):
        return cast("HttpResponse", respond_429(request))
    return None


def _page(request: HttpRequest, form: SkirmishForm) -> SkirmishPage:
    user = request.user
    if not isinstance(user, User):
        return SkirmishPage(form, (), ())
    mine = user.challenges.filter(battle=None, withdrawn=False).order_by("-pk")
    plays = Play.objects.filter(battle__status__in=GOING_ON, battle__owner_topic="", stage=Play.Stage.ON)
    own = plays.filter(Q(battle__terran_user=user) | Q(battle__talon_user=user)).order_by("-moved_at")
    found = own.select_related("battle__terran_user", "battle__talon_user")
    return SkirmishPage(form, tuple(mine), tuple(play.battle for play in found[:MOST_SHOWN]))


def _player(request: HttpRequest) -> User:
    """The user who plays: a new guest, signed in, if nobody is."""
    if isinstance(request.user, User):
        return request.user
    guest = new_guest()
    login(request, guest, backend=BACKEND)
    return guest


def _begun(request: HttpRequest, form: SkirmishForm) -> HttpResponse:
    setup, side, opponent = form.setup(), form.chosen_side(), form.cleaned_data["opponent"]
    with transaction.atomic():
        user = _player(request)
        if opponent == "link":
            made = skirmishes.challenge(setup=setup, user=user, side=side)
            return redirect("challenge", made.token)
        rival = user if opponent == "one_screen" else computer_user()
        level = form.chosen_level()
        battle = skirmishes.open_skirmish(setup=setup, user=user, rival=rival, side=side, level=level)
    go_on(battle.pk)
    return redirect("battle_play", battle.pk)


def _found(token: str) -> Challenge:
    found = Challenge.objects.select_related("user", "battle").filter(token=token).first()
    if found is None:
        raise Http404("There is no such challenge.")
    return found


@require_safe
def challenge(request: HttpRequest, token: str) -> HttpResponse:
    """A challenge, for everybody with its link; its players are sent to the battle once it has begun."""
    found = _found(token)
    user = request.user if isinstance(request.user, User) else None
    if found.battle is not None and user is not None and user.pk in _players(found.battle):
        return redirect("battle_play", found.battle.pk)
    return _challenge(request, found)


def _challenge(request: HttpRequest, found: Challenge, status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    link = request.build_absolute_uri(f"/skirmish/{found.token}/")
    return show(request, challenge_page(found, user, link), status=status)


def _players(battle: Battle) -> tuple[int, int]:
    return battle.terran_user_id, battle.talon_user_id


@require_POST
def challenge_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Accepts a challenge and begins the battle, as a guest if nobody is signed in."""
    found = _found(token)
    if (refused := _refused(request)) is not None:
        return refused
    try:
        with transaction.atomic():
            battle = skirmishes.accept(token=token, user=_player(request))
    except ChallengeClosed:
        return _challenge(request, _found(token), status=409)
    except Refused:
        return _challenge(request, found, status=422)
    go_on(battle.pk)
    return redirect("battle_play", battle.pk)


@require_POST
def challenge_withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraws one's own challenge."""
    if isinstance(request.user, User):
        skirmishes.withdraw(token=token, user=request.user)
    return redirect("skirmish")
