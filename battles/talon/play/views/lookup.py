"""What a player asks of the board of a battle played by hand; each answer is made from the own side's view."""

import re

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.battle.boards import StalePlay
from battles.talon.play.board import board_of
from battles.talon.play.pages.lookup import PlayOverlayPage, PlayWhyPage
from battles.talon.play.pages.play import seat_of
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.publishing import eyes
from battles.talon.play.views.play import own_open_play, place_in
from config.pages import show
from engines.seam.words.whole_numbers import whole_number
from engines.talon.hexes import FACINGS, at
from engines.talon.play.board import hex_words
from engines.talon.play.drafts.lines import with_draft
from engines.talon.play.drawing.overlay_drawing import OVERLAYS, overlay
from engines.talon.play.in_place import put_in_thought
from engines.talon.play.offers.why_not import hex_near, not_offered, not_there
from engines.talon.play.roster import Roster
from engines.talon.units import Unit
from engines.talon.view import View

HEX = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
FARTHEST = 100_000
"""The largest number of a point of the drawing that is looked up."""


@login_required
@require_safe
def play_overlay(request: HttpRequest, battle_id: int, kind: str) -> HttpResponse:
    """The overlay of a unit that the reader's side sees on the map, or of all; 409 from a page that is too old."""
    if kind not in OVERLAYS:
        raise Http404("There is no such overlay.")
    try:
        view, unit = _view_now(request, battle_id), _number(request, "unit")
        found = overlay(_put_down(request, view, unit), kind, unit)
    except StalePlay as stale:
        return HttpResponse(str(stale), status=409, content_type="text/plain")
    except LookupError as error:
        raise Http404("No such unit is on the map.") from error
    return show(request, PlayOverlayPage(kind, unit is None, found))


@login_required
@require_safe
def play_why(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Why a unit cannot do what is not offered, or not in the hex at a point of the drawing; 409 as for an overlay."""
    try:
        view = _view_now(request, battle_id)
    except StalePlay as stale:
        return HttpResponse(str(stale), status=409, content_type="text/plain")
    unit, point = _unit(view, _number(request, "unit")), (_number(request, "x"), _number(request, "y"))
    name = Roster(view).name(unit.number)
    if point[0] is None or point[1] is None:
        return show(request, PlayWhyPage(name, "", not_offered(view, unit)))
    place = hex_near(view, point[0], point[1])
    if place is None:
        raise Http404("There is no hex of the map.")
    return show(request, PlayWhyPage(name, hex_words(place), not_there(view, unit, place)))


def _view_now(request: HttpRequest, battle_id: int) -> View:
    """The reader's view with the draft line given; 404 for everybody else, `StalePlay` if the page is older."""
    play, seats = own_open_play(request, battle_id)
    side, place = seat_of(play, seats), place_in(request, play)
    draft = draft_of(play, side, place)
    if (_number(request, "at"), _number(request, "draft")) != (play.number, draft.revision):
        raise StalePlay
    board, _orders = with_draft(board_of(play), draft.lines)
    return eyes(play, board, side, place)


def _put_down(request: HttpRequest, view: View, unit: int | None) -> View:
    """The view with the unit in the hex and facing that the reader has chosen for it, if the address names them."""
    words, facing = request.GET.get("hex"), request.GET.get("facing", "")
    if words is None or unit is None:
        return view
    found = HEX.fullmatch(words)
    if found is None or facing not in FACINGS:
        raise BadRequest("hex and facing do not name a place.")
    return put_in_thought(view, unit, at(int(found[1]), int(found[2])), FACINGS.index(facing))


def _number(request: HttpRequest, name: str) -> int | None:
    """A number of the address, None if it is not there; 400 if it is something else."""
    written = request.GET.get(name)
    if written is None:
        return None
    size = whole_number(written.removeprefix("-"))
    if size is None or size > FARTHEST:
        raise BadRequest(f"{name} is not a number.")
    return -size if written.startswith("-") else size


def _unit(view: View, number: int | None) -> Unit:
    units = (*view.units(view.side), *view.units(view.enemy_side))
    found = next((unit for unit in units if unit.number == number), None)
    if found is None:
        raise Http404("There is no such unit.")
    return found
