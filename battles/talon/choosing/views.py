"""A battle of one's own design: begun, accepted by its link, and the choosing of both fleets."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.live import latest_notice, topic_of
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import DesignedBattle, SavedFleet
from battles.talon.choosing import designing
from battles.talon.choosing.designing import DesignClosed
from battles.talon.choosing.forms import DesignForm
from battles.talon.choosing.page import DesignNewPage, design_page
from battles.talon.skirmish.battle_form import DEFAULT_OPPONENT, DEFAULT_TEMPO
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refusal, Refused
from engines.seam.words.whole_numbers import whole_number

FIRST = {
    "way": "hand",
    "how": "sealed",
    "faction": "terran",
    "size": "300",
    "mode": "",
    "ground": "open",
    "edge": "talon",
    "side": "terran",
    "opponent": DEFAULT_OPPONENT,
    "terran_players": "2",
    "talon_players": "2",
    "level": "ensign",
    "tempo": DEFAULT_TEMPO,
}


@require_http_methods(["GET", "HEAD", "POST"])
def design_new(request: HttpRequest) -> HttpResponse:
    """The form; a POST begins the battle, as a guest if nobody is signed in."""
    if request.method != "POST":
        return show(request, DesignNewPage(DesignForm(initial=FIRST)))
    form = DesignForm(request.POST)
    if not form.is_valid():
        return show(request, DesignNewPage(form), status=422)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    try:
        made = take_on(
            request,
            lambda user: designing.make_design(
                user=user,
                side=form.chosen_side(),
                design=form.design,
                against=form.against,
                level=form.chosen_level(),
                clock=form.chosen_clock(),
                tempo=form.cleaned_data["tempo"] or "step",
                way=form.chosen_way(),
            ),
        )
    except Refused as refusal:
        form.add_error(None, refusal.reasons)
        return show(request, DesignNewPage(form), status=422)
    return redirect("design", made.token)


@require_safe
@cache_control(no_transform=True)
def design(request: HttpRequest, token: str) -> HttpResponse:
    """The battle while its fleets are chosen, for everybody with its link; the page asks again when something changed.

    It is not compressed, as its link is a key.
    """
    return _show(request, _found(token))


@post_or_back("design")
def design_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Takes the other side, as a guest if nobody is signed in; the dice for parts and initiative are rolled."""
    found = _found(token)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    entropy = request.POST.get("entropy", "").strip()
    try:
        row = take_on(request, lambda user: designing.accept_design(token=token, user=user, entropy=entropy))
    except DesignClosed as closed:
        return _show(request, found, (Refusal("", str(closed)),), 409)
    except Refused as refusal:
        return _show(request, found, refusal.refusals, 422)
    return _done(row)


@post_or_back("design")
@login_required
def design_seal(request: HttpRequest, token: str) -> HttpResponse:
    """Seals one of the player's fleets or the ready one, or takes the sealed one back."""
    found, user = _found(token), cast("User", request.user)
    if not consume(request, action="choose_fleet", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        if request.POST.get("do") == "take back":
            row = designing.unseal_fleet(token=token, user=user)
        elif request.POST.get("do") == "ready":
            row = designing.seal_ready_fleet(token=token, user=user)
        else:
            fleet = whole_number(request.POST.get("fleet", "")) or 0
            row = designing.seal_fleet(token=token, user=user, fleet_id=fleet)
    except SavedFleet.DoesNotExist:
        return _show(request, found, (Refusal("", "Choose one of your fleets."),), 422)
    except DesignClosed as closed:
        return _show(request, _found(token), (Refusal("", str(closed)),), 409)
    except Refused as refusal:
        return _show(request, found, refusal.refusals, 422)
    return _done(row)


@post_or_back("design")
@login_required
def design_choose(request: HttpRequest, token: str) -> HttpResponse:
    """Chooses a ship where both choose in turn, or no more."""
    user = cast("User", request.user)
    _found(token)
    if not consume(request, action="choose_fleet", user=user):
        return cast("HttpResponse", respond_429(request))
    number = whole_number(request.POST.get("number", "")) or 0
    if not number:
        raise Http404("A choice has a number.")
    key = request.POST.get("ship", "")
    try:
        row = designing.choose_ship(token=token, user=user, number=number, key=key)
    except KeyError as error:
        raise Http404("There is no such class.") from error
    except DesignClosed as closed:
        return _show(request, _found(token), (Refusal("", str(closed)),), 409)
    except Refused as refusal:
        return _show(request, _found(token), refusal.refusals, 422)
    return _done(row)


@post_or_back("design")
@login_required
def design_withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Calls the battle off."""
    designing.withdraw_design(token=token, user=cast("User", request.user))
    return redirect("skirmish")


def _done(row: DesignedBattle) -> HttpResponse:
    """Back to the page; once the battle has begun, the computer sets up first if it is its turn."""
    designing.play_on(row)
    return redirect("design", row.token)


def _found(token: str) -> DesignedBattle:
    found = DesignedBattle.objects.select_related("user", "rival", "team").filter(token=token).first()
    if found is None:
        raise Http404("There is no such battle.")
    return found


def _show(
    request: HttpRequest, row: DesignedBattle, refused: tuple[Refusal, ...] = (), status: int = 200
) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    live = getattr(request, "htmx", False)
    at = latest_notice([topic_of(user.pk)]) if user is not None and not live else 0
    link = request.build_absolute_uri(reverse("design", args=[row.token]))
    page = design_page(row, user, link, at, refused)
    return show(request, page, "state" if live else "", status)
