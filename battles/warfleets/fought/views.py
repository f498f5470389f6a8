"""The report of a battle of a war in miniatures, and pictures of its table; for its players alone."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.battle.access import own_battle
from battles.battle.selectors import KnownBattle, known_battle
from battles.models import Battle
from battles.warfleets.fought.page import fought_page
from config.pages import show
from engines.warfleets.drawing import drawing
from engines.warfleets.system import SYSTEM, own
from engines.warfleets.war.course import course_of


@login_required
@require_safe
def fought(request: HttpRequest, battle_id: int) -> HttpResponse:
    """How the battle went; 404 for anybody else, and if it is not known order by order."""
    battle, seats = own_battle(request, battle_id)
    known = _known(battle)
    return show(request, fought_page(battle, seats, own(known.fought), known))


@login_required
@require_safe
def table(request: HttpRequest, battle_id: int, round_number: int) -> HttpResponse:
    """The table at the end of a round, 0 for when both sides had set up, as SVG; 404 if there was no such round.

    One fight never changes, so a browser that names it may keep the picture.
    """
    battle, _seats = own_battle(request, battle_id)
    known = _known(battle)
    rounds = course_of(own(known.fought)).rounds
    found = next((one for one in rounds if one.number == round_number), None)
    if found is None:
        raise Http404("There was no such round.")
    answer = HttpResponse(drawing(found.table), content_type="image/svg+xml")
    kept = request.GET.get("of") == known.key
    answer["Cache-Control"] = "private, max-age=86400" if kept else "private, no-store"
    return answer


def _known(battle: Battle) -> KnownBattle:
    known = known_battle(battle) if battle.system == SYSTEM.key else None
    if known is None:
        raise Http404("There is no report of this battle.")
    return known
