"""The time of a battle of a war in one query: it is what the war says of its deadline, and who is on holiday."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from battles.battle.selectors import BattleTime, effect_of, time_of
from battles.models import Battle, Play
from battles.services import enter_report
from bench.wars.random_player import random_report
from campaign.deadlines.holidays import come_back, go_on_holiday
from campaign.models import War
from campaign.war.services.keeping import freeze
from campaign.war.services.results import refresh_waiting
from campaign.war.time.battle_time import time_now
from campaign.war.time.deadlines import standing
from engines.seam.sides import SIDES
from tests.site.campaign.deadlines.test_deadlines import DAY, Time
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun, one_step

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


def same(war: War, battle: Battle) -> Any:
    """What the battle says of its deadline, which is what the war says."""
    found, told = time_now(battle), standing(War.objects.get(pk=war.pk))
    assert found is not None
    assert found.standing == told
    return told


def test_it_is_the_deadline_of_the_war_at_each_decision(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    play, decided = Play.objects.get(battle=battle), set[str]()
    for _ in range(12):
        time.pass_(timedelta(hours=1))
        one_step(play)
        told = same(war, battle)
        assert (told.what.sides, told.falls_at) == ((play.decider,), play.moved_at + 2 * DAY)
        decided.add(play.decider)
    assert decided == set(SIDES)


def test_it_is_the_same_at_the_table_and_around_holidays(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    same(war, battle)
    for side in SIDES:
        time.pass_(timedelta(hours=5))
        go_on_holiday(war_id=war.pk, side=side, user=None, days=3)
        same(war, battle)
    found = time_now(battle)
    assert found is not None
    assert found.away == {"terran": time.at + 3 * DAY - timedelta(hours=5), "talon": time.at + 3 * DAY}
    time.pass_(timedelta(hours=5))
    come_back(war_id=war.pk, side="terran", user=None)
    same(war, battle)
    time.pass_(8 * DAY)
    same(war, battle)
    found = time_now(battle)
    assert found is not None
    assert found.away == {}
    freeze(war_id=war.pk, frozen=True)
    assert same(war, battle) is None


def test_one_query_whatever_there_is(time: Time, django_assert_num_queries: Any) -> None:
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    battle = Battle.objects.select_related("terran_user", "talon_user").get(pk=battle.pk)
    play = Play.objects.get(battle=battle)
    go_on_holiday(war_id=war.pk, side="talon", user=None, days=7)
    with django_assert_num_queries(1):
        told = time_of(battle, "terran", play)
    assert told.deadline is not None
    assert "a captain plays on" in told.deadline.words
    assert told.back == f"/wars/{war.pk}/terran/time/"
    with django_assert_num_queries(2):  # the battle by hand is read too
        assert time_of(battle, "terran") == told


def test_none_where_there_are_no_deadlines(django_assert_num_queries: Any) -> None:
    _war, battle = war_with_battle()
    skirmish = begun(battle.terran_user, battle.talon_user).battle
    with django_assert_num_queries(0):
        assert time_of(skirmish, "terran") == BattleTime()
    with django_assert_num_queries(1):
        assert time_of(battle, "terran") == BattleTime()
    assert effect_of(battle) == ""
    with django_assert_num_queries(0):  # its war is known now
        assert time_of(battle, "terran") == BattleTime()


def test_a_report_waits_by_its_own_time(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    refresh_waiting(battle_id=battle.pk)
    assert time_of(Battle.objects.get(pk=battle.pk), "talon").deadline is None
    assert same(war, battle) is None
