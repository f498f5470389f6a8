"""How the computer fought a battle: the report, and the frames for stepping through it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_safe

from battles.battle.access import acting, own_battle
from battles.battle.selectors import KnownBattle, is_deputy, known_battle
from battles.models import Battle
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.page import fought_page
from config.pages import show
from engines.seam.words.whole_numbers import whole_number
from engines.talon.system import SYSTEM, own


@login_required
@require_safe
def fought(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The report of a battle that is known order by order, for its players; 404 for anybody else, and any other."""
    battle, seats = own_battle(request, battle_id)
    if battle.system != SYSTEM.key:
        return redirect(report_elsewhere(battle))
    report, source = report_of(battle)
    tries = not is_deputy(battle, acting(request))
    return show(
        request, fought_page(battle, seats, report, source, _frame(request, report.last), tries=tries)
    )


@login_required
@require_safe
def battle_frames(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Every frame as numbers; one fight never changes, so a browser that names it may keep it."""
    battle, _seats = own_battle(request, battle_id)
    report, source = report_of(battle)
    answer = HttpResponse(report.document, content_type="application/json")
    kept = request.GET.get("of") == source.key
    answer["Cache-Control"] = "private, max-age=86400" if kept else "private, no-store"
    return answer


def report_of(battle: Battle) -> tuple[FoughtReport, KnownBattle]:
    """The battle as it went, and where that is known from; 404 if it is not known order by order."""
    known = known_battle(battle) if battle.system == SYSTEM.key else None
    if known is None:
        raise Http404("There is no report of this battle.")
    return FoughtReport(own(known.fought)), known


def report_elsewhere(battle: Battle) -> str:
    """Where another game shows how a battle of its own went, with its dice; 404 if it does not."""
    try:
        return reverse(f"{battle.system}_fought", args=[battle.pk])
    except NoReverseMatch as none:
        raise Http404("There is no report of this battle.") from none


def _frame(request: HttpRequest, last: int) -> int:
    """The frame that is asked for, the first if none or no number is."""
    return min(whole_number(request.GET.get("frame", "")) or 0, last)
