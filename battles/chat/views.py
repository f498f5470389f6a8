"""The chats of single battles and campaign games: to be read, written in and muted by their players."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from battles.battle.access import acting, own_seat
from battles.chat import chatting, series_chatting
from battles.chat.page import BattleChatPage, SeriesChatPage, battle_chat_page, series_chat_page
from battles.chat.rooms import Room, answer, answer_mute, answer_read
from battles.talon.series.access import own_series
from battles.talon.series.reading import player_in
from engines.seam.series import Player


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def battle_chat(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The chat of a single battle."""
    return answer(request, _of_battle(request, battle_id))


@login_required
@require_POST
def battle_chat_read(request: HttpRequest, battle_id: int) -> HttpResponse:
    """What was in sight of it."""
    return answer_read(request, _of_battle(request, battle_id))


@login_required
@require_POST
def battle_chat_mute(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The other side of it, muted or heard again."""
    return answer_mute(request, _of_battle(request, battle_id))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_chat(request: HttpRequest, series_id: int) -> HttpResponse:
    """The chat of a campaign game."""
    return answer(request, _of_series(request, series_id))


@login_required
@require_POST
def series_chat_read(request: HttpRequest, series_id: int) -> HttpResponse:
    """What was in sight of it."""
    return answer_read(request, _of_series(request, series_id))


@login_required
@require_POST
def series_chat_mute(request: HttpRequest, series_id: int) -> HttpResponse:
    """The other player of it, muted or heard again."""
    return answer_mute(request, _of_series(request, series_id))


def _of_battle(request: HttpRequest, battle_id: int) -> Room:
    battle, (side, *_) = own_seat(request, battle_id)
    user = acting(request)

    def page() -> BattleChatPage:
        found = battle_chat_page(battle, side, user)
        if found is None:
            raise Http404("This battle has no chat of its own.")
        return found

    return Room(
        address=reverse("battle_chat", args=[battle_id]),
        page=page,
        say=lambda text: chatting.say(battle=battle, side=side, text=text, user=user).pk,
        mark_read=lambda newest: chatting.mark_read(battle=battle, side=side, newest=newest, user=user),
        mute=lambda muted: chatting.mute(battle=battle, side=side, muted=muted, place=battle.place_of(user)),
    )


def _of_series(request: HttpRequest, series_id: int) -> Room:
    series = own_series(request, series_id)
    player = cast("Player", player_in(series, cast("User", request.user)))

    def page() -> SeriesChatPage:
        found = series_chat_page(series, player)
        if found is None:
            raise Http404("This campaign game has no chat.")
        return found

    return Room(
        address=reverse("series_chat", args=[series_id]),
        page=page,
        say=lambda text: series_chatting.say(series=series, player=player, text=text).pk,
        mark_read=lambda newest: series_chatting.mark_read(series=series, player=player, newest=newest),
        mute=lambda muted: series_chatting.mute(series=series, player=player, muted=muted),
    )
