"""The seats of a battle of teams, and the talk of a side."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.live import latest_notice, topic_of
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.battle.boards import StalePlay
from battles.models import LevelName, TeamBattle, TeamSeat
from battles.talon.play.services.captains import go_on
from battles.talon.teams import arranging, talking
from battles.talon.teams.arranging import side_of
from battles.talon.teams.changing import TeamClosed, setup_of
from battles.talon.teams.page import TeamTalkPage, team_page, team_talk_page, unit_field
from battles.talon.teams.readiness import set_ready
from battles.talon.teams.seats import leave_seat, take_seat
from battles.talon.teams.setting_up import call_off
from battles.talon.teams.talking import TooManyWords
from config.going_back import post_or_back
from config.pages import show
from engines.seam.documents import Level
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import SIDES, Side, as_side
from engines.seam.words.whole_numbers import whole_number

PARTS = ("panel", "state", "lines")
ASIDES = ("state", "lines")
"""What a page asks for again by itself, looked at or not."""
TOO_OFTEN = "You are writing too fast. Wait a minute, then send it again."


class _Found(NamedTuple):
    """A battle of teams, and the one seat whose link led there; None by the link of the battle."""

    team: TeamBattle
    seat: TeamSeat | None


def _found(token: str) -> _Found:
    seat = TeamSeat.objects.select_related("team__user", "team__battle", "user").filter(token=token).first()
    if seat is not None:
        return _Found(seat.team, seat)
    team = TeamBattle.objects.select_related("user", "battle").filter(token=token).first()
    if team is None:
        raise Http404("There is no such battle.")
    return _Found(team, None)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@require_safe
@cache_control(no_transform=True)
def team(request: HttpRequest, token: str) -> HttpResponse:
    """The seats, for everybody with a link; the players are sent to the battle once it has begun.

    The page asks again when something has changed. It is not compressed, as its links are keys.
    """
    return _seats(request, _found(token))


def _seats(
    request: HttpRequest,
    found: _Found,
    refused: tuple[Refusal, ...] = (),
    status: int = 200,
    kept: tuple[Side, Mapping[str, int]] | None = None,
) -> HttpResponse:
    user, live = _user(request), bool(getattr(request, "htmx", False))
    at = latest_notice([topic_of(user.pk)]) if user is not None and not live else 0
    if found.team.battle is not None and user is not None and found.team.seats.filter(user=user).exists():
        target = found.team.battle.get_absolute_url()
        return HttpResponse(status=204, headers={"HX-Redirect": target}) if live else redirect(target)
    only, absolute = found.seat, request.build_absolute_uri
    page = team_page(found.team, user, absolute, at=at, only=only, refused=refused, kept=kept)
    if live and request.method == "GET" and request.GET.get("stands") == page.stands:
        return HttpResponse(status=204)
    return show(request, page, "state" if live else "", status)


@post_or_back("team")
def team_take(request: HttpRequest, token: str) -> HttpResponse:
    """Takes a free seat, as a guest if nobody is signed in: that of the link, or the one that was chosen."""
    found = _found(token)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    seat = _seat_asked(request, found)
    try:
        take_on(request, lambda user: take_seat(seat=seat, user=user))
    except TeamClosed as closed:
        return _seats(request, _found(token), (Refusal("", str(closed)),), 409)
    return redirect("team", found.team.token)


def _seat_asked(request: HttpRequest, found: _Found) -> TeamSeat:
    """The seat that is to be taken; 404 for one that the link does not lead to."""
    key = whole_number(request.POST.get("seat", ""))
    if found.seat is not None and key in (None, found.seat.pk):
        return found.seat
    user = _user(request)
    inside = user is not None and (
        found.team.user_id == user.pk or found.team.seats.filter(user=user).exists()
    )
    reachable = key is not None and (found.seat is None or inside)
    seat = found.team.seats.filter(pk=key or 0).first() if reachable else None
    if seat is None:
        raise Http404("There is no such seat.")
    return seat


@post_or_back("team")
@login_required
def team_leave(request: HttpRequest, token: str) -> HttpResponse:
    """Leaves one's seat."""
    found = _found(token)
    try:
        leave_seat(team_id=found.team.pk, user=cast("User", request.user))
    except TeamClosed as closed:
        return _seats(request, _found(token), (Refusal("", str(closed)),), 409)
    return redirect("team", token)


@post_or_back("team")
@login_required
def team_arrange(request: HttpRequest, token: str) -> HttpResponse:
    """Orders a side's players, divides its units, or gives a free seat to the computer, as `do` says.

    The battle begins if that seat was the last that was waited for.
    """
    found = _found(token)
    _check_inside(request, found)
    try:
        arranged = _arrange(request, found)
    except TeamClosed as closed:
        return _seats(request, _found(token), (Refusal("", str(closed)),), 409)
    except Refused as refused:
        return _seats(request, _found(token), refused.refusals, 422, _kept(request, found))
    return _on(arranged, token)


def _on(team: TeamBattle, token: str) -> HttpResponse:
    """Back to the seats, or on to the battle once it has begun, in which a captain may come first."""
    if team.battle is None:
        return redirect("team", token)
    go_on(team.battle.pk)
    return redirect(team.battle)


def _kept(request: HttpRequest, found: _Found) -> tuple[Side, Mapping[str, int]] | None:
    """The side that was to be arranged, with the players chosen for its units; None if the form names no side."""
    word = request.POST.get("side", "")
    if word not in SIDES:
        return None
    side = as_side(word)
    return side, _owners(request, found.team, side)


