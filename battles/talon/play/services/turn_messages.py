"""A message to the player for whom a battle played by hand waits: once a turn, after a while without an order."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.deliveries import owe
from accounts.models import MessageKind
from accounts.work import sweep
from battles.models import Battle, Play, PlayedLine, Status
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.publishing import TALON, eyes
from battles.talon.play.services.rounds import given_round, stops_met
from engines.seam.sides import Side, as_side, opponent
from engines.talon.play.rounds.words import asked_in_words

ACTING = ("terran_user", "talon_user", "terran_deputy", "talon_deputy")
WAIT = timedelta(minutes=10)
"""How long a battle waits for a player until they get a message; who plays live is faster."""


def sweep_turns() -> int:
    """How many players got a message now."""
    return sweep("battles.turns", _waiting(), notify_turn, due="moved_at")


def _waiting() -> "QuerySet[Any]":
    """Plays in which a person has decided nothing for a while, and has had no message of this turn.

    `turn` is one more than the number of the last line of anybody else, with which the turn began; what is said at any
    time begins none. Whoever plays the computer alone has none; in a team people wait for each other.
    """
    before = PlayedLine.objects.filter(play=OuterRef("pk"), aside="")
    before = before.exclude(side=OuterRef("decider"), place=OuterRef("place"))
    last = Subquery(before.order_by("-number").values("number")[:1])
    going_on = Battle.objects.filter(system=TALON, status=Status.OPEN, held_at=None).exclude(
        terran_user=F("talon_user")
    )
    people = Q(terran_user__is_computer=False, talon_user__is_computer=False)
    going_on = going_on.filter(people | Q(teams=True))
    found = Play.objects.filter(stage=Play.Stage.ON, status="done", battle__in=going_on)
    found = found.filter(moved_at__lte=timezone.now() - WAIT).exclude(decider="")
    return found.annotate(turn=Coalesce(last, 0) + 1).filter(told__lt=F("turn"))


@transaction.atomic
def notify_turn(number: int) -> bool:
    """Whether this call owed the player of that play, and their deputy, a message."""
    play = _waiting().filter(pk=number).first()
    if play is None or not _claimed(play):
        return False
    battle = Battle.objects.select_related(*ACTING).get(pk=play.battle_id)
    side = as_side(play.decider)
    rival = battle.name_of(opponent(side))
    for user in battle.acting_for(side, play.place):
        owe(
            user=user,
            kind=MessageKind.TURN,
            key=f"battle:{battle.pk}:hand:{play.pk}:{play.turn}",
            subject=f"{battle.place}: your turn",
            body=f"It is your turn in the battle against {rival} ({battle.title}, {battle.place}).{_why(play, side)}",
            path=f"/battles/{battle.pk}/play/",
        )
    return True


def _why(play: Play, side: Side) -> str:
    """Why the player's orders for the round have stopped, if they have, to stand behind a sentence."""
    place = play.place
    stops = stops_met(play, side, given_round(draft_of(play, side, place)), place)
    if not stops:
        return ""
    words = " ".join(asked_in_words(eyes(play, board_of(play), side, place), stops))
    return f" Your orders for the round have stopped. {words}"


def _claimed(play: Any) -> bool:
    mine = Play.objects.filter(pk=play.pk, number=play.number, told=play.told)
    return bool(mine.update(told=play.turn))


def notify_time_out(play: Play, side: Side, place: int = 0) -> None:
    """Owe the player whose time ran out, and their deputy, a message, as a captain takes over."""
    battle = play.battle
    for user in battle.acting_for(side, place):
        owe(
            user=user,
            kind=MessageKind.DEADLINE,
            key=f"battle:{battle.pk}:time:{play.pk}:{play.number}",
            subject=f"{battle.place}: your time ran out",
            body=(
                f"Your time ran out in the battle against {battle.name_of(opponent(side))} ({battle.title}, "
                f"{battle.place}). A captain gives your orders until you take back command."
            ),
            path=f"/battles/{battle.pk}/play/",
        )
