"""Reports of battles: entered, confirmed, disputed, left to stand, withdrawn; each harmless when done twice."""

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import Notice
from battles import services
from battles.battle.awaited import Awaits, waits_for
from battles.battle.selectors import unabsorbed
from battles.battle.signals import battle_changed, battle_settled
from battles.models import Battle, BattleNote, Status
from battles.services import StaleBattle
from battles.tasks import sweep
from engines.seam.refusals import Refused
from engines.talon.damage import TalonDamage
from tests.battle_samples import opened, reported, six_ships
from tests.people import make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(db: None) -> Battle:
    return opened(make_person("anna"), make_person("ben"))


def entered(battle: Battle, **changes: str) -> Battle:
    report = reported(battle.setup_document, **changes)
    return services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )


def confirmed(battle: Battle) -> Battle:
    battle = entered(battle)
    return services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)


def kinds(battle: Battle) -> list[str]:
    return [note.kind for note in battle.notes.all()]


def test_a_new_battle_waits_for_both(battle: Battle) -> None:
    assert battle.setup_document == six_ships()
    assert waits_for(battle) == {"terran": Awaits("record"), "talon": Awaits("record")}
    assert list(Notice.objects.order_by("pk").values_list("topic", flat=True)) == [battle.topic, "war:17"]


def test_a_report_waits_for_the_other_side_and_stands_in_time(battle: Battle) -> None:
    battle = entered(battle)
    assert battle.status == Status.REPORTED
    assert waits_for(battle) == {"talon": Awaits("confirm", "anna")}
    assert battle.stands_at is not None
    assert battle.reported_at is not None
    assert battle.stands_at - battle.reported_at == timedelta(hours=72)


def test_confirming_settles_once(battle: Battle, django_capture_on_commit_callbacks: Any) -> None:
    heard: list[int] = []
    receiver = lambda battle_id, **_kwargs: heard.append(battle_id)  # noqa: E731
    battle_settled.connect(receiver)
    battle = entered(battle, talon_0_fate="destroyed")
    with django_capture_on_commit_callbacks(execute=True):
        for _twice in range(2):
            done = services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    battle_settled.disconnect(receiver)
    assert heard == [battle.pk]
    assert done.settled_how == "confirmed"
    result = done.result_document
    assert result is not None
    assert (result.terran_lost, result.degree) == (0, "devastating")
    assert kinds(done) == ["opened", "entered", "confirmed"]
    assert waits_for(done) == {}


def test_every_change_is_told_within_its_transaction(battle: Battle) -> None:
    heard: list[int] = []
    receiver = lambda battle_id, **_kwargs: heard.append(battle_id)  # noqa: E731
    battle_changed.connect(receiver)
    confirmed(battle)
    battle_changed.disconnect(receiver)
    assert heard == [battle.pk] * 2


def test_the_result_is_booked_once(battle: Battle) -> None:
    confirmed(battle)
    assert list(unabsorbed()) == [battle]
    assert services.mark_absorbed(battle_id=battle.pk) is True
    assert services.mark_absorbed(battle_id=battle.pk) is False
    assert list(unabsorbed()) == []


def test_nobody_confirms_or_disputes_their_own_report(battle: Battle) -> None:
    battle = entered(battle)
    for answer in (services.confirm, lambda **order: services.dispute(**order, remark="No")):
        with pytest.raises(Refused, match="S35"):
            answer(battle_id=battle.pk, side="terran", seen_version=battle.version)
    battle.refresh_from_db()
    assert battle.status == Status.REPORTED


def test_entering_twice_is_entering_once(battle: Battle) -> None:
    first = entered(battle)
    assert entered(battle) == first
    assert kinds(battle) == ["opened", "entered"]


