"""Battles that the computer fights: asked for by both, fought once, told, tried again, taken back (S35)."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from battles import services
from battles.battle.awaited import Awaits, waits_for
from battles.battle.selectors import fought, owed
from battles.battle.services import fighting, resolving
from battles.battle.services.fighting import RESOLUTIONS
from battles.battle.signals import battle_settled
from battles.models import Battle, Resolution, SettledHow, Status, Way
from battles.services import StaleBattle
from battles.tasks import resolve_battle
from engines.seam import codec
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.talon.records import record as battles_record
from engines.talon.records.record import fight_out, pack, unpack
from engines.talon.system import Talon
from tests.battle_samples import opened, over_a_planet, reported
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
    again = fight_out(battle.setup_document, {"terran": HOLD, "talon": FLEE}, resolution.chance)
    assert unpack(bytes(resolution.record or b"")) == again


def test_nothing_is_recorded_while_the_computer_fights(battle: Battle) -> None:
    """S35: one way at a time."""
    given(battle)
    battle.refresh_from_db()
    report = reported(battle.setup_document)
    with pytest.raises(Refused, match="Captains are fighting"):
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


def entered(battle: Battle, side: Any = "terran") -> Battle:
    battle.refresh_from_db()
    report = reported(battle.setup_document)
    enter = services.enter_report if battle.status == Status.OPEN else services.revise
    return enter(battle_id=battle.pk, side=side, seen_version=battle.version, report=report)


def disputed(battle: Battle) -> Battle:
    seen = entered(battle).version
    return services.dispute(battle_id=battle.pk, side="talon", seen_version=seen, remark="Nine rounds")


def recorded(battle: Battle) -> Battle:
    """Settled by a recorded result, and opened again."""
    seen = entered(battle).version
    services.confirm(battle_id=battle.pk, side="talon", seen_version=seen)
    return services.reopen(battle_id=battle.pk)


def taken_back(battle: Battle) -> None:
    """Given to the computer, and back to the table."""
    given(battle)
    asked(battle, "terran", Way.TABLE)
    asked(battle, "talon", Way.TABLE)


@pytest.mark.parametrize("change", [disputed, recorded, taken_back])
def test_what_was_asked_before_the_report_changed_is_no_consent(battle: Battle, change: Any) -> None:
    """S35: each side asks anew, for the battle as it is now."""
    asked(battle, "terran", doctrine=FLEE)
    change(battle)
    if change is not taken_back:
        assert [bytes(wish.doctrine) for wish in battle.wishes.filter(side="terran")] == [codec.encode(FLEE)]
    asked(battle, "talon")
    assert owed(battle) is None
    asked(battle, "terran")
    assert owed(battle) is not None


def test_an_asking_of_a_disputed_battle_ends_with_the_corrected_result(battle: Battle) -> None:
    disputed(battle)
    asked(battle, "talon")
    seen = entered(battle).version
    services.dispute(battle_id=battle.pk, side="talon", seen_version=seen, remark="Still nine")
    asked(battle, "terran")
    assert owed(battle) is None


def test_a_disputed_battle_goes_to_the_computer_when_both_ask_on_its_page(battle: Battle) -> None:
    disputed(battle)
    for name in ("anna", "ben"):
        client = Client()
        client.force_login(User.objects.get(username=name))
        page = client.get(battle.get_absolute_url()).content.decode()
        assert "captains to fight this battle" in page or "Let captains fight this battle" in page
        battle.refresh_from_db()
        sent = {"version": battle.version, "way": "worker", "stance": "hold"}
        assert client.post(f"/battles/{battle.pk}/way/", sent).status_code == 302
    battle.refresh_from_db()
    assert (battle.status, battle.report) == (Status.OPEN, None)
    assert services.resolve(battle.resolutions.get().pk)


def test_taking_ones_asking_back_keeps_the_doctrine(battle: Battle) -> None:
    asked(battle, "terran", doctrine=FLEE)
    battle.refresh_from_db()
    client = Client()
    client.force_login(User.objects.get(username="anna"))
    client.post(f"/battles/{battle.pk}/way/", {"version": battle.version, "way": "table"})
    asked(battle, "talon")
    assert owed(battle) is None
    wish = battle.wishes.get(side="terran")
    assert (wish.way, codec.decode_doctrine(bytes(wish.doctrine))) == ("", FLEE)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Terran base at Antares 2", "a base, which cannot leave"),
        ("Mule", "a transport, which lands, or leaves with the fleet"),
        ("Nelson", "not in this battle"),
    ],
)
def test_what_no_captain_can_save_is_refused(db: None, name: str, words: str) -> None:
    battle = opened(make_person("anna"), make_person("ben"), over_a_planet())
    client = Client()
    client.force_login(User.objects.get(username="anna"))
    sent = {"version": battle.version, "way": "worker", "stance": "hold"}
    answer = client.post(f"/battles/{battle.pk}/way/", {**sent, "save": [name]})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert 'data-rule="S57"' in page
    assert f'name="save" value="{name}"' not in page
    assert client.post(f"/battles/{battle.pk}/way/", {**sent, "save": ["Ark", "Reds"]}).status_code == 302


def test_the_computer_is_not_asked_for_what_it_is_doing(battle: Battle) -> None:
    """A doctrine given now would come too late, and is refused rather than dropped."""
    given(battle)
    with pytest.raises(Refused, match="Captains are fighting"):
        asked(battle, "terran", doctrine=FLEE)


def test_a_worker_that_lost_its_lease_writes_nothing(battle: Battle) -> None:
    """The one that took over does; the results are the same."""
    resolution = given(battle)
    first = RESOLUTIONS.claim(resolution.pk)
    assert first is not None
    assert RESOLUTIONS.claim(resolution.pk) is None
    record = fight_out(battle.setup_document, {"terran": HOLD, "talon": FLEE}, resolution.chance)
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        assert services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert not RESOLUTIONS.settle(first, (record.result, pack(record)))
    assert resolution.attempts == 2
    assert kinds(battle).count("fought") == 1


def test_a_round_longer_than_the_lease_stays_with_its_worker(battle: Battle, monkeypatch: Any) -> None:
    """Each decision renews the lease by the clock; in the same moment nothing is written twice."""
    resolution = given(battle)
    clock = [0.0]
    monkeypatch.setattr(fighting, "monotonic", lambda: clock[0])
    with time_machine.travel(timezone.now() + timedelta(seconds=1), tick=False) as frozen:

        def slow(setup: Any, doctrines: Any, chance: Any, beat: Any, levels: Any) -> Any:
            for _second in range(3 * int(RESOLUTIONS.lease().total_seconds())):
                frozen.shift(1)
                clock[0] += 1
                beat(1)
                with CaptureQueriesContext(connection) as asked_again:
                    beat(1)
                assert not asked_again.captured_queries
                assert RESOLUTIONS.claim(resolution.pk) is None
            return fight_out(setup, doctrines, chance, levels=levels)

        monkeypatch.setattr(battles_record, "fight_out", slow)
        assert services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert (resolution.status, resolution.attempts) == ("done", 1)


def test_three_failures_are_said_and_can_be_tried_again(battle: Battle, monkeypatch: Any) -> None:
    resolution = given(battle)
    monkeypatch.setattr(battles_record, "fight_out", lambda *_args: 1 / 0)
    now = timezone.now()
    for attempt in range(3):
        with time_machine.travel(now + timedelta(seconds=5 * (attempt + 1)), tick=False):
            assert not services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert (resolution.status, resolution.attempts) == ("failed", 3)
    assert waits_for(battle) == dict.fromkeys(("terran", "talon"), Awaits("failed"))
    monkeypatch.undo()
    battle.refresh_from_db()
    seal = resolution.seal
    services.try_again(battle_id=battle.pk, side="talon", seen_version=battle.version)
    assert services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert (resolution.status, resolution.seal) == ("done", seal)


def failed(battle: Battle, attempts: int = 3, **changes: Any) -> Resolution:
    """The battle given to the computer, which could not fight it."""
    resolution = given(battle)
    Resolution.objects.filter(pk=resolution.pk).update(status="failed", attempts=attempts, **changes)
    battle.refresh_from_db()
    return resolution


def page_of(battle: Battle, name: str) -> str:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client.get(battle.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("attempts", "words"), [(1, "1 attempt."), (3, "3 attempts.")])
def test_how_often_it_was_tried_is_said(battle: Battle, attempts: int, words: str) -> None:
    failed(battle, attempts)
    assert words in page_of(battle, "ben")


@pytest.mark.every_view
def test_trying_again_takes_up_the_doctrine_that_came_along(battle: Battle) -> None:
    """One form, with the doctrine in it; the other side's doctrine stays."""
    resolution = failed(battle)
    page = page_of(battle, "anna")
    assert page.count('name="stance"') == 3
    assert "Let captains fight this battle" not in page
    client = Client()
    client.force_login(User.objects.get(username="anna"))
    client.post(f"/battles/{battle.pk}/again/", {"version": battle.version, "stance": "withdraw"})
    assert services.resolve(resolution.pk)
    record = unpack(bytes(battle.resolutions.get().record or b""))
    assert record.doctrines == {"terran": Doctrine(), "talon": FLEE}
    assert "anna gave the battle to captains again" in page_of(battle, "ben")


