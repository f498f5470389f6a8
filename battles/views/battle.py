"""A battle's pages: the set-up sheet, the report to be confirmed, the result; and answering a report."""

from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_POST, require_safe

from accounts.live import latest_notice, stream_response
from battles import services
from battles.forms import doctrine_form, read_doctrine
from battles.models import Battle, Resolution, Status, Way
from battles.pages.report_view import outcome_of, sides_after
from battles.selectors import (
    battle_for,
    brought,
    moved_by,
    notes_of,
    owed,
    seal_of,
    seats_of,
    unattended,
)
from battles.services import Stale
from battles.views.notes import history
from engines.seam import codec
from engines.seam.documents import Doctrine, Unit
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import Side, opponent
from engines.talon.sheets.sheet import TITLES, sheet_of

STEPS = ("Fight, then record", "Confirm", "Settled")
STEP_NOW = {Status.OPEN: 0, Status.DISPUTED: 0, Status.REPORTED: 1, Status.SETTLED: 3, Status.VOID: 0}


def own_battle(request: HttpRequest, battle_id: int) -> tuple[Battle, tuple[Side, ...]]:
    """The battle and the sides the person plays in it; 404 for everybody else, the host too."""
    if not request.user.is_authenticated:
        raise Http404("There is no such battle.")
    battle = battle_for(request.user, battle_id)
    if battle is None:
        raise Http404("There is no such battle.")
    return battle, seats_of(battle, request.user)


