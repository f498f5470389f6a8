"""Play now: one button, and a war against the computer has begun."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.people.guests import player, stay, turned_away
from campaign.computer.commanding import command
from campaign.models import War
from campaign.new_war.wars import create_war
from campaign.rules.settings import DIFFICULTIES, EVEN_HANDICAP, Settings
from campaign.war.chart.map_library import DEFAULT, shipped_maps, suggested
from campaign.war.log.documents import converted

NAME = "First Light"


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Begin a war against the computer, as a guest if nobody is signed in; on to its first screen.

    Wars are counted by user, guests by address. Where nobody may sign up, nobody is a guest either.
    """
    if (refused := turned_away(request, "play")) is not None:
        return refused
    with transaction.atomic():
        if isinstance(request.user, User):
            user = User.objects.select_for_update().get(pk=request.user.pk)
        else:
            user = player(request)
        war = _just_begun(user) or _begun(user)
    stay(request, user)
    command(war.pk)
    return redirect(f"/wars/{war.pk}/terran/bases/")


def _just_begun(user: User) -> War | None:
    """A war against the computer in which the user has not done anything yet, as by the first of two clicks."""
    mine = War.objects.filter(
        sandbox_of=None, host=user, seats__user__is_computer=True, phase="bases", turn__lte=1
    )
    return mine.exclude(sealed_orders__seat="terran").order_by("pk").last()


def _begun(user: User) -> War:
    chart = shipped_maps()[DEFAULT]
    first = DIFFICULTIES["easy"]
    usual = {"settled_by": "worker", "take_declined": True, "handicap": EVEN_HANDICAP}
    levels = {"computer": first.captains, "commander": first.commander}
    agreed = converted({**suggested(chart), **usual, **levels}, Settings, "play now")
    return create_war(host=user, name=NAME, settings=agreed, chart=chart, side="terran", opponent="computer")
