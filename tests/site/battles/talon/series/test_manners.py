"""Legs that are played in another way than the rest: on the board, over days, by captains, at a table (S101)."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Delivery, User
from battles import services
from battles.models import Battle, Series, SeriesDeadline, Way
from battles.services import ask_for
from battles.talon.series.deadlines import EXPIRED, sweep_reminders
from battles.talon.series.files.document import read_game, written
from battles.talon.series.files.exporting import export
from battles.talon.series.files.judging import check_game, state_of_file
from engines.seam.refusals import Refused
from engines.seam.series import Points
from engines.seam.sides import SIDES, as_side
from tests.campaign_games import begin, between, set_up, win
from tests.people import browser
from tests.site.seats import text

pytestmark = pytest.mark.django_db
GOLDEN = Path("tests/site/golden/campaign_game.json")
DAY = timedelta(days=1)


def page(user: User, series: Series, after: timedelta = timedelta()) -> str:
    with time_machine.travel(timezone.now() + after):
        return text(browser(user).get(series.get_absolute_url()))


def passed(series: Series, after: timedelta) -> bool:
    """Whether the deadline has passed once that much time has gone by, as the worker finds."""
    with time_machine.travel(timezone.now() + after):
        return EXPIRED.attempt(SeriesDeadline.objects.get(series=series).pk)


def ways(series: Series) -> list[tuple[str, str]]:
    return [(leg.way, leg.pace) for leg in series.legs.order_by("number")]


def late_in(battle: Battle) -> User:
    """Who has to decide on the board."""
    side = battle.plays.get().decider
    return battle.user_of(as_side(side))


def test_s101_each_leg_goes_the_way_that_is_chosen_for_it(anna: User, ben: User) -> None:
    series = between(
        anna, ben, 1, 2, 3, 5, clock="turn:300", manner_2="worker", manner_3="hand", manner_5="hand days:3"
    )
    assert ways(series) == [("", ""), ("worker", ""), ("hand", ""), ("hand", "days:3")]
    for user in (anna, ben):
        shown = page(user, series)
        assert "by captains" in shown
        assert "over days: 3 days for each decision" in shown
        assert "Tempo" in shown
    at_table = begin(browser(anna), series, 1)
    assert not at_table.plays.exists()
    assert not at_table.resolutions.exists()
    win(at_table, "user", series=series)
    assert "Leg 2: " in page(ben, series)
    captains = begin(browser(ben), series, 2)
    services.resolve(captains.resolutions.get().pk)
    captains.refresh_from_db()
    assert captains.settled_how == "fought"


def test_s101_a_leg_on_the_board_has_the_clock_of_the_game_and_over_days_none(anna: User, ben: User) -> None:
    for manner, clock in (("hand", "turn:300"), ("hand days:2", "")):
        series = between(anna, ben, 3, clock="turn:300", manner_3=manner)
        battle = begin(browser(anna), series, 1)
        assert (battle.clock, battle.plays.exists()) == (clock, True)


def test_s101_over_days_each_decision_has_its_days_and_a_captain_plays_on(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5, way="hand", pace="days:1", manner_3="hand days:3")
    battle = begin(browser(anna), series, 1)
    late = late_in(battle)
    assert "a captain plays on for you in leg 1" in page(late, series)
    assert not passed(series, 3 * DAY - timedelta(minutes=1))
    assert passed(series, 3 * DAY + timedelta(minutes=1))
    assert battle.plays.get().by("terran" if battle.terran_user == late else "talon") != "person"


def test_s101_such_a_leg_has_days_where_nothing_else_has_a_deadline(anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    series = between(anna, ben, 3, 5, manner_3="hand days:3")
    assert SeriesDeadline.objects.get(series=series).falls_at is None
    battle = begin(browser(anna), series, 1)
    late = late_in(battle)
    row = SeriesDeadline.objects.get(series=series)
    assert row.falls_at is not None
    shown = text(browser(late).get(f"/battles/{battle.pk}/play/"))
    assert "Deadline" in shown
    with time_machine.travel(timezone.now() + 2 * DAY + timedelta(minutes=5)):
        assert sweep_reminders() == 1
    assert Delivery.objects.filter(user=late, body__contains="The deadline in").count() == 1
    client = browser(late)
    client.post(f"{series.get_absolute_url()}time/", {"do": "leave", "days": "4"})
    assert series.holidays.count() == 1
    assert "is on holiday" in page(ben if late == anna else anna, series)
    assert not passed(series, 3 * DAY + timedelta(minutes=1))


def test_s101_the_next_step_has_the_time_of_the_campaign_game_again(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5, way="hand", pace="days:1", manner_3="hand days:7")
    battle = begin(browser(anna), series, 1)
    for side in SIDES:
        battle.refresh_from_db()
        ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=Way.TABLE)
    row = SeriesDeadline.objects.get(series=series)
    assert row.falls_at is not None
    assert row.begun_at is not None
    assert row.falls_at - row.begun_at == DAY


def test_the_way_of_a_leg_is_changed_until_the_legs_are_settled_and_moves_with_it(
    anna: User, ben: User
) -> None:
    series = set_up(anna, 1, 3, 5, manner_1="worker")
    path = f"{series.get_absolute_url()}move/"
    answer = browser(anna).post(path, {"leg": "3", "by": "manner", "manner": "hand days:7"})
    assert answer["Location"].endswith("#manner-3")
    browser(anna).post(path, {"leg": "1", "by": "down"})
    assert ways(series) == [("", ""), ("worker", ""), ("hand", "days:7")]
    browser(anna).post(path, {"leg": "1", "by": "out"})
    assert ways(series) == [("worker", ""), ("hand", "days:7")]
    browser(anna).post(path, {"leg": "1", "by": "manner", "manner": ""})
    assert ways(series) == [("", ""), ("hand", "days:7")]
    wrong = browser(anna).post(path, {"leg": "1", "by": "manner", "manner": "hand days:5"})
    assert wrong.status_code == 422
    assert "Choose how the leg is played." in text(wrong)
    shown = text(browser(ben).get(f"/campaign-games/invitation/{series.token}/"))
    assert "over days: 7 days for each decision" in shown
    browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
    late = browser(anna).post(path, {"leg": "1", "by": "manner", "manner": "worker"})
    assert "The legs are settled" in text(late)


def test_whoever_accepts_has_read_how_each_leg_is_played(anna: User, ben: User) -> None:
    series = set_up(anna, 1)
    path = f"/campaign-games/invitation/{series.token}/"
    seen = browser(ben).get(path).content.decode().split('name="seen" value="')[1].split('"')[0]
    browser(anna).post(f"{series.get_absolute_url()}move/", {"leg": "1", "by": "manner", "manner": "worker"})
    late = browser(ben).post(f"{path}accept/", {"seen": seen})
    assert late.status_code == 422
    assert "The legs have been changed since you opened this page." in text(late)


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("table", "The computer does not sit at a table."),
        ("hand days:3", "The computer needs no days."),
    ],
)
def test_s101_the_computer_plays_no_leg_at_a_table_or_over_days(manner: str, words: str, anna: User) -> None:
    form = {
        "legs": "picked",
        "scenarios": ["1"],
        "sides": "terran",
        "opponent": "computer",
        "level": "ensign",
    }
    answer = browser(anna).post("/campaign-games/", {**form, "way": "hand", "manner_1": manner})
    assert answer.status_code == 422
    assert words in text(answer)
    series = set_up(anna, 1, opponent="computer", way="hand", manner_1="worker")
    path = f"{series.get_absolute_url()}move/"
    assert words in text(browser(anna).post(path, {"leg": "1", "by": "manner", "manner": manner}))
    assert ways(series) == [("worker", "")]


def test_nobody_else_says_how_a_leg_is_played(anna: User, ben: User) -> None:
    series = set_up(anna, 1)
    path = f"{series.get_absolute_url()}move/"
    assert browser(ben).post(path, {"leg": "1", "by": "manner", "manner": "worker"}).status_code == 404
    assert ways(series) == [("", "")]


def test_the_ways_of_legs_go_out_and_in(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, 5, manner_1="worker", manner_3="hand days:3")
    data = export(series)[1]
    file = read_game(data)
    check_game(file)
    assert [(leg.way, leg.pace) for leg in file.legs] == ways(series)
    assert written(file) == data
    state = state_of_file(file)
    assert [(leg.leg.way, leg.leg.pace) for leg in state.legs] == ways(series)
    changed = json.loads(data)
    changed["legs"][0]["pace"] = "days:3"
    with pytest.raises(Refused, match="Leg 1: Only a leg on the board is played over days"):
        check_game(read_game(json.dumps(changed).encode()))


def test_a_file_from_before_legs_had_ways_is_read_for_ever() -> None:
    data = GOLDEN.read_bytes()
    file = read_game(data)
    check_game(file)
    assert state_of_file(file).standings.total == Points(3, 4)
    assert {(leg.way, leg.pace) for leg in file.legs} == {("", "")}
    assert written(file) == data
