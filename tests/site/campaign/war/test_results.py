"""Results in a war: booked once, withdrawn by both, never doubled."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import Delivery, LifetimeLine, Notice, User
from battles.models import Battle, Status, Way
from battles.services import StaleBattle, ask_for, confirm, dispute, enter_report, revise
from bench.wars.random_player import random_answer, random_report
from campaign.models import Draft, Engagement, Entry, SealedOrder, Waiting, War
from campaign.rules import orders
from campaign.rules.orders import AcceptResult, RevealNext, Surrender
from campaign.war.log.rebuild import differences
from campaign.war.services import keeping, log, results
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from tests.people import make_person
from tests.prepared import prepared
from tests.site.wars import make_war, play_until, record, seal_random, state_of, step, version_of


def war_with_battle(seed: int = 11, /, **settings: Any) -> tuple[War, Battle]:
    """A war in which a battle is joined, and that battle; each seed has another."""
    number = _joined(seed, **settings).pk
    found = Engagement.objects.select_related("battle").get(battle=number)
    assert found.battle is not None
    return War.objects.get(pk=found.war_id), found.battle


@prepared
def _joined(seed: int, **settings: Any) -> Battle:
    return battle_of(make_war(make_person("anna"), make_person("bo"), **settings), seed)


def battle_of(war: War, seed: int = 11) -> Battle:
    """The war played on until a battle is joined, and that battle."""
    random = Random(seed)
    play_until(war, phase="battles", random=random)
    while (current := state_of(war).current_battle()) is None or current.status != "joined":
        step(war, random)
    engagement = Engagement.objects.select_related("battle").get(war=war, outcome="joined")
    assert engagement.battle is not None
    return engagement.battle


def reported(battle: Battle) -> Battle:
    """The battle with a random possible report of the Terran player."""
    told = random_report(battle.setup_document, Random(5))
    return enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=told)


@pytest.mark.django_db
def test_a_result_delivered_twice_is_booked_once() -> None:
    """S35: the second news of the same result changes nothing."""
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    assert results.absorb(battle_id=battle.pk)
    entries = Entry.objects.filter(war=war).count()
    assert not results.absorb(battle_id=battle.pk)
    assert results.absorb_waiting() == 0
    assert Entry.objects.filter(war=war).count() == entries
    war.refresh_from_db()
    assert differences(war) == []


@pytest.mark.django_db
def test_a_report_corrected_again_and_again_is_one_thing_to_confirm() -> None:
    """At most one message for each thing; after a dispute it is another."""
    war, battle = war_with_battle()
    User.objects.filter(pk=battle.talon_user_id).update(webhook_url="https://example.org/hook")
    told: list[Report] = []
    while len(told) < 4:
        report = random_report(battle.setup_document, Random(len(told) * 7 + 5))
        told += [] if report in told else [report]
    owed = Delivery.objects.filter(user_id=battle.talon_user_id, key__startswith="battle:")
    now = enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=told[0])
    results.refresh_waiting(battle_id=battle.pk)
    first = owed.count()
    for report in told[1:]:
        now = revise(battle_id=battle.pk, side="terran", seen_version=now.version, report=report)
        results.refresh_waiting(battle_id=battle.pk)
        assert owed.count() == first
    dispute(battle_id=battle.pk, side="talon", seen_version=now.version, remark="Count again")
    results.refresh_waiting(battle_id=battle.pk)
    assert owed.count() == first + 1
    assert results.refresh_missed() == 0
    assert Waiting.objects.filter(war=war, side="talon").count() == 1


@pytest.mark.django_db
def test_a_battle_the_computer_has_is_no_missed_news() -> None:
    _war, battle = war_with_battle()
    for side in SIDES:
        seen = Battle.objects.get(pk=battle.pk).version
        ask_for(battle_id=battle.pk, side=side, seen_version=seen, way=Way.WORKER)
    before = Notice.objects.latest("pk").pk
    assert [results.refresh_missed() for _ in range(3)] == [0, 0, 0]
    assert Notice.objects.latest("pk").pk == before


@pytest.mark.django_db
def test_lost_news_is_found_by_the_sweep() -> None:
    """A settled battle nobody heard of is booked by the sweep."""
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    assert results.absorb_waiting() == 1
    war.refresh_from_db()
    assert state_of(war).battle(Engagement.objects.get(battle=battle).number).result is not None  # type: ignore[union-attr]


def broken_copy(battle: Battle) -> Battle:
    """A copy of the battle in a war whose state cannot be read; its turn comes before the battle's."""
    fought = Engagement.objects.select_related("battle", "war").get(battle=battle)
    war, copy = fought.war, Battle.objects.get(pk=battle.pk)
    war.pk, war.state, copy.pk, fought.pk = None, b"broken", None, None
    if copy.settled_at is not None:
        copy.settled_at -= timedelta(hours=1)
    for row in (war, copy):
        row.save(force_insert=True)
    fought.war, fought.battle = war, copy
    fought.save(force_insert=True)
    return copy