def test_another_report_from_a_stale_page_changes_nothing(battle: Battle) -> None:
    first = entered(battle)
    report = reported(battle.setup_document, rounds="9")
    with pytest.raises(StaleBattle) as stale:
        services.enter_report(battle_id=battle.pk, side="talon", seen_version=1, report=report)
    assert stale.value.battle.version == first.version
    assert Battle.objects.get().report_document == first.report_document


def test_a_report_with_a_number_out_of_bounds_says_where_in_words(battle: Battle) -> None:
    report = reported(battle.setup_document)
    first = replace(report.terran[0], damage=TalonDamage(hull=99))
    with pytest.raises(Refused) as refused:
        services.enter_report(
            battle_id=battle.pk,
            side="terran",
            seen_version=battle.version,
            report=replace(report, terran=(first, *report.terran[1:])),
        )
    said = "This result cannot be read: “terran[0].damage.hull” must be 20 or less."
    assert refused.value.reasons == said


def test_disputing_needs_a_remark_that_both_see(battle: Battle) -> None:
    battle = entered(battle)
    for remark in ("  ", "x" * 1001, "nul\0"):
        with pytest.raises(Refused, match="S35"):
            services.dispute(battle_id=battle.pk, side="talon", seen_version=battle.version, remark=remark)
    for _twice in range(2):
        done = services.dispute(
            battle_id=battle.pk, side="talon", seen_version=battle.version, remark=" Nine rounds. "
        )
    assert (done.status, done.remark, done.stands_at) == (Status.DISPUTED, "Nine rounds.", None)
    assert set(waits_for(done)) == {"terran", "talon"}
    assert kinds(done) == ["opened", "entered", "disputed"]


@pytest.mark.parametrize("side", ["terran", "talon"])
def test_either_corrects_a_disputed_report_and_the_other_answers(battle: Battle, side: Any) -> None:
    battle = entered(battle)
    battle = services.dispute(battle_id=battle.pk, side="talon", seen_version=battle.version, remark="No")
    report = reported(battle.setup_document, rounds="9")
    battle = services.revise(battle_id=battle.pk, side=side, seen_version=battle.version, report=report)
    assert (battle.status, battle.reported_by, battle.remark) == (Status.REPORTED, side, "")
    assert battle.answering_side != side


def test_only_its_author_corrects_a_report_that_is_not_disputed(battle: Battle) -> None:
    battle = entered(battle)
    report = reported(battle.setup_document, rounds="9")
    with pytest.raises(Refused, match="dispute it"):
        services.revise(battle_id=battle.pk, side="talon", seen_version=battle.version, report=report)
    battle = services.revise(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    corrected = battle.report_document
    assert corrected is not None
    assert corrected.rounds == 9


def test_a_corrected_report_cannot_be_confirmed_from_the_page_of_the_old_one(battle: Battle) -> None:
    old = entered(battle)
    report = reported(battle.setup_document, rounds="9")
    services.revise(battle_id=battle.pk, side="terran", seen_version=old.version, report=report)
    with pytest.raises(StaleBattle):
        services.confirm(battle_id=battle.pk, side="talon", seen_version=old.version)


def test_an_unanswered_report_stands(battle: Battle) -> None:
    entered(battle)
    now = timezone.now()
    assert services.stand_overdue(now + timedelta(hours=71)) == 0
    assert services.stand_overdue(now + timedelta(hours=73)) == 1
    assert services.stand_overdue(now + timedelta(hours=73)) == 0
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "stood")


