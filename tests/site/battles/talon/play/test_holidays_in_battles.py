"""What the board and the page of a battle say of a player on holiday: what S66 does there, and no more."""

from random import Random
from typing import Any, cast

import pytest

from accounts.live import latest_notice
from accounts.models import User
from battles.models import Battle, Play, PlayClock
from battles.services import enter_report
from battles.talon.play.services.captains import go_on
from bench.wars.random_player import random_report
from campaign.models import War
from campaign.war.services.keeping import freeze
from campaign.war.services.results import refresh_waiting
from engines.seam.sides import SIDES, Side, opponent
from tests.deputies import name_deputy
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_agreements import do
from tests.site.campaign.deadlines.test_deadlines import DAY, Time
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import drawn_as, one_step
from tests.site.seats import text

pytestmark = pytest.mark.django_db
UNTIL = "on holiday until 28 Nov 2026, 12:00 UTC"
"""How every page says it of a holiday of five days, which begins when the time of these tests does."""


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


def by_hand(clock: str = "") -> tuple[War, Battle, Side]:
    """A war whose battle is played by hand, the battle, and the side that decides."""
    war, battle = war_with_battle(pace="days:14", settled_by="hand", clock=clock)
    return war, battle, cast("Side", Play.objects.get(battle=battle).decider)


def shown(battle: Battle, reader: Side | User, page: str = "") -> str:
    user = reader if isinstance(reader, User) else battle.user_of(reader)
    return text(browser(user).get(f"/battles/{battle.pk}/{page}"))


def everywhere(battle: Battle, reader: Side | User) -> list[str]:
    """The battle's page and its board."""
    return [shown(battle, reader), shown(battle, reader, "play/")]


def test_in_a_frozen_war_nothing_runs_for_anybody(time: Time) -> None:
    """S63."""
    war, battle, away = by_hand("turn:86400")
    here = opponent(away)
    do(war, away, "leave", days="5")
    freeze(war_id=war.pk, frozen=True)
    for page in everywhere(battle, here):
        assert UNTIL in page
        assert "stand still" not in page
        assert "run on" not in page


def test_a_clock_stands_for_who_is_away_and_runs_for_the_other(time: Time) -> None:
    war, battle, away = by_hand("turn:86400")
    here, name = opponent(away), battle.user_of(away).username
    do(war, away, "leave", days="5")
    for page in everywhere(battle, here):
        assert f"{name} is {UNTIL}" in page
        assert "Their clock and deadlines stand still, yours run on." in page
        assert "I am back" not in page
    for page in everywhere(battle, away):
        assert f"You are {UNTIL}" in page
        assert "Your clock and deadlines stand still. I am back" in page
    clock, play = PlayClock.objects.get(play__battle=battle), Play.objects.get(battle=battle)
    assert clock.runs_for == ""
    while play.decider == away:
        one_step(play)
    clock.refresh_from_db()
    assert (play.decider, clock.runs_for) == (here, here)


def test_without_a_clock_none_is_named(time: Time) -> None:
    war, battle, away = by_hand()
    do(war, away, "leave", days="5")
    for page in everywhere(battle, opponent(away)):
        assert "Their deadlines stand still, yours run on." in page
        assert "clock" not in page.partition("on holiday")[2].partition("S66")[0]


def test_while_both_are_away_nothing_runs_on(time: Time) -> None:
    war, battle, away = by_hand("turn:86400")
    for side in SIDES:
        do(war, side, "leave", days="5")
    for page in everywhere(battle, opponent(away)):
        assert f"You are {UNTIL}" in page
        assert f"{battle.user_of(away).username} is {UNTIL}" in page
        assert "run on" not in page


def test_the_link_ends_the_holiday_where_it_was_begun(time: Time) -> None:
    war, battle, away = by_hand()
    do(war, away, "leave", days="5")
    for page in ("", "play/"):
        html = browser(battle.user_of(away)).get(f"/battles/{battle.pk}/{page}").content.decode()
        assert f'<a href="/wars/{war.pk}/{away}/time/">I am back</a>' in html
    do(war, away, "back")
    assert all("on holiday" not in page for side in SIDES for page in everywhere(battle, side))


def test_a_deputy_reads_of_the_player(time: Time) -> None:
    war, battle, away = by_hand()
    carla = make_person("carla")
    name_deputy(war_id=war.pk, side=away, player=battle.user_of(away), user=carla)
    do(war, away, "leave", days="5")
    for page in everywhere(battle, carla):
        assert f"{battle.user_of(away).username} is {UNTIL}" in page
        assert "Their deadlines stand still. §" in page
        assert "I am back" not in page


def test_open_pages_hear_of_it_and_are_drawn_again(time: Time) -> None:
    war, battle, away = by_hand()
    reader, seen = browser(battle.user_of(opponent(away))), list[tuple[int, str]]()

    def note() -> None:
        page = reader.get(f"/battles/{battle.pk}/play/").content.decode()
        seen.append((latest_notice([battle.topic]), drawn_as(page)))

    note()
    for word, more in (("leave", {"days": "5"}), ("back", {})):
        do(war, away, word, **more)
        note()
    assert seen[0][0] < seen[1][0] < seen[2][0]
    assert seen[0][1] != seen[1][1] != seen[2][1]
    part = reader.get(f"/battles/{battle.pk}/play/", headers={"HX-Request": "true"})
    assert drawn_as(part.content.decode()) == seen[2][1]


def test_at_the_table_the_deadline_waits_and_a_report_is_answered_later(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    do(war, "talon", "leave", days="5")
    for side in SIDES:
        page = shown(battle, side)
        assert UNTIL in page
        assert "Meanwhile the deadline of this battle stands still." in page
        assert "stand still" not in page
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    refresh_waiting(battle_id=battle.pk)
    assert "Their time to answer begins after that." in shown(battle, "terran")
    assert "Your time to answer begins after that." in shown(battle, "talon")
    assert Battle.objects.get(pk=battle.pk).stands_at == time.at + 5 * DAY + confirm_time(battle)


def test_whose_report_it_is_may_be_away_and_nothing_waits_for_that(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    refresh_waiting(battle_id=battle.pk)
    do(war, "terran", "leave", days="5")
    page = shown(battle, "talon")
    assert f"{battle.terran_user.username} is {UNTIL}" in page
    assert not any(words in page for words in ("stand still", "stands still", "begins after"))
    assert Battle.objects.get(pk=battle.pk).stands_at == time.at + confirm_time(battle)


def confirm_time(battle: Battle) -> Any:
    """How long a report waits for its answer."""
    return DAY * battle.confirm_hours / 24


def test_a_battle_that_is_over_says_nothing_of_holidays(time: Time) -> None:
    war, battle, away = by_hand()
    do(war, away, "leave", days="5")
    play = Play.objects.get(battle=battle)
    while play.decider:
        one_step(play)
    go_on(battle.pk)
    assert all("on holiday" not in page for page in everywhere(battle, opponent(away)))
