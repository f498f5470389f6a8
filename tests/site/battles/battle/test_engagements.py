"""What a battle's pages ask its war: by one query, however much they ask, and by another for its time."""

from typing import Any

import pytest

from battles.battle.selectors import BattleTime, correction_path, effect_of, odds_path, time_of
from battles.models import Battle
from battles.services import confirm
from campaign.models import Engagement, War
from campaign.war.services import results
from campaign.war.services.engagements import engagement_of
from tests.battle_samples import opened
from tests.people import make_person
from tests.site.campaign.war.test_results import reported, war_with_battle

pytestmark = pytest.mark.django_db


def test_a_battle_that_is_joined_is_asked_for_once(django_assert_num_queries: Any) -> None:
    war, battle = war_with_battle()
    found = Engagement.objects.get(battle=battle)
    read = Battle.objects.select_related("terran_user", "talon_user").get(pk=battle.pk)
    with django_assert_num_queries(1):
        path = odds_path(read, "terran")
        assert path == f"/wars/{war.pk}/terran/odds/under-way/{found.number}/"
        assert odds_path(read, "talon") == path.replace("terran", "talon")
    with django_assert_num_queries(0):
        assert time_of(read, "terran") == BattleTime()
    War.objects.filter(pk=war.pk).update(frozen=True)
    assert odds_path(Battle.objects.get(pk=battle.pk), "terran") == ""


def test_so_is_one_with_a_result(django_assert_num_queries: Any) -> None:
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    results.absorb(battle_id=battle.pk)
    number = Engagement.objects.get(battle=battle).number
    read = Battle.objects.get(pk=battle.pk)
    with django_assert_num_queries(2):
        assert effect_of(read)
        assert correction_path(read, "talon") == f"/wars/{war.pk}/talon/correct/{number}/"
    assert odds_path(read, "talon") == ""
    War.objects.filter(pk=war.pk).update(imported=True)
    assert correction_path(Battle.objects.get(pk=battle.pk), "talon") == ""


def test_a_battle_of_no_war_has_none() -> None:
    assert engagement_of(opened(make_person("anna"), make_person("ben"))) is None