def test_asking_the_computer_again_after_a_failure_is_trying_again(battle: Battle) -> None:
    """S35: it is the computer's already, so one side's asking is enough."""
    resolution = failed(battle)
    asked(battle, "talon", doctrine=HOLD)
    assert services.resolve(resolution.pk)
    record = unpack(bytes(battle.resolutions.get().record or b""))
    assert record.doctrines == {"terran": HOLD, "talon": HOLD}


@pytest.fixture
def _new_rules(monkeypatch: Any) -> None:
    monkeypatch.setattr(battles_record, "RULES_VERSION", "of tomorrow")
    monkeypatch.setattr(Talon, "rules_version", "of tomorrow")


def test_new_rules_are_taken_up_when_it_is_tried_again(battle: Battle, request: Any) -> None:
    resolution = failed(battle)
    request.getfixturevalue("_new_rules")
    services.try_again(battle_id=battle.pk, side="terran", seen_version=battle.version)
    assert services.resolve(resolution.pk)
    done = battle.resolutions.get()
    assert (done.rules_version, unpack(bytes(done.record or b"")).rules_version) == ("of tomorrow",) * 2


def test_new_rules_are_taken_up_by_what_waits_for_the_worker(battle: Battle, request: Any) -> None:
    resolution = given(battle)
    request.getfixturevalue("_new_rules")
    assert services.resolve(resolution.pk)
    done = battle.resolutions.get()
    assert (done.status, done.rules_version, done.attempts) == ("done", "of tomorrow", 1)


