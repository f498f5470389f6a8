"""Deadlines of battles: who changes the way or the player has the whole time, and nobody is told what was not done."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Delivery, User
from accounts.work import TakenOver
from battles.battle.selectors import owed
from battles.battle.services.settling import dispute
from battles.models import Battle, Play, PlayedBy, Way
from battles.services import ask_for, enter_report, revise
from battles.talon.play.services.handing import take_back
from bench.wars.random_player import random_report
from campaign.deadlines.expiring import EXPIRED, _was_late, expire
from campaign.deadlines.reminding import sweep_reminders
from campaign.models import Deadline, Entry, Waiting, War
from campaign.rules.orders import LendSeat, LetPass
from campaign.seats.handing import hand_over
from campaign.war.log.rebuild import differences
from campaign.war.services import log
from campaign.war.services.keeping import freeze
from engines.seam.sides import SIDES
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_deadlines import DAY, Time
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import one_step
from tests.site.seats import text
from tests.site.wars import make_war, state_of, user_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


def falls_of(war: War) -> datetime:
    """When the war's deadline falls."""
    found = Deadline.objects.get(war=war).falls_at
    assert found is not None
    return found


def fall(war: War) -> bool:
    """Do what is owed when the deadline has passed, as the worker does."""
    return expire(Deadline.objects.get(war=war).pk)


def by_hand(battle: Battle) -> Play:
    """The play of the battle, as it is now."""
    return Play.objects.get(battle=battle)


def agree(battle: Battle, way: Way) -> None:
    """Let both sides ask for the same way."""
    for side in SIDES:
        version = Battle.objects.get(pk=battle.pk).version
        ask_for(battle_id=battle.pk, side=side, seen_version=version, way=way)


