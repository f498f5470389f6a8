"""The door to a battle's dice."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from battles.battle.access import own_battle
from battles.battle.selectors import known_battle
from battles.talon.dice.page import dice_page
from battles.talon.fought.views import report_elsewhere
from config.pages import show
from engines.talon.system import SYSTEM


@login_required
@require_safe
def dice(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The dice of a battle, before, while and after it is fought; the seed only when it was fought with it."""
    battle, seats = own_battle(request, battle_id)
    if battle.system != SYSTEM.key and known_battle(battle) is not None:
        return redirect(f"{report_elsewhere(battle)}#dice")
    return show(request, dice_page(battle, seats))