def test_while_a_battle_is_held_up_nothing_is_answered_and_no_time_runs(battle: Battle) -> None:
    """S35: the time to answer is what was left of it when the battle was held up."""
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        battle = entered(battle)
    with time_machine.travel(now + timedelta(hours=70), tick=False):
        battle = services.hold(battle_id=battle.pk)
        assert services.hold(battle_id=battle.pk).version == battle.version
    assert services.stand_overdue(now + timedelta(days=99)) == 0
    for answer in (services.confirm, partial(services.dispute, remark="No")):
        with pytest.raises(Refused, match="frozen"):
            answer(battle_id=battle.pk, side="talon", seen_version=battle.version)
    report = reported(battle.setup_document, rounds="9")
    with pytest.raises(Refused, match="frozen"):
        services.revise(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    with time_machine.travel(now + timedelta(days=30), tick=False):
        battle = services.release(battle_id=battle.pk)
        assert services.release(battle_id=battle.pk).version == battle.version
    assert battle.stands_at == now + timedelta(days=30, hours=2)
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    assert services.hold(battle_id=battle.pk).held_at is None
    assert kinds(battle) == ["opened", "entered", "held", "released", "confirmed"]


def test_the_sweep_lets_reports_stand(battle: Battle) -> None:
    entered(battle)
    Battle.objects.update(stands_at=timezone.now() - timedelta(minutes=1))
    sweep()
    sweep()
    assert kinds(battle) == ["opened", "entered", "stood"]


def test_reports_that_cannot_stand_keep_no_other_from_it(battle: Battle) -> None:
    """The hundred that were due first cannot be read; the fifty behind them stand all the same."""
    entered(battle)
    due = timezone.now() - timedelta(days=1)
    reported_ones = [Battle.objects.get() for _ in range(150)]
    for number, row in enumerate(reported_ones):
        row.pk, row.stands_at = None, due + timedelta(seconds=number)
        if number < 100:
            row.report = b"broken"
    Battle.objects.bulk_create(reported_ones)
    now = timezone.now()
    assert [services.stand_overdue(now) for _ in range(3)] == [0, 50, 0]
    assert Battle.objects.filter(settled_how="stood").count() == 50


def test_a_disputed_report_never_stands(battle: Battle) -> None:
    battle = entered(battle)
    services.dispute(battle_id=battle.pk, side="talon", seen_version=battle.version, remark="No")
    assert services.stand_overdue(timezone.now() + timedelta(days=99)) == 0


def test_one_screen_agrees_at_once_and_nobody_else_can(battle: Battle) -> None:
    report = reported(battle.setup_document)
    with pytest.raises(Refused, match="S35"):
        services.enter_report(battle_id=battle.pk, side="terran", seen_version=1, report=report, agreed=True)
    anna = battle.terran_user
    table = opened(anna, anna)
    for _twice in range(2):
        done = services.enter_report(
            battle_id=table.pk, side="terran", seen_version=1, report=report, agreed=True
        )
    assert (done.status, done.settled_how) == (Status.SETTLED, "agreed")
    assert kinds(done) == ["opened", "entered", "agreed"]


def test_a_withdrawn_result_is_open_again_with_its_report_as_both_drafts(battle: Battle) -> None:
    confirmed(battle)
    services.mark_absorbed(battle_id=battle.pk)
    for _twice in range(2):
        again = services.reopen(battle_id=battle.pk)
    assert (again.status, again.absorbed_at, again.report) == (Status.OPEN, None, None)
    assert sorted(again.drafts.values_list("side", flat=True)) == ["talon", "terran"]
    assert kinds(again)[-1] == "reopened"


def test_a_report_under_way_is_not_reopened_and_a_settled_battle_not_called_off(battle: Battle) -> None:
    battle = entered(battle)
    with pytest.raises(StaleBattle):
        services.reopen(battle_id=battle.pk)
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    assert services.void(battle_id=battle.pk).status == Status.SETTLED


def test_calling_off_twice_is_calling_off_once(battle: Battle) -> None:
    entered(battle)
    for _twice in range(2):
        services.void(battle_id=battle.pk)
    assert kinds(battle) == ["opened", "entered", "voided"]
    assert services.reopen(battle_id=battle.pk).status == Status.OPEN


def test_a_battle_is_held_while_it_is_called_off(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that comes in at the same moment waits, and then finds it called off."""
    held: list[Any] = []
    hold = QuerySet.select_for_update

    def holding(found: Any, **how: Any) -> Any:
        held.append(found.model)
        return hold(found, **how)

    monkeypatch.setattr(QuerySet, "select_for_update", holding)
    services.void(battle_id=battle.pk)
    assert held[:1] == [Battle]


def test_opening_joins_the_callers_transaction(battle: Battle) -> None:
    with transaction.atomic():
        opened(battle.terran_user, battle.talon_user)
        transaction.set_rollback(True)
    assert Battle.objects.count() == 1


@pytest.mark.parametrize(
    "broken",
    [
        {"status": "reported"},
        {"status": "settled"},
        {"status": "elsewhere"},
        {"reported_by": "terran"},
        {"absorbed_at": timezone.now()},
        {"remark": "no"},
        {"version": 0},
        {"confirm_hours": 0},
    ],
)
def test_the_database_keeps_a_battle_whole(battle: Battle, broken: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Battle.objects.filter(pk=battle.pk).update(**broken)


def test_the_log_only_grows(battle: Battle) -> None:
    note = BattleNote.objects.get()
    with pytest.raises(TypeError):
        note.save()
    with pytest.raises(TypeError):
        note.delete()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call gave or raised, all begun in the same instant, each on a connection of its own."""
    gate, found = threading.Barrier(len(calls)), list[Any](range(len(calls)))

    def run(place: int, call: Callable[[], Any]) -> None:
        gate.wait()
        try:
            found[place] = call()
        except (StaleBattle, Refused) as refused:
            found[place] = refused
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(4))
def test_confirming_and_disputing_in_the_same_instant(transactional_db: None, attempt: int) -> None:
    battle = entered(opened(make_person("anna"), make_person("ben")))
    order: dict[str, Any] = {"battle_id": battle.pk, "side": "talon", "seen_version": battle.version}
    found = at_once(
        lambda: services.confirm(**order), lambda: services.dispute(**order, remark=f"No, {attempt}")
    )
    assert sum(isinstance(one, StaleBattle) for one in found) == 1
    battle.refresh_from_db()
    assert battle.status in (Status.SETTLED, Status.DISPUTED)
    assert len(kinds(battle)) == 3


@pytest.mark.django_db(transaction=True)
def test_confirming_from_four_tabs_while_the_time_runs_out(transactional_db: None) -> None:
    heard: list[int] = []
    receiver = lambda battle_id, **_kwargs: heard.append(battle_id)  # noqa: E731
    battle_settled.connect(receiver)
    battle = entered(opened(make_person("anna"), make_person("ben")))
    later = timezone.now() + timedelta(days=9)
    order: dict[str, Any] = {"battle_id": battle.pk, "side": "talon", "seen_version": battle.version}
    at_once(*[lambda: services.confirm(**order)] * 4, lambda: services.stand_overdue(later))
    battle_settled.disconnect(receiver)
    assert heard == [battle.pk]
    assert len(kinds(battle)) == 3


@pytest.mark.django_db(transaction=True)
def test_both_players_entering_in_the_same_instant(transactional_db: None) -> None:
    battle = opened(make_person("anna"), make_person("ben"))
    report = reported(battle.setup_document)

    def enter(side: Any) -> Battle:
        return services.enter_report(battle_id=battle.pk, side=side, seen_version=1, report=report)

    found = at_once(lambda: enter("terran"), lambda: enter("talon"))
    assert sum(isinstance(one, StaleBattle) for one in found) == 1
    assert kinds(battle) == ["opened", "entered"]


@pytest.mark.django_db(transaction=True)
def test_two_tabs_saving_a_first_draft_in_the_same_instant(transactional_db: None) -> None:
    battle = opened(make_person("anna"), make_person("ben"))
    order: dict[str, Any] = {"battle_id": battle.pk, "side": "terran"}
    at_once(*[lambda: services.save_draft(**order, fields={"rounds": "4"})] * 3)
    draft = battle.drafts.get()
    assert draft.revision == 3
