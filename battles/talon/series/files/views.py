"""Exporting a campaign game, importing one from its file, and looking at what was imported."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from battles.models import SeriesRecord
from battles.talon.fought.course import FoughtReport
from battles.talon.series.access import own_series
from battles.talon.series.files.document import MOST_BYTES, FiledBattle, FiledLeg
from battles.talon.series.files.exporting import export
from battles.talon.series.files.judging import record_in
from battles.talon.series.files.page import (
    GameFileForm,
    series_import_page,
    series_record_battle_page,
    series_record_page,
)
from battles.talon.series.files.records import file_of, import_game
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number
from engines.talon.system import own


@login_required
@require_safe
def series_file(request: HttpRequest, series_id: int) -> HttpResponse:
    """The campaign game as a file, for its two players; 404 before it has begun."""
    row = own_series(request, series_id)
    try:
        name, data = export(row)
    except Refused as refused:
        raise Http404(str(refused)) from refused
    return _file(name, data)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_import(request: HttpRequest) -> HttpResponse:
    """The form for a file; a POST imports it."""
    user = cast("User", request.user)
    if request.method != "POST":
        return show(request, series_import_page(user, GameFileForm()))
    if not consume(request, action="import_series", user=user):
        return cast("HttpResponse", respond_429(request))
    form = GameFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            return redirect(import_game(user=user, data=form.cleaned_data["file"].read(MOST_BYTES + 1)))
        except Refused as refused:
            for refusal in refused.refusals:
                form.add_error("file", str(refusal))
    return show(request, series_import_page(user, form), status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_record(request: HttpRequest, record: int) -> HttpResponse:
    """An imported campaign game, for who has imported it; a POST deletes it."""
    row = _own(request, record)
    if request.method != "POST":
        return show(request, series_record_page(row))
    row.delete()
    messages.success(request, "The imported campaign game is deleted.")
    return redirect("series_import")


@login_required
@require_safe
def series_record_file(request: HttpRequest, record: int) -> HttpResponse:
    """The file of an imported campaign game again."""
    row = _own(request, record)
    return _file(f"campaign-game-{row.pk}.json", bytes(row.data))


@login_required
@require_safe
def series_record_battle(request: HttpRequest, record: int, leg: int, battle: int) -> HttpResponse:
    """The report of a battle of an imported campaign game; `?frame=` chooses the frame of the replay."""
    row = _own(request, record)
    filed, report = _report(row, leg, battle)
    frame = whole_number(request.GET.get("frame", "")) or 0
    return show(request, series_record_battle_page(row, (leg, battle), filed, report, frame))


@login_required
@require_safe
def series_record_frames(request: HttpRequest, record: int, leg: int, battle: int) -> HttpResponse:
    """Every frame of the battle as numbers, for the replay."""
    _filed, report = _report(_own(request, record), leg, battle)
    return HttpResponse(report.document, content_type="application/json")


def _own(request: HttpRequest, record: int) -> SeriesRecord:
    return get_object_or_404(SeriesRecord, pk=record, user=request.user)


def _report(row: SeriesRecord, leg: int, battle: int) -> tuple[tuple[FiledLeg, FiledBattle], FoughtReport]:
    legs = file_of(row).legs
    found = legs[leg - 1] if 1 <= leg <= len(legs) else None
    if found is None or not 1 <= battle <= len(found.battles):
        raise Http404("There is no such battle.")
    filed = (found, found.battles[battle - 1])
    known = record_in(*filed)
    if known is None:
        raise Http404("There is no report of this battle.")
    return filed, FoughtReport(own(known))


def _file(name: str, data: bytes) -> HttpResponse:
    """A download that nobody keeps on the way."""
    answer = HttpResponse(data, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
