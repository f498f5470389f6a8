"""The way into a war: to one's side, to the table two people share, or to waiting for an opponent."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_stubs_ext import WithAnnotations

from accounts.live import OWN, Newest, newest_under
from accounts.models import User
from campaign.lobby.pages.lobby import GonePage, open_war_page
from campaign.lobby.pages.table import curtain_page, table_page
from campaign.models import Invitation, War
from campaign.new_war import invitations
from campaign.new_war.forms import InviteForm
from campaign.new_war.wars import call_off
from campaign.seats.moved_words import lost_seats
from campaign.war.access import curtain_key, draw_every_curtain, take_seat
from campaign.war.at import At
from campaign.war.services.acting import acting_now
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES

BEFORE = (War.Status.OPEN, War.Status.CALLED_OFF)


@login_required
@require_safe
def war(request: HttpRequest, war_id: int) -> HttpResponse:
    """Leads to the user's side, the shared table, or the open war's own page."""
    user = cast("User", request.user)
    found = get_object_or_404(_with_news().prefetch_related("seats__user"), pk=war_id)
    if found.status in BEFORE:
        return _before(request, found, user)
    sides = [seat.side for seat in found.seats.all() if seat.user_id == user.pk]
    sides = sides or [row.side for row in acting_now().filter(war=found, user=user)]
    if not sides:
        return _lost(request, found, user)
    target = reverse("war", args=[war_id]) + sides[0] + "/"
    if found.one_screen and len(sides) == len(SIDES):
        return _table(request, found)
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": target})
    return redirect(target)


def _lost(request: HttpRequest, found: War, user: User) -> HttpResponse:
    """What became of the user's seat, with 410; 404 for whoever had none."""
    for seat in lost_seats(user, found):
        return show(request, GonePage(seat.sentence, "Not your seat any more"), status=410)
    raise Http404


def _table(request: HttpRequest, found: War) -> HttpResponse:
    """The table between two players; to come here draws the curtain."""
    request.session.pop(curtain_key(found.pk), None)
    response = show(request, table_page(found))
    add_never_cache_headers(response)
    return response


def _before(
    request: HttpRequest,
    found: "WithAnnotations[War, Newest]",
    user: User,
    form: InviteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a war that has not begun, for its host; who is invited is led to the invitation.

    It is not compressed, as the link it shows is a key.
    """
    invitation = found.invitations.filter(status=Invitation.Status.OPEN).select_related("invited").first()
    if found.host_id != user.pk:
        if invitation is None or invitation.invited_id != user.pk:
            raise Http404
        return redirect("war-join", invitation.token)
    part = "state" if getattr(request, "htmx", False) else ""
    page = open_war_page(found, user, invitation, _link(request, invitation), form)
    response = show(request, page, part, status)
    patch_cache_control(response, no_transform=True)
    return response


def _link(request: HttpRequest, invitation: Invitation | None) -> str:
    if invitation is None:
        return ""
    return request.build_absolute_uri(reverse("war-join", args=[invitation.token]))


@login_required
@require_POST
def invite(request: HttpRequest, war_id: int) -> HttpResponse:
    """A new invitation: by callsign, or by link. An open one is withdrawn."""
    found, user = _hosted(request, war_id)
    if not consume(request, action="invite", user=user):
        return cast("HttpResponse", respond_429(request))
    form = InviteForm(request.POST if "callsign" in request.POST else None, host=user)
    if form.is_bound and not form.is_valid():
        return _before(request, found, user, form, status=422)
    invited = form.cleaned_data["callsign"] if form.is_bound else None
    try:
        invitations.invite(war_id=war_id, host=user, invited=invited)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("war", war_id)


@login_required
@require_POST
def withdraw(request: HttpRequest, war_id: int) -> HttpResponse:
    """Withdraws the open invitation."""
    _, user = _hosted(request, war_id)
    try:
        invitations.withdraw(war_id=war_id, host=user)
        messages.info(request, "Invitation withdrawn.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("war", war_id)


@login_required
@require_POST
def end_before(request: HttpRequest, war_id: int) -> HttpResponse:
    """Calls the war off before it begins."""
    _, user = _hosted(request, war_id)
    try:
        found = call_off(war_id=war_id, host=user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("war", war_id)
    messages.info(request, f"{found.name} called off.")
    return redirect("wars")


def _hosted(request: HttpRequest, war_id: int) -> "tuple[WithAnnotations[War, Newest], User]":
    user = cast("User", request.user)
    return get_object_or_404(_with_news().prefetch_related("seats"), pk=war_id, host=user), user


def _with_news() -> "QuerySet[WithAnnotations[War, Newest]]":
    """Wars, each read together with the number of the newest notice to its host."""
    return War.objects.annotate(newest=newest_under(OWN, of="host"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def curtain(request: HttpRequest, war_id: int, side: str) -> HttpResponse:
    """The curtain before one side's pages at a shared screen: GET shows it, POST lifts it."""
    at = take_seat(request, war_id, side)
    if at is None:
        raise Http404
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    target = wanted if _is_of(at, wanted) else at.path
    if not at.war.one_screen:
        return redirect(target)
    if request.method == "POST":
        request.session[curtain_key(war_id)] = at.side
        return redirect(target)
    if request.session.get(curtain_key(war_id)) != at.side:
        request.session.pop(curtain_key(war_id), None)
    response = show(request, curtain_page(at, action=request.path, following=target))
    add_never_cache_headers(response)
    return response


def _is_of(at: At, path: str) -> bool:
    """Whether an address is one of this side's own pages here."""
    plain = url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return plain and path.startswith(at.path) and ".." not in path


@login_required
@require_POST
def draw_curtain(request: HttpRequest, war_id: int) -> HttpResponse:
    """Draws the curtain before both sides, and in every other war at this screen; goes back to the table."""
    draw_every_curtain(request)
    return redirect("war", war_id)
