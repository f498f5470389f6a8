"""Holidays: while a side is away its deadlines stand still, and the other side's do not (S66)."""

from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from accounts.models import Delivery, User
from battles.battle.services.step import read
from battles.models import Battle, Play, PlayClock
from battles.services import enter_report, follow_absence, hold, release
from bench.wars.random_player import random_report
from campaign.deadlines.holidays import accounts_of, go_on_holiday, sweep_holidays
from campaign.deadlines.reminding import sweep_reminders
from campaign.models import Entry, War
from campaign.seats.handing import hand_over
from campaign.tasks import sweep
from campaign.war.time.deadlines import standing
from engines.seam.refusals import Refused
from engines.seam.sides import Side, opponent
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_agreements import do, page
from tests.site.campaign.deadlines.test_deadlines import DAY, Time, fall, lent, row_of
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.seats import text
from tests.site.wars import make_war, play_until, seal_random, state_of, user_of, war_wanted

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def war(request: pytest.FixtureRequest, time: Time, db: None) -> War:
    return war_wanted(request, pace="days:3")


def test_who_is_away_is_not_late_and_the_other_is(war: War, time: Time) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    play_until(war, phase="planning")
    time.pass_(2 * DAY)
    do(war, "terran", "leave", days="10")
    begun, until = time.at - 2 * DAY, time.at + 10 * DAY
    assert row_of(war).falls_at == begun + 3 * DAY
    assert "the computer plans turn 1 for boris" in page(war, "terran", "")
    assert "You are on holiday until" in page(war, "terran", "")
    assert "anna is on holiday until" in page(war, "talon", "")
    assert "is on holiday until Saturday 5 December, 12:00 UTC." in page(war, "talon", "history/")
    told = Delivery.objects.filter(user=user_of(war, "talon"), subject__contains="holiday")
    assert [row.subject for row in told] == [
        f"{war.name}: anna is on holiday until Saturday 5 December, 12:00 UTC"
    ]
    time.pass_(DAY)
    assert fall(war)
    assert list(Entry.objects.filter(war=war, kind="deadline").values_list("seat", flat=True)) == ["talon"]
    found = standing(war)
    assert found is not None
    assert (found.what.sides, found.falls_at) == (("terran",), until + 3 * DAY)
    time.pass_(9 * DAY + 3 * DAY - HOUR)
    assert not fall(war)
    time.pass_(HOUR)
    assert fall(war)
    assert state_of(war).phase == "battles"


@pytest.mark.played_until(phase="planning")
def test_the_deadline_is_later_once_the_war_waits_for_who_is_away_alone(war: War, time: Time) -> None:
    time.pass_(2 * DAY)
    do(war, "terran", "leave", days="5")
    seal_random(war, "talon", Random(3))
    assert row_of(war).falls_at == time.at + 5 * DAY + DAY
    sent = sum(sweep_reminders() for _ in range(3))
    assert sent == 0
    time.pass_(5 * DAY)
    assert sweep_reminders() == 1


def test_coming_back_early_keeps_the_days_that_have_not_begun(war: War, time: Time) -> None:
    seal_random(war, "talon", Random(3))
    do(war, "terran", "leave", days="10")
    assert accounts_of(war)["terran"].left == 11
    time.pass_(2 * DAY + HOUR)
    do(war, "terran", "back")
    do(war, "terran", "back")
    mine, theirs = accounts_of(war)["terran"], accounts_of(war)["talon"]
    assert (mine.left, mine.until, theirs.left) == (18, None, 21)
    assert row_of(war).falls_at == time.at + 3 * DAY
    assert "is back from holiday." in page(war, "talon", "history/")
    assert war.time_notes.filter(kind="back").count() == 1


@pytest.mark.parametrize("days", ["0", "22", "-1", "", "3.5", "99999999999999999999"])
def test_no_more_days_than_there_are(war: War, days: str) -> None:
    assert do(war, "terran", "leave", days=days).status_code == 422
    assert not war.holidays.exists()


