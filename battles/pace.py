"""The pace of a war or a campaign game (S63): by when each phase is due.

It is written as "days:3" or "weekdays:18:Europe/Berlin".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.zones import ZONES, with_zone

DAYS: Final = (1, 2, 3, 7, 14)
SATURDAY: Final = 5
LEAST: Final = timedelta(hours=12)
"""How long before a deadline on weekdays its phase must have begun; otherwise it is due on the next one."""
REMINDERS: Final = (24, 2)
"""How many hours before a deadline players are reminded of it."""
BACK: Final = timedelta(hours=24)
"""What a side has at least when it is back from a holiday that began within a phase counted in days (S66)."""
SPARE: Final = timedelta(hours=6)
"""How long a phase must have lasted before a reminder; whoever has just been told of it needs none."""
PAUSE: Final = "pause"
WITHOUT: Final = "none"
"""What players may ask for beside a pace: that the war stands still, and that it has no deadlines."""
OTHER_THINGS: Final = {PAUSE: "a pause", WITHOUT: "to play without deadlines"}
SAID: Final = {
    "asked": "proposes",
    "agreed": "agrees",
    "declined": "declines",
    "dropped": "takes back the proposal",
    "expired": "gets no answer to the proposal",
}
BEFORE_A_THING: Final = {"agreed": "to ", "dropped": "of ", "expired": "of "}
"""What players say of a proposal, and what comes between if that is a pause or other deadlines."""
TABLES_WAIT: Final = ";tables-wait"
"""Ends a pace by which battles at the table have no deadline."""
WRITTEN: Final = re.compile(
    r"(?:days:(?P<days>\d{1,3})|weekdays:(?P<hour>\d{1,2}):(?P<zone>[A-Za-z_/+-]+))"
    rf"(?P<tables_wait>{TABLES_WAIT})?"
)


@dataclass(frozen=True, slots=True)
class Pace:
    """A number of days from when a phase began, or, with a `zone`, the next weekday at an `hour` there.

    If `tables_wait`, a battle at the table has no deadline (S73).
    """

    days: int = 0
    hour: int = 0
    zone: str = ""
    tables_wait: bool = False

    def due(self, begun: datetime) -> datetime:
        """The instant, in UTC, by which a phase is due that began at the instant `begun`."""
        if not self.zone:
            return begun.astimezone(UTC) + timedelta(days=self.days)
        zone = ZoneInfo(self.zone)
        day = begun.astimezone(zone).date()
        while True:
            at = datetime.combine(day, time(self.hour), zone).astimezone(UTC)
            if day.weekday() < SATURDAY and at - begun >= LEAST:
                return at
            day += timedelta(days=1)

    def due_with(self, begun: datetime, away: Iterable[tuple[datetime, datetime]]) -> datetime:
        """As `due`, for a side that was `away` from one instant to another: its time stands still meanwhile (S66).

        What was left goes on afterwards, a day at least; on weekdays it is the next one after the holiday.
        """
        due = self.due(begun)
        for start, end in sorted(away):
            if start < due and begun < end:
                whole = self.zone or start <= begun
                due = self.due(end) if whole else end + max(due - start, BACK)
        return due


def read_pace(written: str) -> Pace | None:
    """The pace as it is written; None for "", ValueError for anything that nobody can choose."""
    if not written:
        return None
    found = WRITTEN.fullmatch(written)
    wait = found is not None and bool(found["tables_wait"])
    if found is not None and found["days"] and int(found["days"]) in DAYS:
        return Pace(days=int(found["days"]), tables_wait=wait)
    if found is not None and found["zone"] in ZONES and int(found["hour"]) < 24:
        return Pace(hour=int(found["hour"]), zone=found["zone"], tables_wait=wait)
    raise ValueError(f"{written!r} is not a pace")


def pace_words(written: str, unit: str = "phase") -> str:
    """A pace in words; `unit` is what has a deadline in it.

    >>> pace_words(""), pace_words("days:1"), pace_words("days:3")
    ('none', '1 day for each phase', '3 days for each phase')
    >>> pace_words("weekdays:18:America/New_York")
    'weekdays at 18:00 (New York)'
    >>> pace_words("days:3;tables-wait")
    '3 days for each phase; battles at the table wait'
    """
    return _words(read_pace(written), unit=unit)


def pace_here(written: str) -> str:
    """A pace in words, for who reads a page: what the hour is in their own zone, if that is another."""
    pace, here = read_pace(written), timezone.get_current_timezone()
    if pace is None or pace.zone in ("", str(here)):
        return _words(pace)
    there = timezone.now().astimezone(ZoneInfo(pace.zone)).replace(hour=pace.hour, minute=0)
    mine = there.astimezone(here)
    days = {-1: " the day before", 1: " the next day"}.get((mine.date() - there.date()).days, "")
    return _words(pace, f", which is {with_zone(f'{mine:%H:%M}', here)}{days}")


def _words(pace: Pace | None, here: str = "", unit: str = "phase") -> str:
    if pace is None:
        return "none"
    wait = "; battles at the table wait" if pace.tables_wait else ""
    if pace.zone:
        return f"weekdays at {with_zone(f'{pace.hour:02}:00', ZoneInfo(pace.zone))}{here}{wait}"
    return f"{pace.days} day{'s' if pace.days > 1 else ''} for each {unit}{wait}"


def is_owed(begun: datetime, due: datetime, hours: int) -> bool:
    """Whether there is a reminder so many hours before the deadline: not if the phase has only just begun by then."""
    return due - timedelta(hours=hours) - begun >= SPARE


def check_asked(asked: str) -> None:
    """Raise ValueError unless players can ask for it: a pace, no deadlines, or a pause (S65)."""
    if asked not in (PAUSE, WITHOUT) and read_pace(asked) is None:
        raise ValueError("nothing is asked")


def asked_words(asked: str, unit: str = "phase") -> str:
    """What a player asks for, in words.

    >>> asked_words("pause"), asked_words("none"), asked_words("days:3")
    ('a pause', 'to play without deadlines', '3 days for each phase')
    """
    return OTHER_THINGS.get(asked) or pace_words(asked, unit)


def asked_here(asked: str) -> str:
    """What a player asks for, in words, for who reads a page."""
    return OTHER_THINGS.get(asked) or pace_here(asked)


def said_words(said: str, asked: str, unit: str = "phase") -> str:
    """What a player says of a proposal, as the end of a sentence; `said` is the kind of a note about time.

    >>> said_words("agreed", "pause"), said_words("agreed", "none"), said_words("dropped", "days:3")
    ('agrees to a pause', 'agrees to play without deadlines', 'takes back the proposal of 3 days for each phase')
    """
    between = "" if asked == WITHOUT else BEFORE_A_THING.get(said, "")
    return f"{SAID[said]} {between}{asked_words(asked, unit)}"
