"""The lifetime score of each pair of opponents: what is booked for it (20.2, 20.3, 31.9, S33, S84)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple, TypedDict, cast

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, Value, When, Window
from django.db.models.functions import Coalesce

from accounts.models import LifetimeLine, User
from accounts.models.scores import today

Kind, TALON = LifetimeLine.Kind, LifetimeLine.System.TALON
KINDS: Final = {"war": Kind.WAR, "series": Kind.SERIES, "leg": Kind.LEG}
"""What a line is of that is not of a battle, by how its source begins."""
FOUGHT: Final = (Kind.BATTLE, Kind.FRONT, Kind.LEG)
"""What is a battle, or a pair of them."""


class LifetimeScore(TypedDict):
    """What two players have won of each other: points `won` and `lost`, and how many results went which way.

    `battles`, `wars` and `series` count lines, either side's.

    `last` is when it last changed.
    """

    callsign: str
    won: int
    lost: int
    victories: int
    draws: int
    defeats: int
    battles: int
    wars: int
    series: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Facts:
    """What a line says of what it is of, besides who won: see `LifetimeLine`; `played_on` None is today."""

    kind: str = ""
    side: str = ""
    scenario: str = ""
    mode: str = ""
    way: str = ""
    note: str = ""
    played_on: date | None = None
    system: str = TALON


NOTHING_KNOWN: Final = Facts()


def score_for(game: str) -> str:
    """In which score a game's results count: its own, or that of Talon if it has none."""
    return game if game in LifetimeLine.System.values else TALON


def book(
    *,
    source: str,
    winner: User,
    loser: User,
    points: int,
    words: str,
    path: str,
    facts: Facts = NOTHING_KNOWN,
    drawn: bool = False,
) -> LifetimeLine | None:
    """The line of a source, new if there is none yet; None for somebody who plays both sides.

    A source is "battle:17", "war:4", or as a campaign game says; `points` 0 to 6; `path` is the address, without host,
    of what they were won in. Of two who have `drawn` either may be the winner.
    """
    if winner.pk == loser.pk:
        return None
    said = _stored(source, facts)
    said |= {
        "player": winner,
        "opponent": loser,
        "points": points,
        "words": words,
        "path": path,
        "drawn": drawn,
    }
    line, _ = LifetimeLine.objects.get_or_create(source=source, defaults=said)
    return line


def change(
    *,
    source: str,
    points: int,
    words: str,
    other_won: bool,
    facts: Facts = NOTHING_KNOWN,
    drawn: bool = False,
) -> bool:
    """Whether a source has a line, which then says this; `other_won`: they are the opponent's."""
    line = LifetimeLine.objects.filter(source=source).first()
    if line is None:
        return False
    said = _stored(source, facts) | {"points": points, "words": words, "drawn": drawn}
    if facts.played_on is None:
        del said["played_on"]
    if other_won or any(getattr(line, name) != value for name, value in said.items()):
        for name, value in said.items():
            setattr(line, name, value)
        if other_won:
            line.player, line.opponent = line.opponent, line.player
        line.save(update_fields=[*said, "player", "opponent"])
    return True


def _stored(source: str, facts: Facts) -> dict[str, Any]:
    said = asdict(facts)
    said["kind"] = facts.kind or KINDS.get(source.partition(":")[0], Kind.BATTLE)
    said["played_on"] = facts.played_on or today()
    return said


class Kept(NamedTuple):
    """What a source is to count now; nothing for 0 points, unless it is drawn."""

    source: str
    winner: User
    loser: User
    points: int
    words: str
    path: str
    facts: Facts = NOTHING_KNOWN
    drawn: bool = False


def keep(lines: Sequence[Kept]) -> None:
    """The lines of these sources as they are to be: booked, changed or removed; one query where nothing changes."""
    sources = [line.source for line in lines]
    known = {row.source: row for row in LifetimeLine.objects.filter(source__in=sources)}
    for line in lines:
        row, counts = known.get(line.source), bool(line.points) or line.drawn
        if row is not None and not (counts and row.player_id == line.winner.pk):
            row.delete()
            row = None
        if row is None and counts:
            book(**line._asdict())
        elif row is not None and not _says(row, line):
            change(
                source=line.source,
                points=line.points,
                words=line.words,
                other_won=False,
                facts=line.facts,
                drawn=line.drawn,
            )


def _says(row: LifetimeLine, line: Kept) -> bool:
    """Whether a line is as it is to be already; the day on which it was booked stays."""
    said = _stored(line.source, line.facts) | {
        "points": line.points,
        "words": line.words,
        "drawn": line.drawn,
    }
    del said["played_on"]
    return all(getattr(row, name) == value for name, value in said.items())


def remove(source: str) -> bool:
    """Deletes the line of a source, as when its result is withdrawn; whether there was one."""
    return bool(LifetimeLine.objects.filter(source=source).delete()[0])


def opponents_of(user: User, system: str = TALON) -> QuerySet[Any, LifetimeScore]:
    """The score with each opponent, the latest first; `won` are the user's points, `lost` the other's; one query."""
    mine, ours = Q(player=user), Q(player=user) | Q(opponent=user)
    found = (
        LifetimeLine.objects.filter(ours, system=system)
        .annotate(callsign=Case(When(mine, then=F("opponent__username")), default=F("player__username")))
        .values("callsign")
        .annotate(
            won=Coalesce(Sum("points", filter=mine), 0),
            lost=Coalesce(Sum("points", filter=~mine), 0),
            victories=Count("id", filter=mine & Q(drawn=False)),
            draws=Count("id", filter=Q(drawn=True)),
            defeats=Count("id", filter=~mine & Q(drawn=False)),
            battles=Count("id", filter=Q(kind__in=FOUGHT)),
            wars=Count("id", filter=Q(kind=Kind.WAR)),
            series=Count("id", filter=Q(kind=Kind.SERIES)),
            last=Max("made_at"),
        )
        .order_by("-last", "callsign")
    )
    return cast("QuerySet[Any, LifetimeScore]", found)


def lines_between(user: User, callsign: str, system: str = TALON) -> QuerySet[Any]:
    """All lines between the user and one opponent, newest first, with running totals `won` and `lost`."""
    pair = Q(player=user, opponent__username=callsign) | Q(opponent=user, player__username=callsign)
    return (
        LifetimeLine.objects.filter(pair, system=system)
        .annotate(mine=Case(When(player=user, then=Value(True)), default=Value(False)))
        .annotate(won=_running(Q(player=user)), lost=_running(~Q(player=user)))
        .order_by("-id")
    )


def totals_between(user: User, callsign: str, system: str = TALON) -> LifetimeScore | None:
    """The pair's line of `opponents_of`; None if nothing of the system has been booked between them."""
    return opponents_of(user, system).filter(callsign=callsign).first()


def _running(whose: Q) -> Window:
    points = Case(When(whose, then=F("points")), default=Value(0))
    return Window(Sum(points), order_by=F("id").asc())


def met_by(user: User) -> set[int]:
    """The numbers of everybody with whom the user has a lifetime score; one query."""
    lines = LifetimeLine.objects.order_by()
    won = lines.filter(player=user).values_list("opponent")
    lost = lines.filter(opponent=user).values_list("player")
    return {number for (number,) in won.union(lost)}
