"""Who acted for a player of a war, and when: sentences of its history (S70)."""

from collections.abc import Collection, Iterator

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from campaign.models import Deputy, DeputyRequest, Entry, Seat, War
from campaign.seats.moved_words import MOVED, seat_chapter
from campaign.war.at import At
from campaign.war.hooks import HistoryTurn
from campaign.war.words.earlier import TurnOf
from campaign.war.words.history_chapters import Chapter
from campaign.war.words.history_line import HistoryLine
from engines.seam.sides import as_side

TITLE = "Deputies"
RULE = "S70"
DID = {
    "bases": "placed the bases",
    "plan": "planned the turn",
    "engage": "answered whether to engage",
    "first": "chose which home is fought over first",
    "land": "chose which transports land",
    "strand": "chose which squadrons to leave behind",
    "reveal": "opened the next battle",
    "take-back": "took back command",
}


def requests_to(user: User) -> QuerySet[DeputyRequest]:
    """Who asks the user to be their deputy in a war that goes on, the newest first; `player` is who asks."""
    player = Seat.objects.filter(war=OuterRef("war"), side=OuterRef("side")).values("user__username")
    rows = DeputyRequest.objects.filter(user=user, war__status=War.Status.RUNNING)
    rows = rows.annotate(player=Subquery(player)).select_related("war")
    heavy = ("war__state", "war__settings", "war__chart", "war__taken")
    return rows.defer(*heavy).order_by("-asked_at", "-pk")


def deputy_chapter(at: At, turn: int, entries: Collection[Entry], turn_of: TurnOf) -> Chapter | None:
    """Who became or ceased to be a deputy in a turn, and the orders that deputies gave; None if nothing. One query."""
    rows = Deputy.objects.filter(war=at.war).exclude(how__in=MOVED).select_related("user")
    known = list(rows.order_by("pk"))
    lines = [line for row in known for line in _terms(row, turn, turn_of)]
    for entry in entries:
        row = next((one for one in known if _acted(at, one, entry)), None)
        if row is not None and entry.kind in DID:
            lines.append(
                HistoryLine(
                    "info",
                    f"{row.user.username} {DID[entry.kind]} for {_player(at, entry)}.",
                    as_side(row.side),
                    RULE,
                )
            )
    return Chapter(TITLE, lines=lines) if lines else None


def chapters(asked: HistoryTurn) -> Iterator[Chapter | None]:
    """What the history tells of deputies, and of seats that changed hands."""
    yield deputy_chapter(asked.at, asked.turn, asked.entries, asked.turn_of)
    yield seat_chapter(asked.at, asked.turn, asked.turn_of)


def _terms(row: Deputy, turn: int, turn_of: TurnOf) -> list[HistoryLine]:
    name, side = row.user.username, as_side(row.side)
    named = turn_of(row.given_at, row.turn)
    ended = turn_of(row.ended_at, row.ended_turn or 0) if row.ended_at is not None else 0
    begun = [HistoryLine("info", f"{name} is deputy from now on.", side, RULE)] if named == turn else []
    over = [HistoryLine("info", f"{name} is no longer deputy.", side, RULE)] if ended == turn else []
    return [*begun, *over]


def _acted(at: At, row: Deputy, entry: Entry) -> bool:
    """Whether the deputy gave the order of an entry; not if they had the seat itself by then."""
    if (entry.seat, entry.user_id) != (row.side, row.user_id) or entry.made_at < row.given_at:
        return False
    seat = at.seats[as_side(row.side)]
    return seat.user_id != row.user_id or entry.number <= seat.from_entry


def _player(at: At, entry: Entry) -> str:
    """Whose order it was: by name while that player has the seat."""
    side = as_side(entry.seat)
    seat = at.seats[side]
    return seat.title if entry.number > seat.from_entry else f"the {side.title()} side"
