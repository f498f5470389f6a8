"""The deadlines of a campaign game (S88), and what a player may do who has waited where there are none (S89)."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Delivery, User
from battles import services
from battles.models import Battle, Series, SeriesDeadline
from battles.talon.series.deadlines import EXPIRED, sweep_reminders
from battles.talon.series.reading import state_of
from tests.campaign_games import begin, between, win
from tests.people import browser
from tests.site.seats import text

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def passed(series: Series, after: timedelta) -> bool:
    """Whether the deadline has passed once that much time has gone by, as the worker finds."""
    with time_machine.travel(timezone.now() + after):
        return EXPIRED.attempt(SeriesDeadline.objects.get(series=series).pk)


def page(user: User, series: Series, after: timedelta = timedelta()) -> str:
    with time_machine.travel(timezone.now() + after):
        return text(browser(user).get(series.get_absolute_url()))


def test_s88_a_leg_that_nobody_begins_in_time_begins(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, pace="days:2")
    shown = page(ben, series)
    assert "If nothing changes by then, leg 1 begins, War is Upon Us (S88)." in shown
    assert "2 days for each step" in shown
    assert not passed(series, 2 * DAY - timedelta(minutes=1))
    assert not Battle.objects.exists()
    assert passed(series, 2 * DAY + timedelta(minutes=1))
    assert Battle.objects.get().leg_battle.leg.number == 1
    assert not passed(series, 2 * DAY - timedelta(minutes=1))


def test_s88_captains_fight_a_battle_at_the_table_that_has_no_result(anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    series = between(anna, ben, 1, 3, pace="days:1")
    battle = begin(browser(anna), series, 1)
    assert "captains fight leg 1 for both players" in page(anna, series)
    assert passed(series, DAY + timedelta(minutes=1))
    services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == ("settled", "fought")
    for user in (anna, ben):
        told = Delivery.objects.filter(user=user, kind="deadline", body__contains="has passed")
        assert told.count() == 1
    found = state_of(series)
    assert found.legs[0].fights[0].attempts == 1


def test_s88_on_the_board_a_captain_plays_on_for_who_is_late(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5, pace="days:1", way="hand")
    battle = begin(browser(anna), series, 1)
    side = battle.plays.get().decider
    late = battle.user_of(side)  # type: ignore[arg-type]
    waits = ben if late == anna else anna
    assert "a captain plays on for you in leg 1" in page(late, series)
    assert f"a captain plays on for {late.username} in leg 1" in page(waits, series)
    assert passed(series, DAY + timedelta(minutes=1))
    play = battle.plays.get()
    assert play.by(side) != "person"  # type: ignore[arg-type]


def test_s88_a_report_has_its_own_time(anna: User, ben: User) -> None:
    from engines.talon.sheets import typed

    series = between(anna, ben, 1, 3, pace="days:1")
    battle = begin(browser(anna), series, 1)
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    services.enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    row = SeriesDeadline.objects.get(series=series)
    assert (row.key, row.falls_at) == ("", None)
    assert "Deadline" not in page(ben, series).replace("Deadlines", "")
    assert not passed(series, 10 * DAY)


def test_s88_each_step_has_its_whole_time(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, 5, pace="days:1")
    battle = begin(browser(anna), series, 1)
    with time_machine.travel(timezone.now() + timedelta(hours=20)):
        win(battle, "user", series=series)
    row = SeriesDeadline.objects.get(series=series)
    assert row.key == "leg:2:1:1"
    assert row.falls_at is not None
    assert row.falls_at - timezone.now() > timedelta(hours=40)


def test_s88_a_game_that_is_over_has_no_deadline(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, pace="days:1")
    win(begin(browser(anna), series, 1), "user", series=series)
    row = SeriesDeadline.objects.get(series=series)
    assert (row.key, row.falls_at) == ("", None)


def test_s88_both_are_reminded_once_a_day_and_once_two_hours_before(anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    series = between(anna, ben, 1, 3, pace="days:2")
    told = Delivery.objects.filter(kind="deadline")
    for hours, number in ((20, 0), (25, 2), (26, 2), (47, 4), (47.5, 4)):
        with time_machine.travel(timezone.now() + timedelta(hours=hours)):
            sweep_reminders()
        assert told.count() == number, hours
    assert "less than 2 hours left" in told.latest("pk").subject
    assert series.stage == "on"


def test_s89_whoever_waits_for_14_days_need_not_wait_any_more(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5, way="hand")
    battle = begin(browser(anna), series, 1)
    side = battle.plays.get().decider
    late = battle.user_of(side)  # type: ignore[arg-type]
    waits = ben if late == anna else anna
    assert f"then a captain plays on for {late.username} in leg 1 (S89)." in page(waits, series)
    assert "S89" not in page(late, series)
    path = f"{series.get_absolute_url()}go-on/"
    assert browser(waits).post(path).status_code == 422
    with time_machine.travel(timezone.now() + 14 * DAY + timedelta(minutes=1)):
        assert "You have waited for 14 days" in text(browser(waits).get(series.get_absolute_url()))
        assert browser(late).post(path).status_code == 422
        assert browser(waits).post(path).status_code == 302
    assert battle.plays.get().by(side) != "person"  # type: ignore[arg-type]


@pytest.mark.every_view
def test_s89_a_battle_that_waits_for_both_is_fought_by_captains(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3)
    battle = begin(browser(anna), series, 1)
    path = f"{series.get_absolute_url()}go-on/"
    assert browser(anna).post(path).status_code == 422
    with time_machine.travel(timezone.now() + 14 * DAY + timedelta(minutes=1)):
        assert browser(anna).post(path).status_code == 302
    assert battle.resolutions.filter(status="queued").exists()


def test_s89_games_that_had_begun_before_count_from_when_their_battle_was_opened(
    anna: User, ben: User
) -> None:
    series = between(anna, ben, 1, 3)
    begin(browser(anna), series, 1)
    SeriesDeadline.objects.all().delete()
    assert "You have waited for 14 days" in page(ben, series, 14 * DAY + timedelta(minutes=1))


def test_against_the_computer_and_a_closed_account_nothing_is_due(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, pace="days:1")
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert not passed(series, 2 * DAY)
    assert not Battle.objects.exists()
