"""The lifetime score of each pair of opponents (20.2, 20.3, 31.9, S33)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypedDict, cast

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, Value, When, Window
from django.db.models.functions import Coalesce

from accounts.models import LifetimeLine, User

Kind = LifetimeLine.Kind
KINDS: Final = {"war": Kind.WAR, "series": Kind.SERIES}
"""What a line is of that is not of a battle, by how its source begins."""


class LifetimeScore(TypedDict):
    """What two players have won of each other; `wars` and `series` count bonuses, either side's.

    `last` is when it last changed.
    """

    callsign: str
    won: int
    lost: int
    battles: int
    wars: int
    series: int
    last: datetime


def book(
    *, source: str, winner: User, loser: User, points: int, words: str, path: str
) -> LifetimeLine | None:
    """The line of a source, new if there is none yet; None for somebody who plays both sides.

    A source is "battle:17", "war:4", or as a campaign game says; `points` 0 to 6; `path` is the address, without host,
    of what they were won in.
    """
    if winner.pk == loser.pk:
        return None
    kind = KINDS.get(source.partition(":")[0], Kind.BATTLE)
    facts = {
        "player": winner,
        "opponent": loser,
        "points": points,
        "kind": kind,
        "words": words,
        "path": path,
    }
    line, _ = LifetimeLine.objects.get_or_create(source=source, defaults=facts)
    return line


def change(*, source: str, points: int, words: str, other_won: bool) -> bool:
    """Whether a source has a line, which then has these points and words; `other_won`: they are the opponent's."""
    line = LifetimeLine.objects.filter(source=source).first()
    if line is None:
        return False
    if (line.points, line.words, other_won) != (points, words, False):
        line.points, line.words = points, words
        if other_won:
            line.player, line.opponent = line.opponent, line.player
        line.save(update_fields=["points", "words", "player", "opponent"])
    return True


class Kept(NamedTuple):
    """What a source is to count now; nothing for 0 points."""

    source: str
    winner: User
    loser: User
    points: int
    words: str
    path: str


def keep(lines: Sequence[Kept]) -> None:
    """The lines of these sources as they are to be: booked, changed or removed; one query where nothing changes."""
    sources = [line.source for line in lines]
    known = {row.source: row for row in LifetimeLine.objects.filter(source__in=sources)}
    for line in lines:
        row = known.get(line.source)
        if row is not None and (line.points == 0 or row.player_id != line.winner.pk):
            row.delete()
            row = None
        if row is not None and (row.points, row.words) != (line.points, line.words):
            change(source=line.source, points=line.points, words=line.words, other_won=False)
        elif row is None and line.points:
            book(**line._asdict())


def remove(source: str) -> bool:
    """Deletes the line of a source, as when its result is withdrawn; whether there was one."""
    return bool(LifetimeLine.objects.filter(source=source).delete()[0])


def opponents_of(user: User) -> QuerySet[Any, LifetimeScore]:
    """The score with each opponent, the latest first; `won` are the user's points, `lost` the other's; one query."""
    mine, ours = Q(player=user), Q(player=user) | Q(opponent=user)
    found = (
        LifetimeLine.objects.filter(ours)
        .annotate(callsign=Case(When(mine, then=F("opponent__username")), default=F("player__username")))
        .values("callsign")
        .annotate(
            won=Coalesce(Sum("points", filter=mine), 0),
            lost=Coalesce(Sum("points", filter=~mine), 0),
            battles=Count("id", filter=Q(kind=Kind.BATTLE)),
            wars=Count("id", filter=Q(kind=Kind.WAR)),
            series=Count("id", filter=Q(kind=Kind.SERIES)),
            last=Max("made_at"),
        )
        .order_by("-last", "callsign")
    )
    return cast("QuerySet[Any, LifetimeScore]", found)


def lines_between(user: User, callsign: str) -> QuerySet[Any]:
    """All lines between the user and one opponent, newest first, with running totals `won` and `lost`."""
    pair = Q(player=user, opponent__username=callsign) | Q(opponent=user, player__username=callsign)
    return (
        LifetimeLine.objects.filter(pair)
        .annotate(mine=Case(When(player=user, then=Value(True)), default=Value(False)))
        .annotate(won=_running(Q(player=user)), lost=_running(~Q(player=user)))
        .order_by("-id")
    )


def totals_between(user: User, callsign: str) -> LifetimeScore | None:
    """The pair's line of `opponents_of`; None if nothing has been booked between them."""
    return opponents_of(user).filter(callsign=callsign).first()


def _running(whose: Q) -> Window:
    points = Case(When(whose, then=F("points")), default=Value(0))
    return Window(Sum(points), order_by=F("id").asc())
