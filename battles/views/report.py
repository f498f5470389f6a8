"""Entering the report of a battle: saved and checked at every change, entered when it is complete."""

from dataclasses import replace
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles import services
from battles.models import OVER, Battle, Status
from battles.pages.report import ReportChangesPage, report_page
from battles.pages.report_form import ReportForm, report_form, set_for
from battles.selectors import draft_of
from battles.services import StaleBattle
from battles.services.play.standing import laid_board, laid_since, setup_now
from battles.views.battle import acting, own_battle, seen_version
from config.pages import show
from engines.seam.refusals import Refusal, Refused
from engines.seam.sides import Side
from engines.talon.play.recorded import fields_so_far
from engines.talon.sheets import typed
from engines.talon.sheets.typed import Fields


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The form with what was typed so far; a POST checks it, or enters the report."""
    battle, seats = own_battle(request, battle_id)
    if request.method == "POST":
        return _posted(request, battle, seats)
    if battle.status in OVER:
        return redirect(battle)
    fields = _kept(battle, seats[0])
    part = "state" if getattr(request, "htmx", False) else ""
    return show(request, report_page(battle, seats, report_form(setup_now(battle), fields)), part)


@login_required
@require_POST
def report_changes(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Keeps what was typed, and answers with the parts of the form that it changes; 409 once it is settled."""
    battle, seats = own_battle(request, battle_id)
    setup = setup_now(battle)
    posted = typed.known(setup, request.POST.dict())
    form = report_form(setup, posted)
    services.save_draft(battle_id=battle.pk, side=seats[0], fields=typed.with_usual_fates(setup, posted))
    page = ReportChangesPage(
        battle=battle,
        form=form,
        new_units=request.POST.get("set_for", "") != set_for(posted),
        new_fates=_changed_presets(request, form),
        new_criticals=_changed_rooms(request, form),
        new_landing=request.POST.get("landing_mark", "") != form.landing.mark,
        stale=_moved_on(battle, request.POST.get("version", "")),
    )
    return show(request, page, status=409 if battle.status in OVER else 200)


def _changed_presets(request: HttpRequest, form: ReportForm) -> set[str]:
    """The units whose usual fate is another one now."""
    return {
        entry.key for entry in form.entries if request.POST.get(f"{entry.key}-preset", "") != entry.preset
    }


def _changed_rooms(request: HttpRequest, form: ReportForm) -> set[str]:
    """The units whose questions about lasting criticals appear or disappear."""
    return {
        entry.key
        for entry in form.entries
        if entry.card.boxes and request.POST.get(f"{entry.key}-room", "") != str(entry.room)
    }


def _moved_on(battle: Battle, version: str) -> str:
    return "" if version == str(battle.version) else str(StaleBattle(battle))


def _kept(battle: Battle, side: Side) -> Fields:
    """What the side typed last, or the report as it was entered if that is newer; else what the board says already.

    What was typed before the battle was laid aside was about another moment of it.
    """
    draft, report, board = draft_of(battle, side), battle.report_document, laid_board(battle)
    since = battle.reported_at or (laid_since(battle) if board is not None else None)
    if draft and (since is None or draft.updated_at > since):
        return typed.known(battle.setup_document, msgspec.json.decode(draft.document, type=dict[str, str]))
    if report is not None:
        return typed.from_report(battle.setup_document, report)
    return {} if board is None else fields_so_far(board)


def _posted(
    request: HttpRequest, battle: "WithAnnotations[Battle, Newest]", seats: tuple[Side, ...]
) -> HttpResponse:
    version = seen_version(request)
    setup = setup_now(battle)
    posted = typed.known(setup, request.POST.dict())
    form = report_form(setup, posted)
    fields = typed.with_usual_fates(setup, posted)
    services.save_draft(battle_id=battle.pk, side=seats[0], fields=fields)
    if request.POST.get("do") == "check":
        return show(request, report_page(battle, seats, form, checked=True))
    unseen = tuple(_unseen(posted, fields))
    if form.reading.report is None or form.reading.problems or unseen:
        page = replace(report_page(battle, seats, form, checked=True), refusals=unseen)
        return show(request, page, status=422)
    return _entered(request, battle, seats, form, version)


def _unseen(posted: Fields, fields: Fields) -> list[Refusal]:
    """A refusal if usual fates were filled in that the person has not seen yet."""
    if all(posted.get(name) == value for name, value in fields.items() if name.endswith("-fate")):
        return []
    reason = "The usual fates are filled in below. Check each ship, then enter the result."
    return [Refusal("", reason)]


def _entered(
    request: HttpRequest,
    battle: "WithAnnotations[Battle, Newest]",
    seats: tuple[Side, ...],
    form: ReportForm,
    version: int,
) -> HttpResponse:
    enter = services.enter_report if battle.status == Status.OPEN else services.revise
    agreed = request.POST.get("do") == "agree"
    try:
        entered = enter(
            battle_id=battle.pk,
            side=seats[0],
            seen_version=version,
            report=_report(form),
            agreed=agreed,
            by=acting(request),
        )
    except StaleBattle as stale:
        page = replace(report_page(own_battle(request, battle.pk)[0], seats, form), stale=str(stale))
        return show(request, page, status=409)
    except Refused as refused:
        page = replace(report_page(battle, seats, form, checked=True), refusals=refused.refusals)
        return show(request, page, status=422)
    messages.success(request, _done_words(entered, seats))
    return redirect(entered)


def _report(form: ReportForm) -> Any:
    return form.reading.report


def _done_words(battle: Battle, seats: tuple[Side, ...]) -> str:
    if battle.status == Status.SETTLED:
        return "Result entered and settled."
    other = battle.answering_side
    name = "the other side" if other is None or len(seats) == 2 else battle.user_of(other).username
    return f"Result entered. Now {name} confirms or disputes it."