def test_another_set_up_is_not_fought(battle: Battle) -> None:
    resolution = given(battle)
    Battle.objects.filter(pk=battle.pk).update(setup=codec.encode(over_a_planet()))
    assert not services.resolve(resolution.pk)


def test_the_host_has_a_failed_battle_fought_again(battle: Battle, admin_client: Client) -> None:
    """By the service: with new rules, a note for both players, and a new version of the battle's page."""
    resolution = failed(battle, start_hash="of yesterday")
    fine = given(opened(make_person("cleo"), make_person("dan")))
    sent = {"action": "resolve_again", "_selected_action": [resolution.pk, fine.pk]}
    admin_client.post("/admin/battles/resolution/", sent)
    assert Battle.objects.get(pk=battle.pk).version == battle.version + 1
    assert kinds(battle)[-1] == "queued"
    assert LogEntry.objects.count() == 1
    assert services.resolve(resolution.pk)


def test_the_host_is_told_that_a_frozen_battle_is_not_fought_again(
    battle: Battle, admin_client: Client
) -> None:
    resolution = failed(battle)
    services.hold(battle_id=battle.pk)
    sent = {"action": "resolve_again", "_selected_action": [resolution.pk]}
    answer = admin_client.post("/admin/battles/resolution/", sent, follow=True)
    assert "frozen by the host" in answer.content.decode()
    assert battle.resolutions.get().status == "failed"


