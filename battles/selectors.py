"""What may be read of battles."""

from datetime import datetime
from typing import TypedDict

from django.db.models import Count, Q, QuerySet
from django_stubs_ext import WithAnnotations

from accounts.models import User
from battles.engine.catalogue import SIDES, Side, opponent
from battles.models import GOING_ON, Battle, BattleNote, ReportDraft, Resolution, Status

TURNS = (
    BattleNote.Kind.ENTERED,
    BattleNote.Kind.DISPUTED,
    BattleNote.Kind.REOPENED,
    BattleNote.Kind.QUEUED,
    BattleNote.Kind.RECALLED,
    BattleNote.Kind.FAILED,
)


def battle_for(user: User, battle_id: int) -> Battle | None:
    """The battle if the user plays in it, None otherwise; one query."""
    mine = Q(terran_user=user) | Q(talon_user=user)
    return Battle.objects.select_related("terran_user", "talon_user").filter(mine, pk=battle_id).first()


def seats_of(battle: Battle, user: User) -> tuple[Side, ...]:
    """The sides the user plays in the battle: both when they sit at one screen."""
    return tuple(side for side in SIDES if battle.user_of(side).pk == user.pk)


def notes_of(battle: Battle) -> list[BattleNote]:
    """The log of a battle, oldest first; one query."""
    return list(battle.notes.select_related("user"))


def draft_of(battle: Battle, side: Side) -> ReportDraft | None:
    """What the side has typed so far; never to be shown to the other."""
    return battle.drafts.filter(side=side).first()


class Awaited(TypedDict):
    """What a battle that waits for somebody is annotated with: how often it became another's turn."""

    turns: int


def awaited() -> "QuerySet[WithAnnotations[Battle, Awaited]]":
    """Battles that wait for somebody, with their players and `turns`."""
    turns = Count("notes", filter=Q(notes__kind__in=TURNS))
    found = Battle.objects.filter(status__in=GOING_ON).select_related("terran_user", "talon_user")
    return found.annotate(turns=turns)


def wait_key(battle_id: int, status: str, turns: int) -> str:
    """What names the thing a battle waits for: a report that its author corrects is still the same to confirm."""
    return f"battle:{battle_id}:{status}:{turns}"


def unabsorbed() -> QuerySet[Battle]:
    """Settled battles whose result the owner has not booked yet, oldest first."""
    return Battle.objects.filter(status=Status.SETTLED, absorbed_at=None).order_by("settled_at", "id")


def overdue(now: datetime) -> QuerySet[Battle]:
    """Battles whose report has waited for an answer long enough to stand (S35)."""
    waiting = Battle.objects.filter(status=Status.REPORTED, held_at=None)
    return waiting.filter(stands_at__lte=now).order_by("stands_at", "id")


def owed(battle: Battle) -> Resolution | None:
    """The work that the computer owes on the battle, waiting, under way or failed; one query."""
    pending = (Resolution.Status.QUEUED, Resolution.Status.RUNNING, Resolution.Status.FAILED)
    return battle.resolutions.filter(status__in=pending).defer("record", "doctrines").first()


def fought(battle: Battle) -> Resolution | None:
    """How the computer fought the battle, with its record, once that is its result; one query."""
    return battle.resolutions.filter(status=Resolution.Status.DONE).order_by("-done_at").first()


def waits_for(battle: Battle) -> dict[Side, str]:
    """What the battle waits for from each side, as a sentence; empty when it waits for nobody.

    Reads `terran_user` and `talon_user`: select them along.
    """
    if battle.status == Status.OPEN:
        resolution = owed(battle)
        if resolution is not None and resolution.status != Resolution.Status.FAILED:
            return {}
        return dict.fromkeys(
            SIDES, "Record the battle" if resolution is None else "See why it was not fought"
        )
    if battle.status == Status.DISPUTED:
        return dict.fromkeys(SIDES, "Settle the disputed report")
    answering = battle.answering_side
    if answering is None:
        return {}
    if battle.one_screen:
        return {answering: "Confirm the report"}
    return {answering: f"Confirm {battle.user_of(opponent(answering)).username}'s report"}
