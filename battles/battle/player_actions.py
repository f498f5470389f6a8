"""What the players of battles have done in them, and when."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Q

from battles.battle.boards import BOARDS
from battles.models import Battle, BattleNote, PlayedBy, PlayedLine
from engines.seam.sides import Side

ACTS = (
    BattleNote.Kind.ENTERED,
    BattleNote.Kind.CORRECTED,
    BattleNote.Kind.CONFIRMED,
    BattleNote.Kind.AGREED,
    BattleNote.Kind.DISPUTED,
    BattleNote.Kind.ASKED,
)
"""What a player does to a battle at the table."""


def has_acted(numbers: Iterable[int], side: Side, since: datetime) -> bool:
    """Whether the side's player, or a deputy, has done anything in these battles since; three queries at the most.

    Orders on the board count, and reports that were entered, answered or disputed. All are of one system.
    """
    found = list(numbers)
    said = BattleNote.objects.filter(battle__in=found, side=side, kind__in=ACTS, at__gt=since)
    system = Battle.objects.filter(pk__in=found).values_list("system", flat=True).first()
    board = None if system is None else BOARDS.get(system)
    return said.exists() or (board is not None and board.has_ordered(found, side, since))


def has_given(numbers: Sequence[int], side: Side, since: datetime) -> bool:
    """Whether the side's player, or a deputy, has published a line in these battles since; one query."""
    given = PlayedLine.objects.filter(play__battle__in=numbers, side=side, by=PlayedBy.PERSON, at__gt=since)
    return given.exists()


def mostly_by_person(numbers: Sequence[int]) -> dict[tuple[int, str], bool]:
    """For each battle on the board and side whether its player gave at least half of the side's orders; one query."""
    lines = PlayedLine.objects.filter(play__battle__in=numbers).order_by()
    person = Count("pk", filter=Q(by=PlayedBy.PERSON))
    found = lines.values_list("play__battle", "side").annotate(person=person, all=Count("pk"))
    return {(battle, side): 2 * given >= of_all for battle, side, given, of_all in found}


def used_before(battle_id: int) -> timedelta:
    """How much of its time a battle at the table has used that waits for a result again; one query.

    The first dispute gives the whole time again, and later ones what was left of that. While a report waited for its
    answer, no time ran.
    """
    kinds = (BattleNote.Kind.ENTERED, BattleNote.Kind.CORRECTED, BattleNote.Kind.DISPUTED)
    notes = (
        BattleNote.objects.filter(battle=battle_id, kind__in=kinds).order_by("pk").values_list("kind", "at")
    )
    used, waiting_since = timedelta(), None
    for kind, at in notes:
        if kind == BattleNote.Kind.DISPUTED:
            waiting_since = at
        elif waiting_since is not None:
            used, waiting_since = used + (at - waiting_since), None
    return used
