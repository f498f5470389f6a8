"""Deadlines of a war: the page says what happens if one passes, and that happens: once, never early (S63, S12)."""

import re
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Delivery, User
from accounts.work import TakenOver
from battles.models import Play, PlayedBy, Resolution, Way
from battles.services import ask_for
from bench.wars.random_player import random_plan
from campaign.deadlines.expiring import EXPIRED, expire, sweep_expired
from campaign.deadlines.reminding import remind, sweep_reminders
from campaign.models import Deadline, Draft, Entry, War
from campaign.rules.orders import AcceptResult, LendSeat
from campaign.war.log.documents import encoded
from campaign.war.log.rebuild import differences
from campaign.war.services import log
from campaign.war.services import secret_orders as planning
from campaign.war.services.keeping import freeze
from campaign.war.services.results import refresh_waiting
from campaign.war.services.sealing import unseal
from campaign.war.time.deadlines import standing
from engines.seam.sides import SIDES, opponent
from tests.battle_samples import reported
from tests.people import browser, make_person
from tests.site.campaign.war.test_results import at_once, war_with_battle
from tests.site.plays import one_step
from tests.site.seats import text
from tests.site.wars import make_war, play_until, record, seal_random, state_of, step, user_of, war_wanted

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


class Time:
    """A time that stands still until it is moved on."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 23, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def pass_(self, time: timedelta) -> None:
        self.at += time


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def war(request: pytest.FixtureRequest, time: Time, db: None) -> War:
    return war_wanted(request, pace="days:3")


def row_of(war: War) -> Deadline:
    return Deadline.objects.get(war=war)


def fall(war: War) -> bool:
    """Do what is owed when the deadline has passed, as the worker does."""
    return expire(row_of(war).pk)


def seen_by(war: War, side: str = "terran", page: str = "") -> str:
    user = user_of(war, "terran" if side == "terran" else "talon")
    assert user is not None
    return text(browser(user).get(f"/wars/{war.pk}/{side}/{page}"))


def told(war: War) -> list[str]:
    return [row.kind for row in Entry.objects.filter(war=war).order_by("number")]


def test_a_war_without_deadlines_has_none(time: Time) -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    play_until(war, phase="planning")
    assert not Deadline.objects.exists()
    assert "Deadline" not in seen_by(war)


def test_never_early_then_once_for_both(war: War, time: Time) -> None:
    falls = row_of(war).falls_at
    assert falls == time.at + 3 * DAY
    time.pass_(3 * DAY - timedelta(seconds=1))
    assert (fall(war), sweep_expired()) == (False, 0)
    time.pass_(timedelta(seconds=1))
    assert sweep_expired() == 1
    assert fall(war) is True
    state = state_of(war)
    assert (state.phase, state.turn) == ("planning", 1)
    assert told(war) == ["war-began", "deadline", "deadline", "bases", "bases"]
    assert set(Entry.objects.filter(war=war, kind="bases").values_list("user", flat=True)) == {None}
    assert (fall(war), sweep_expired()) == (False, 0)
    assert row_of(war).falls_at == time.at + 3 * DAY
    assert differences(war) == []


@pytest.mark.played_until(phase="planning")
def test_what_the_page_says_happens(war: War, time: Time) -> None:
    assert "If nothing changes by then, the computer plans turn 1 for you and boris." in seen_by(war)
    seal_random(war, "talon", Random(3))
    assert "If nothing changes by then, the computer plans turn 1 for you." in seen_by(war)
    assert "Orders that are not sealed are not used." in seen_by(war, page="plan/")
    assert "If nothing changes by then, the computer plans turn 1 for anna." in seen_by(war, "talon")
    time.pass_(3 * DAY)
    assert fall(war)
    assert state_of(war).phase == "battles"
    deadlines = Entry.objects.filter(war=war, kind="deadline")
    assert [row.seat for row in deadlines] == ["terran"]
    assert "let the deadline pass: the computer planned the turn" in seen_by(war, "talon", "history/")


@pytest.mark.played_until(phase="planning")
def test_a_draft_is_never_used(war: War, time: Time) -> None:
    state = state_of(war)
    draft = random_plan(state, "terran", Random(4))
    planning.save_draft(war=war, state=state, side="terran", order=draft)
    seal_random(war, "talon", Random(3))
    time.pass_(3 * DAY)
    assert fall(war)
    entered = Entry.objects.get(war=war, kind="plan", seat="terran")
    assert bytes(entered.document) != encoded(draft)
    assert not Draft.objects.filter(war=war).exists()


def test_the_next_battle_is_opened_and_named(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2")
    state = state_of(war)
    assert any(one.status in ("hidden", "revealed") for one in state.battles)
    record(war, AcceptResult(state.battles[0].number, reported(battle.setup_document)), Random(3))
    assert state_of(war).paused
    assert "the next battle is opened and the last result is final" in seen_by(war)
    time.pass_(2 * DAY)
    assert fall(war)
    assert not state_of(war).paused
    assert told(war)[-2:] == ["deadline", "reveal"]


def test_in_a_battle_by_hand_a_captain_plays_on_for_who_decides(time: Time) -> None:
    war, battle = war_with_battle(pace="days:2", settled_by="hand")
    play = Play.objects.get(battle=battle)
    late: Any = play.decider
    time.pass_(2 * DAY - timedelta(hours=1))
    one_step(play)
    play.refresh_from_db()
    time.pass_(timedelta(hours=1))
    assert not fall(war), "somebody has ordered something within the time"
    assert row_of(war).falls_at == play.moved_at + 2 * DAY
    late = play.decider
    assert f"a captain plays on for {'you' if late == 'terran' else 'bo'}" in seen_by(war)
    time.pass_(2 * DAY)
    assert fall(war)
    play.refresh_from_db()
    assert play.by(late) != PlayedBy.PERSON
    assert play.by(opponent(late)) == PlayedBy.PERSON
    assert told(war)[-1] == "deadline"


@pytest.mark.played_until(phase="planning")
def test_taking_orders_back_gives_no_more_time(war: War, time: Time) -> None:
    falls = row_of(war).falls_at
    seal_random(war, "talon", Random(3))
    time.pass_(DAY)
    unseal(war_id=war.pk, side="talon", user=None, turn=1, phase="planning")
    assert row_of(war).falls_at == falls


def test_orders_in_the_last_moment_count(war: War, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both players sealed while a worker was making the commander's orders: what it made is thrown away."""
    time.pass_(3 * DAY)
    row = EXPIRED.claim(row_of(war).pk)
    assert row is not None
    ready = EXPIRED.perform(row)
    for side in SIDES:
        seal_random(war, side, Random(3))
    with pytest.raises(TakenOver):
        EXPIRED.settle(row, ready)
    assert told(war) == ["war-began", "bases", "bases"]
    assert row_of(war).falls_at == time.at + 3 * DAY


