"""What pages tell of a war's battles and sealed orders, against the rows that they are read from."""

from random import Random

import pytest
from django.db.models import F

from campaign.models import Engagement
from campaign.war.words import history_rows
from tests.people import make_person
from tests.site.wars import make_war, seal_random, step

pytestmark = pytest.mark.django_db


def test_battles_and_sealed_sides_are_told_as_their_rows_are() -> None:
    war, random, told = make_war(make_person("anna"), make_person("boris")), Random(5), 0
    assert history_rows.sealed_now(war) == frozenset()
    seal_random(war, "talon", random)
    war.refresh_from_db()
    assert history_rows.sealed_now(war) == {"talon"}
    for _ in range(12):
        step(war, random)
        war.refresh_from_db()
        assert history_rows.sealed_now(war) == frozenset()
        for turn in range(war.turn + 1):
            rows = Engagement.objects.filter(war=war, turn=turn).order_by("number")
            fights = history_rows.fights(war, turn=turn)
            assert fights == [*rows.values(*history_rows.FIGHT, how=F("battle__settled_how"))]
            told += len(fights)
    assert told
