"""Whose deadline and whose holiday a page or message is about: the player's, a deputy's player's, or the opponent's."""

from random import Random
from typing import Any

import pytest

from accounts.models import Delivery, User
from battles.models import Play
from campaign.deadlines.expiring import expire
from campaign.deadlines.reminding import sweep_reminders
from campaign.lobby.my_wars import WarLine, my_wars
from campaign.models import War
from engines.seam.sides import Side
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_agreements import do, page
from tests.site.campaign.deadlines.test_deadlines import DAY, Time, row_of
from tests.site.campaign.seats.test_deputies import named as name_deputy
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.seats import text
from tests.site.wars import seal_random, user_of, war_wanted

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def war(request: pytest.FixtureRequest, time: Time, db: None) -> War:
    return war_wanted(request, pace="days:3")


@pytest.fixture
def carla(db: None) -> User:
    return make_person("carla", webhook_url="https://example.org/hook")


def named(war: War, side: Side = "terran") -> None:
    """Carla is the side's deputy: she was asked, and has accepted."""
    assert name_deputy(war, "carla", side) == 302


def line_of(user: Any) -> WarLine:
    (line,) = my_wars(user).running
    return line


@pytest.mark.played_until(phase="planning")
def test_a_deputy_reads_that_the_player_is_on_holiday(war: War, carla: User) -> None:
    named(war)
    do(war, "terran", "leave", days="5")
    read = text(browser(carla).get(f"/wars/{war.pk}/terran/"))
    assert "anna is on holiday until" in read
    assert "You are on holiday" not in read
    assert "I am back" not in read
    assert "anna is on holiday" in text(browser(carla).get("/wars/"))
    assert "You are on holiday until" in page(war, "terran", "")
    assert "I am back" in page(war, "terran", "")


def test_both_players_away_are_named_to_a_deputy(war: War, carla: User) -> None:
    named(war)
    do(war, "terran", "leave", days="5")
    do(war, "talon", "leave", days="5")
    assert line_of(carla).away == "anna and boris are on holiday"


@pytest.mark.played_until(phase="planning")
def test_a_deputy_reads_for_whom_the_computer_would_decide(war: War, carla: User, time: Time) -> None:
    named(war)
    seal_random(war, "talon", Random(3))
    assert "the computer plans turn 1 for anna" in text(browser(carla).get(f"/wars/{war.pk}/terran/"))
    assert "the computer plans turn 1 for you" in page(war, "terran", "")
    time.pass_(2.5 * DAY)
    User.objects.update(webhook_url="https://example.org/hook")
    assert sweep_reminders() == 1
    told = dict(Delivery.objects.filter(kind="deadline").values_list("user__username", "body"))
    assert {name: "plans turn 1 for you" in body for name, body in told.items()} == {
        "anna": True,
        "carla": False,
    }
    assert "plans turn 1 for anna" in told["carla"]
    time.pass_(DAY)
    assert expire(row_of(war).pk)
    passed = Delivery.objects.filter(subject__endswith="the deadline has passed", user=carla)
    assert "plans turn 1 for anna" in passed.get().body


def test_a_deputy_at_the_board_reads_for_whom_a_captain_plays_on(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    carla = make_person("carla")
    side: Side = "terran" if Play.objects.get(battle=battle).decider == "terran" else "talon"
    player = user_of(war, side)
    assert player is not None
    named(war, side)
    for path in (f"/battles/{battle.pk}/", f"/battles/{battle.pk}/play/"):
        assert f"a captain plays on for {player.username}" in text(browser(carla).get(path))
        assert "a captain plays on for you" in text(browser(player).get(path))


def test_a_deputy_reads_whom_the_computer_plays_for(war: War, carla: User, time: Time) -> None:
    named(war)
    state = war.state
    for _ in range(3):
        time.pass_(3 * DAY)
        expire(row_of(war).pk)
        war.refresh_from_db()
    assert war.state != state
    read = text(browser(carla).get(f"/wars/{war.pk}/terran/"))
    assert "The computer plays for anna" in read
    assert "anna was late twice in a row" in read


def test_the_list_of_wars_shows_by_when_oneself_is_due(war: War, time: Time) -> None:
    """On holiday one's own deadline stands still, and the opponent's, which is sooner, is not one's own."""
    anna, boris = user_of(war, "terran"), user_of(war, "talon")
    begun = time.at
    time.pass_(DAY)
    do(war, "terran", "leave", days="7")
    assert row_of(war).falls_at == begun + 3 * DAY
    assert (line_of(anna).due, line_of(anna).due_mine) == (time.at + 7 * DAY + 2 * DAY, True)
    assert (line_of(boris).due, line_of(boris).due_mine) == (begun + 3 * DAY, True)


def test_what_is_due_of_the_opponent_alone_is_said_to_be_theirs(war: War, time: Time) -> None:
    anna = user_of(war, "terran")
    assert anna is not None
    seal_random(war, "terran", Random(3))
    do(war, "talon", "leave", days="7")
    assert (line_of(anna).due, line_of(anna).due_mine) == (time.at + 10 * DAY, False)
    read = text(browser(anna).get("/wars/"))
    assert "boris is due" in read
    assert "deadline" not in read.partition("boris is due")[0].rpartition("against boris")[2]


def test_the_list_of_wars_shows_the_deadline_of_a_battle_at_the_table_to_both(time: Time) -> None:
    war, _battle = war_with_battle(pace="days:2")
    do(war, "talon", "leave", days="7")
    for side in ("terran", "talon"):
        line = line_of(user_of(war, "terran" if side == "terran" else "talon"))
        assert (line.due, line.due_mine) == (row_of(war).falls_at, True)


@pytest.mark.parametrize(
    ("side", "says"),
    [
        ("terran", "One proposal at a time: yours waits for boris. Withdraw it to make another."),
        ("talon", "One proposal at a time: answer anna first."),
    ],
)
def test_while_a_proposal_is_open_the_page_says_why_there_can_be_no_other(
    war: War, side: Side, says: str
) -> None:
    for offer in ("Propose other deadlines", "Ask for a pause"):
        assert offer in page(war, side)
    do(war, "terran", "pace", pace="days:7")
    read = page(war, side)
    assert read.count(says) == 2
    assert "Propose other deadlines" not in read
    assert "Ask for a pause" not in read
    assert ("Withdraw" if side == "terran" else "Agree Decline") in read


def test_a_paused_or_frozen_war_says_why_nothing_can_be_proposed(war: War) -> None:
    do(war, "terran", "pause")
    do(war, "talon", "agree", asked="pause")
    assert page(war, "terran").count("The war is paused. Resume it first.") == 3
    do(war, "terran", "resume")
    War.objects.filter(pk=war.pk).update(frozen=True)
    assert page(war, "terran").count("The host has frozen this war.") == 3