def test_after_a_failure_the_battle_can_be_recorded(battle: Battle) -> None:
    resolution = failed(battle)
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


def test_a_battle_held_up_while_it_is_fought_is_fought_later_and_no_attempt_is_lost(
    battle: Battle, monkeypatch: Any
) -> None:
    resolution = given(battle)
    fight = battles_record.fight_out

    def held_up(*args: Any) -> Any:
        services.hold(battle_id=battle.pk)
        return fight(*args)

    monkeypatch.setattr(battles_record, "fight_out", held_up)
    for _ in range(4):
        assert not services.resolve(resolution.pk)
        services.sweep_resolutions()
        resolution.refresh_from_db()
        assert (resolution.status, resolution.attempts) == ("queued", 0)
        services.release(battle_id=battle.pk)
    monkeypatch.setattr(battles_record, "fight_out", fight)
    assert services.resolve(resolution.pk)


def test_a_battle_called_off_is_not_fought(battle: Battle) -> None:
    resolution = given(battle)
    services.void(battle_id=battle.pk)
    assert not services.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert resolution.status == "dropped"


def test_a_stale_page_does_not_ask(battle: Battle) -> None:
    asked(battle, "terran")
    with pytest.raises(StaleBattle):
        services.ask_for(battle_id=battle.pk, side="talon", seen_version=1, way=Way.WORKER, doctrine=HOLD)


def test_one_person_asks_for_both(db: None) -> None:
    anna = make_person("anna")
    battle = opened(anna, anna)
    asked(battle, "terran")
    assert owed(battle) is not None


def test_at_one_screen_the_page_shows_neither_sides_doctrine(db: None) -> None:
    """Each gave its own behind the curtain; the page is for both."""
    anna = make_person("anna")
    battle = opened(anna, anna, doctrines={"terran": HOLD, "talon": FLEE})
    assert 'value="withdraw" checked' in page_of(battle, "anna")
    asked(battle, "terran")
    resolution = battle.resolutions.get()
    services.give_doctrine(battle_id=battle.pk, side="talon", doctrine=FLEE)
    Resolution.objects.update(status="failed", attempts=1)
    assert 'name="stance"' not in page_of(battle, "anna")
    battle.refresh_from_db()
    services.try_again(battle_id=battle.pk, side="terran", seen_version=battle.version)
    resolution.refresh_from_db()
    assert resolving.decode_doctrines(bytes(resolution.doctrines)) == {"terran": HOLD, "talon": FLEE}


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


def test_who_asks_for_many_battles_keeps_nobody_else_waiting() -> None:
    anna, boris, cora, dora = (make_person(name) for name in ("anna", "boris", "cora", "dora"))
    many = [given(opened(anna, boris)) for _ in range(3)]
    one = given(opened(cora, dora))
    bells = [row.pk for row in (*many, one)]
    resolve_battle(bells[0])
    done = Resolution.objects.filter(status="done")
    assert done.get() == one
    for number in bells[1:]:
        resolve_battle(number)
    assert done.count() == len(bells)


def test_a_bell_for_a_battle_that_is_done_is_no_harm() -> None:
    owed_one = given(opened(make_person("anna"), make_person("boris")))
    for _ in range(2):
        resolve_battle(owed_one.pk)
    assert Resolution.objects.get().status == "done"
