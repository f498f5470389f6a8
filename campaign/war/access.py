"""Who may open a war's pages, and from which side of the table."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers

from accounts.models import User
from campaign.models import Seat
from campaign.war.at import At, latest_news
from campaign.war.services.acting import commands
from config.serving.errors import Elsewhere
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side

P = ParamSpec("P")
CURTAIN = "curtain:"


View = Callable[Concatenate[HttpRequest, At, P], HttpResponseBase]


def curtain_key(war_id: int) -> str:
    """The session's name for the side that sits at the one screen of a war."""
    return f"{CURTAIN}{war_id}"


def open_curtain_of(request: HttpRequest) -> int:
    """The number of a war whose curtain is open at this screen, 0 if all are drawn."""
    opened = (key.removeprefix(CURTAIN) for key, _ in request.session.items() if key.startswith(CURTAIN))
    return int(next(opened, 0))


def draw_every_curtain(request: HttpRequest) -> None:
    """Draw the curtain in every war at one screen: a player who leaves a side's pages has to take the seat again."""
    for key in [key for key, _ in request.session.items() if key.startswith(CURTAIN)]:
        del request.session[key]


def seated(page: View[P]) -> Callable[..., HttpResponseBase]:
    """A page for the player of a side alone: 404 for anybody else, 403 for a deputy, the curtain at one screen."""
    return _guarded(page, deputies=False)


def seated_or_deputy(page: View[P]) -> Callable[..., HttpResponseBase]:
    """A page for the player of a side, and for the player's deputy (S70); otherwise as `seated`."""
    return _guarded(page, deputies=True)


def _guarded(page: View[P], *, deputies: bool) -> Callable[..., HttpResponseBase]:

    @login_required
    @wraps(page)
    def guarded(
        request: HttpRequest, war_id: int, side: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        at = take_seat(request, war_id, side)
        if at is None:
            raise _not_here(request, war_id)
        if at.acts_for and not deputies:
            raise PermissionDenied
        if at.war.one_screen and request.session.get(curtain_key(war_id)) != side:
            return _to_the_curtain(request, at)
        response = page(request, at, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    return guarded


def _not_here(request: HttpRequest, war_id: int) -> Http404:
    """404; for the player of the other side, with the way to their own page of the war."""
    seats = _seats(war_id)
    own = next((side for side, seat in seats.items() if seat.user_id == request.user.pk), None)
    if own is None or seats[own].war.state is None:
        return Http404()
    return Elsewhere(f"/wars/{war_id}/{own}/", f"Your side: {SIDE_TITLES[own]}")


def take_seat(request: HttpRequest, war_id: int, side: str) -> At | None:
    """The request's user at that side of a war that has begun; None for whoever is neither its player nor deputy.

    One query, two for who is not the player; one more for a page, before the war is read, so that no change in
    between is missed.
    """
    if side not in SIDES or not isinstance(request.user, User):
        return None
    known = latest_news(war_id, request.user) if request.method in ("GET", "HEAD") else None
    seats = _seats(war_id)
    seat = seats.get(as_side(side))
    if seat is None or seat.war.state is None:
        return None
    if seat.user_id != request.user.pk and not commands(war_id, side, request.user):
        return None
    return At(request.user, seat.war, as_side(side), seats, known)


def _seats(war_id: int) -> dict[Side, Seat]:
    """Both seats with their players and the one war they share; nothing if there is no such war."""
    rows = list(Seat.objects.filter(war=war_id).select_related("war", "user"))
    for row in rows[1:]:
        row.war = rows[0].war
    return {as_side(row.side): row for row in rows}


def _only_posted(request: HttpRequest) -> bool:
    return request.path.endswith(("/seal/", "/unseal/", "/preview/", "/orders/", "/seals/"))


def _to_the_curtain(request: HttpRequest, at: At) -> HttpResponse:
    request.session.pop(curtain_key(at.war.pk), None)
    asked = request.path if request.method in ("GET", "HEAD") and not _only_posted(request) else at.path
    target = f"/wars/{at.war.pk}/curtain/{at.side}/?next={asked}"
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = target
        return response
    return redirect(target)
