"""The deadline of a war (S63): begun with each phase, and read as it stands now."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from battles.models import Play
from campaign.log.documents import decode_settings
from campaign.models import Deadline, Waiting, War
from campaign.pace import REMINDERS, Pace, is_owed, read_pace
from campaign.rules.deadlines import DOINGS, Passing, hurried, passing

IDLE: Final = {"key": "", "begun_at": None, "falls_at": None, "status": "done", "lease_until": None}
LENT: Final = ":lent"
"""Ends the name of a phase in which the war waits for the computer alone, which plays a lent side."""


@dataclass(frozen=True)
class Standing:
    """A deadline as it stands: `what` is done if it passes now, at `falls_at`; `play` is the battle played by hand.

    `hurried`: the war waits for the computer alone, which plays a lent side (S64).
    """

    falls_at: datetime
    what: Passing
    play: Play | None
    hurried: bool


def pace_of(war: War) -> Pace | None:
    """The pace that the war's players have agreed on; None where no second player is waited for."""
    if war.one_screen or war.imported:
        return None
    return read_pace(decode_settings(bytes(war.settings)).pace)


def follow(war: War, wanted: Sequence[Waiting], lent: Collection[str]) -> datetime | None:
    """The deadline of the phase that the war is in now, begun unless it has begun; in the caller's transaction.

    `wanted` is what the war waits for now, `lent` are the sides lent to the computer. No query in a war without
    deadlines.
    """
    pace = pace_of(war)
    if pace is None:
        return None
    key = next((_phase(one) for one in wanted if one.kind in DOINGS), "")
    if key and hurried(wanted, lent):
        key += LENT
    row = Deadline.objects.filter(war=war).first()
    if row is not None and row.key == key:
        return row.falls_at
    return _begin(war, pace, key) if row is not None or key else None


def _phase(wait: Waiting) -> str:
    """The name of a phase: all that a battle waits for, until its result is entered, is one."""
    if DOINGS[wait.kind] in ("fight", "play"):
        return f"turn:{wait.turn}:battle:{wait.place}"
    return wait.key


def _begin(war: War, pace: Pace, key: str) -> datetime | None:
    now = timezone.now()
    due = now if key.endswith(LENT) else pace.due(now)
    runs = {
        "key": key,
        "begun_at": now,
        "falls_at": due,
        "status": "queued",
        "due_at": now,
        "lease_until": None,
    }
    fresh = {
        **(runs if key else IDLE),
        "attempts": 0,
        "last_error": "",
        "token": "",
        "told": _too_late(now, due),
    }
    if not Deadline.objects.filter(war=war).update(**fresh):
        Deadline.objects.create(war=war, **{"due_at": now, **fresh})
    return due if key else None


def _too_late(begun: datetime, due: datetime) -> int:
    """How many of the reminders would come too soon after the phase began to be of use."""
    return sum(not is_owed(begun, due, hours) for hours in REMINDERS)


def standing(war: War, waits: Iterable[Waiting] | None = None) -> Standing | None:
    """The war's deadline, and what is done if it passes now; None without one. No query in a war without deadlines.

    `waits` are the rows of what the war waits for, asked for if they are not given. In a battle played by hand each
    decision has as long as any phase.
    """
    pace = pace_of(war)
    row = Deadline.objects.filter(war=war).exclude(key="").first() if pace is not None else None
    if pace is None or row is None or row.falls_at is None:
        return None
    rows = list(war.waiting.order_by("pk") if waits is None else waits)
    by_hand = any(one.kind == Waiting.Kind.PLAY for one in rows)
    play = Play.objects.filter(stage=Play.Stage.ON, battle__engagement__war=war).first() if by_hand else None
    what = passing(rows, play.decider if play is not None else "")
    if what is None:
        return None
    later = pace.due(play.moved_at) if play is not None else row.falls_at
    return Standing(max(row.falls_at, later), what, play, row.key.endswith(LENT))