def test_who_takes_back_command_has_a_deadline_again(
    time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    late: Any = by_hand(battle).decider
    time.pass_(2 * DAY)
    assert fall(war)
    assert by_hand(battle).by(late) != PlayedBy.PERSON
    with django_capture_on_commit_callbacks(execute=True):
        take_back(battle_id=battle.pk, side=late)
    assert Waiting.objects.filter(war=war, side=late, kind="play").exists()
    play = by_hand(battle)
    while play.decider != late:
        one_step(play)
    time.pass_(3 * DAY)
    while falls_of(war) <= timezone.now() and by_hand(battle).by(late) == PlayedBy.PERSON:
        fall(war)
    assert by_hand(battle).by(late) != PlayedBy.PERSON


def test_who_was_late_on_the_board_is_led_to_it(time: Time) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    User.objects.update(webhook_url="https://example.org/hook")
    time.pass_(2 * DAY)
    assert fall(war)
    told = Delivery.objects.get(subject__contains="the deadline has passed")
    assert told.path == f"/battles/{battle.pk}/play/"
    assert "You can take back command on the board." in told.body


def test_who_changes_the_way_has_the_time_of_a_phase_for_it(
    time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    war, battle = war_with_battle(pace="days:3", settled_by="hand")
    time.pass_(3 * DAY - HOUR)
    one_step(by_hand(battle))
    with django_capture_on_commit_callbacks(execute=True):
        agree(battle, Way.TABLE)
    assert falls_of(war) == time.at + 3 * DAY


def test_the_one_who_decides_next_is_reminded_too(time: Time) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    war, battle = war_with_battle(pace="days:3", settled_by="hand")
    User.objects.update(webhook_url="https://example.org/hook")
    time.pass_(3 * DAY - HOUR)
    assert sweep_reminders() == 1
    one_step(by_hand(battle))
    time.pass_(2 * HOUR)
    assert not fall(war)
    assert falls_of(war) == by_hand(battle).moved_at + 3 * DAY
    before = Delivery.objects.filter(subject__contains="hours left").count()
    assert sweep_reminders() == 0, "the next decision has only just begun"
    time.pass_(3 * DAY - 4 * HOUR)
    assert sweep_reminders() == 1
    assert Delivery.objects.filter(subject__contains="hours left").count() == before + 1


def test_a_line_just_given_brings_no_reminder(time: Time) -> None:
    war, battle = war_with_battle(pace="days:1", settled_by="hand")
    time.pass_(DAY - 3 * HOUR)
    one_step(by_hand(battle))
    time.pass_(HOUR)
    assert [sweep_reminders() for _ in range(3)] == [0, 0, 0]
    assert falls_of(war) == by_hand(battle).moved_at + DAY


def test_a_report_in_the_last_second_counts_and_nothing_else_is_said(time: Time) -> None:
    """It came in while the worker began; the war has not heard of it yet."""
    war, battle = war_with_battle(pace="days:2")
    time.pass_(2 * DAY)
    row = EXPIRED.claim(Deadline.objects.get(war=war).pk)
    assert row is not None
    ready = EXPIRED.perform(row)
    report = random_report(battle.setup_document, Random(5))
    enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    with pytest.raises(TakenOver):
        EXPIRED.settle(row, ready)
    assert not Entry.objects.filter(war=war, kind="deadline").exists()
    assert not Delivery.objects.filter(subject__contains="deadline").exists()


def test_who_takes_over_a_seat_has_the_whole_time(time: Time) -> None:
    war = make_war(make_person("anna"), make_person("bo"), pace="days:3")
    time.pass_(3 * DAY - HOUR)
    hand_over(seat_id=war.seats.get(side="terran").pk, user=make_person("carl"))
    assert falls_of(war) == time.at + 3 * DAY


def test_the_battle_page_and_the_board_show_the_deadline(time: Time) -> None:
    battle = war_with_battle(pace="days:2", settled_by="hand")[1]
    decider: Any = by_hand(battle).decider
    for side in SIDES:
        client = browser(battle.user_of(side))
        whom = "you" if side == decider else battle.user_of(decider).username
        for page in (f"/battles/{battle.pk}/", f"/battles/{battle.pk}/play/"):
            shown = text(client.get(page))
            assert f"If nothing changes by then, a captain plays on for {whom}" in shown, page


def test_a_battle_at_the_table_shows_it_too(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    page = text(browser(battle.user_of("terran")).get(f"/battles/{battle.pk}/"))
    assert "captains fight the battle for both sides" in page
    War.objects.filter(pk=war.pk).update(imported=True)
    assert "Deadline" not in text(browser(battle.user_of("terran")).get(f"/battles/{battle.pk}/"))


def test_who_takes_over_a_lent_side_commands_it(time: Time) -> None:
    """A new player was never late: the side is not lent any more, and nothing says that they were late."""
    war = make_war(make_person("anna"), make_person("bo"), pace="days:3")
    with log.locked(war.pk) as held:
        log.append(held, log.running(held), log.GivenOrder("terran", None, LendSeat()))
    page = f"/wars/{war.pk}/terran/bases/"
    anna = user_of(war, "terran")
    assert anna is not None
    assert "Take back command" in text(browser(anna).get(page))
    carl = make_person("carl")
    hand_over(seat_id=war.seats.get(side="terran").pk, user=carl)
    assert state_of(war).lent == ()
    assert "You were late" not in text(browser(carl).get(page))
    war.refresh_from_db()
    assert differences(war) == []


def test_s64_orders_on_the_board_break_the_row(time: Time, django_capture_on_commit_callbacks: Any) -> None:
    """Who was late, came back and played is not late twice in a row."""
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    late: Any = by_hand(battle).decider
    time.pass_(2 * DAY)
    assert fall(war)
    time.pass_(HOUR)
    with django_capture_on_commit_callbacks(execute=True):
        take_back(battle_id=battle.pk, side=late)
    played = False
    while not played or by_hand(battle).decider != late:
        played |= by_hand(battle).decider == late
        one_step(by_hand(battle))
    time.pass_(3 * DAY)
    assert fall(war)
    assert [one.kind for one in Entry.objects.filter(war=war, seat=late, kind__in=("deadline", "lend"))] == [
        "deadline",
        "deadline",
    ]
    assert state_of(war).lent == ()


@pytest.mark.parametrize(("acted", "lent"), [("report", ()), ("", ("terran",))])
def test_s64_a_report_breaks_the_row(time: Time, acted: str, lent: tuple[str, ...]) -> None:
    war, battle = war_with_battle(pace="days:2")
    with log.locked(war.pk) as held:
        log.append(held, log.running(held), log.GivenOrder("terran", None, LetPass("play")))
    time.pass_(HOUR)
    if acted:
        report = random_report(battle.setup_document, Random(5))
        enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    assert _was_late(War.objects.get(pk=war.pk), "terran") is (lent != ())


def test_s63_disputes_do_not_keep_a_battle_open_for_ever(
    time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    """The first gives the whole time again; after that what was left runs out, and captains fight."""
    war, battle = war_with_battle(pace="days:2")
    for number in range(3):
        time.pass_(2 * DAY - HOUR if number < 2 else HOUR - timedelta(minutes=1))
        assert not fall(war)
        with django_capture_on_commit_callbacks(execute=True):
            wrong_report(battle.pk, number)
        time.pass_(5 * HOUR)  # the report waits for its answer, and no time runs
        assert not fall(war)
        with django_capture_on_commit_callbacks(execute=True):
            dispute(battle_id=battle.pk, side="talon", seen_version=version_now(battle), remark="No.")
        left = (2 * DAY, HOUR, timedelta(minutes=1))[number]
        assert falls_of(war) == time.at + left
    time.pass_(timedelta(minutes=1))
    assert fall(war)
    assert owed(Battle.objects.get(pk=battle.pk)) is not None


def test_s63_after_a_pause_a_disputed_battle_has_its_whole_time(
    time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    war, battle = war_with_battle(pace="days:2")
    for number in range(2):
        time.pass_(DAY)
        with django_capture_on_commit_callbacks(execute=True):
            wrong_report(battle.pk, number)
        with django_capture_on_commit_callbacks(execute=True):
            dispute(battle_id=battle.pk, side="talon", seen_version=version_now(battle), remark="No.")
    assert falls_of(war) == time.at + DAY
    freeze(war_id=war.pk, frozen=True)
    time.pass_(DAY)
    freeze(war_id=war.pk, frozen=False)
    assert falls_of(war) == time.at + 2 * DAY


def version_now(battle: Battle) -> int:
    """The version that a page opened now has seen."""
    return Battle.objects.values_list("version", flat=True).get(pk=battle.pk)


def wrong_report(battle_id: int, number: int) -> None:
    """Let Terran enter a report, or another one after a dispute."""
    battle = Battle.objects.get(pk=battle_id)
    give = enter_report if battle.status == "open" else revise
    report = random_report(battle.setup_document, Random(number))
    give(battle_id=battle_id, side="terran", seen_version=battle.version, report=report)
