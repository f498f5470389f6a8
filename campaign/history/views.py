"""A war's past: the history of a turn, the tally of all turns, and the treasury's ledger."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.files.archive import export
from campaign.history.charts_page import charts_page
from campaign.history.page import history_page, treasury_page
from campaign.war.access import seated, seated_or_deputy
from campaign.war.at import At
from campaign.war.words.earlier import Earlier, earlier_of
from campaign.war.words.history_rows import corrections_of
from config.pages import show
from engines.seam.sides import opponent
from engines.seam.words.whole_numbers import whole_number

MOST_DIGITS = 6


@require_safe
@seated_or_deputy
def history(request: HttpRequest, at: At) -> HttpResponse:
    """One turn in sentences, its battles, and the tally of the war; `?turn=` chooses, the last is first.

    `?before=` shows the turn as it read before an entry by which the war was replayed (S69).
    """
    earlier = _earlier(request, at)
    turn = _turn(request, at, earlier.until if earlier is not None else at.view.turn)
    return show(request, history_page(at, turn, earlier))


def _earlier(request: HttpRequest, at: At) -> Earlier | None:
    if "before" not in request.GET:
        return None
    asked = whole_number(request.GET["before"])
    found = next((one for one in earlier_of(corrections_of(at.war)) if one.entry == asked), None)
    if found is None:
        raise Http404
    return found


def _turn(request: HttpRequest, at: At, last: int) -> int:
    asked = request.GET.get("turn", "")
    turn = whole_number(asked) if asked else last
    if turn is None or not at.war.first_turn <= turn <= last:
        raise Http404
    return turn


@require_safe
@seated_or_deputy
def treasury(request: HttpRequest, at: At) -> HttpResponse:
    """The side's own ledger with its balance; `?of=enemy` shows the other's once the war is over (S15)."""
    of_enemy = request.GET.get("of") == "enemy"
    if of_enemy and at.view.phase != "over":
        raise Http404
    return show(request, treasury_page(at, opponent(at.side) if of_enemy else at.side))


@require_safe
@seated_or_deputy
def war_charts(request: HttpRequest, at: At) -> HttpResponse:
    """The war over its turns in curves, as far as the side may know it (S15)."""
    return show(request, charts_page(at))


@require_safe
@seated
def export_war(_request: HttpRequest, at: At) -> HttpResponse:
    """The war as a file: all of it once it is over, before that what the side may see; there is none of a sandbox."""
    if at.war.is_sandbox:
        raise Http404
    name, content = export(at.war, at.side)
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
