"""Battles that the computer fights: asked for by both, fought once, told, tried again, taken back (S35)."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from battles import services
from battles.models import Battle, Resolution, SettledHow, Status, Way
from battles.record import fight_out, unpack
from battles.seam.documents import Doctrine
from battles.seam.refusal import Refused
from battles.selectors import fought, owed, waits_for
from battles.services import Stale, fighting
from battles.signals import battle_settled
from tests.battle_samples import opened, reported
from tests.people import make_person

pytestmark = pytest.mark.django_db
HOLD, FLEE = Doctrine(stance="hold"), Doctrine(stance="preserve")


@pytest.fixture
def battle(db: None) -> Battle:
    return opened(make_person("anna"), make_person("ben"))


def asked(battle: Battle, side: Any, way: Way = Way.WORKER, doctrine: Doctrine = HOLD) -> Battle:
    battle.refresh_from_db()
    return services.ask_for(
        battle_id=battle.pk, side=side, seen_version=battle.version, way=way, doctrine=doctrine
    )


def given(battle: Battle) -> Resolution:
    asked(battle, "terran")
    asked(battle, "talon", doctrine=FLEE)
    return battle.resolutions.get()


def kinds(battle: Battle) -> list[str]:
    return [note.kind for note in battle.notes.all()]


def test_the_computer_fights_when_both_ask(battle: Battle) -> None:
    """S35: one side's asking changes nothing; both sides' does."""
    asked(battle, "terran")
    assert owed(battle) is None
    assert waits_for(battle)
    asked(battle, "talon")
    assert battle.resolutions.get().status == "queued"
    assert waits_for(battle) == {}


def test_a_battle_is_fought_once_with_each_sides_doctrine(
    battle: Battle, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[int] = []
    receiver = lambda battle_id, **_kwargs: heard.append(battle_id)  # noqa: E731
    battle_settled.connect(receiver)
    resolution = given(battle)
    with django_capture_on_commit_callbacks(execute=True):
        assert services.resolve(resolution.pk)
        assert not services.resolve(resolution.pk)
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how, battle.reported_by) == (Status.SETTLED, SettledHow.FOUGHT, "")
    assert heard == [battle.pk]
    done = fought(battle)
    assert done is not None
    record = unpack(bytes(done.record or b""))
    assert record.doctrines == {"terran": HOLD, "talon": FLEE}
    assert record.result == battle.result_document
    assert kinds(battle)[-1] == "fought"


def test_the_seed_and_the_start_settle_everything(battle: Battle) -> None:
    """The record can be made anew from what the row keeps."""
    resolution = given(battle)
    services.resolve(resolution.pk)
    resolution.refresh_from_db()
    again = fight_out(battle.setup_document, {"terran": HOLD, "talon": FLEE}, resolution.seed)
    assert unpack(bytes(resolution.record or b"")) == again


def test_nothing_is_recorded_while_the_computer_fights(battle: Battle) -> None:
    """S35: one way at a time."""
    given(battle)
    battle.refresh_from_db()
    report = reported(battle.setup_document)
    with pytest.raises(Refused, match="computer is fighting"):
        services.enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)


def test_an_entered_report_keeps_the_computer_out(battle: Battle) -> None:
    """S35: until it is answered."""
    report = reported(battle.setup_document)
    services.enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    with pytest.raises(Refused, match="entered"):
        asked(battle, "talon")


def test_both_take_the_battle_back_before_it_is_fought(battle: Battle) -> None:
    resolution = given(battle)
    asked(battle, "terran", Way.TABLE)
    assert owed(battle) is not None
    asked(battle, "talon", Way.TABLE)
    assert owed(battle) is None
    assert not services.resolve(resolution.pk)
    assert "recalled" in kinds(battle)


def test_a_worker_that_lost_its_lease_writes_nothing(battle: Battle) -> None:
    """The one that took over does; the results are the same."""
    resolution = given(battle)
    first = fighting.claim(resolution.pk)
    assert first is not None
    assert fighting.claim(resolution.pk) is None
    record = fight_out(battle.setup_document, {"terran": HOLD, "talon": FLEE}, resolution.seed)
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        assert services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert not fighting.book(resolution, first, record)
    assert resolution.attempts == 2
    assert kinds(battle).count("fought") == 1


def test_three_failures_are_said_and_can_be_tried_again(battle: Battle, monkeypatch: Any) -> None:
    resolution = given(battle)
    monkeypatch.setattr(fighting, "fight_out", lambda *_args: 1 / 0)
    now = timezone.now()
    for attempt in range(3):
        with time_machine.travel(now + timedelta(seconds=5 * (attempt + 1)), tick=False):
            assert not services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert (resolution.status, resolution.attempts) == ("failed", 3)
    assert waits_for(battle) == dict.fromkeys(("terran", "talon"), "See why it was not fought")
    monkeypatch.undo()
    battle.refresh_from_db()
    seed = resolution.seed
    services.try_again(battle_id=battle.pk, side="talon", seen_version=battle.version)
    assert services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert (resolution.status, resolution.seed) == ("done", seed)


def test_after_a_failure_the_battle_can_be_recorded(battle: Battle) -> None:
    resolution = given(battle)
    Resolution.objects.filter(pk=resolution.pk).update(status="failed", attempts=3)
    battle.refresh_from_db()
    services.enter_report(
        battle_id=battle.pk,
        side="terran",
        seen_version=battle.version,
        report=reported(battle.setup_document),
    )
    resolution.refresh_from_db()
    assert resolution.status == "dropped"


def test_a_worker_that_died_three_times_is_given_up(battle: Battle) -> None:
    resolution = given(battle)
    past = timezone.now() - timedelta(minutes=1)
    Resolution.objects.filter(pk=resolution.pk).update(
        status="running", attempts=3, token="x", lease_until=past
    )
    services.sweep_resolutions()
    resolution.refresh_from_db()
    assert resolution.status == "failed"


def test_a_battle_held_up_is_not_fought(battle: Battle) -> None:
    resolution = given(battle)
    services.hold(battle_id=battle.pk)
    assert not services.resolve(resolution.pk)
    services.release(battle_id=battle.pk)
    assert services.resolve(resolution.pk)


def test_a_battle_called_off_is_not_fought(battle: Battle) -> None:
    resolution = given(battle)
    services.void(battle_id=battle.pk)
    assert not services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert resolution.status == "dropped"


def test_a_stale_page_does_not_ask(battle: Battle) -> None:
    asked(battle, "terran")
    with pytest.raises(Stale):
        services.ask_for(battle_id=battle.pk, side="talon", seen_version=1, way=Way.WORKER, doctrine=HOLD)


def test_one_person_asks_for_both(db: None) -> None:
    anna = make_person("anna")
    battle = opened(anna, anna)
    asked(battle, "terran")
    assert owed(battle) is not None


def test_there_is_never_more_than_one_fight(battle: Battle) -> None:
    resolution = given(battle)
    twice = Resolution(
        battle=battle,
        start_hash="x",
        seed="y",
        doctrines=bytes(resolution.doctrines),
        rules_version="1",
        due_at=timezone.now(),
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        twice.save()
