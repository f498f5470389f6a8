"""Who may open the pages of a game of Space Empires, and for which sides they act."""

from typing import cast

from django.db.models import Count, Q
from django.http import Http404, HttpRequest

from accounts.models import User
from battles.models import SpaceEmpiresBattle, SpaceEmpiresGame
from engines.seam.sides import SIDES, Side, opponent

MISSING = "There is no such game."


def games_of(user: User) -> list[tuple[SpaceEmpiresGame, int]]:
    """The games of a player, each with how many battles it has, the newest first; one query."""
    rows = SpaceEmpiresGame.objects.filter(Q(user=user) | Q(rival=user)).select_related("user", "rival")
    return [(row, row.many) for row in rows.annotate(many=Count("battles")).order_by("-pk")]


def own_game(request: HttpRequest, game_id: int) -> SpaceEmpiresGame:
    """The game, with both players; 404 for everybody else."""
    user = cast("User", request.user)
    rows = SpaceEmpiresGame.objects.select_related("user", "rival")
    found = rows.filter(Q(user=user) | Q(rival=user), pk=game_id).first()
    if found is None:
        raise Http404(MISSING)
    return found


def battle_of(game: SpaceEmpiresGame, number: int) -> SpaceEmpiresBattle:
    """A battle of the game by its number; 404 if it has none."""
    found = (
        game.battles.select_related("battle__terran_user", "battle__talon_user").filter(number=number).first()
    )
    if found is None:
        raise Http404("There is no such battle.")
    found.game = game
    return found


def player_of(game: SpaceEmpiresGame, side: Side) -> User | None:
    """Who plays a side; None while nobody has accepted."""
    return game.user if side == game.users_side else game.rival


def sides_of(game: SpaceEmpiresGame, user: User) -> tuple[Side, ...]:
    """The sides for which a player acts: both at one screen, and against the computer, which assigns no troops."""
    if (
        user.pk == game.user_id
        and game.rival is not None
        and (game.rival.is_computer or game.rival_id == user.pk)
    ):
        return SIDES
    return (game.users_side,) if user.pk == game.user_id else (opponent(game.users_side),)


def acting_for(game: SpaceEmpiresGame, user: User) -> tuple[Side, ...]:
    """The same, and the side of an opponent whose account is closed: what is still to be entered for it."""
    other = other_of(game, user)
    return sides_of(game, user) if other is None or other.is_active else SIDES


def other_of(game: SpaceEmpiresGame, user: User) -> User | None:
    """Against whom a player plays, if that is another person."""
    other = game.rival if user.pk == game.user_id else game.user
    return None if other is None or other.is_computer or other.pk == user.pk else other