@pytest.mark.django_db
def test_news_of_a_broken_war_keeps_no_other_result_from_being_booked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    _war, battle = war_with_battle()
    confirm(battle_id=battle.pk, side="talon", seen_version=reported(battle).version)
    battle.refresh_from_db()
    broken = broken_copy(battle)
    assert results.absorb_waiting() == 1
    assert set(Battle.objects.filter(absorbed_at=None)) == {broken}
    assert "JSON is malformed" in caplog.text


@pytest.mark.django_db
def test_a_broken_war_keeps_no_other_from_saying_what_waits() -> None:
    war, battle = war_with_battle()
    broken_copy(battle)
    Waiting.objects.all().delete()
    assert results.refresh_missed() == 1
    assert set(Waiting.objects.values_list("war", flat=True)) == {war.pk}


@pytest.mark.django_db
def test_both_withdraw_a_result_and_all_is_as_before() -> None:
    """S42: state, rows and ledger go back, the battle is open again, the lifetime line is gone."""
    war, battle = war_with_battle(lifetime_score=True)
    before = bytes(War.objects.get(pk=war.pk).state or b"")
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    results.absorb(battle_id=battle.pk)
    results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=version_of(war))
    assert bytes(War.objects.get(pk=war.pk).state or b"") != before
    assert Waiting.objects.filter(war=war, side="talon", key__startswith="withdraw").exists()
    results.ask_withdrawal(war_id=war.pk, side="talon", user=None, seen_version=version_of(war))
    war.refresh_from_db()
    assert bytes(war.state or b"") == before
    assert differences(war) == []
    battle.refresh_from_db()
    assert (battle.status, battle.absorbed_at) == (Status.OPEN, None)
    assert not LifetimeLine.objects.filter(source=f"battle:{battle.pk}").exists()
    record(
        war,
        AcceptResult(
            Engagement.objects.get(battle=battle).number, random_report(battle.setup_document, Random(6))
        ),
        Random(1),
    )
    war.refresh_from_db()
    assert differences(war) == []


@pytest.mark.django_db
def test_one_side_alone_withdraws_nothing_and_may_think_again() -> None:
    """S42: asked by one side, dropped, and the result stands."""
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    results.absorb(battle_id=battle.pk)
    results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=version_of(war))
    results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=version_of(war))
    results.drop_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=version_of(war))
    war.refresh_from_db()
    assert war.withdrawal_asked_by == ""
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED


@pytest.mark.django_db
def test_nothing_is_withdrawn_once_the_next_battle_is_revealed() -> None:
    """S42: going on makes the result stand for good."""
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    results.absorb(battle_id=battle.pk)
    state = state_of(war)
    if state.paused:
        log.submit(war_id=war.pk, side="terran", user=None, seen_version=war.version, order=RevealNext())
    else:
        play_until(war, phase="battles", turn=state.turn + 1)
    with pytest.raises(Refused):
        results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=version_of(war))


def ended_by_a_recorded_battle(war: War, random: Random) -> bytes | None:
    """Play a turn's battles; the snapshot before the last one if it was recorded and a new turn followed."""
    state, before = play_until(war, phase="battles", random=random), None
    while state.phase == "battles":
        side, order = random_answer(state, random)
        before = None
        if isinstance(order, AcceptResult):
            before = bytes(war.state or b"")
            record(war, order, random)
        elif side is not None:
            log.submit(war_id=war.pk, side=side, user=None, seen_version=war.version, order=order)
        state = state_of(war)
    return before if state.phase == "planning" else None


@pytest.mark.django_db
def test_the_last_result_of_a_turn_is_withdrawn_from_the_next_planning() -> None:
    """S42: the new turn is undone, with what was sealed for it."""
    people = make_person("anna"), make_person("bo")
    for seed in range(20):
        war, random = make_war(*people), Random(seed)
        before = ended_by_a_recorded_battle(war, random)
        if before is not None:
            break
    else:
        pytest.fail("no turn ended with a recorded battle")
    seal_random(war, "terran", random)
    for side in SIDES:
        results.ask_withdrawal(war_id=war.pk, side=side, user=None, seen_version=version_of(war))
    war.refresh_from_db()
    assert bytes(war.state or b"") == before
    assert not SealedOrder.objects.filter(war=war).exists()
    assert not Draft.objects.filter(war=war, turn=2).exists()
    assert differences(war) == []


@pytest.mark.django_db
def test_a_surrender_calls_the_open_battle_off() -> None:
    """S33: the war is over at once, +5 for the other side, and nothing waits any more."""
    war, battle = war_with_battle()
    state_of(war)
    log.submit(war_id=war.pk, side="talon", user=None, seen_version=war.version, order=Surrender())
    battle.refresh_from_db()
    assert battle.status == Status.VOID
    assert LifetimeLine.objects.get(source=f"war:{war.pk}").points == 5
    assert not Waiting.objects.filter(war=war).exists()


@pytest.mark.django_db
def test_a_stale_page_changes_nothing() -> None:
    """An order from a page made before the last change is told so."""
    war, _ = war_with_battle()
    war.refresh_from_db()
    seen = war.version
    log.submit(war_id=war.pk, side="terran", user=None, seen_version=seen, order=orders.OfferDraw())
    with pytest.raises(log.StaleWar):
        log.submit(war_id=war.pk, side="talon", user=None, seen_version=seen, order=orders.OfferDraw())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(4))
