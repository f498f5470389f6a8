"""A chat as one of its players has it, of whatever it is; its pages are answered alike."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from allauth.core.ratelimit import consume
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from battles.chat.page import BattleChatPage, SeriesChatPage
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

PARTS = ("panel", "lines")
TOO_OFTEN = "You are writing too fast. Wait a minute, then send it again."
ChatPage: TypeAlias = BattleChatPage | SeriesChatPage


@dataclass(frozen=True, slots=True)
class Room:
    """What a player can do: ask for the page, 404 without a chat; say something, which gives its number; and so on."""

    address: str
    page: Callable[[], ChatPage]
    say: Callable[[str], int]
    mark_read: Callable[[int], object]
    mute: Callable[[bool], None]


def answer(request: HttpRequest, room: Room) -> HttpResponse:
    """The chat; a posted `text` is a new line. What is shown counts as read."""
    page = room.page()
    if request.method == "POST":
        return _say(request, room, page)
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    if (
        request.method == "GET" and part != "lines"
    ):  # a page asks for these again, whether it is looked at or not
        room.mark_read(page.chat.newest)
    return show(request, page, part)


def answer_read(request: HttpRequest, room: Room) -> HttpResponse:
    """The lines up to `newest` have been in sight."""
    shown = room.page().chat.newest
    room.mark_read(min(whole_number(request.POST.get("newest", "")) or 0, shown))
    return HttpResponse(status=204)


def answer_mute(request: HttpRequest, room: Room) -> HttpResponse:
    """Hides the other side's lines, or shows them again."""
    room.page()
    room.mute(request.POST.get("muted") == "yes")
    if getattr(request, "htmx", False):
        return show(request, room.page(), "panel")
    return redirect(room.address)


def _say(request: HttpRequest, room: Room, page: ChatPage) -> HttpResponse:
    """Back to the chat, or the panel alone for a script; 422 or 429 with what was typed."""
    text, part = request.POST.get("text", ""), "panel" if getattr(request, "htmx", False) else ""
    if not consume(request, action="chat", user=cast("User", request.user)):
        return show(request, _refused(page, text, TOO_OFTEN), part, status=200 if part else 429)
    try:
        line = room.say(text)
    except Refused as refused:
        return show(request, _refused(page, text, str(refused)), part, status=200 if part else 422)
    room.mark_read(line)
    if part:
        return show(request, room.page(), part)
    return redirect(room.address)


def _refused(page: ChatPage, text: str, why: str) -> ChatPage:
    return replace(page, chat=replace(page.chat, draft=text, refused=why))
