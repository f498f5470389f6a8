"""The page of a war: what waits, the map, this turn's battles, fleets and losses."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.live import latest_notice
from battles.selectors import commitments
from campaign.map import picture as map_picture
from campaign.rules.sight import WarView, seen
from campaign.services.bonds import dice_name
from campaign.telling import annals, war_room
from campaign.telling import calls as war_calls
from campaign.telling.aftermath import aftermath
from campaign.telling.chronicle import of_turn
from campaign.telling.computing import commander_is_silent, fighting
from campaign.telling.ending import ending
from campaign.telling.last_battles import Fought, last_battles
from campaign.telling.lines import Line
from campaign.views.access import At, seated
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent

PARTS = ("calls", "table")
UNDECIDED = ("hidden", "revealed", "asking", "joined")
PHASES = (("bases", "Bases"), ("planning", "Buy and assign"), ("battles", "Battles"))


@require_safe
@seated
def war_page(request: HttpRequest, at: At) -> HttpResponse:
    """The war as this side may see it; `?part=` gives one of its live parts, `?zone=` one zone's sheet."""
    return show_war(request, at)


def show_war(
    request: HttpRequest, at: At, *, status: int = 200, said: str = "", refusals: Sequence[Refusal] = ()
) -> HttpResponse:
    """The page, or the part of it that was asked for, with what was just refused."""
    part = request.GET.get("part", "")
    if part and part not in PARTS:
        raise Http404
    page = {**shown(at, request.GET.get("zone", "")), "said": said, "refusals": refusals}
    page["part"] = part
    page["chosen"] = [*request.POST.getlist("transports"), *request.POST.getlist("squadrons")]
    template = f"campaign/war/page.html#{part}" if part else "campaign/war/page.html"
    return render(request, template, page, status=status)


def frame(at: At) -> dict[str, Any]:
    """What all pages of a war have around them; one query."""
    rival = opponent(at.side)
    return {
        "war": {
            "id": at.war.pk,
            "name": at.war.name,
            "version": at.war.version,
            "turn": at.view.turn,
            "map": at.war.map_name,
            "one_screen": at.war.one_screen,
            "frozen": at.war.frozen,
            "over": at.view.phase == "over",
        },
        "side": at.side,
        "path": at.path,
        "me": at.name_of(at.side),
        "rival": {"side": rival, "name": at.name_of(rival)},
        "since": latest_notice([f"war:{at.war.pk}"]),
    }


def shown(at: At, zone: str) -> dict[str, Any]:
    """Everything the page shows, from the side's view and its own rows."""
    view, over = at.view, at.view.phase == "over"
    turn = view.turn - 1 if view.phase == "planning" else view.turn
    fights = annals.fights(at.war, turn=None if over else turn, place=zone)
    stood = map_picture.visits(annals.front_moves(at.war), view.turn)
    sheet = map_picture.zone_sheet(view, stood, zone) if zone else None
    before = [one for one in fights if one["turn"] == turn] if turn < view.turn else []
    last = last_battles(before, at.side)
    ids = {fight["number"]: fight["battle_id"] for fight in fights}
    return {
        **frame(at),
        **_pending(at, view),
        **_fleets(view, at.side),
        "board": map_picture.picture(view, stood, at.path),
        "zone": sheet,
        "zone_links": _around(at, sheet),
        "zone_fights": [fight for fight in fights if fight["place"] == zone],
        "battles": war_room.battle_cards(view, ids, _aftermath(at, view), at.name_of(opponent(at.side))),
        "last": last,
        "news": [] if over else _news(last),
        "ending": ending(view, fights) if over else None,
        "lifetime": annals.lifetime_lines(at.war, filter(None, ids.values())) if over else [],
    }


def _news(last: list[Fought]) -> list[Fought]:
    """The battles of the last turn, those first of which there is a report to be read; none if there is no report."""
    told = [battle for battle in last if battle.told]
    return [*told, *(battle for battle in last if not battle.told)] if told else []


