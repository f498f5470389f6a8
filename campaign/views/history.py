"""A war's past: the chronicle of a turn, the tally of all turns, and the treasury's ledger."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.map import picture as map_picture
from campaign.rules import sight
from campaign.services.archive import export
from campaign.telling import annals, chronicle, tally
from campaign.telling.ledger import ledger_turns
from campaign.views.access import At, seated
from campaign.views.war import frame
from engines.seam.sides import Side, opponent
from engines.seam.whole_numbers import whole_number


@require_safe
@seated
def history(request: HttpRequest, at: At) -> HttpResponse:
    """One turn told in sentences, its battles, and the tally of the war; `?turn=` chooses, the last is first."""
    turn = _turn(request, at)
    over = at.view.phase == "over"
    entries = annals.entries_of_turn(at.war, turn)
    seen = sight.seen(annals.events_of(entries), at.side, over=over)
    fights = annals.fights(at.war)
    told = chronicle.chapters(chronicle.of_turn(seen, turn), at.view.chart, at.side, over=over)
    page = {
        **frame(at),
        "turn": turn,
        "turns": range(1, at.view.turn + 1),
        "before": turn - 1,
        "after": turn + 1 if turn < at.view.turn else 0,
        "chapters": told,
        "at": entries[-1].made_at if entries else None,
        "battle_pages": {fight["number"]: fight for fight in fights},
        **_tally(at, fights),
    }
    return render(request, "campaign/war/history.html", page)


def _turn(request: HttpRequest, at: At) -> int:
    asked = request.GET.get("turn", "")
    turn = whole_number(asked) if asked else at.view.turn
    if turn is None or not 1 <= turn <= at.view.turn:
        raise Http404
    return turn


def _tally(at: At, fights: list[annals.Fight]) -> dict[str, Any]:
    rows = tally.by_turn(fights, annals.losses_by_turn(at.war), at.view.turn)
    return {
        "tally": rows,
        "totals": tally.totals(rows),
        "chart": tally.chart(rows),
        "degrees": tally.degrees(fights),
    }


@require_safe
@seated
def treasury(request: HttpRequest, at: At) -> HttpResponse:
    """The side's own ledger with its balance; `?of=enemy` shows the other's once the war is over (S15)."""
    over = at.view.phase == "over"
    of_enemy = request.GET.get("of") == "enemy"
    if of_enemy and not over:
        raise Http404
    whose: Side = opponent(at.side) if of_enemy else at.side
    turns = ledger_turns(annals.ledger_of(at.war, whose), annals.purchases_of(at.war, whose), whose)
    fleet = at.view.enemy if of_enemy else at.view.own
    page = {
        **frame(at),
        "whose": whose,
        "of_enemy": of_enemy,
        "turns": turns,
        "balance": fleet.treasury if fleet is not None else 0,
        "incomes": map_picture.incomes_now(at.view),
    }
    return render(request, "campaign/war/treasury.html", page)


@require_safe
@seated
def export_war(_request: HttpRequest, at: At) -> HttpResponse:
    """The war as a file: all of it once it is over, before that what the side may see."""
    name, content = export(at.war, at.side)
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