def test_one_holiday_at_a_time_and_none_without_deadlines_or_command(war: War, time: Time) -> None:
    do(war, "terran", "leave", days="2")
    with pytest.raises(Refused, match="on holiday already"):
        go_on_holiday(war_id=war.pk, side="terran", user=None, days=1)
    other = make_war(make_person("carl"), make_person("dora"))
    with pytest.raises(Refused, match="no deadlines"):
        go_on_holiday(war_id=other.pk, side="terran", user=None, days=1)
    third = make_war(make_person("emil"), make_person("fay"), pace="days:3")
    lent(third, time)
    with pytest.raises(Refused, match="Take back command first"):
        go_on_holiday(war_id=third.pk, side="terran", user=None, days=1)


def test_a_battle_at_the_table_waits_for_who_is_away(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    time.pass_(DAY)
    do(war, "talon", "leave", days="7")
    assert row_of(war).falls_at == time.at + 8 * DAY
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    stands_at = Battle.objects.get(pk=battle.pk).stands_at
    assert stands_at == time.at + 7 * DAY + timedelta(hours=battle.confirm_hours)


def test_a_report_that_waits_already_waits_longer(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    time.pass_(HOUR)
    go_on_holiday(war_id=war.pk, side="talon", user=None, days=4)
    stands_at = Battle.objects.get(pk=battle.pk).stands_at
    assert stands_at == time.at + 4 * DAY + timedelta(hours=battle.confirm_hours)


def test_the_clock_of_a_battle_stands_still_and_runs_again(time: Time) -> None:
    war, battle = war_with_battle(pace="days:3", settled_by="hand", clock="turn:86400")
    clock = PlayClock.objects.get(play__battle=battle)
    side = clock.runs_for
    assert side in ("terran", "talon")
    time.pass_(HOUR)
    do(war, side, "leave", days="5")
    clock.refresh_from_db()
    assert (clock.runs_for, clock.falls_at) == ("", None)
    time.pass_(DAY)
    do(war, side, "back")
    clock.refresh_from_db()
    assert (clock.runs_for, clock.falls_at) == (side, time.at + 23 * HOUR)


def test_who_takes_the_seat_over_is_not_away(war: War, time: Time) -> None:
    do(war, "terran", "leave", days="10")
    hand_over(seat_id=war.seats.get(side="terran").pk, user=make_person("carl"))
    assert accounts_of(war)["terran"].until is None
    assert row_of(war).falls_at == time.at + 3 * DAY


def test_the_list_of_wars_shows_the_later_deadline(war: War, time: Time) -> None:
    seal_random(war, "talon", Random(3))
    do(war, "terran", "leave", days="7")
    anna = user_of(war, "terran")
    assert anna is not None
    assert 'datetime="2026-12-03T12:00:00Z"' in browser(anna).get("/wars/").content.decode()
    assert "7 days" not in text(browser(anna).get("/wars/"))


def test_the_list_of_wars_says_who_is_on_holiday(war: War, time: Time) -> None:
    anna, boris = user_of(war, "terran"), user_of(war, "talon")
    assert anna is not None
    assert boris is not None
    do(war, "terran", "leave", days="7")
    assert "You are on holiday" in text(browser(anna).get("/wars/"))
    assert "anna is on holiday" in text(browser(boris).get("/wars/"))
    do(war, "talon", "leave", days="7")
    assert "You and anna are on holiday" in text(browser(boris).get("/wars/"))
    time.pass_(8 * DAY)
    assert "on holiday" not in text(browser(boris).get("/wars/"))


def test_the_deadline_of_a_battle_by_hand_passes_again_after_an_early_return(time: Time) -> None:
    war, battle = war_with_battle(pace="days:3", settled_by="hand")
    begun, side = time.at, Play.objects.get(battle=battle).decider
    do(war, side, "leave", days="20")
    time.pass_(3 * DAY)
    assert not fall(war)
    assert row_of(war).falls_at == begun + 23 * DAY
    do(war, side, "back")
    found = standing(war)
    assert found is not None
    assert row_of(war).falls_at == found.falls_at == time.at + 3 * DAY
    time.pass_(2 * DAY)
    assert sweep_reminders() == 1
    time.pass_(DAY)
    assert fall(war)
    assert Entry.objects.get(war=war, kind="deadline").seat == side


def stands_at(battle: Battle) -> Any:
    return Battle.objects.get(pk=battle.pk).stands_at


def test_a_report_waits_no_longer_after_an_early_return(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    whole = timedelta(hours=battle.confirm_hours)
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    do(war, "talon", "leave", days="20")
    assert stands_at(battle) == time.at + 20 * DAY + whole
    time.pass_(HOUR)
    do(war, "talon", "back")
    due = time.at + whole
    assert stands_at(battle) == due
    time.pass_(HOUR)
    do(war, "talon", "back")
    assert stands_at(battle) == due


def test_a_report_waits_no_longer_for_who_takes_the_seat_over(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    do(war, "talon", "leave", days="20")
    time.pass_(HOUR)
    hand_over(seat_id=war.seats.get(side="talon").pk, user=make_person("carl"))
    assert stands_at(battle) == time.at + timedelta(hours=battle.confirm_hours)


def test_who_comes_back_in_a_pause_has_the_whole_time_for_a_report_after_it(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    do(war, "talon", "leave", days="20")
    do(war, "terran", "pause")
    do(war, "talon", "agree", asked="pause")
    time.pass_(5 * DAY)
    do(war, "talon", "back")
    time.pass_(5 * DAY)
    do(war, "terran", "resume")
    assert stands_at(battle) == time.at + timedelta(hours=battle.confirm_hours)


def test_agreeing_on_no_deadlines_ends_a_holiday(time: Time) -> None:
    war, battle = war_with_battle(pace="days:3", settled_by="hand", clock="turn:86400")
    clock = PlayClock.objects.get(play__battle=battle)
    side: Side = "terran" if clock.runs_for == "terran" else "talon"
    do(war, side, "leave", days="10")
    do(war, opponent(side), "pace", pace="")
    do(war, side, "agree", asked="none")
    clock.refresh_from_db()
    assert clock.runs_for == side
    mine = accounts_of(war)[side]
    assert (war.pace, mine.until, mine.left) == ("", None, 21)
    assert "Holiday" not in text(browser(user_of(war, side) or User()).get(f"/wars/{war.pk}/{side}/time/"))


def test_the_clock_runs_again_when_a_holiday_ends_by_itself(time: Time) -> None:
    war, battle = war_with_battle(pace="days:14", settled_by="hand", clock="turn:86400")
    clock = PlayClock.objects.get(play__battle=battle)
    side: Side = "terran" if clock.runs_for == "terran" else "talon"
    do(war, side, "leave", days="5")
    time.pass_(4 * DAY)
    assert sweep_holidays() == 0
    time.pass_(2 * DAY)
    sweep()
    clock.refresh_from_db()
    assert (clock.runs_for, clock.falls_at) == (side, time.at + DAY)
    assert sweep_holidays() == 0


def test_a_clock_that_stands_for_the_other_side_waits_for_it(time: Time) -> None:
    war, battle = war_with_battle(pace="days:14", settled_by="hand", clock="turn:86400")
    clock = PlayClock.objects.get(play__battle=battle)
    side: Side = "terran" if clock.runs_for == "terran" else "talon"
    do(war, side, "leave", days="2")
    time.pass_(3 * DAY)
    do(war, side, "leave", days="5")
    assert sweep_holidays() == 0
    clock.refresh_from_db()
    assert clock.runs_for == ""


@pytest.mark.parametrize("do_it", [hold, release, partial(follow_absence, side="talon")])
def test_a_battle_that_a_war_stops_is_locked_before_it_is_read(
    time: Time, monkeypatch: pytest.MonkeyPatch, do_it: Any
) -> None:
    """Another order that came between would make the change stale, and the page an error."""
    _war, battle = war_with_battle(pace="days:2")
    locks: list[bool] = []

    def watched(battle_id: int, *, lock: bool = False) -> Battle:
        locks.append(lock)
        return read(battle_id, lock=lock)

    monkeypatch.setattr("battles.battle.services.opening.read", watched)
    do_it(battle_id=battle.pk)
    assert locks == [True]


@pytest.mark.parametrize(
    ("before", "days", "words"),
    [
        ("20", "2", "You have 1 day of holiday left in this war."),
        ("19", "3", "You have 2 days of holiday left in this war."),
        ("21", "1", "You have no days of holiday left in this war."),
        ("", "0", "Enter 1 to 21 days."),
        ("20", "0", "You have 1 day of holiday left in this war."),
    ],
)
def test_a_refused_holiday_says_how_long_one_can_be(
    war: War, time: Time, before: str, days: str, words: str
) -> None:
    if before:
        do(war, "terran", "leave", days=before)
        time.pass_(int(before) * DAY)
    assert words in text(do(war, "terran", "leave", days=days))
