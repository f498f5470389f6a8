"""The page of a battle played by hand, and what its buttons do."""

import re
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe
from django_stubs_ext import WithAnnotations

from accounts.live import latest_notice
from accounts.models import User
from battles.battle.access import acting, own_battle
from battles.battle.away import to_deputy
from battles.battle.boards import StalePlay
from battles.battle.selectors import is_deputy, seats_of
from battles.battle.standing import Asks
from battles.models import Battle, Play
from battles.talon.lessons.taking import note_done
from battles.talon.play.pages.play import PlayPage, PlayReply, play_page, seat_of
from battles.talon.play.services import ordering
from battles.talon.play.services.advising import Fired, fire_as_captain, give_as_captain
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.handing import hand_over, take_back, try_again
from battles.talon.play.services.ordering import Seen
from battles.talon.play.services.publishing import laid_play, play_of
from battles.talon.play.views.curtain import behind_curtain, is_hidden, lift
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import Side
from engines.seam.words.whole_numbers import whole_number

LONGEST_ORDER = 200
CAPTAIN_UNIT = "captain-unit-"
"""What a button says before the number of the unit that a captain is to order."""
DRAWN = re.compile(r"[0-9a-f]{8}")


def own_play(request: HttpRequest, battle_id: int) -> "tuple[WithAnnotations[Play, Asks], tuple[Side, ...]]":
    """The play of one's battle, and the sides one plays; 404 for everybody else, and where nothing is played.

    One query.
    """
    try:
        found = play_of(battle_id)
    except Play.DoesNotExist as error:
        raise Http404("This battle is not played in the browser.") from error
    return found, _own_seats(request, found)


def _own_seats(request: HttpRequest, found: Play) -> tuple[Side, ...]:
    seats = seats_of(found.battle, request.user) if isinstance(request.user, User) else ()
    if not seats:
        raise Http404("There is no such battle.")
    return seats


def place_in(request: HttpRequest, play: Play) -> int:
    """The reader's place in the order of a side's players; 0 in a battle without teams."""
    return play.battle.place_of(acting(request))


def own_open_play(
    request: HttpRequest, battle_id: int, *, laid_aside: bool = False
) -> tuple[Play, tuple[Side, ...]]:
    """The same; 404 also while the curtain hides it. `laid_aside`: also one that waits for a result of the table."""
    laid = laid_play(battle_id) if laid_aside else None
    found, seats = (laid, _own_seats(request, laid)) if laid is not None else own_play(request, battle_id)
    if is_hidden(request, found, seats):
        raise Http404("This side is hidden until its player shows it.")
    return found, seats


