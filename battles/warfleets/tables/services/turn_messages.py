"""A message to the player for whom a battle waits: once a turn, after a while without an order."""

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.utils import timezone

from accounts.deliveries import owe
from accounts.models import MessageKind
from accounts.work import sweep
from battles.models import Status, WarfleetsBattle, WarfleetsOrder
from battles.warfleets.tables.access import WITH
from engines.seam.sides import as_side, opponent

ACTING: Final = (*WITH, "play__battle__terran_deputy", "play__battle__talon_deputy")
WAIT: Final = timedelta(minutes=10)
"""How long a battle waits for a player until they get a message; who plays live is faster."""


def sweep_turns() -> int:
    """How many players got a message now."""
    return sweep("battles.warfleets_turns", _waiting(), notify_turn, due="moved_at")


def _waiting() -> "QuerySet[Any]":
    """Battles of two people in which one has decided nothing for a while, and has had no message of this turn.

    `turn` counts the orders up to the other side's last, with which the turn began, and one more.
    """
    other = WarfleetsOrder.objects.filter(battle=OuterRef("pk"))
    other = other.exclude(line__startswith=Concat(OuterRef("decider"), Value(" ")))
    last = Subquery(other.order_by("-number").values("number")[:1])
    people = WarfleetsBattle.objects.filter(stage="on", level="").exclude(terran_user=F("talon_user"))
    goes_on = Q(play__stage="on", play__battle__status=Status.OPEN, play__battle__held_at=None)
    people = people.filter(Q(play=None) | goes_on)
    found = people.filter(moved_at__lte=timezone.now() - WAIT).annotate(turn=Coalesce(last, -1) + 2)
    return found.filter(told__lt=F("turn"), number__gte=F("turn"))


@transaction.atomic
def notify_turn(number: int) -> bool:
    """Whether this call owed the player of that battle, and in a war their deputy, a message."""
    row = _waiting().filter(pk=number).select_related(*ACTING).first()
    if row is None:
        return False
    side = as_side(row.decider)
    user, rival = row.player_of(side), row.player_of(opponent(side))
    claimed = WarfleetsBattle.objects.filter(pk=number, told=row.told, number=row.number)
    if user is None or rival is None or not claimed.update(told=row.turn):
        return False
    battle = row.war_battle
    where = f" ({battle.title}, {battle.place})" if battle is not None else ""
    for one in [user] if battle is None else battle.acting_for(side):
        owe(
            user=one,
            kind=MessageKind.TURN,
            key=f"{row.topic}:turn:{row.turn}",
            subject=f"{battle.place if battle is not None else 'Warfleets'}: your turn",
            body=f"It is your turn in the battle of Warfleets against {rival.username}{where}.",
            path=row.get_absolute_url(),
        )
    return True
