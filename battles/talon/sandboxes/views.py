"""Trying a battle out from a step of its replay, and throwing that away."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from battles.battle.access import acting, own_seat
from battles.battle.selectors import brought, origin_of, played
from battles.models import Battle, Status
from battles.talon.play.services.captains import go_on
from battles.talon.sandboxes import trying_out as sandboxes
from engines.seam.refusals import Refused
from engines.seam.words.whole_numbers import whole_number


@login_required
@require_POST
def try_out(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Tries one's battle out from the step `frame` of its replay.

    `sides` is "both" to play both, without captains, or "set-up" to begin there and not at the step.
    """
    battle, seats = own_seat(request, battle_id)
    frame, sides = whole_number(request.POST.get("frame", "")), request.POST.get("sides", "")
    if frame is None:
        raise BadRequest("The form does not say from which step. Reload the page.")
    if not consume(request, action="sandbox", user=acting(request)):
        return cast("HttpResponse", respond_429(request))
    back = _page_of(battle, frame)
    try:
        made = sandboxes.try_out(
            battle=battle,
            user=acting(request),
            seats=seats,
            frame=None if sides == "set-up" else frame,
            both=len(seats) > 1 or sides == "both",
            back=back,
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(back.partition("#")[0])
    go_on(made.pk)
    return redirect("battle_play", made.pk)


def _page_of(battle: Battle, frame: int) -> str:
    """The page with the replay at that step; the battle's own where it has not been fought."""
    if played(battle) is None and battle.status != Status.SETTLED and brought(battle) is None:
        return battle.get_absolute_url()
    page = "battle_fought" if played(battle) is None else "battle_play_so_far"
    return f"{reverse(page, args=[battle.pk])}?frame={frame}#replay"


@login_required
@require_POST
def throw_away(request: HttpRequest, battle_id: int) -> HttpResponse:
    """Throws a battle away that one tries out, and leads back to where it was begun.

    It leads to the single battles if the user does not play there any more, or if the sandbox is gone already.
    """
    user = acting(request)
    found = sandboxes.sandboxes_of(user).filter(pk=battle_id).first()
    if found is None and Battle.objects.filter(pk=battle_id).exists():
        raise Http404("There is no such sandbox.")
    back = origin_of(found, user) if found is not None else ""
    if sandboxes.throw_away(battle_id=battle_id, user=user):
        messages.info(request, "Sandbox discarded.")
    return redirect(back.partition("#")[0] or "skirmish")