@login_required
@require_safe
def play(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The battle as it stands for the player; only what follows each order when the page itself asks."""
    if _is_part(request):
        return _part(request, battle_id)
    battle, seats = own_battle(request, battle_id, midway=True)
    try:
        return _now(request, battle, seats)
    except Play.DoesNotExist:
        return redirect(battle)


def _part(request: HttpRequest, battle_id: int) -> HttpResponse:
    """What follows each order; the battle's own page instead once it is not played here any more."""
    try:
        found, seats = own_play(request, battle_id)
        return _shown(request, play_page(found, seats, place_in(request, found)))
    except Http404:
        battle, _seats = own_battle(request, battle_id)
        return HttpResponse(status=204, headers={"HX-Redirect": battle.get_absolute_url()})


def _is_part(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _now(
    request: HttpRequest,
    battle: Battle,
    seats: tuple[Side, ...],
    status: int = 200,
    reply: PlayReply = PlayReply(),  # noqa: B008 - nothing changes it
) -> HttpResponse:
    """The battle as it stands now, with the `reply` to the request; of it only the part if the page itself asks."""
    # Asked for before the battle is read: what is published in between is heard of.
    newest = 0 if _is_part(request) else latest_notice([battle.topic])
    page = play_page(play_of(battle.pk), seats, battle.place_of(acting(request)), newest=newest)
    return _shown(request, replace(page, reply=reply), status)


def _shown(request: HttpRequest, page: PlayPage, status: int = 200) -> HttpResponse:
    part = "play" if _is_part(request) else ""
    drawn = frozenset(DRAWN.findall(request.headers.get("X-Drawn", "")) if part else ())
    if is_deputy(page.battle, acting(request)):
        time = replace(page.time, **to_deputy(page.time.away, page.time.deadline))
        page = replace(page, around=replace(page.around, company=None), time=time)
    page = replace(page, reply=replace(page.reply, drawn=drawn))
    return show(request, behind_curtain(request, page), part, status)


@login_required
@require_POST
def play_ready(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Opens the curtain before the side that decides now: its player is at the screen, and nobody else looks."""
    try:
        lift(request, *own_play(request, battle_id))
    except Http404:
        return redirect(own_battle(request, battle_id)[0])
    return redirect("battle_play", battle_id)


@login_required
@require_POST
def play_order(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Gives orders in the notation; or, as `do` says, takes back or shows the draft line, or changes who plays."""
    found, seats = own_play(request, battle_id)
    try:
        came = _ordered(request, found, seat_asked(request, found, seats))
        go_on(battle_id)
        if found.battle.is_lesson:
            note_done(battle_id=battle_id)
    except StalePlay as stale:
        return _now(request, found.battle, seats, 409, PlayReply(stale=str(stale)))
    except Refused as refused:
        return _now(request, found.battle, seats, 422, PlayReply(refusals=refused.refusals))
    if _is_part(request):
        reply = PlayReply(fired=came) if isinstance(came, Fired) else PlayReply(left=came)
        return _now(request, found.battle, seats, reply=reply)
    return redirect("battle_play", battle_id)


def seat_asked(request: HttpRequest, play: Play, seats: tuple[Side, ...]) -> Side:
    """The side for which the order is given: one's own; at one screen the one that the page showed."""
    side = (request.POST or request.GET).get("side", "")
    return next((seat for seat in seats if seat == side), seat_of(play, seats))


def _ordered(request: HttpRequest, play: Play, side: Side) -> int | Fired:
    """How many of the orders sent were not given any more, because one before them could not be taken back.

    What was fired, where a captain's suggestion was.
    """
    seen, battle_id, user = seen_moment(request), play.battle_id, acting(request)
    place = play.battle.place_of(user)
    match request.POST.get("do", ""):
        case "undo":
            ordering.undo(battle_id=battle_id, side=side, place=place, user=user, seen=seen)
        case "undo-all":
            ordering.undo(battle_id=battle_id, side=side, place=place, user=user, seen=seen, everything=True)
        case "show":
            ordering.show(battle_id=battle_id, side=side, place=place, user=user, seen=seen)
        case "captain-impulse" | "captain-battle" as until:
            for_good = until == "captain-battle"
            hand_over(battle_id=battle_id, side=side, place=place, user=user, seen=seen, for_good=for_good)
        case "captain-fire":
            fired = fire_as_captain(battle_id=battle_id, side=side, place=place, user=user, seen=seen)
            return fired or 0
        case do if do.startswith(CAPTAIN_UNIT):
            unit = whole_number(do.removeprefix(CAPTAIN_UNIT))
            give_as_captain(
                battle_id=battle_id,
                side=side,
                place=place,
                user=user,
                seen=seen,
                unit=-1 if unit is None else unit,
            )
        case "refuse":
            ordering.refuse_to_concede(battle_id=battle_id, side=side, place=place)
        case "try-again":
            try_again(battle_id=battle_id)
        case "take-back":
            take_back(battle_id=battle_id, side=side, place=place, user=user)
        case _:
            orders = _orders(request)
            return len(orders) - ordering.give(
                battle_id=battle_id, side=side, place=place, user=user, seen=seen, orders=orders
            )
    return 0


def seen_moment(request: HttpRequest) -> Seen:
    """The moment for which the form was; 400 if it does not say."""
    at, draft = (whole_number(request.POST.get(name, "")) for name in ("at", "draft"))
    if at is None or draft is None:
        raise BadRequest("The form does not say for which moment it is. Reload the page.")
    return Seen(at, draft)


def _orders(request: HttpRequest) -> list[str]:
    """The orders sent: that of a button, the rows of a sheet, or one put together from the fields of a placing."""
    sent = request.POST.getlist("order") or _rows(request)
    orders = [order for order in sent if order]  # a row of a sheet may be left open
    if not orders and (put := request.POST.get("put", "")):
        orders = [_filled(request, put)]
    if not orders or any(not one.strip() or len(one) > LONGEST_ORDER for one in orders):
        raise refuse("", "Choose an order.")
    return [" ".join(one.split()) for one in orders]


def _rows(request: HttpRequest) -> list[str]:
    """What the rows of a sheet say: lists together, choices each by the number of its unit."""
    return [value for name in request.POST if name.startswith("row") for value in request.POST.getlist(name)]


def _filled(request: HttpRequest, put: str) -> str:
    """The order of a placing, with the fields beside the button that was pressed."""
    nth = request.POST.get("placing", "")
    for name in ("hex", "facing", "speed"):
        put = put.replace(f"{{{name}}}", request.POST.get(f"{name}{nth}", ""))
    return put
