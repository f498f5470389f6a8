"""The list of open wars, and putting one there."""

from datetime import timedelta
from typing import cast
from urllib.parse import urlencode

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.clock import lately
from accounts.models import User
from accounts.people.guests import account_first
from campaign.lobby.open_war_form import OpenWarForm
from campaign.lobby.pages.open_wars import open_wars_page
from campaign.models import War
from campaign.new_war.prefilled import NAMES
from campaign.new_war.wars import create_war
from campaign.war.log.documents import encoded
from config.pages import show
from engines.seam.refusals import Refused

DOUBLE_CLICK = timedelta(seconds=5)


@require_http_methods(["GET", "HEAD", "POST"])
def open_wars(request: HttpRequest) -> HttpResponse:
    """The wars that anybody may join, for everybody; a player with a callsign puts one more on the list."""
    user = request.user if isinstance(request.user, User) else None
    number = request.GET.get("page")
    if request.method != "POST":
        return show(request, open_wars_page(user, number))
    if user is None:
        return redirect(f"{reverse('account_login')}?{urlencode({'next': request.path})}")
    if user.is_guest:
        return account_first(request)
    if not consume(request, action="new_war", user=user):
        return cast("HttpResponse", respond_429(request))
    form = OpenWarForm(request.POST)
    if form.is_valid() and _listed(user, form):
        messages.success(request, 'Your war is on the list. "My wars" will show when somebody joins.')
        return redirect("open-wars")
    return show(request, open_wars_page(user, number, form), status=422)


def _listed(user: User, form: OpenWarForm) -> bool:
    """Whether the war of a valid form is on the list, put there once; otherwise the refusals are in the form."""
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            if not _same(user, form).exists():
                _make(user, form)
    except Refused as refused:
        form.refuse(refused)
        return False
    return True


def _same(user: User, form: OpenWarForm) -> QuerySet[War]:
    """The wars of this form that the user put on the list a moment ago, as by the first of two clicks."""
    just_now = lately(DOUBLE_CLICK)
    found = War.objects.filter(host=user, invitations__listed=True, made_at__range=just_now)
    found = found.filter(settings=encoded(form.settings), chart=encoded(form.map))
    if form.my_side == "lot":
        return found
    return found.filter(seats__user=user, seats__side=form.my_side)


def _make(user: User, form: OpenWarForm) -> War:
    return create_war(
        host=user,
        name=NAMES[user.hosted_wars.count() % len(NAMES)],
        settings=form.settings,
        chart=form.map,
        side=form.my_side,
        opponent="anybody",
    )
