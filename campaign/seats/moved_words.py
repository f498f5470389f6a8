"""Seats that the host gave to somebody else: what both players and the one of before are told (S72)."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from campaign.models import Deputy, Seat, War
from campaign.war.at import At
from campaign.war.waiting import named, named_first
from campaign.war.words.earlier import TurnOf
from campaign.war.words.history_chapters import Chapter
from campaign.war.words.history_line import HistoryLine
from engines.seam.sides import SIDES, Side, as_side

TITLE = "Seats"
RULE = "S72"
SHOWN = timedelta(days=30)
"""How long the list of wars says that somebody has lost a seat."""
MOVED = (Deputy.How.HELD, Deputy.How.RETURNED)


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A seat that the host gave to somebody else in a turn; `mine`: to whoever reads this."""

    side: Side
    before: str
    now: str
    turn: int
    mine: bool
    may_return: bool


def handed_over(at: At) -> tuple[HandedOver, ...]:
    """The seats of the war that are not with the players who had them before; no query if both are."""
    return tuple(_handed(at, side) for side in SIDES if at.seats[side].before_id is not None)


def _handed(at: At, side: Side) -> HandedOver:
    seat = at.seats[side]
    before = seat.before
    mine = side == at.side and not at.acts_for
    running = at.war.status == War.Status.RUNNING
    return HandedOver(
        side=side,
        before=named(before.username) if before is not None else "",
        now=named(seat.title),
        turn=seat.handed_turn,
        mine=mine,
        may_return=mine and running and before is not None and before.is_active and not before.is_computer,
    )


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A seat that the host took from a player, for that player."""

    war: str
    side: str
    now: str

    @property
    def sentence(self) -> str:
        """What happened."""
        return f"The host gave your seat in {self.war}, on the {self.side.title()} side, to {self.now}."


def lost_seats(user: User, war: War | None = None) -> list[LostSeat]:
    """Seats that the host has taken from the user in wars that go on, or in this war; two queries, or one for none."""
    rows = _held_by(user)
    rows = rows.filter(ended_at__gt=timezone.now() - SHOWN) if war is None else rows.filter(war=war)
    found = list(rows.select_related("war").defer("war__state", "war__settings", "war__chart", "war__taken"))
    if not found:
        return []
    seats = Seat.objects.filter(war__in=[row.war_id for row in found]).select_related("user")
    now = {(seat.war_id, seat.side): seat for seat in seats}
    lost = [row for row in found if now[row.war_id, row.side].user_id != user.pk]
    last = {(row.war_id, row.side): row for row in lost}
    return [LostSeat(row.war.name, row.side, named(now[key].title)) for key, row in last.items()]


def _held_by(user: User) -> QuerySet[Deputy]:
    rows = Deputy.objects.filter(user=user, how=Deputy.How.HELD, war__status=War.Status.RUNNING)
    return rows.order_by("pk")


def seat_chapter(at: At, turn: int, turn_of: TurnOf) -> Chapter | None:
    """Which seats changed hands in a turn; None if none did. One query, one more for each seat of now."""
    rows = Deputy.objects.filter(war=at.war, how__in=MOVED).select_related("user").order_by("pk")
    lines: list[HistoryLine] = []
    for side in SIDES:
        mine = [row for row in rows if row.side == side]
        after = [*(named(row.user.username) for row in mine[1:]), named(at.seats[side].title)]
        lines += [
            _line(row, now)
            for row, now in zip(mine, after, strict=False)
            if row.ended_at is not None and turn_of(row.ended_at, row.ended_turn or 0) == turn
        ]
    return Chapter(TITLE, lines=lines) if lines else None


def _line(row: Deputy, now: str) -> HistoryLine:
    side = as_side(row.side)
    name = row.user.username
    if row.how == Deputy.How.RETURNED:
        return HistoryLine("info", f"{named_first(name)} gave the seat back to {now}.", side, RULE)
    return HistoryLine("info", f"The host gave the seat of {named(name)} to {now}.", side, RULE)