def seen_version(request: HttpRequest) -> int:
    """The battle's version on the page the form came from; 400 if it is no number."""
    text = request.POST.get("version", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise BadRequest("The form has no version number. Reload the page.")
    return int(text)


@login_required
@require_safe
def battle_page(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The battle as it stands: set-up sheet, report or result; only its body when asked for by the page itself."""
    battle, seats = own_battle(request, battle_id)
    template = "battles/battle.html#body" if getattr(request, "htmx", False) else "battles/battle.html"
    return render(request, template, page_of(battle, seats))


@login_required
@require_safe
def battle_sheet(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The set-up sheet and a record sheet for paper."""
    battle, seats = own_battle(request, battle_id)
    sheet = sheet_of(battle.setup_document)
    return render(
        request,
        "battles/sheet.html",
        {"battle": battle, "seats": seats, "sheet": sheet, "brought": brought(battle)},
    )


@login_required
@require_POST
def battle_confirm(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Confirms the other side's report."""
    return _answered(request, battle_id, "Confirmed. The result is final.", services.confirm)


@login_required
@require_POST
def battle_dispute(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Disputes the other side's report with a remark."""
    remark = request.POST.get("remark", "")
    words = "Disputed. Either of you may enter a corrected result."
    return _answered(request, battle_id, words, services.dispute, remark=remark)


@login_required
@require_POST
def battle_way(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Asks how the battle is settled, with the doctrine for one's captain (S35)."""
    battle, seats = own_battle(request, battle_id)
    version = seen_version(request)
    try:
        way = _way(request.POST.get("way", ""))
        doctrine = _doctrine(request, battle, seats)
        services.ask_for(
            battle_id=battle.pk,
            side=seats[0],
            seen_version=version,
            way=way,
            doctrine=doctrine,
            entropy=request.POST.get("entropy", "") if way == Way.WORKER else "",
        )
    except Stale as stale:
        return _shown_again(request, stale.battle, seats, 409, stale=str(stale))
    except Refused as refused:
        return _shown_again(request, battle, seats, 422, refusals=refused.refusals)
    return redirect(battle)


def _doctrine(request: HttpRequest, battle: Battle, seats: tuple[Side, ...]) -> Doctrine | None:
    """The doctrine that was sent, None if the form had none."""
    if "stance" not in request.POST:
        return None
    return read_doctrine(request.POST, _units(battle, seats))


def _units(battle: Battle, seats: tuple[Side, ...]) -> list[Unit]:
    return [unit for seat in seats for unit in battle.setup_document.force(seat)]


def _way(word: str) -> Way:
    if word not in Way.values:
        raise refuse("S35", "Choose the table or the computer.", "way")
    return Way(word)


@login_required
@require_POST
def battle_again(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Gives a battle that the computer failed to fight to it again, with the doctrine sent along."""
    battle, seats = own_battle(request, battle_id)
    version = seen_version(request)
    try:
        doctrine = _doctrine(request, battle, seats)
        services.try_again(battle_id=battle.pk, side=seats[0], seen_version=version, doctrine=doctrine)
    except Stale as stale:
        return _shown_again(request, stale.battle, seats, 409, stale=str(stale))
    except Refused as refused:
        return _shown_again(request, battle, seats, 422, refusals=refused.refusals)
    return redirect(battle)


def _shown_again(
    request: HttpRequest, battle: Battle, seats: tuple[Side, ...], status: int, **more: Any
) -> HttpResponse:
    return render(request, "battles/battle.html", page_of(battle, seats) | more, status=status)


def _answered(
    request: HttpRequest, battle_id: int, done: str, answer: Callable[..., Battle], **more: str
) -> HttpResponse:
    battle, seats = own_battle(request, battle_id)
    version = seen_version(request)
    try:
        answer(battle_id=battle.pk, side=_answering(battle, seats), seen_version=version, **more)
    except Stale as stale:
        page = page_of(stale.battle, seats) | {"stale": str(stale), **more}
        return render(request, "battles/battle.html", page, status=409)
    except Refused as refused:
        page = page_of(battle, seats) | {"refusals": refused.refusals, **more}
        return render(request, "battles/battle.html", page, status=422)
    messages.success(request, done)
    return redirect(battle)


def _answering(battle: Battle, seats: tuple[Side, ...]) -> Side:
    """The seat that answers: at one screen the one that is asked, else the person's own."""
    return next((side for side in seats if side != battle.reported_by), seats[0])


def page_of(battle: Battle, seats: tuple[Side, ...]) -> dict[str, Any]:
    """What every page of a battle shows."""
    setup = battle.setup_document
    result = battle.result_document
    report = result.report if result else battle.report_document
    return {
        "battle": battle,
        "seats": seats,
        "sheet": sheet_of(setup),
        "steps": _ribbon(battle),
        "at": latest_notice([battle.topic]),
        "outcome": outcome_of(setup, report) if report else None,
        "moved": moved_by(battle),
        "sides_after": sides_after(setup, report) if report else (),
        "may_answer": battle.answering_side in seats,
        "may_correct": battle.status == Status.DISPUTED or battle.reported_by in seats,
        "reporter": _player(battle, battle.reported_by),
        "answerer": _player(battle, battle.answering_side or ""),
        "disputer": _disputer(battle, seats),
        "players": [(side, TITLES[side], battle.user_of(side)) for side in TITLES],
        "history": history(notes_of(battle)),
        "seal": SimpleLazyObject(partial(seal_of, battle)),
        "brought": brought(battle),
        **_by_computer(battle, seats),
    }


def _by_computer(battle: Battle, seats: tuple[Side, ...]) -> dict[str, Any]:
    """The page's part about the computer, while a side may ask for it; without the other side's doctrine."""
    if battle.status not in (Status.OPEN, Status.DISPUTED):
        return {}
    resolution = owed(battle)
    being_fought = resolution is not None and resolution.status != Resolution.Status.FAILED
    mine, other = seats[0], opponent(seats[0])
    wishes = {wish.side: wish for wish in battle.wishes.all()}
    own = wishes.get(mine)
    ways = {side: wish.way for side, wish in wishes.items()}
    chosen = codec.decode_doctrine(bytes(own.doctrine)) if own and not battle.one_screen else Doctrine()
    return {
        "owed": resolution,
        "unattended": resolution is not None and being_fought and unattended(resolution),
        "being_fought": being_fought,
        "asked_by_me": ways.get(mine) == Way.WORKER and not battle.one_screen,
        "asked_of_me": ways.get(other) == Way.WORKER and ways.get(mine) != Way.WORKER and len(seats) == 1,
        "asker": _player(battle, other),
        "rival": _player(battle, other),
        "doctrine": doctrine_form(_units(battle, seats), chosen),
    }


def _disputer(battle: Battle, seats: tuple[Side, ...]) -> str:
    """Who disputes the report: "You" to themselves."""
    if battle.status != Status.DISPUTED or battle.reported_by not in ("terran", "talon"):
        return ""
    side = opponent("terran" if battle.reported_by == "terran" else "talon")
    return "You" if side in seats and not battle.one_screen else _player(battle, side)


def _player(battle: Battle, side: str) -> str:
    """Who plays the side, in words fit for a sentence."""
    if side not in ("terran", "talon"):
        return ""
    if battle.one_screen:
        return side.title()
    return battle.user_of("terran" if side == "terran" else "talon").username


def _ribbon(battle: Battle) -> list[dict[str, str]]:
    now = STEP_NOW[Status(battle.status)]
    states = ["done" if place < now else "now" if place == now else "later" for place in range(len(STEPS))]
    steps = zip(STEPS, states, _step_links(battle), strict=True)
    return [{"name": name, "state": state, "href": href} for name, state, href in steps]


def _step_links(battle: Battle) -> tuple[str, ...]:
    """Where each step is done or to be seen, "" where there is nothing yet."""
    if battle.status == Status.SETTLED:
        return ("#set-up", "#result", "#result")
    record = reverse("battle_report", args=[battle.pk])
    return (record, "#answer" if battle.status == Status.REPORTED else "", "")


async def battle_events(request: HttpRequest, battle_id: int) -> HttpResponseBase:
    """The stream that says when the battle changes."""
    user = await request.auser()
    if not user.is_authenticated:
        raise Http404("There is no such battle.")
    battle = await sync_to_async(battle_for)(user, battle_id)
    if battle is None:
        raise Http404("There is no such battle.")
    since = request.GET.get("since", "")
    at = int(since) if since.isascii() and since.isdecimal() and len(since) < 19 else 0
    return stream_response(request, [battle.topic], at)
