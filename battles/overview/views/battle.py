"""A battle's pages: the set-up sheet, the report to be confirmed, the result; and answering a report."""

from collections.abc import Callable
from dataclasses import replace

from allauth.core.ratelimit import consume
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe
from django_stubs_ext import WithAnnotations

from accounts.live import Newest, stream_response, topic_of
from accounts.models import User
from accounts.printing.asking import ask_and_wait
from accounts.printing.sheets import Content
from battles.battle.access import acting, own_battle, seen_version
from battles.battle.away import to_deputy
from battles.battle.boards import StalePlay, board_for
from battles.battle.doctrine import read_doctrine
from battles.battle.selectors import battle_for, is_deputy, played
from battles.battle.services.resolving import ask_for, asks_another, try_again
from battles.battle.services.settling import confirm, dispute
from battles.battle.services.step import StaleBattle
from battles.models import Battle, Status, Way
from battles.overview.pages.battle import BattlePage, BattleReply, battle_page, units_of
from battles.overview.pages.sheet import sheet_page, sheet_pdf
from battles.talon.play.services.captains import go_on
from config.pages import as_html, show
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import Side

TOO_OFTEN = "You asked 10 times in an hour in this battle. Wait an hour, then ask again."


@login_required
@require_safe
def battle(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The battle as it stands: set-up sheet, report or result; only its body when asked for by the page itself."""
    found, seats = own_battle(request, battle_id)
    if found.teams and found.status == Status.OPEN and played(found) is not None:
        return redirect(board_for(found).path(found))  # a battle of teams is played there to its end
    part = "body" if getattr(request, "htmx", False) else ""
    return show(request, _page(request, found, seats), part)


def _page(
    request: HttpRequest, battle: "WithAnnotations[Battle, Newest]", seats: tuple[Side, ...]
) -> BattlePage:
    """The page for who asks: the chat, corrections and other battles are the players' own."""
    page = battle_page(battle, seats, battle.place_of(acting(request)))
    if not is_deputy(battle, acting(request)):
        return page
    links = replace(
        page.links,
        chat=None,
        correction="",
        tries=False,
        takes_back="",
        calls_off=False,
        rematch="",
        rematch_waits=False,
    )
    time = replace(page.time, **to_deputy(page.time.away, page.time.deadline))
    return replace(page, links=links, time=time)


def _not_taken(
    request: HttpRequest,
    battle: "WithAnnotations[Battle, Newest]",
    seats: tuple[Side, ...],
    reply: BattleReply,
    status: int,
) -> HttpResponse:
    """The page with why the answer was not taken."""
    return show(request, replace(_page(request, battle, seats), reply=reply), status=status)


@login_required
@require_safe
def sheet(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The set-up sheet and a record sheet for paper."""
    battle, _seats = own_battle(request, battle_id)
    return show(request, sheet_page(battle))


@login_required
@require_POST
def sheet_as_pdf(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Asks for the same as PDF."""
    battle, _seats = own_battle(request, battle_id)
    name = slugify(f"{battle.place} {battle.title}")
    return ask_and_wait(
        request, Content(as_html(sheet_pdf(battle)), name, reverse("battle_sheet", args=[battle.pk]))
    )


@login_required
@require_POST
def battle_confirm(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Confirms the other side's report."""
    return _answered(request, battle_id, "Confirmed. The result is final.", confirm)


@login_required
@require_POST
def battle_dispute(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Disputes the other side's report with a remark."""
    remark = request.POST.get("remark", "")
    words = "Disputed. Either of you may enter a corrected result."
    return _answered(request, battle_id, words, dispute, remark=remark)


@login_required
@require_POST
def battle_way(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Asks how the battle is settled, with the doctrine for one's captain (S35)."""
    battle, seats = own_battle(request, battle_id)
    version = seen_version(request)
    try:
        way = _way(request.POST.get("way", ""))
        doctrine = _doctrine(request, battle, seats)
        if asks_another(battle, seats[0], way) and not _may_ask(request, battle):
            reply = BattleReply(refusals=(Refusal("S35", TOO_OFTEN),))
            return _not_taken(request, battle, seats, reply, 429)
        ask_for(
            battle_id=battle.pk,
            side=seats[0],
            seen_version=version,
            way=way,
            doctrine=doctrine,
            entropy=request.POST.get("entropy", "") if way == Way.WORKER else "",
            by=acting(request),
        )
    except StaleBattle as stale:
        return _not_taken(request, *own_battle(request, battle_id), BattleReply(stale=str(stale)), 409)
    except StalePlay as stale:
        return _not_taken(request, battle, seats, BattleReply(stale=str(stale)), 409)
    except Refused as refused:
        return _not_taken(request, battle, seats, BattleReply(refusals=refused.refusals), 422)
    go_on(battle.pk)
    return redirect(board_for(battle).path(battle) if _plays(battle, way) else battle.get_absolute_url())


def _may_ask(request: HttpRequest, battle: Battle) -> bool:
    """Whether the player may ask the other once more: each request is a message."""
    return bool(consume(request, action="ask_for_way", key=f"{acting(request).pk}:{battle.pk}"))


def _plays(battle: Battle, way: Way) -> bool:
    """Whether the battle is played in the browser from now on."""
    return way == Way.HAND and played(battle) is not None


def _doctrine(request: HttpRequest, battle: Battle, seats: tuple[Side, ...]) -> Doctrine | None:
    """The doctrine that was sent, None if the form had none."""
    if "stance" not in request.POST:
        return None
    return read_doctrine(request.POST, units_of(battle, seats))


def _way(word: str) -> Way:
    if word not in Way.values:
        raise refuse("S35", "Choose the table, the browser or captains.", "way")
    return Way(word)


@login_required
@require_POST
def battle_again(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Gives a battle that the computer failed to fight to it again, with the doctrine sent along."""
    battle, seats = own_battle(request, battle_id)
    version = seen_version(request)
    try:
        doctrine = _doctrine(request, battle, seats)
        try_again(
            battle_id=battle.pk, side=seats[0], seen_version=version, doctrine=doctrine, by=acting(request)
        )
    except StaleBattle as stale:
        return _not_taken(request, *own_battle(request, battle_id), BattleReply(stale=str(stale)), 409)
    except Refused as refused:
        return _not_taken(request, battle, seats, BattleReply(refusals=refused.refusals), 422)
    return redirect(battle)


def _answered(
    request: HttpRequest, battle_id: int, done: str, answer: Callable[..., Battle], **more: str
) -> HttpResponse:
    battle, seats = own_battle(request, battle_id)
    version = seen_version(request)
    try:
        side = _answering(battle, seats)
        answer(battle_id=battle.pk, side=side, seen_version=version, by=acting(request), **more)
    except StaleBattle as stale:
        reply = BattleReply(stale=str(stale), remark=more.get("remark", ""))
        return _not_taken(request, *own_battle(request, battle_id), reply, 409)
    except Refused as refused:
        reply = BattleReply(refusals=refused.refusals, remark=more.get("remark", ""))
        return _not_taken(request, battle, seats, reply, 422)
    messages.success(request, done)
    return redirect(battle)


def _answering(battle: Battle, seats: tuple[Side, ...]) -> Side:
    """The seat that answers: at one screen the one that is asked, else the person's own."""
    return next((side for side in seats if side != battle.reported_by), seats[0])


async def battle_events(request: HttpRequest, battle_id: int) -> HttpResponseBase:
    """The stream that says when the battle changes, or something elsewhere for the reader."""
    user = await request.auser()
    if not user.is_authenticated:
        raise Http404("There is no such battle.")
    battle = await sync_to_async(battle_for)(user, battle_id)
    if battle is None:
        raise Http404("There is no such battle.")

    def may(now: User) -> bool:
        return now.pk == user.pk and battle_for(now, battle_id) is not None

    return stream_response(request, [battle.topic], aside=[topic_of(user.pk)], may=may)
