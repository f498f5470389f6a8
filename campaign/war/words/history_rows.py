"""What pages read of a war's past from its rows: entries, ledger lines, front lines, battles; a few queries each."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from django.db.models import Count, F, Q, QuerySet

from accounts.models import LifetimeLine
from battles.battle.boards import BOARDS, board_for
from battles.models import Battle, Play, PlayedBy
from campaign.models import (
    Assignment,
    Engagement,
    Entry,
    FrontLine,
    LedgerLine,
    Loss,
    SealedOrder,
    Waiting,
    War,
)
from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.war.log.documents import decode_events
from campaign.war.log.fold import AMEND, MARKS, RENAME, in_force, still_open
from engines.seam.sides import SIDES, Side, as_side

RECENT = 8
CORRECTING = (AMEND, *MARKS)
"""Kinds of entries by which results were corrected or taken back."""


class Fight(TypedDict):
    """One battle of a war as lists need it."""

    number: int
    turn: int
    place: str
    outcome: str
    winner: str
    degree: str
    terran_lost: int
    talon_lost: int
    terran_lp: int | None
    talon_lp: int | None
    battle_id: int | None
    how: str | None


FIGHT = (
    "number",
    "turn",
    "place",
    "outcome",
    "winner",
    "degree",
    "terran_lost",
    "talon_lost",
    "terran_lp",
    "talon_lp",
    "battle_id",
)


ENDED = ("fought", "forfeited", "not_fought")
"""Outcomes of a battle that is over, whichever way."""


def _fights(war: int) -> "QuerySet[Engagement, tuple[Any, ...]]":
    rows = Engagement.objects.filter(war=war).order_by("number")
    return rows.values_list(*FIGHT, F("battle__settled_how"))


def fights(war: War, *, turn: int | None = None, place: str = "") -> list[Fight]:
    """Battles in order: all of them, or those of a turn and, beside them, those at a place; one query."""
    rows = _fights(war.pk)
    if turn is not None:
        rows = rows.filter(Q(turn=turn) | Q(place=place) if place else Q(turn=turn))
    return [_fight(row) for row in rows]


def _fight(row: tuple[Any, ...]) -> Fight:
    *columns, how = row
    found: Fight = dict(zip(FIGHT, columns, strict=True), how=how)  # type: ignore[assignment]
    return found


def watched_now(war: War) -> list[int]:
    """The numbers of the battles that are played in the browser now where onlookers can follow them; one query."""
    watched = [system for system, board in BOARDS.items() if board.watched]
    rows = Engagement.objects.filter(war=war, battle__system__in=watched, battle__plays__stage=Play.Stage.ON)
    return list(rows.order_by("number").values_list("number", flat=True))


def decides_now(war: War) -> str:
    """The side whose player has to decide in the battle that is played by hand now, "" for none; one query.

    A captain decides in a moment: nobody is said to wait for one.
    """
    rows = Play.objects.filter(stage=Play.Stage.ON, battle__engagement__war=war)
    decider, *by = rows.values_list("decider", "terran_by", "talon_by").first() or ("", "", "")
    return decider if decider and by[SIDES.index(decider)] == PlayedBy.PERSON else ""


def board_path(battle: int | None) -> str:
    """The page on which the battle is played in the browser now, "" if it is not; two queries at most."""
    if battle is None or not Play.objects.filter(stage=Play.Stage.ON, battle=battle).exists():
        return ""
    found = Battle.objects.only("pk", "system").get(pk=battle)
    return board_for(found).path(found)


def front_moves(war: War) -> list[tuple[int, str, int]]:
    """Turn, sector and zone (from 1) of every move of a marker; turn 0 is the start; one query."""
    return list(FrontLine.objects.filter(war=war).order_by("turn").values_list("turn", "sector", "zone"))


def waiting_of(war: War) -> list[Waiting]:
    """What the war waits for, from either side, the longest wait first; one query."""
    return list(Waiting.objects.filter(war=war).order_by("since", "id"))


def sealed_now(war: War) -> frozenset[str]:
    """Which sides have sealed their orders for this phase; one query."""
    rows = SealedOrder.objects.filter(war=war, turn=war.turn, phase=war.phase)
    return frozenset(rows.values_list("seat", flat=True))


def log_around(war: War, turn: int) -> list[Entry]:
    """The entries of a turn and the turn before, with all that correct others or take them back; one query."""
    around = Q(turn__in=(turn - 1, turn)) | Q(kind__in=MARKS)
    return list(Entry.objects.filter(around, war=war).order_by("number"))


def counted(log: Iterable[Entry], turn: int, *, before: int = 0) -> list[Entry]:
    """Of the log around a turn, the entries of the two turns that count, or that counted `before` an entry."""
    kept = in_force(entry for entry in log if not before or entry.number < before)
    return [entry for entry in kept if entry.turn in (turn - 1, turn)]


def entries_of_turn(war: War, turn: int) -> list[Entry]:
    """The entries that count in which something of the turn happened; one query."""
    return counted(log_around(war, turn), turn)


def events_of(entries: Iterable[Entry]) -> list[e.AnyEvent]:
    """The events of the entries, in order; not yet filtered by what anybody may see."""
    return [event for entry in entries for event in decode_events(bytes(entry.events))]


def corrections_of(war: War) -> list[Entry]:
    """The entries by which results were corrected or taken back, in order; one query."""
    return list(Entry.objects.filter(kind__in=CORRECTING, war=war).order_by("number"))


def corrected_in(entries: Iterable[Entry], *, before: int = 0) -> dict[int, int]:
    """By battle the turn in which its result was corrected last, or last `before` an entry.

    `entries` are the war's that correct or take back results, with or without others.
    """
    kept = in_force(entry for entry in entries if not before or entry.number < before)
    found = ((row.turn, event) for row in kept for event in decode_events(bytes(row.events)))
    return {
        event.battle: event.until if isinstance(event, a.LogCorrected) else turn
        for turn, event in found
        if isinstance(event, a.ResultAmended | a.LogCorrected)
    }


def may_withdraw(war: War) -> bool:
    """Whether the last of the war's recent entries left a result that both may still take back (S42); one query."""
    for entry in Entry.objects.filter(war=war).order_by("-number")[:RECENT]:
        if entry.kind in MARKS and entry.kind != RENAME:
            return False
        if (found := still_open(decode_events(bytes(entry.events)))) is not None:
            return found
    return False