def _aftermath(at: At, view: WarView) -> dict[int, tuple[Line, ...]]:
    """What the battles of this turn did to the war; one query once a battle has been decided."""
    if all(battle.status in UNDECIDED for battle in view.battles):
        return {}
    entries = annals.entries_of_turn(at.war, view.turn)
    happened = seen(annals.events_of(entries), at.side, over=view.phase == "over")
    return aftermath(of_turn(happened, view.turn), view.chart)


def _around(at: At, sheet: map_picture.ZoneSheet | None) -> dict[str, str]:
    if sheet is None:
        return {}
    return {
        "before": map_picture.zone_address(at.path, sheet.before),
        "after": map_picture.zone_address(at.path, sheet.after),
    }


def _pending(at: At, view: WarView) -> dict[str, Any]:
    """What waits for whom, and what may be offered; three queries at most."""
    waiting = annals.waiting_of(at.war)
    asked_by = at.war.withdrawal_asked_by
    rival = at.seats[opponent(at.side)].user
    by_computer = rival is not None and rival.is_computer
    fought = fighting(at.war) if any(one.status == "joined" for one in view.battles) else None
    sealed = annals.sealed_now(at.war) if view.phase in ("bases", "planning") else frozenset()
    calls = war_calls.calls(view, at.side, waiting, asked_by)
    asked = view.question.battle if view.question is not None and view.question.kind == "engage" else None
    return {
        "calls": calls,
        "promised": next(iter(commitments([dice_name(at.war, asked)])), "") if asked is not None else "",
        "engaging": any(call.doctrine is not None for call in calls),
        "elsewhere": war_calls.elsewhere(at.side, waiting, at.name_of(opponent(at.side))),
        "fighting": fought,
        "asks_again": fought is not None or by_computer,
        "led_by": f"{view.settings.computer}s"
        if by_computer and view.settings.settled_by == "worker"
        else "",
        "unanswered": by_computer and commander_is_silent(waiting, opponent(at.side)),
        "ribbon": _ribbon(view, sealed, at.side),
        "sealed": at.side in sealed,
        "rival_sealed": opponent(at.side) in sealed,
        "order_page": {"bases": "bases/", "planning": "plan/"}.get(view.phase, ""),
        "may_withdraw": not asked_by
        and not at.war.frozen
        and not at.war.imported
        and _may_withdraw(at, view),
        "asked_withdrawal": asked_by == at.side,
        "offered_draw": view.draw_offered_by == at.side,
        "may_offer_draw": view.draw_offered_by is None,
    }


def _may_withdraw(at: At, view: WarView) -> bool:
    return view.paused or (view.phase in ("planning", "over") and annals.may_withdraw(at.war))


def _ribbon(view: WarView, sealed: frozenset[str], side: Side) -> list[dict[str, str]]:
    """The phases of this turn; bases only in the first."""
    phases = PHASES if view.turn == 1 else PHASES[1:]
    names = [key for key, _ in phases]
    now = names.index(view.phase) if view.phase in names else len(names)
    steps = []
    for at, (key, name) in enumerate(phases):
        state = "done" if at < now else "now" if at == now else "later"
        note = _sealed_note(sealed, side) if key == view.phase and key != "battles" else ""
        steps.append({"name": name, "state": state, "href": "", "note": note})
    return steps


def _sealed_note(sealed: frozenset[str], side: Side) -> str:
    if side in sealed:
        return "you have sealed"
    return "the enemy has sealed" if sealed else ""


def _fleets(view: WarView, side: Side) -> dict[str, Any]:
    """The own fleet and treasury, the enemy as last seen; the enemy's own only when the war is over."""
    rival = opponent(side)
    enemy = war_room.berths(rival, view.enemy, view.chart.order) if view.enemy is not None else []
    own = view.own
    return {
        "treasury": own.treasury if own is not None else 0,
        "active_lp": own.active_lp if own is not None else 0,
        "minimum": own.minimum if own is not None else 0,
        "standing": own.standing if own is not None else {},
        "fleet": war_room.berths(side, own, view.chart.order) if own is not None else [],
        "enemy_fleet": enemy,
        "enemy_treasury": view.enemy.treasury if view.enemy is not None else None,
        "seen": war_room.last_seen(view, rival),
        "tallies": war_room.tallies(view),
        "incomes": map_picture.incomes_now(view),
    }
