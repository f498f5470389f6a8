"""What has happened so far in a battle played by hand, for its players: its log, and the replay of the report."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from battles.battle.access import acting
from battles.battle.selectors import is_deputy
from battles.models import Play
from battles.talon.play.pages.log import log_page
from battles.talon.play.pages.play import seat_of
from battles.talon.play.pages.so_far import SoFar, so_far_page
from battles.talon.play.views.play import own_open_play, place_in
from battles.talon.sandboxes.trying_out import is_open
from config.pages import show
from engines.seam.sides import Side
from engines.seam.words.whole_numbers import whole_number


def _own_battle_so_far(request: HttpRequest, battle_id: int) -> tuple[Play, tuple[Side, ...]]:
    """The play and the reader's sides; 404 for everybody else, and for a battle that began in the middle."""
    play, seats = own_open_play(request, battle_id, laid_aside=True)
    if play.battle.begins_midway:
        raise Http404("A battle that began in the middle has no replay.")
    return play, seats


@login_required
@require_safe
def so_far(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The replay at a frame, or where a published line began; the last frame if neither is asked for."""
    play, seats = _own_battle_so_far(request, battle_id)
    if play.stage == Play.Stage.OVER:
        return redirect("battle_fought", battle_id)
    report = SoFar(play, seat_of(play, seats))
    line, frame = (whole_number(request.GET.get(name, "")) for name in ("line", "frame"))
    wanted = report.first_frames.get(line, report.last) if line is not None else frame
    at = report.last if wanted is None else min(wanted, report.last)
    tries = not is_deputy(play.battle, acting(request)) and is_open(play, seats)
    return show(request, so_far_page(play, report, at, tries=tries))


@login_required
@require_safe
def so_far_frames(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Every frame as numbers."""
    play, seats = _own_battle_so_far(request, battle_id)
    report = SoFar(play, seat_of(play, seats))
    return HttpResponse(report.document, content_type="application/json")


@login_required
@require_safe
def play_log(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The lines of the log before one of them."""
    play, seats = own_open_play(request, battle_id)
    before = whole_number(request.GET.get("before", ""))
    last = play.number + 1 if before is None else before
    return show(request, log_page(play, seat_of(play, seats), last, place_in(request, play)))