def test_confirming_and_disputing_in_the_same_instant(round_: int) -> None:
    """One of the two happens, never both, and the war agrees with its log."""
    war, battle = war_with_battle()
    entered = reported(battle)
    outcomes = at_once(
        lambda: confirm(battle_id=battle.pk, side="talon", seen_version=entered.version),
        lambda: dispute(battle_id=battle.pk, side="talon", seen_version=entered.version, remark="No."),
    )
    battle.refresh_from_db()
    assert sorted(outcomes) == ["StaleBattle", "done"]
    assert battle.status in (Status.SETTLED, Status.DISPUTED)
    booked = Entry.objects.filter(war=war, kind="result").count()
    assert booked == (battle.status == Status.SETTLED)
    assert differences(War.objects.get(pk=war.pk)) == []


@pytest.mark.django_db(transaction=True)
def test_the_same_news_in_four_threads_is_booked_once() -> None:
    """Four deliveries of one result at the same moment."""
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    Entry.objects.filter(war=war)
    at_once(*[lambda: results.absorb(battle_id=battle.pk)] * 4)
    assert Entry.objects.filter(war=war, kind="result").count() == 1
    assert differences(War.objects.get(pk=war.pk)) == []


@pytest.mark.django_db(transaction=True)
def test_both_sides_sealing_at_once_reveal_once() -> None:
    """Neither order is lost, and the reveal happens exactly once."""
    war = make_war(make_person("anna"), make_person("bo"))
    at_once(
        lambda: seal_random(War.objects.get(pk=war.pk), "terran", Random(1)),
        lambda: seal_random(War.objects.get(pk=war.pk), "talon", Random(2)),
    )
    assert Entry.objects.filter(war=war, kind="bases").count() == 2
    assert state_of(war).phase == "planning"
    assert differences(war) == []


def at_once(*actions: Callable[[], object]) -> list[str]:
    """Run the actions in threads at the same moment; how each ended: "done" or the exception's name."""
    barrier, ended = Barrier(len(actions)), ["" for _ in actions]

    def run(number: int) -> None:
        barrier.wait()
        try:
            actions[number]()
            ended[number] = "done"
        except (StaleBattle, log.StaleWar, Refused) as error:
            ended[number] = type(error).__name__
        finally:
            connection.close()

    threads = [Thread(target=run, args=[number]) for number in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ended


@pytest.mark.django_db
def test_a_surrender_is_not_undone_by_withdrawing_the_result_before() -> None:
    """S42, S33: whoever gives up has given up."""
    war, battle = war_with_battle()
    entered = reported(battle)
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    results.absorb(battle_id=battle.pk)
    war.refresh_from_db()
    log.submit(war_id=war.pk, side="talon", user=None, seen_version=war.version, order=Surrender())
    with pytest.raises(Refused):
        results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=version_of(war))


@pytest.mark.django_db
def test_a_frozen_war_holds_up_its_battle() -> None:
    war, battle = war_with_battle()
    keeping.freeze(war_id=war.pk, frozen=True)
    battle.refresh_from_db()
    assert battle.held_at is not None
    keeping.freeze(war_id=war.pk, frozen=False)
    battle.refresh_from_db()
    assert battle.held_at is None


@pytest.mark.django_db
def test_withdrawing_the_last_result_of_all_does_not_unsee_the_books() -> None:
    """S56: the page says so before both take the ending back."""
    anna, bo = make_person("anna"), make_person("bo")
    client = Client()
    client.force_login(anna)
    for seed in (6, 19, *range(20)):  # the first two are over in two turns
        war = make_war(anna, bo)
        play_until(war, phase="over", random=Random(seed))
        if results.withdrawable(war) is not None:
            break
    page = client.get(f"/wars/{war.pk}/terran/").content.decode()
    assert "stays known" in page
    assert "S56" in page


@pytest.mark.django_db
def test_a_withdrawal_from_a_stale_page_touches_no_later_result() -> None:
    """S42: the page is compared under the war's lock; a frozen war lets nothing be asked or dropped."""
    war, battle = war_with_battle()
    before = version_of(war)
    confirm(battle_id=battle.pk, side="talon", seen_version=reported(battle).version)
    results.absorb(battle_id=battle.pk)
    with pytest.raises(log.StaleWar):
        results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=before)
    now = version_of(war)
    results.ask_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=now)
    with pytest.raises(log.StaleWar):
        results.drop_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=before)
    keeping.freeze(war_id=war.pk, frozen=True)
    assert not Waiting.objects.filter(war=war).exists()
    with pytest.raises(Refused, match="frozen"):
        results.drop_withdrawal(war_id=war.pk, side="terran", user=None, seen_version=now)
    with pytest.raises(Refused, match="frozen"):
        results.ask_withdrawal(war_id=war.pk, side="talon", user=None, seen_version=now)
    assert War.objects.get(pk=war.pk).withdrawal_asked_by == "terran"
