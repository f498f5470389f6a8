"""What both players of a campaign game agree on about its time, and their holidays (S65, S66, S88)."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Delivery, User
from battles import services
from battles.battle.services.step import read
from battles.models import Play, PlayClock, Series, SeriesDeadline, SeriesHoliday
from battles.talon.series import following
from battles.talon.series.deadlines import EXPIRED
from battles.talon.series.lines import going_lines
from battles.talon.series.time import agreements
from battles.talon.series.time.holidays import accounts_of, sweep_series_holidays
from battles.talon.series.time.leaving import go_on_holiday
from engines.seam.refusals import Refused
from engines.talon.sheets import typed
from tests.campaign_games import begin, between, set_up, win
from tests.people import browser, make_person
from tests.site.battles.talon.series.test_deadlines import passed
from tests.site.seats import text

pytestmark = pytest.mark.django_db
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def do(user: User, series: Series, what: str, **more: str) -> Any:
    """What a player does on the page about the time."""
    answer = browser(user).post(f"{series.get_absolute_url()}time/", {"do": what, **more})
    series.refresh_from_db()
    return answer


def page(user: User, series: Series, which: str = "time/") -> str:
    return text(browser(user).get(f"{series.get_absolute_url()}{which}"))


def falls_at(series: Series) -> Any:
    return SeriesDeadline.objects.get(series=series).falls_at


@pytest.fixture
def series(anna: User, ben: User) -> Series:
    return between(anna, ben, 1, 3, pace="days:2")


@pytest.fixture
def paused(anna: User, ben: User, series: Series) -> Series:
    do(anna, series, "pause")
    do(ben, series, "agree", asked="pause")
    assert series.paused
    return series


def test_s65_a_pause_needs_both_and_stops_everything(anna: User, ben: User, series: Series) -> None:
    battle = begin(browser(anna), series, 1)
    asked = do(anna, series, "pause")
    assert (asked.status_code, series.paused, series.time_asked_by) == (302, False, "user")
    assert "You propose a pause" in page(anna, series)
    assert "Your opponent proposes a pause" in page(ben, series, "")
    assert do(ben, series, "agree", asked="pause").status_code == 302
    battle = read(battle.pk)
    assert series.paused
    assert battle.held_at is not None
    assert falls_at(series) is None
    for user in (anna, ben):
        assert "The campaign game is paused" in page(user, series, "")
        assert "The campaign game is paused." in text(browser(user).get(f"/battles/{battle.pk}/"))
    with time_machine.travel(timezone.now() + 40 * DAY):
        assert not EXPIRED.attempt(SeriesDeadline.objects.get(series=series).pk)
        assert do(ben, series, "resume").status_code == 302
        assert read(battle.pk).held_at is None
        assert falls_at(series) - timezone.now() > 2 * DAY - MINUTE
        assert do(ben, series, "resume").status_code == 302
    told = Delivery.objects.filter(user=anna, subject__contains="resumes the campaign game")
    assert told.count() <= 1


def test_s89_players_without_deadlines_agree_on_a_pause_and_the_days_of_patience_start_over(
    anna: User, ben: User
) -> None:
    made = between(anna, ben, 1, 3)
    battle = begin(browser(anna), made, 1)
    assert "Ask for a pause" in page(anna, made)
    assert "Ask for a pause" in page(ben, made)
    do(anna, made, "pause")
    do(ben, made, "agree", asked="pause")
    battle.refresh_from_db()
    assert (made.paused, battle.held_at is not None) == (True, True)
    ready = "You have waited for 14 days"
    with time_machine.travel(timezone.now() + 20 * DAY, tick=False):
        assert ready not in page(anna, made, "")
        assert browser(anna).post(f"{made.get_absolute_url()}go-on/").status_code == 422
        do(ben, made, "resume")
        assert ready not in page(anna, made, "")
    with time_machine.travel(timezone.now() + 35 * DAY, tick=False):
        assert ready in page(anna, made, "")


def test_s65_a_disputed_battle_has_its_whole_time_after_a_pause(
    anna: User, ben: User, series: Series
) -> None:
    battle = begin(browser(anna), series, 1)
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    start = timezone.now()
    enters = services.enter_report
    for days in (0, 1):  # the second dispute leaves what was left
        with time_machine.travel(start + days * DAY):
            entered = enters(
                battle_id=battle.pk, side="terran", seen_version=read(battle.pk).version, report=report
            )
            enters = services.revise
            services.dispute(battle_id=battle.pk, side="talon", seen_version=entered.version, remark="No.")
    with time_machine.travel(start + DAY + HOUR):
        assert falls_at(series) - timezone.now() < DAY
        do(anna, series, "pause")
        do(ben, series, "agree", asked="pause")
        do(ben, series, "resume")
        assert falls_at(series) - timezone.now() > 2 * DAY - MINUTE


@pytest.mark.every_view
def test_s65_nothing_begins_while_it_is_paused(anna: User, ben: User, paused: Series) -> None:
    for path, fields in (("begin/", {"leg": "1"}), ("early/", {"leg": "2"}), ("concede/", {})):
        answer = browser(anna).post(f"{paused.get_absolute_url()}{path}", fields)
        assert answer.status_code == 422
        assert "This campaign game is paused. Resume it first." in text(answer)
    for what, more in (("pause", {}), ("pace", {"pace": "days:1"}), ("leave", {"days": "2"})):
        assert do(anna, paused, what, **more).status_code == 422
    assert "Begin leg 1" not in page(anna, paused, "")
    line = going_lines(ben)[0]
    assert (line.turn, line.waits) == ("Paused", False)


def test_s65_a_result_that_is_taken_back_waits_for_the_end_of_the_pause(
    anna: User, ben: User, series: Series
) -> None:
    battle = begin(browser(anna), series, 1)
    win(battle, "user", series=series)
    agreements.ask_for(series_id=series.pk, user=anna, asked="pause")
    agreements.ask_for(series_id=series.pk, user=ben, asked="pause")
    assert services.reopen(battle_id=battle.pk).status == "open"
    assert read(battle.pk).held_at is not None
    agreements.resume(series_id=series.pk, user=anna)
    assert read(battle.pk).held_at is None


def test_s65_other_deadlines_count_once_both_want_them(anna: User, ben: User, series: Series) -> None:
    with time_machine.travel(timezone.now() + DAY):
        assert do(anna, series, "pace", pace="days:7").status_code == 302
        assert series.pace == "days:2"
        assert "anna proposes 7 days for each step" in page(ben, series)
        assert do(ben, series, "pace", pace="days:3").status_code == 422
        assert "One proposal at a time" in page(anna, series)
        assert do(ben, series, "agree", asked="days:3").status_code == 422
        assert do(ben, series, "agree", asked="days:7").status_code == 302
        assert (series.pace, series.time_asked) == ("days:7", "")
        assert falls_at(series) - timezone.now() > 7 * DAY - MINUTE
    told = Delivery.objects.filter(kind="proposal", user=anna)
    assert not told.exclude(body__contains="agrees to 7 days for each step").exists()


@pytest.mark.parametrize("asked", ["days:5", "weeks:1", "pause;", "x" * 90])
def test_nothing_else_can_be_proposed(anna: User, series: Series, asked: str) -> None:
    assert do(anna, series, "pace", pace=asked).status_code == 422
    with pytest.raises(Refused, match="Choose one of the deadlines"):
        agreements.ask_for(series_id=series.pk, user=anna, asked=asked)


def test_what_is_so_already_is_not_proposed(anna: User, series: Series) -> None:
    assert "already has these deadlines" in text(do(anna, series, "pace", pace="days:2"))
    assert "The form was incomplete" in text(do(anna, series, "pace"))
    assert "The form was incomplete" in text(do(anna, series, "dance"))
    assert do(anna, series, "drop").status_code == 302
    other = between(make_person("carl"), make_person("dora"), 1, 3)
    assert "The campaign game has no deadlines" in text(do(other.user, other, "pace", pace=""))
    assert "already" not in text(do(other.user, other, "pace", pace="days:1"))


def test_s65_a_proposal_can_be_declined_taken_back_and_is_answered_within_72_hours(
    anna: User, ben: User, series: Series
) -> None:
    do(anna, series, "pause")
    assert going_lines(ben)[0].waits
    do(ben, series, "decline", asked="pause")
    assert series.time_asked == ""
    do(anna, series, "pause")
    do(anna, series, "drop")
    assert series.time_asked == ""
    do(anna, series, "pause")
    with time_machine.travel(timezone.now() + 72 * HOUR + MINUTE):
        assert "proposes" not in page(ben, series)
        assert do(ben, series, "agree", asked="pause").status_code == 422
        assert do(ben, series, "pause").status_code == 302
        assert (series.time_asked_by, series.paused) == ("rival", False)


def test_who_is_no_player_or_has_no_opponent_has_no_such_page(anna: User, ben: User, series: Series) -> None:
    cleo = make_person("cleo")
    path = f"{series.get_absolute_url()}time/"
    assert browser(cleo).get(path).status_code == 404
    assert browser(cleo).post(path, {"do": "pause"}).status_code == 404
    alone = set_up(anna, 1, opponent="computer", way="worker")
    assert browser(anna).get(f"{alone.get_absolute_url()}time/").status_code == 404
    waiting = set_up(anna, 1)
    assert browser(anna).get(f"{waiting.get_absolute_url()}time/").status_code == 404
    with pytest.raises(Refused, match="do not play"):
        agreements.ask_for(series_id=series.pk, user=cleo, asked="pause")


def test_the_end_of_a_campaign_game_ends_what_is_proposed(anna: User, ben: User, series: Series) -> None:
    do(anna, series, "pause")
    following.concede(series_id=series.pk, user=ben)
    series.refresh_from_db()
    assert (series.stage, series.time_asked, series.time_asked_by) == ("over", "", "")
    assert browser(anna).get(f"{series.get_absolute_url()}time/").status_code == 404


def test_an_account_that_is_closed_during_a_pause_can_be_played_no_more(
    anna: User, ben: User, paused: Series
) -> None:
    User.objects.filter(pk=ben.pk).update(is_active=False)
    following.end_without(series_id=paused.pk, user=anna)
    paused.refresh_from_db()
    assert (paused.stage, paused.paused, paused.conceded_by) == ("over", False, "rival")


def test_s66_a_leg_to_begin_and_a_battle_at_a_table_wait_for_whoever_is_away(
    anna: User, ben: User, series: Series
) -> None:
    due = falls_at(series)
    assert do(ben, series, "leave", days="10").status_code == 302
    until = SeriesHoliday.objects.get().ends_at
    assert until + 2 * DAY - 2 * MINUTE < falls_at(series) <= until + 2 * DAY
    assert falls_at(series) > due
    assert "ben is on holiday until" in page(anna, series, "")
    assert "You are on holiday until" in page(ben, series, "")
    assert not passed(series, 11 * DAY)
    battle = begin(browser(anna), series, 1)
    shown = text(browser(anna).get(f"/battles/{battle.pk}/"))
    assert "ben is on holiday until" in shown
    assert "Meanwhile the deadline of this battle stands still." in shown
    assert "captains fight leg 1 for both players" in shown
    assert not passed(series, 11 * DAY)
    with time_machine.travel(timezone.now() + 2 * DAY + HOUR):
        assert do(ben, series, "back").status_code == 302
        assert do(ben, series, "back").status_code == 302
        assert accounts_of(series)["rival"].left == 18
        assert falls_at(series) - timezone.now() <= 2 * DAY
    assert passed(series, 5 * DAY)


def test_s66_on_the_board_the_other_is_late_all_the_same(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, pace="days:1", way="hand", clock="turn:86400")
    battle = begin(browser(anna), series, 1)
    play = Play.objects.get(battle=battle)
    decides = battle.user_of(play.decider)  # type: ignore[arg-type]
    waits = ben if decides == anna else anna
    go_on_holiday(series_id=series.pk, user=waits, days=5)
    assert PlayClock.objects.get(play=play).runs_for == play.decider
    assert falls_at(series) - timezone.now() <= DAY
    go_on_holiday(series_id=series.pk, user=decides, days=3)
    assert PlayClock.objects.get(play=play).runs_for == ""
    assert falls_at(series) - timezone.now() > 3 * DAY
    shown = text(browser(decides).get(f"/battles/{battle.pk}/play/"))
    assert "You are on holiday until" in shown
    assert "Your clock and deadlines stand still" in shown
    assert sweep_series_holidays() == 0
    with time_machine.travel(timezone.now() + 3 * DAY + MINUTE):
        assert sweep_series_holidays() == 1
        assert sweep_series_holidays() == 0
        assert PlayClock.objects.get(play=play).runs_for == play.decider


@pytest.mark.parametrize("days", ["0", "22", "-1", "", "3.5", "99999999999999999999"])
def test_s66_no_more_days_than_there_are(anna: User, series: Series, days: str) -> None:
    assert do(anna, series, "leave", days=days).status_code == 422
    assert not series.holidays.exists()


def test_s66_one_holiday_at_a_time_and_none_without_deadlines(anna: User, ben: User, series: Series) -> None:
    do(anna, series, "leave", days="3")
    assert "You are on holiday already." in text(do(anna, series, "leave", days="1"))
    do(ben, series, "pace", pace="")
    do(anna, series, "agree", asked="none")
    assert series.pace == ""
    assert accounts_of(series)["user"].until is None
    assert "so you need no holiday" in text(do(anna, series, "leave", days="1"))


def test_s66_a_report_waits_for_whoever_is_away(anna: User, ben: User, series: Series) -> None:
    battle = begin(browser(anna), series, 1)
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    entered = services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )
    before = entered.stands_at
    do(entered.user_of("talon"), series, "leave", days="6")
    after = read(battle.pk).stands_at
    assert before is not None
    assert after is not None
    assert after - before > 5 * DAY