def ledgers_of(war: War, sides: Collection[Side]) -> dict[Side, list[LedgerLine]]:
    """The ledgers of these sides, oldest first; one query. Each is its side's own secret until the war is over."""
    rows = list(LedgerLine.objects.filter(war=war, seat__in=sides).order_by("turn", "pk"))
    return {side: [line for line in rows if line.seat == side] for side in sides}


def purchases_of(war: War, side: Side) -> dict[int, tuple[e.Purchase, ...]]:
    """What the side bought in each turn, with prices; one query. Its own secret until the war is over."""
    rows = Entry.objects.filter(Q(kind="plan", seat=side) | Q(kind__in=MARKS), war=war).order_by("number")
    return {
        entry.turn: event.purchases
        for entry in in_force(rows)
        for event in decode_events(bytes(entry.events))
        if isinstance(event, e.ShipsBought) and event.side == side
    }


class AssignedClass(NamedTuple):
    """How many ships of a class a side assigned in a turn, its Reserve included."""

    turn: int
    ship_class: str
    ships: int


def assigned_by_turn(war: War, sides: Collection[Side]) -> dict[Side, list[AssignedClass]]:
    """What these sides had in each turn that both have planned; one query.

    Each side's is its own secret until the war is over.
    """
    rows = Assignment.objects.filter(war=war, side__in=sides).values_list("side", "turn", "ship_class")
    counted = list(rows.order_by("turn", "ship_class").annotate(ships=Count("pk")))
    return {side: [AssignedClass(*row) for whose, *row in counted if whose == side] for side in sides}


def incomes_by_turn(war: War) -> dict[Side, dict[int, int]]:
    """Each side's income by turn, Ship Points, open to both (31.4); one query."""
    found: dict[Side, dict[int, int]] = {side: {} for side in SIDES}
    rows = LedgerLine.objects.filter(war=war, cause="income").values_list("seat", "turn", "amount")
    for seat, turn, amount in rows:
        found[as_side(seat)][turn] = amount
    return found


@dataclass(frozen=True)
class LossCount:
    """How many ships and bases a side lost in a turn, and their Ship Points."""

    ships: int = 0
    points: int = 0

    def plus(self, points: int) -> "LossCount":
        """One more loss."""
        return LossCount(self.ships + 1, self.points + points)


def losses_by_turn(war: War) -> dict[tuple[int, Side], LossCount]:
    """What each side lost in each turn; one query."""
    found: dict[tuple[int, Side], LossCount] = {}
    for turn, seat, points in Loss.objects.filter(war=war).values_list("turn", "side", "points"):
        side = as_side(seat)
        found[turn, side] = found.get((turn, side), LossCount()).plus(points)
    return found


@dataclass(frozen=True)
class LifetimePoints:
    """What somebody's lifetime score gained, and for what; nobody's if it was `drawn`."""

    player: str
    points: int
    words: str
    drawn: bool


def lifetime_points(war: War, battle_ids: Iterable[int]) -> list[LifetimePoints]:
    """The lifetime points that the war and its battles brought (20.3, 31.9); one query."""
    sources = [f"war:{war.pk}", *(f"battle:{battle_id}" for battle_id in battle_ids)]
    rows = LifetimeLine.objects.filter(source__in=sources).order_by("id")
    return [LifetimePoints(*row) for row in rows.values_list("player__username", "points", "words", "drawn")]
