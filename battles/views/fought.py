"""How the computer fought a battle: the report, and the frames for stepping through it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.fought_view import Fought
from battles.models import Battle, SettledHow, Status
from battles.record import unpack
from battles.replay.document import document_of
from battles.selectors import fought
from battles.views.battle import own_battle


@login_required
@require_safe
def battle_fought(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The report of a battle fought by the computer, for its players; 404 for anybody else, and any other battle."""
    battle, seats = own_battle(request, battle_id)
    told, number = told_of(battle)
    at = _frame(request, told.last)
    page = {
        "battle": battle,
        "seats": seats,
        "told": told,
        "fight": number,
        "at": at,
        "before": max(0, at - 1),
        "after": min(told.last, at + 1),
        "rosters": told.rosters(at),
        "moment": told.moments[at],
        "picture": told.picture(at),
        "chance": told.chance(at),
    }
    return render(request, "battles/fought.html", page)


@login_required
@require_safe
def battle_frames(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Every frame as numbers; one fight never changes, so a browser that names it may keep it."""
    battle, _seats = own_battle(request, battle_id)
    told, number = told_of(battle)
    answer = JsonResponse(
        document_of(told.frames, told.cast), safe=False, json_dumps_params={"separators": (",", ":")}
    )
    kept = request.GET.get("of") == str(number)
    answer["Cache-Control"] = "private, max-age=86400" if kept else "private, no-store"
    return answer


def told_of(battle: Battle) -> tuple[Fought, int]:
    """The battle as it was fought, and the number of that fight; 404 if its result is not the computer's."""
    if battle.status != Status.SETTLED or battle.settled_how != SettledHow.FOUGHT:
        raise Http404("The computer did not fight this battle.")
    resolution = fought(battle)
    if resolution is None or resolution.record is None:
        raise Http404("The computer did not fight this battle.")
    return Fought(unpack(bytes(resolution.record))), resolution.pk


def _frame(request: HttpRequest, last: int) -> int:
    """The frame that is asked for, the first if none or no number is."""
    text = request.GET.get("frame", "")
    return min(int(text), last) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