def _check_inside(request: HttpRequest, found: _Found) -> None:
    """404 for whoever neither has a seat nor set the battle up."""
    user = cast("User", request.user)
    if found.team.user_id != user.pk and not found.team.seats.filter(user=user).exists():
        raise Http404("There is no such battle.")


def _arrange(request: HttpRequest, found: _Found) -> TeamBattle:
    side, seen = side_of(request.POST.get("side", "")), _revision(request)
    do, _, number = request.POST.get("do", "").partition("-")
    place, user, team_id = whole_number(number), cast("User", request.user), found.team.pk
    if do == "divide":
        owners = _owners(request, found.team, side)
        return arranging.divide(team_id=team_id, side=side, user=user, seen=seen, owners=owners)
    if place is None:
        raise refuse("", "Choose a seat.")
    if do == "up":
        return arranging.move_up(team_id=team_id, side=side, user=user, seen=seen, place=place)
    if do == "computer":
        level = _level(request.POST.get(f"level{place}", ""))
        return arranging.give_to_computer(
            team_id=team_id, side=side, user=user, seen=seen, place=place, level=level
        )
    if do == "free":
        return arranging.free_seat(team_id=team_id, side=side, user=user, seen=seen, place=place)
    raise refuse("", "Choose what to change.")


def _owners(request: HttpRequest, team: TeamBattle, side: Side) -> dict[str, int]:
    """For each unit of the side the place of its player, as the form says; -1 where it says nothing."""
    found = {}
    for number, unit in enumerate(setup_of(team).force(side)):
        place = whole_number(request.POST.get(unit_field(number), ""))
        found[unit.name] = -1 if place is None else place
    return found


def _level(word: str) -> Level:
    if word not in LevelName.values:
        raise refuse("", "Choose how well the computer's captain plays.")
    return cast("Level", word)


def _revision(request: HttpRequest) -> int:
    seen = whole_number(request.POST.get("revision", ""))
    if seen is None:
        raise BadRequest("The form has no revision. Reload the page.")
    return seen


@post_or_back("team")
@login_required
def team_ready(request: HttpRequest, token: str) -> HttpResponse:
    """Says that one is ready, or is not any more; the battle begins once everybody is."""
    found = _found(token)
    _check_inside(request, found)
    ready = request.POST.get("ready") == "yes"
    try:
        begun = set_ready(
            team_id=found.team.pk, user=cast("User", request.user), seen=_revision(request), ready=ready
        )
    except TeamClosed as closed:
        return _seats(request, _found(token), (Refusal("", str(closed)),), 409)
    except Refused as refused:
        return _seats(request, _found(token), refused.refusals, 422)
    return _on(begun, token)


@post_or_back("team")
@login_required
def team_call_off(request: HttpRequest, token: str) -> HttpResponse:
    """Calls one's own battle off before it begins; only once it is said that one is sure."""
    found = _found(token)
    if found.team.user != request.user:
        raise Http404("There is no such battle.")
    if request.POST.get("sure") != "yes":
        return redirect("team", token)
    call_off(team_id=found.team.pk, user=found.team.user)
    messages.info(request, "Battle called off.")
    return redirect("skirmish")


def _own_seat(request: HttpRequest, token: str) -> TeamSeat:
    """The reader's seat in the battle; 404 for everybody else."""
    seat = talking.seat_in(_found(token).team, cast("User", request.user))
    if seat is None:
        raise Http404("There is no such battle.")
    return seat


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team_talk(request: HttpRequest, token: str) -> HttpResponse:
    """The talk of one's side; a posted `text` is said, where the rules let one speak. What is shown counts as read."""
    seat = _own_seat(request, token)
    if request.method == "POST":
        return _say(request, seat)
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    page = team_talk_page(seat, shut=request.GET.get("shut") == "yes")
    if request.method == "GET" and part not in ASIDES:
        talking.mark_read(seat=seat, newest=page.talk.newest)
    return show(request, page, part)


def _say(request: HttpRequest, seat: TeamSeat) -> HttpResponse:
    """Back to the talk, or the panel alone for a script; 422 or 429 with what was typed and not said."""
    text = request.POST.get("text", "")
    if not consume(request, action="chat", user=cast("User", request.user)):
        return _talk(request, team_talk_page(seat, draft=text, refused=TOO_OFTEN), 429)
    try:
        line = talking.say(seat=seat, text=text, sure=request.POST.get("sure") == "yes")
    except TooManyWords as warned:
        return _talk(request, team_talk_page(seat, draft=text, over=warned.over), 422)
    except (Refused, StalePlay) as refused:
        return _talk(request, team_talk_page(seat, draft=text, refused=str(refused)), 422)
    talking.mark_read(seat=seat, newest=line.pk)
    if getattr(request, "htmx", False):
        return _talk(request, team_talk_page(seat))
    return redirect("team_talk", seat.team.token)


def _talk(request: HttpRequest, page: TeamTalkPage, status: int = 200) -> HttpResponse:
    part = "panel" if getattr(request, "htmx", False) else ""
    return show(request, page, part, 200 if part else status)


@login_required
@require_POST
def team_talk_read(request: HttpRequest, token: str) -> HttpResponse:
    """The lines up to `newest` have been in sight."""
    seat = _own_seat(request, token)
    newest = whole_number(request.POST.get("newest", "")) or 0
    talking.mark_read(seat=seat, newest=min(newest, team_talk_page(seat).talk.newest))
    return HttpResponse(status=204)
