"""A battle's dice: what was committed and revealed, how to check them, and what they were worth."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.models import Battle, DiceSeal
from battles.pages.dice_view import between_them, parts_of, rounds_of, stage_of
from battles.pages.fought_view import Fought
from battles.selectors import ToldBattle, owed, promised_as, seal_of, told_battle
from battles.views.battle import own_battle
from battles.views.exchange import file_name
from engines.seam.sides import Side

AT_ONCE = timedelta(seconds=2)
"""Sooner than anybody could have read the commitment."""


@login_required
@require_safe
def battle_dice(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The dice of a battle, before, while and after it is fought; the seed only when it was fought with it."""
    battle, seats = own_battle(request, battle_id)
    told = told_battle(battle)
    seal = told.seal if told is not None and told.seal is not None else seal_of(battle)
    pending = owed(battle)
    stage = stage_of(battle, told, seal, pending)
    page: dict[str, Any] = {"battle": battle, "seats": seats, "stage": stage, "owed": pending}
    if seal is not None and stage in ("promised", "sealed"):
        page |= {"seal": seal, "parts": parts_of(battle, seal, seats, over=stage == "sealed")}
        page["at_once"] = _at_once(battle, seal)
    if told is not None:
        page |= _told(battle, told)
    return render(request, "battles/dice.html", page)


def _at_once(battle: Battle, seal: DiceSeal) -> bool:
    """Whether the computer had the battle as soon as its dice were promised."""
    asked = battle.resolutions.filter(seal=seal).order_by("pk").values_list("asked_at", flat=True).first()
    return asked is not None and asked - seal.promised_at < AT_ONCE


def _told(battle: Battle, told: ToldBattle) -> dict[str, Any]:
    """What is known when every order is: the rolls, their seal, and what they were worth."""
    fought = Fought(told.record)
    written = told.written({})
    rounds = rounds_of(written, fought.cast)
    return {
        "told": fought,
        "sealed": told.record.sealed,
        "brought": told.brought,
        "rounds": rounds,
        "rolls": sum(len(one.rolls) for one in rounds),
        "orders": len(written.given),
        "between": between_them(fought),
        "file": file_name(battle, "json"),
        "bringer": _bringer(battle, told),
        "promised_as": promised_as(written.headers) if told.brought is not None else "",
    }


def _bringer(battle: Battle, told: ToldBattle) -> str:
    """Who brought the record in."""
    if told.brought is None:
        return ""
    side: Side = "terran" if told.brought.side == "terran" else "talon"
    return side.title() if battle.one_screen else battle.user_of(side).username