def test_a_worker_that_dies_leaves_nothing_half_done(
    war: War, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.pass_(3 * DAY)

    def killed(**_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("campaign.war.services.sealing.seal_order", killed)
        with pytest.raises(KeyboardInterrupt):
            fall(war)
    assert told(war) == ["war-began"]
    assert not fall(war)  # the dead worker's lease still stands
    time.pass_(timedelta(minutes=1))
    assert fall(war)
    assert told(war) == ["war-began", "deadline", "deadline", "bases", "bases"]


def test_the_computer_answers_for_who_does_not(war: War, time: Time) -> None:
    random = Random(5)
    play_until(war, phase="battles", random=random)
    seen = set()
    for _ in range(40):
        state = state_of(war)
        found = standing(war)
        if state.turn > 2 or found is None:
            break
        seen.add(found.what.doing)
        time.pass_(3 * DAY)
        if found.what.doing == "fight":
            assert fall(war)
            assert Resolution.objects.filter(battle__engagement__war=war, status="queued").count() == 1
            assert row_of(war).key == ""
            break
        assert fall(war)
    assert {"engage", "fight"} <= seen
    war.refresh_from_db()
    assert differences(war) == []
    assert "captains fight the battle for both sides" in seen_by(war, page="history/")


def test_a_frozen_war_has_no_deadline(war: War, time: Time) -> None:
    freeze(war_id=war.pk, frozen=True)
    time.pass_(9 * DAY)
    assert not fall(war)
    freeze(war_id=war.pk, frozen=False)
    assert row_of(war).falls_at == time.at + 3 * DAY


def test_reminders_come_a_day_and_two_hours_before_once_each(war: War, time: Time) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    late = "boris"
    seal_random(war, "terran", Random(3))
    times = []
    for hour in range(72):
        times += [hour for _ in range(2) if sweep_reminders()]
        time.pass_(timedelta(hours=1))
    assert times == [48, 70]
    rows = Delivery.objects.filter(subject__contains="hours left").order_by("pk")
    assert [row.user.username for row in rows] == [late, late]
    assert "the computer places bases for you" in rows[0].body


def test_the_first_message_names_the_deadline(war: War, time: Time) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    play_until(war, phase="planning")
    told_plan = Delivery.objects.filter(subject__contains="Plan turn 1")
    assert {row.body.partition(". ")[2] for row in told_plan} == {
        "Deadline: Thursday 26 November, 12:00 UTC."
    }


def test_a_day_is_too_short_for_the_first_reminder(time: Time) -> None:
    war = make_war(make_person("anna"), make_person("boris"), pace="days:1")
    assert sweep_reminders() == 0
    time.pass_(timedelta(hours=22))
    assert remind(row_of(war).pk)
    assert not remind(row_of(war).pk)


def lent(war: War, time: Time) -> None:
    """Let Terran be late twice in a row, once with the bases and once with the plan."""
    for _ in range(2):
        seal_random(war, "talon", Random(3))
        time.pass_(3 * DAY)
        assert fall(war)


def test_who_is_late_twice_in_a_row_lends_the_side_and_takes_it_back(war: War, time: Time) -> None:
    lent(war, time)
    assert state_of(war).lent == ("terran",)
    assert "The computer plays for you" in seen_by(war)
    assert "The computer plays for anna until they take back command." in seen_by(war, "talon")
    assert "this side until its player is back" in seen_by(war, "talon", "history/")
    anna = user_of(war, "terran")
    assert anna is not None
    for _ in range(2):  # the second press, or a page that is old, changes nothing
        answer = browser(anna).post(
            f"/wars/{war.pk}/terran/orders/", {"order": "take-back", "seen_version": "1"}
        )
        assert answer.status_code == 302
    assert state_of(war).lent == ()
    assert told(war).count("take-back") == 1
    assert "The computer plays for you" not in seen_by(war)
    assert not row_of(war).lent
    war.refresh_from_db()
    assert differences(war) == []


def test_only_its_player_takes_a_lent_side_back(war: War, time: Time) -> None:
    lent(war, time)
    stranger = make_person("carl")
    boris = user_of(war, "talon")
    assert boris is not None
    form = {"order": "take-back", "seen_version": "1"}
    for user in (stranger, boris):
        browser(user).post(f"/wars/{war.pk}/terran/orders/", form)
    browser(boris).post(f"/wars/{war.pk}/talon/orders/", form)
    assert state_of(war).lent == ("terran",)


def test_an_order_between_two_deadlines_keeps_the_side(war: War, time: Time) -> None:
    seal_random(war, "talon", Random(3))
    time.pass_(3 * DAY)
    assert fall(war)
    for side in SIDES:
        seal_random(war, side, Random(3))
    while state_of(war).question is None:
        step(war, Random(3))
    time.pass_(3 * DAY)
    assert fall(war)
    assert state_of(war).lent == ()


def test_a_lent_side_keeps_nobody_waiting(war: War, time: Time) -> None:
    """Its commander decides at once and again and again; nobody gets a message of each."""
    User.objects.update(webhook_url="https://example.org/hook")
    lent(war, time)
    anna = user_of(war, "terran")
    messages = Delivery.objects.filter(user=anna)
    assert "The computer plays on until you take back command." in messages.latest("pk").body
    before, turn = messages.count(), 1
    for _ in range(60):
        state = state_of(war)
        if state.turn > 2 or state.phase == "over":
            break
        found = standing(war)
        if found is not None and found.hurried:
            assert found.falls_at <= time.at
            assert fall(war)
        elif state.phase == "planning":
            seal_random(war, "talon", Random(turn))
        else:
            step(war, Random(3))
        turn = state.turn
    assert turn > 1
    assert messages.filter(subject__contains="deadline").count() == 2
    assert [row.subject for row in messages.order_by("pk")[before:] if "Plan" in row.subject] == []
    assert Entry.objects.filter(war=war, kind="deadline").count() == 2


def test_captains_play_the_battles_of_a_lent_side(time: Time) -> None:
    war = make_war(make_person("anna"), make_person("boris"), pace="days:3", settled_by="hand")
    lent(war, time)
    for _ in range(20):
        play = Play.objects.filter(battle__engagement__war=war).first()
        if play is not None:
            break
        found = standing(war)
        if found is not None and found.hurried:
            assert fall(war)
        else:
            step(war, Random(5))
    assert play is not None
    assert (play.terran_by, play.talon_by) == ("captain", PlayedBy.PERSON)


def test_captains_fight_for_a_lent_side_if_the_other_asks(time: Time) -> None:
    war, battle = war_with_battle(pace="days:3")
    anna = user_of(war, "terran")
    with log.locked(war.pk) as held:
        log.append(held, log.running(held), log.GivenOrder("terran", None, LendSeat()))
    assert not row_of(war).lent
    battle.refresh_from_db()
    ask_for(battle_id=battle.pk, side="talon", seen_version=battle.version, way=Way.WORKER)
    refresh_waiting(battle_id=battle.pk)
    assert fall(war)
    assert Resolution.objects.filter(battle=battle, status="queued").count() == 1
    assert anna == user_of(war, "terran")


def test_the_list_of_wars_shows_the_deadline(war: War, time: Time) -> None:
    anna = user_of(war, "terran")
    assert anna is not None
    make_war(anna, make_person("carl"), name="Without")
    page = browser(anna).get("/wars/").content.decode()
    assert len(re.findall(r"deadline\s*<time", page)) == 1
    assert 'datetime="2026-11-26T12:00:00Z"' in page


@pytest.mark.django_db(transaction=True)
def test_an_order_in_the_last_moment_counts_or_not_and_three_workers_are_one(transactional_db: None) -> None:
    war = make_war(make_person("anna"), make_person("boris"), pace="days:1")
    begun = timezone.now() - 2 * DAY
    Deadline.objects.update(begun_at=begun, falls_at=begun + DAY)
    number = row_of(war).pk
    ended = at_once(
        lambda: seal_random(War.objects.get(pk=war.pk), "terran", Random(3)), *[lambda: expire(number)] * 3
    )
    assert sweep_expired() == 0
    kept = Entry.objects.filter(war=war)
    assert kept.filter(kind="bases").count() == 2
    mine = kept.get(kind="bases", seat="terran")
    late = set(kept.filter(kind="deadline").values_list("seat", flat=True))
    if ended[0] == "done":
        assert (mine.user, late) == (user_of(war, "terran"), {"talon"})
    else:
        assert (ended[0], mine.user, late) == ("StaleWar", None, {"terran", "talon"})


@pytest.mark.parametrize("changes", [{"imported": True}, {"one_screen": True}])
def test_a_war_without_a_second_player_has_none(war: War, time: Time, changes: dict[str, bool]) -> None:
    """A copy of a file, or two at one screen: settings that came from elsewhere change nothing."""
    War.objects.filter(pk=war.pk).update(**changes)
    war.refresh_from_db()
    assert standing(war) is None
    time.pass_(3 * DAY)
    assert not fall(war)
    assert told(war) == ["war-began"]


FORM = {
    "name": "Over weeks",
    "chart": "four_sectors",
    "prefilled_for": "four_sectors",
    "side": "terran",
    "opponent": "link",
    "settled_by": "table",
    "reveal": "one_by_one",
    "treasury": "2000",
    "reserve": "500",
    "free_bases": "3",
    "boxes": "1",
    "confirm_hours": "72",
    "pace": "weekdays",
    "pace_hour": "18",
    "pace_zone": "America/New_York",
}


def test_they_are_chosen_when_the_war_is_set_up_and_shown_to_who_is_invited() -> None:
    client = browser(make_person("anna"))
    assert "On weekdays, at an hour" in text(client.get("/wars/new/"))
    assert client.post("/wars/new/", FORM).status_code == 302
    war = War.objects.get()
    assert not Deadline.objects.exists()
    invitation = f"/wars/join/{war.invitations.get().token}/"
    boris = browser(make_person("boris"))
    assert "weekdays at 18:00 (New York)" in text(boris.get(invitation))
    boris.post(invitation + "accept/")
    assert row_of(war).key == "turn:1:bases"
    again = client.get(f"/wars/new/?like={war.pk}").content.decode()
    for value in ("weekdays", "18", "America/New_York"):
        assert f'<option value="{value}" selected>' in again


@pytest.mark.parametrize("opponent", ["one_screen", "computer"])
def test_nobody_waits_for_a_second_player_who_is_not_there(opponent: str) -> None:
    client = browser(make_person("anna"))
    assert client.post("/wars/new/", {**FORM, "opponent": opponent}).status_code == 302
    assert not Deadline.objects.exists()


def test_only_what_is_on_offer_is_taken() -> None:
    client = browser(make_person("anna"))
    for wrong in ({"pace": "days:4"}, {"pace_hour": "24"}, {"pace_zone": "Mars/Base"}):
        assert client.post("/wars/new/", {**FORM, **wrong}).status_code == 422
