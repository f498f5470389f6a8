"""Who may open a battle's pages, and as whose player."""

from typing import cast

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from accounts.models import User
from battles.battle.selectors import battle_for, is_deputy, seats_of
from battles.models import Battle
from engines.seam.sides import Side
from engines.seam.words.whole_numbers import whole_number


def own_battle(
    request: HttpRequest, battle_id: int, *, midway: bool = False
) -> "tuple[WithAnnotations[Battle, Newest], tuple[Side, ...]]":
    """The battle and the sides the person plays in it; 404 for everybody else, the host too.

    `midway`: also one that began midway, as a lesson or in a sandbox, which has no page but the board.
    """
    if not request.user.is_authenticated:
        raise Http404("There is no such battle.")
    battle = battle_for(request.user, battle_id)
    if battle is None or (battle.begins_midway and not midway):
        raise Http404("There is no such battle.")
    return battle, seats_of(battle, request.user)


def own_seat(
    request: HttpRequest, battle_id: int
) -> "tuple[WithAnnotations[Battle, Newest], tuple[Side, ...]]":
    """As `own_battle`, for what its players alone may do: 403 for a deputy (S70)."""
    battle, seats = own_battle(request, battle_id)
    if is_deputy(battle, acting(request)):
        raise PermissionDenied
    return battle, seats


def acting(request: HttpRequest) -> User:
    """Who asks: a player, or the player's deputy."""
    return cast("User", request.user)


def seen_version(request: HttpRequest) -> int:
    """The battle's version on the page the form came from; 400 if it is no number."""
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        raise BadRequest("The form has no version number. Reload the page.")
    return version
