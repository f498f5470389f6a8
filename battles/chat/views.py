"""The chat of a single battle: to be read, written in and muted by its players."""

from dataclasses import replace
from typing import cast

from allauth.core.ratelimit import consume
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from battles.battle.access import acting, own_seat
from battles.chat import chatting
from battles.chat.page import BattleChatPage, battle_chat_page
from battles.models import Battle
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.seam.words.whole_numbers import whole_number

PARTS = ("panel", "lines")
TOO_OFTEN = "You are writing too fast. Wait a minute, then send it again."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def battle_chat(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The chat; a posted `text` is a new line. What is shown counts as read."""
    battle, seats = own_seat(request, battle_id)
    page = _page(request, battle, seats[0])
    if request.method == "POST":
        return _say(request, battle, seats[0], page)
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    if (
        request.method == "GET" and part != "lines"
    ):  # a page asks for these again, whether it is looked at or not
        chatting.mark_read(battle=battle, side=seats[0], newest=page.chat.newest, user=acting(request))
    return show(request, page, part)


def _page(request: HttpRequest, battle: Battle, side: Side) -> BattleChatPage:
    page = battle_chat_page(battle, side, acting(request))
    if page is None:
        raise Http404("This battle has no chat of its own.")
    return page


def _say(request: HttpRequest, battle: Battle, side: Side, page: BattleChatPage) -> HttpResponse:
    """Back to the chat, or the panel alone for a script; 422 or 429 with what was typed."""
    text, part = request.POST.get("text", ""), "panel" if getattr(request, "htmx", False) else ""
    if not consume(request, action="chat", user=cast("User", request.user)):
        return show(request, _refused(page, text, TOO_OFTEN), part, status=200 if part else 429)
    try:
        line = chatting.say(battle=battle, side=side, text=text, user=acting(request))
    except Refused as refused:
        return show(request, _refused(page, text, str(refused)), part, status=200 if part else 422)
    chatting.mark_read(battle=battle, side=side, newest=line.pk, user=acting(request))
    if part:
        return show(request, _page(request, battle, side), part)
    return redirect("battle_chat", battle.pk)


def _refused(page: BattleChatPage, text: str, why: str) -> BattleChatPage:
    return replace(page, chat=replace(page.chat, draft=text, refused=why))


@login_required
@require_POST
def battle_chat_read(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The lines up to `newest` have been in sight."""
    battle, seats = own_seat(request, battle_id)
    shown = _page(request, battle, seats[0]).chat.newest
    newest = whole_number(request.POST.get("newest", "")) or 0
    chatting.mark_read(battle=battle, side=seats[0], newest=min(newest, shown), user=acting(request))
    return HttpResponse(status=204)


@login_required
@require_POST
def battle_chat_mute(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Hides the other side's lines, or shows them again."""
    battle, seats = own_seat(request, battle_id)
    _page(request, battle, seats[0])
    muted, place = request.POST.get("muted") == "yes", battle.place_of(acting(request))
    chatting.mute(battle=battle, side=seats[0], muted=muted, place=place)
    if getattr(request, "htmx", False):
        return show(request, _page(request, battle, seats[0]), "panel")
    return redirect("battle_chat", battle.pk)
