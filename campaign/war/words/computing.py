"""What a war waits for from the computer: a battle that it fights, or a seat that it plays."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from accounts.selectors import worker_is_silent
from battles.battle.selectors import unattended
from battles.models import LevelName, Resolution
from campaign.models import Waiting
from campaign.rules.map.strategic_map import Place, place_title


@dataclass(frozen=True)
class FightUnderWay:
    """A battle that the computer fights: where, its page's number, the round it is in, 0 before the first.

    `by_admiral` is whether an admiral leads a side, which takes longer.
    """

    place: str
    battle_id: int
    round: int
    begun: bool
    unattended: bool
    by_admiral: bool


OWED = ("status", "round", "lease_until", "due_at")


def _owed(battle: int) -> "QuerySet[Resolution, tuple[Any, ...]]":
    pending = (Resolution.Status.QUEUED, Resolution.Status.RUNNING)
    admirals = Q(battle__terran_level=LevelName.ADMIRAL) | Q(battle__talon_level=LevelName.ADMIRAL)
    rows = Resolution.objects.filter(status__in=pending, battle=battle).order_by("pk")
    return rows.values_list(*OWED, ExpressionWrapper(admirals, BooleanField()))


def fighting(place: Place, battle_id: int | None) -> FightUnderWay | None:
    """The battle if the computer fights it now, or None; one query, more only if it has waited a while."""
    if battle_id is None:
        return None
    owed = _owed(battle_id).first()
    if owed is None:
        return None
    *columns, by_admiral = owed
    resolution = Resolution(**dict(zip(OWED, columns, strict=True)))
    return FightUnderWay(
        place=place_title(place),
        battle_id=battle_id,
        round=resolution.round,
        begun=resolution.status == Resolution.Status.RUNNING,
        unattended=unattended(resolution),
        by_admiral=bool(by_admiral),
    )


def commander_is_silent(waiting: Iterable[Waiting], side: str) -> bool:
    """Whether the computer, which plays the side, has kept the war waiting with no sign of life."""
    since = [row.since for row in waiting if row.side == side]
    return bool(since) and worker_is_silent(since=min(since))
