"""The chat of a war: to be read, written in and muted by its two players."""

from dataclasses import replace
from typing import cast

from allauth.core.ratelimit import consume
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from campaign.chat import chatting
from campaign.chat.page import ChatPage, chat_page
from campaign.chat.words import unread_in
from campaign.models import Seat
from campaign.war.access import seated
from campaign.war.at import At
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number

PARTS = ("panel", "lines")
TOO_OFTEN = "You are writing too fast. Wait a minute, then send it again."


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def chat(request: HttpRequest, at: At) -> HttpResponse:
    """The chat, of one battle with `?battle=`; a posted `text` is a new line."""
    battle = _battle(request)
    page = _page(at, battle)
    if request.method == "POST":
        return _say(request, at, page)
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    if not part and request.method == "GET":
        chatting.mark_read(seat=at.seats[at.side], newest=page.chat.newest if not battle else 0)
    if part == "panel" and battle:
        _mark_read(at, page, page.chat.newest)
    return show(request, page, part)


def _mark_read(at: At, page: ChatPage, newest: int) -> None:
    """The lines up to `newest` are read; of those about one battle only if nothing else is unread."""
    if not page.chat.battle or page.chat.unread == unread_in(at):
        chatting.mark_read(seat=at.seats[at.side], newest=min(newest, page.chat.newest))


def _battle(request: HttpRequest) -> int:
    fields = request.POST if request.method == "POST" else request.GET
    return whole_number(fields.get("battle", "")) or 0


def _page(at: At, battle: int) -> ChatPage:
    page = chat_page(at, battle)
    if page is None or (battle and not page.chat.battle):
        raise Http404
    return page


def _say(request: HttpRequest, at: At, page: ChatPage) -> HttpResponse:
    """Back to where it was written, or the panel alone for a script; 422 or 429 with what was typed."""
    text, battle = request.POST.get("text", ""), page.chat.battle
    part = "panel" if getattr(request, "htmx", False) else ""
    if not consume(request, action="chat", user=at.user):
        return show(request, _refused(page, text, TOO_OFTEN), part, status=_status(part, 429))
    try:
        line = chatting.say(war_id=at.war.pk, side=at.side, text=text, battle=battle or None)
    except Refused as refused:
        return show(request, _refused(page, text, str(refused)), part, status=_status(part, 422))
    if not battle:
        chatting.mark_read(seat=at.seats[at.side], newest=line.pk)
    if part:
        return show(request, _page(at, battle), part)
    return redirect(f"{at.path}chat/{f'?battle={battle}' if battle else ''}")


def _status(part: str, of_a_page: int) -> int:
    """200 for a part, as htmx puts nothing else into the page."""
    return 200 if part else of_a_page


def _refused(page: ChatPage, text: str, why: str) -> ChatPage:
    return replace(page, chat=replace(page.chat, draft=text, refused=why))


@require_POST
@seated
def read(request: HttpRequest, at: At) -> HttpResponse:
    """The lines up to `newest`, of one battle with `battle`, have been in sight."""
    _mark_read(at, _page(at, _battle(request)), whole_number(request.POST.get("newest", "")) or 0)
    return HttpResponse(status=204)


@require_POST
@seated
def mute(request: HttpRequest, at: At) -> HttpResponse:
    """Hides the opponent's lines, or shows them again."""
    battle = _page(at, _battle(request)).chat.battle
    chatting.mute(war_id=at.war.pk, side=at.side, muted=request.POST.get("muted") == "yes")
    if getattr(request, "htmx", False):
        seat = Seat.objects.select_related("user").get(pk=at.seats[at.side].pk)
        return show(request, _page(replace(at, seats={**at.seats, at.side: seat}), battle), "panel")
    return cast("HttpResponse", redirect(f"{at.path}chat/"))
