"""Deadlines: when they fall in each time zone, and what follows when one passes, said and done alike (S63)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import get_args
from zoneinfo import ZoneInfo

import pytest

from accounts.zones import ZONES
from battles.pace import DAYS, LEAST, is_owed, pace_words, read_pace
from campaign.models import Waiting
from campaign.rules.deadlines import DEFAULT_ACTIONS, WORDS, DefaultAction, hurried, in_words, passing
from campaign.war.words.event_lines import PASSED

CHANGES = (
    datetime(2026, 3, 27, 12, tzinfo=UTC),
    datetime(2026, 10, 23, 12, tzinfo=UTC),
    datetime(2026, 10, 30, 12, tzinfo=UTC),
    datetime(2027, 3, 12, 12, tzinfo=UTC),
    datetime(2027, 4, 2, 12, tzinfo=UTC),
)
"""Days before the clocks change, on both halves of the earth."""


@dataclass(frozen=True)
class Wait:
    side: str
    kind: str
    turn: int = 3
    place: str = "home/terran"


def due(written: str, begun: datetime) -> datetime:
    pace = read_pace(written)
    assert pace is not None
    return pace.due(begun)


@pytest.mark.parametrize("days", DAYS)
def test_days_are_days_of_24_hours(days: int) -> None:
    for begun in CHANGES:
        assert due(f"days:{days}", begun.astimezone(ZoneInfo("Europe/Berlin"))) - begun == timedelta(
            days=days
        )


@pytest.mark.parametrize("zone", ZONES)
def test_a_weekday_at_an_hour_is_that_hour_there_in_every_week_of_two_years(zone: str) -> None:
    random = Random(zone)
    assert len(ZONES) >= 40
    for hours in range(0, 2 * 365 * 24, 53):
        begun, hour = CHANGES[0] + timedelta(hours=hours), random.randrange(24)
        at = due(f"weekdays:{hour}:{zone}", begun)
        there = at.astimezone(ZoneInfo(zone))
        assert there.weekday() < 5
        assert there.hour == hour or not _is_on_the_clock(there, hour)
        assert LEAST <= at - begun <= LEAST + timedelta(days=3, hours=1)


def _is_on_the_clock(there: datetime, hour: int) -> bool:
    """Whether that hour of that day is not left out when the clocks go forward."""
    asked = there.replace(hour=hour, minute=0)
    return asked.astimezone(UTC).astimezone(there.tzinfo).hour == hour


def test_the_hour_stays_when_the_clocks_change() -> None:
    """In Berlin it is UTC+1 until 28 March and from 25 October, UTC+2 between; in Sydney the other way round."""
    berlin, sydney = "weekdays:18:Europe/Berlin", "weekdays:18:Australia/Sydney"
    assert due(berlin, datetime(2026, 3, 27, 1, tzinfo=UTC)) == datetime(2026, 3, 27, 17, tzinfo=UTC)
    assert due(berlin, datetime(2026, 3, 27, 20, tzinfo=UTC)) == datetime(2026, 3, 30, 16, tzinfo=UTC)
    assert due(berlin, datetime(2026, 10, 23, 1, tzinfo=UTC)) == datetime(2026, 10, 23, 16, tzinfo=UTC)
    assert due(berlin, datetime(2026, 10, 23, 20, tzinfo=UTC)) == datetime(2026, 10, 26, 17, tzinfo=UTC)
    assert due(sydney, datetime(2026, 4, 3, 9, tzinfo=UTC)) == datetime(2026, 4, 6, 8, tzinfo=UTC)
    assert due(sydney, datetime(2026, 10, 2, 9, tzinfo=UTC)) == datetime(2026, 10, 5, 7, tzinfo=UTC)


def test_who_begins_late_in_the_day_has_until_the_next() -> None:
    friday = datetime(2026, 11, 20, 6, 1, tzinfo=UTC)
    assert due("weekdays:18:UTC", friday) == datetime(2026, 11, 23, 18, tzinfo=UTC)
    assert due("weekdays:18:UTC", friday - timedelta(minutes=1)) == datetime(2026, 11, 20, 18, tzinfo=UTC)


def test_no_reminder_right_after_the_phase_began() -> None:
    begun = CHANGES[0]
    assert not is_owed(begun, begun + timedelta(days=1), 24)
    assert is_owed(begun, begun + timedelta(days=1), 2)
    assert is_owed(begun, begun + timedelta(days=2), 24)
    assert is_owed(begun, begun + LEAST, 2)


@pytest.mark.parametrize(
    "written", ["days:0", "days:4", "days:", "weekdays:24:UTC", "weekdays:18:Mars/Base", "weekdays:18:", "x"]
)
def test_what_nobody_can_choose_is_no_pace(written: str) -> None:
    with pytest.raises(ValueError, match="is not a pace"):
        read_pace(written)


def test_no_pace_is_none() -> None:
    assert read_pace("") is None
    assert pace_words("weekdays:9:Asia/Tokyo") == "weekdays at 09:00 (Tokyo)"


def test_everything_a_war_waits_for_has_a_deadline_or_is_known_to_have_none() -> None:
    """A report and a correction have their own terms (S35, S67), a failed fight the host; the rest holds nothing up."""
    without = {"confirm", "correct", "failed", "draw", "withdraw", "time", "finish", "to_table", "to_board"}
    assert set(DEFAULT_ACTIONS) | without == set(Waiting.Kind.values)
    assert not set(DEFAULT_ACTIONS) & without
    assert set(DEFAULT_ACTIONS.values()) == set(get_args(DefaultAction)) == set(WORDS) == set(PASSED)


def test_what_follows_for_whom() -> None:
    both = [Wait("terran", "plan"), Wait("talon", "plan")]
    found = passing(both)
    assert found is not None
    assert in_words(found, "talon", "Ann", "") == "the computer plans turn 3 for you and Ann"
    late = passing([*both[:1], Wait("talon", "draw")])
    assert late is not None
    assert (late.sides, in_words(late, "talon", "Ann", "")) == (
        ("terran",),
        "the computer plans turn 3 for Ann",
    )
    assert passing([Wait("talon", "withdraw"), Wait("terran", "confirm")]) is None


def test_in_a_battle_by_hand_it_is_who_decides_that_is_late() -> None:
    both = [Wait("terran", "play"), Wait("talon", "play")]
    found = passing(both, "talon")
    assert found is not None
    assert found.sides == ("talon",)
    assert passing(both, "") is None
    assert passing(both[:1], "talon") is None


def test_who_is_hurried() -> None:
    """S64: a war that waits for a lent side alone goes on at once; where both are lent nobody is hurried."""
    mine, theirs = Wait("terran", "plan"), Wait("talon", "plan")
    assert hurried([mine], ["terran"])
    assert not hurried([mine, theirs], ["terran"])
    assert not hurried([theirs], ["terran"])
    assert not hurried([mine], ["terran", "talon"])
    assert not hurried([Wait("terran", "go_on"), Wait("talon", "go_on")], ["terran"])
    assert not hurried([Wait("terran", "record"), Wait("talon", "record")], ["terran"])
    assert hurried([Wait("terran", "agree_or_record"), Wait("talon", "record")], ["terran"])
    assert not hurried([Wait("terran", "agree_to_play"), Wait("talon", "record")], ["terran"])
    assert not hurried([], ["terran"])


BEGUN = datetime(2026, 11, 23, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("written", "away", "due"),
    [
        ("days:3", [], BEGUN + 3 * DAY),
        ("days:3", [(2 * DAY, 9 * DAY)], BEGUN + 10 * DAY),  # a day was left
        ("days:3", [(3 * DAY - HOUR, 9 * DAY)], BEGUN + 10 * DAY),  # an hour was left: a day it is
        ("days:3", [(DAY, 2 * DAY), (3 * DAY, 5 * DAY)], BEGUN + 6 * DAY),  # two holidays, added up
        ("days:3", [(-DAY, 4 * DAY)], BEGUN + 7 * DAY),  # away when it began: the whole time
        ("days:3", [(3 * DAY, 9 * DAY)], BEGUN + 3 * DAY),  # too late
        ("days:3", [(-5 * DAY, timedelta())], BEGUN + 3 * DAY),  # over before
        ("weekdays:18:UTC", [(HOUR, 5 * DAY)], datetime(2026, 11, 30, 18, tzinfo=UTC)),
    ],
)
def test_s66_on_holiday_a_sides_time_stands_still(
    written: str, away: list[tuple[timedelta, timedelta]], due: datetime
) -> None:
    pace = read_pace(written)
    assert pace is not None
    assert pace.due_with(BEGUN, [(BEGUN + start, BEGUN + end) for start, end in away]) == due


def test_s66_a_holiday_never_makes_a_deadline_earlier() -> None:
    random = Random(66)
    for _ in range(300):
        pace = read_pace(random.choice(["days:1", "days:7", "weekdays:9:Asia/Tokyo"]))
        assert pace is not None
        begun = BEGUN + random.randrange(200) * HOUR
        start = BEGUN + random.randrange(-50, 400) * HOUR
        end = start + random.randrange(1, 21) * DAY
        due = pace.due_with(begun, [(start, end)])
        assert due >= pace.due(begun)
        assert not start <= due < end
