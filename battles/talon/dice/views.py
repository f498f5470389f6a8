"""The door to a battle's dice."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.battle.access import own_battle
from battles.talon.dice.page import dice_page
from config.pages import show


@login_required
@require_safe
def dice(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The dice of a battle, before, while and after it is fought; the seed only when it was fought with it."""
    return show(request, dice_page(*own_battle(request, battle_id)))
