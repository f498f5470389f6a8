"""Deadlines of a war while its battle is played on the table here (S12, S63, S64)."""

from typing import Any

import pytest

from accounts.models import Delivery, User
from battles.models import PlayedBy
from battles.services import set_deputy
from campaign.deadlines.expiring import LATE, _was_late
from campaign.models import Entry, Waiting, War
from engines.seam.sides import opponent
from tests.people import browser, make_person
from tests.site.battles.warfleets.tables.test_war_battles import (
    clients,
    joined_battle,
    play_of,
    played,
    sent,
    table_of,
)
from tests.site.campaign.deadlines.test_deadlines import DAY, Time
from tests.site.campaign.deadlines.test_deadlines_of_battles import fall
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


def test_a_captain_plays_on_for_whoever_decides_and_is_late(
    time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    battle = joined_battle(pace="days:2")
    war = War.objects.get(engagements__battle=battle)
    User.objects.update(webhook_url="https://example.org/hook")
    late: Any = table_of(battle).decider
    shown = text(clients(battle)[late].get(table_of(battle).get_absolute_url()))
    assert "Deadline:" in shown
    assert "a captain plays on for you" in shown
    time.pass_(2 * DAY)
    assert fall(war)
    assert (table_of(battle).decider, play_of(battle).by(late)) == (opponent(late), "captain")
    told = Delivery.objects.get(subject__contains="the deadline has passed")
    assert told.path == table_of(battle).get_absolute_url()
    assert not Waiting.objects.filter(war=war, side=late, kind="play").exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert sent(clients(battle)[late], battle, "agree", do="take-command").status_code == 303
    assert play_of(battle).by(late) == PlayedBy.PERSON
    assert Waiting.objects.filter(war=war, side=late, kind="play").exists()
    time.pass_(DAY / 24)
    assert _was_late(war, late)
    while table_of(battle).decider != late:
        played(battle, orders=1)
    played(battle, orders=1)
    assert not _was_late(war, late), "orders on the table count as something done"


def test_every_order_gives_the_next_one_the_whole_time(time: Time) -> None:
    battle = joined_battle(pace="days:2")
    war = War.objects.get(engagements__battle=battle)
    time.pass_(DAY)
    played(battle, orders=1)
    decides: Any = table_of(battle).decider
    set_deputy(battle_ids=[battle.pk], side=decides, user=make_person("dora"))
    deputy = browser(User.objects.get(username="dora"))
    words = f"a captain plays on for {battle.name_of(decides)}"
    assert words in text(deputy.get(table_of(battle).get_absolute_url()))
    time.pass_(DAY)
    fall(war)
    assert not Entry.objects.filter(war=war, kind=LATE).exists()
    assert {play_of(battle).terran_by, play_of(battle).talon_by} == {PlayedBy.PERSON}
