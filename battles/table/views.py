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
from battles.battle.access import acting, own_battle, own_seat, seen_version
from battles.battle.selectors import draft_of
from battles.battle.services.step import StaleBattle
from battles.battle.services.taking_back import leave_as_it_is, take_back
from battles.battle.standing import laid_aside, laid_since, setup_now
from battles.models import OVER, Battle, Status
from battles.table.drafts import save_draft
from battles.table.page import ReportChangesPage, possible_outcome, report_page
from battles.table.reporting import enter_report, revise
from config.pages import show
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refusal, Refused
from engines.seam.report_forms import Fields, ReportForm
from engines.seam.sides import Side


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The form with what was typed so far; a POST checks it, enters the report, or takes back what was entered."""
    battle, seats = own_battle(request, battle_id)
    if request.method == "POST" and request.POST.get("do") in ("take-back", "leave"):
        return _taken_back(request, own_seat(request, battle_id)[0], seats[0])
    if request.method == "POST":
        return _posted(request, battle, seats)
    if battle.status in OVER:
        return redirect(battle)
    fields = _kept(battle, seats[0])
    part = "state" if getattr(request, "htmx", False) else ""
    setup = setup_now(battle)
    form = battle.engine.report_form(setup, fields)
    return show(request, report_page(battle, seats, setup, form), part)


@login_required
@require_POST
def report_changes(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Keeps what was typed, and answers with the parts of the form that it changes; 409 once it is settled."""
    battle, seats = own_battle(request, battle_id)
    setup = setup_now(battle)
    posted = battle.engine.known_fields(setup, request.POST.dict())
    form = battle.engine.report_form(setup, posted)
    save_draft(battle_id=battle.pk, side=seats[0], fields=battle.engine.usual_fields(setup, posted))
    page = ReportChangesPage(
        battle=battle,
        form=form,
        outcome=possible_outcome(setup, form),
        new_units=request.POST.get("set_for", "") != form.set_for,
        new_fates=_changed_presets(request, form),
        new_criticals=_changed_rooms(request, form),
        new_landing=request.POST.get("landing_mark", "") != form.last_mark,
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
    draft, report, laid = draft_of(battle, side), battle.report_document, laid_aside(battle)
    since = battle.reported_at or (laid_since(battle) if laid is not None else None)
    if draft and (since is None or draft.updated_at > since):
        return battle.engine.known_fields(
            battle.setup_document, msgspec.json.decode(draft.document, type=dict[str, str])
        )
    if report is not None:
        return battle.engine.report_fields(battle.setup_document, report)
    return {} if laid is None else laid.board.fields_so_far(laid.position)


def _posted(
    request: HttpRequest, battle: "WithAnnotations[Battle, Newest]", seats: tuple[Side, ...]
) -> HttpResponse:
    version = seen_version(request)
    setup = setup_now(battle)
    posted = battle.engine.known_fields(setup, request.POST.dict())
    form = battle.engine.report_form(setup, posted)
    fields = battle.engine.usual_fields(setup, posted)
    save_draft(battle_id=battle.pk, side=seats[0], fields=fields)
    if request.POST.get("do") == "check":
        return show(request, report_page(battle, seats, setup, form, checked=True))
    unseen = tuple(_unseen(posted, fields))
    if form.report is None or form.every_problem or unseen:
        page = replace(report_page(battle, seats, setup, form, checked=True), refusals=unseen)
        return show(request, page, status=422)
    return _entered(request, battle, seats, setup, form, version=version)


def _taken_back(request: HttpRequest, battle: Battle, side: Side) -> HttpResponse:
    """On to the form with the result that is taken back in it; to the battle while the other player is asked."""
    change = take_back if request.POST["do"] == "take-back" else leave_as_it_is
    try:
        battle = change(
            battle_id=battle.pk, side=side, seen_version=seen_version(request), by=acting(request)
        )
    except StaleBattle as stale:
        messages.warning(request, str(stale))
        return redirect(battle)
    except Refused as refused:
        messages.warning(request, refused.refusals[0].reason)
        return redirect(battle)
    return redirect("battle_report", battle.pk) if battle.status == Status.OPEN else redirect(battle)


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
    setup: BattleSetup,
    form: ReportForm,
    *,
    version: int,
) -> HttpResponse:
    enter = enter_report if battle.status == Status.OPEN else revise
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
        page = replace(report_page(own_battle(request, battle.pk)[0], seats, setup, form), stale=str(stale))
        return show(request, page, status=409)
    except Refused as refused:
        page = report_page(battle, seats, setup, form, checked=True)
        page = replace(page, refusals=refused.refusals, outcome=None)
        return show(request, page, status=422)
    messages.success(request, _done_words(entered, seats))
    return redirect(entered)


def _report(form: ReportForm) -> Any:
    return form.report


def _done_words(battle: Battle, seats: tuple[Side, ...]) -> str:
    if battle.status == Status.SETTLED:
        return "Result entered and settled."
    other = battle.answering_side
    name = "the other side" if other is None or len(seats) == 2 else battle.name_of(other)
    return f"Result entered. Now {name} confirms or disputes it."
