"""Time zones: a time is shown and sent in its reader's zone, and always names it."""

from datetime import datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone

INSTANT: Final = "%A %-d %B, %H:%M"
"""How sentences write an instant: "Friday 27 November, 18:00"."""
ZONES: Final = (
    "UTC",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Phoenix",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Toronto",
    "America/Bogota",
    "America/Halifax",
    "America/St_Johns",
    "America/Santiago",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Atlantic/Azores",
    "Atlantic/Reykjavik",
    "Europe/Dublin",
    "Europe/Lisbon",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Rome",
    "Europe/Stockholm",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Helsinki",
    "Europe/Kyiv",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Cairo",
    "Africa/Lagos",
    "Africa/Nairobi",
    "Africa/Johannesburg",
    "Asia/Jerusalem",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Bangkok",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Perth",
    "Australia/Adelaide",
    "Australia/Brisbane",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Chatham",
)
"""The time zones that people choose from, from west to east."""


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


def zone_called(name: str) -> ZoneInfo | None:
    """The time zone of that name, None for "" and for anything that is none."""
    return ZoneInfo(name) if name in _known() else None


def zone_words(zone: tzinfo) -> str:
    """A time zone by its city.

    >>> zone_words(ZoneInfo("America/Argentina/Buenos_Aires")), zone_words(ZoneInfo("UTC"))
    ('Buenos Aires', 'UTC')
    """
    return str(zone).rpartition("/")[2].replace("_", " ")


def with_zone(clock: str, zone: tzinfo) -> str:
    """A time of the clock with its zone.

    >>> with_zone("18:00", ZoneInfo("Europe/Berlin")), with_zone("18:00", ZoneInfo("UTC"))
    ('18:00 (Berlin)', '18:00 UTC')
    """
    words = zone_words(zone)
    return f"{clock} UTC" if words == "UTC" else f"{clock} ({words})"


def instant_words(at: datetime, zone: tzinfo | None = None) -> str:
    """An instant as sentences write it, in a zone, or in that of whoever reads the page.

    >>> instant_words(datetime(2026, 11, 27, 17, tzinfo=ZoneInfo("UTC")), ZoneInfo("Europe/Berlin"))
    'Friday 27 November, 18:00 (Berlin)'
    """
    zone = zone or timezone.get_current_timezone()
    return with_zone(f"{at.astimezone(zone):{INSTANT}}", zone)


def like(zone: tzinfo) -> str:
    """The zone of `ZONES` in which clocks show the same, today and in half a year; UTC if there is none."""
    now = timezone.now()
    days = (now, now + timedelta(days=182))
    same = (
        name
        for name in ZONES
        if all(day.astimezone(ZoneInfo(name)).utcoffset() == day.astimezone(zone).utcoffset() for day in days)
    )
    return str(zone) if str(zone) in ZONES else next(same, "UTC")
