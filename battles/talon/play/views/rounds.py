"""The page of orders for the round."""

from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from battles.battle.access import acting
from battles.battle.boards import StalePlay
from battles.battle.services.resolving import doctrines_of
from battles.models import Play
from battles.talon.play.board import board_of
from battles.talon.play.pages.rounds import (
    PlayRoundPage,
    RoundReply,
    play_round_news_page,
    play_round_page,
)
from battles.talon.play.round_orders import read_round
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.ordering import Seen
from battles.talon.play.services.publishing import play_of
from battles.talon.play.services.rounds import again, give_round
from battles.talon.play.views.play import own_play, place_in, seat_asked, seen_moment
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number
from engines.talon.play.rounds.orders import RoundOrders
from engines.talon.state import Seat


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_round(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Orders for the round, to be filled in; a POST gives them, shows where they lead, or gives the last ones again."""
    found, seats = own_play(request, battle_id)
    seat = Seat(seat_asked(request, found, seats), place_in(request, found))
    if not found.decider or found.battle.is_lesson or not board_of(found).round:
        return redirect("battle_play", battle_id)
    if request.method == "POST":
        return _given(request, found, seat)
    return show(request, play_round_page(found, seat))


@login_required
@require_safe
def play_round_news(request: HttpRequest, battle_id: int) -> HttpResponse:
    """A notice if the battle has moved on since the moment `?at=` and `?draft=`; nothing else."""
    found, seats = own_play(request, battle_id)
    at, draft = (whole_number(request.GET.get(name, "")) for name in ("at", "draft"))
    known = Seen(at, draft) if at is not None and draft is not None else None
    seat = Seat(seat_asked(request, found, seats), place_in(request, found))
    return show(request, play_round_news_page(found, seat, known))


def _given(request: HttpRequest, found: Play, seat: Seat) -> HttpResponse:
    """The battle after the orders were given; the form with what was sent if they were not."""
    side, place = seat
    seen, battle_id, user, sent = seen_moment(request), found.battle_id, acting(request), None
    try:
        if (do := request.POST.get("do", "")) == "again":
            again(battle_id=battle_id, side=side, place=place, seen=seen, user=user)
        else:
            sent = read_round(request.POST, board_of(found).round, doctrines_of(found.battle)[side])
            if do == "look":
                return show(request, _page(battle_id, seat, sent))
            give_round(battle_id=battle_id, side=side, place=place, seen=seen, orders=sent, user=user)
        go_on(battle_id)
    except StalePlay as stale:
        page = replace(_page(battle_id, seat, sent), reply=RoundReply(stale=str(stale)))
        return show(request, page, status=409)
    except Refused as refused:
        page = replace(_page(battle_id, seat, sent), reply=RoundReply(refusals=refused.refusals))
        return show(request, page, status=422)
    return redirect("battle_play", battle_id)


def _page(battle_id: int, seat: Seat, sent: RoundOrders | None) -> PlayRoundPage:
    return play_round_page(play_of(battle_id), seat, sent)
