"""A game of Space Empires as whoever has its link sees it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from accounts.links import by_link
from battles.models import SpaceEmpiresGame
from battles.talon.space_empires.access import battle_of
from battles.talon.space_empires.keeping import shared_game
from battles.talon.space_empires.page import space_empires_shared_page
from battles.talon.space_empires.sheet_page import space_empires_battle_page
from config.pages import show

of_the_game = by_link(shared_game, "This link leads to no game. Its players may have withdrawn it.")


@of_the_game
def space_empires_shared(request: HttpRequest, game: SpaceEmpiresGame) -> HttpResponse:
    """The game: its players, and the battles that have begun."""
    return show(request, space_empires_shared_page(game))


@of_the_game
def space_empires_shared_battle(request: HttpRequest, game: SpaceEmpiresGame, number: int) -> HttpResponse:
    """A battle that has begun, and at its end the sheet; 404 for one that is still being entered."""
    row = battle_of(game, number)
    if row.battle is None:
        raise Http404("This battle has not begun.")
    back = reverse("space_empires_shared", args=[game.share_token])
    return show(request, space_empires_battle_page(row, (), back, plays=False))
