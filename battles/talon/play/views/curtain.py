"""The curtain at one screen: a side's covered counters are shown when its player says that nobody else looks (R37)."""

from dataclasses import replace

from django.http import HttpRequest

from battles.models import Play
from battles.talon.play.board import board_of
from battles.talon.play.pages.play import PlayPage, hides_counters, seat_of
from engines.seam.sides import Side

OPEN = "play-curtain"
"""In the session: the battle and the side whose player said so."""
CLOSED = "Your order was not taken, because your side is hidden. Show it first."


def behind_curtain(request: HttpRequest, page: PlayPage) -> PlayPage:
    """The page with its curtain, open if this browser has opened it.

    Reasons for a refusal stay behind it: they may tell of covered counters.
    """
    if not page.curtain.shut:
        return page
    if request.session.get(OPEN) == [page.battle.pk, page.side]:
        return replace(page, curtain=replace(page.curtain, shut=False))
    if page.reply.refusals:
        return replace(page, reply=replace(page.reply, stale=CLOSED, refusals=()))
    return page


def is_hidden(request: HttpRequest, play: Play, seats: tuple[Side, ...]) -> bool:
    """Whether the curtain hides the view of the side that decides from whoever sits at the screen."""
    if len(seats) == 1 or not play.decider:
        return False
    side = seat_of(play, seats)
    return hides_counters(board_of(play), side, seats) and request.session.get(OPEN) != [play.battle_id, side]


def lift(request: HttpRequest, play: Play, seats: tuple[Side, ...]) -> None:
    """Open the curtain before the side that decides now."""
    request.session[OPEN] = [play.battle_id, seat_of(play, seats)]
