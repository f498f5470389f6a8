"""What stands beside the board of who else is there."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.battle.access import acting, own_seat
from battles.company.page import battle_company_page
from config.pages import show


@login_required
@require_safe
def battle_company(request: HttpRequest, battle_id: int) -> HttpResponse:
    """How many chat lines are new, and whether there are onlookers: a part of the page of a battle played by hand."""
    battle, seats = own_seat(request, battle_id)
    return show(request, battle_company_page(battle, seats, battle.place_of(acting(request))))
