"""The time of a battle of a war: by when it is due (S63), and who is on holiday (S66); all of it in one query."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import DateTimeField, F, Q, QuerySet, Value
from django.utils import timezone

from battles.models import Battle, Play
from battles.pace import read_pace
from campaign.models import Deadline, Engagement, Holiday, Waiting
from campaign.war.services.engagements import known_engagement
from campaign.war.time.deadlines import Away, Standing, pace_of, stands
from engines.seam.sides import SIDES, Side


@dataclass(frozen=True)
class TimeNow:
    """The deadline of a battle's war, None without one; and until when a side is on holiday."""

    war: int
    standing: Standing | None
    away: dict[Side, datetime]


class _Row(NamedTuple):
    """A row of one of three tables; of a deadline `number` is its war, `kind` its key and `place` the war's pace."""

    table: str
    number: int
    side: str
    kind: str
    turn: int
    place: str
    begins_at: datetime | None
    ends_at: datetime | None


def time_now(battle: Battle, play: Play | None = None) -> TimeNow | None:
    """The time of a battle that its war waits for, None for any other; one query.

    `play` is the battle by hand that is under way, which is read too where it is not given but waited for. No query for
    a battle whose war is known already and has no deadlines.
    """
    engagement = known_engagement(battle)
    if engagement is not None and pace_of(engagement.war) is None:
        return None
    rows = [_Row(*row) for row in _rows(battle.pk)]
    due = next((row for row in rows if row.table == "due"), None)
    if due is None:
        return None
    waits = sorted((row for row in rows if row.table == "wait"), key=lambda row: row.number)
    away = [
        Away(row.side, row.begins_at, row.ends_at)
        for row in rows
        if row.table == "away" and row.begins_at is not None and row.ends_at is not None
    ]
    now = timezone.now()
    ends = {side: [one.ends_at for one in away if one.side == side and one.ends_at > now] for side in SIDES}
    return TimeNow(
        due.number,
        _standing(due, waits, play or _play_of(battle, waits), away),
        {side: max(found) for side, found in ends.items() if found},
    )


def _standing(due: _Row, waits: list[_Row], play: Play | None, away: list[Away]) -> Standing | None:
    pace = read_pace(due.place)
    if pace is None or not due.kind:
        return None
    row = Deadline(key=due.kind, begun_at=due.begins_at, falls_at=due.ends_at)
    return stands(row, pace, waits, play, lambda begun: [one for one in away if one.ends_at > begun])


def _play_of(battle: Battle, waits: list[_Row]) -> Play | None:
    """The battle by hand; None, without a query, if the war waits for no such thing."""
    if not any(row.kind == Waiting.Kind.PLAY for row in waits):
        return None
    return battle.plays.filter(stage=Play.Stage.ON).first()


def _rows(battle: int) -> QuerySet[Any, Any]:
    """The deadline of the war in which the battle is joined, what the war waits for, and its holidays."""
    of_battle = {"war__engagements__battle": battle, "war__engagements__outcome": Engagement.Outcome.JOINED}
    of_two = {**of_battle, "war__one_screen": False, "war__imported": False}
    never = Value(None, DateTimeField())
    nothing, nowhen = Value(""), Value(0)
    due = Deadline.objects.filter(**of_two).values_list(
        Value("due"), "war", nothing, "key", nowhen, "war__pace", "begun_at", "falls_at"
    )
    waits = Waiting.objects.filter(**of_two).values_list(
        Value("wait"), "pk", "side", "kind", "turn", "place", never, never
    )
    fresh = Q(war__deadline__begun_at=None) | Q(ends_at__gt=F("war__deadline__begun_at"))
    away = Holiday.objects.filter(fresh, **of_two).values_list(
        Value("away"), "pk", "side", nothing, nowhen, nothing, "begins_at", "ends_at"
    )
    return due.union(waits, away, all=True)
