"""My wars, and a new one."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import CALLSIGN_LENGTH, User
from campaign.lobby.pages.lobby import BadgePage, new_war_page, wars_page
from campaign.models import War
from campaign.new_war.forms import NewWarForm
from campaign.new_war.prefilled import for_other_map, for_other_opponent
from campaign.new_war.wars import create_war, just_made
from campaign.war.access import draw_every_curtain
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number


@login_required
@require_safe
def wars(request: HttpRequest) -> HttpResponse:
    """The user's wars, what waits for them first; htmx gets the lists alone."""
    user = cast("User", request.user)
    draw_every_curtain(request)
    part = "lists" if getattr(request, "htmx", False) else ""
    return show(request, wars_page(user, request.GET.get("page")), part)


@require_safe
def badge(request: HttpRequest) -> HttpResponse:
    """The number beside "My wars", for open pages to ask again; empty for a visitor who is not signed in."""
    return show(request, BadgePage())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_war(request: HttpRequest) -> HttpResponse:
    """The form for a new war, and making it."""
    user = cast("User", request.user)
    if request.method != "POST":
        easier, swap = (request.GET.get(word) == "yes" for word in ("easier", "swap"))
        before = _war_before(request, user)
        chart, against = request.GET.get("chart", ""), request.GET.get("callsign", "")[:CALLSIGN_LENGTH]
        form = NewWarForm(host=user, like=before, easier=easier, swap=swap, chart=chart, against=against)
        return _form(request, form)
    if getattr(request, "htmx", False) and request.headers.get("HX-Target") == "settled":
        return _form(request, NewWarForm(for_other_opponent(request.POST), host=user), part="settled")
    fitted = for_other_map(request.POST, user)
    if getattr(request, "htmx", False):
        return _form(request, NewWarForm(fitted or request.POST, host=user), part="rules")
    if fitted is not None:
        return _form(request, NewWarForm(fitted, host=user), refitted=True)
    if not consume(request, action="new_war", user=user):
        return cast("HttpResponse", respond_429(request))
    return _make(request, user)


def _make(request: HttpRequest, user: User) -> HttpResponse:
    """Make the war of the posted form, once; 422 with the reasons if it makes none."""
    form = NewWarForm(request.POST, host=user)
    if not form.is_valid():
        return _form(request, form, status=422)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        war = just_made(user, form.cleaned_data["name"]) or _made(form, user)
    return redirect("war", war.pk) if war is not None else _form(request, form, status=422)


def _war_before(request: HttpRequest, user: User) -> War | None:
    """The war named in `?like=` if the user played in it: a rematch begins with its settings."""
    number = whole_number(request.GET.get("like", ""))
    if number is None:
        return None
    return War.objects.filter(pk=number, seats__user=user, sandbox_of=None).distinct().first()


def _made(form: NewWarForm, user: User) -> War | None:
    """The war of a valid form; None with the refusals in the form."""
    chosen = form.cleaned_data
    try:
        return create_war(
            host=user,
            name=chosen["name"],
            settings=form.settings,
            chart=form.map,
            side=form.my_side,
            opponent=chosen["opponent"],
            invited=chosen["callsign"],
        )
    except Refused as refused:
        form.refuse(refused)
        return None


def _form(
    request: HttpRequest, form: NewWarForm, *, refitted: bool = False, part: str = "", status: int = 200
) -> HttpResponse:
    if refitted:
        messages.info(request, "The house rules now match the map you chose. Check them and send again.")
    return show(request, new_war_page(form, refitted=refitted), part, status)
