"""A real worker, killed in the middle of its work."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.db import transaction

from accounts.deliveries import owe
from accounts.models import Allowance, Delivery, Heartbeat, MessageKind
from battles.models import Battle
from battles.services import confirm, enter_report
from bench.site.workers import kill, worker
from bench.wars.random_player import random_report
from campaign.files.archive import whole
from campaign.files.importing import ask_to_import
from campaign.models import Entry, War, WarImport
from engines.native.builds import running
from tests import receivers
from tests.receivers import receiving
from tests.site.campaign.files.test_archive import war_of
from tests.site.wars import make_war, play_until, step
from tests.workers import children, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]


@pytest.fixture
def outside() -> Iterator[receivers.Receiver]:
    with receiving() as found:
        yield found


def owed(user, key: str) -> Delivery:
    with transaction.atomic():
        return owe(
            user=user, kind=MessageKind.TURN, key=key, subject="Your turn", body="Assign.", path="/wars/1/"
        )[0]


def status(row: Delivery) -> str:
    return Delivery.objects.get(pk=row.pk).status


def test_a_message_whose_worker_was_killed_is_delivered_once(person, outside) -> None:
    outside.answers = [receivers.never]
    user = person(webhook_url=outside.url, webhook_kind="json")
    row = owed(user, "killed")
    with worker(WEBHOOK_TEST_HOSTS=outside.host) as first:
        wait_until(lambda: outside.got)
        assert status(row) == "running"
        kill(first)
        assert wait_until(lambda: not children(first))
    Allowance.objects.all().delete()
    assert outside.taken == []
    with worker(WEBHOOK_TEST_HOSTS=outside.host):
        wait_until(lambda: status(row) == "done")
        again = owed(user, "after")
        wait_until(lambda: status(again) == "done")
    assert [body["key"] for body in outside.taken] == ["killed", "after"]
    assert Delivery.objects.get(pk=row.pk).attempts == 2


def test_a_message_nobody_rang_for_is_swept_up(person, outside, monkeypatch) -> None:
    monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, _number: False)
    row = owed(person(webhook_url=outside.url), "silent")
    with worker(WEBHOOK_TEST_HOSTS=outside.host):
        wait_until(lambda: status(row) == "done")
        wait_until(lambda: Heartbeat.objects.filter(name="worker", build=running()).exists())
    assert len(outside.taken) == 1


def test_a_war_file_is_judged_by_a_process_of_the_workers_own(person) -> None:
    """It ends when no file is left."""
    file = whole(war_of())
    with worker() as process:
        row = ask_to_import(data=file, user=person("cora"), side="talon")
        judge = wait_until(lambda: judges_of(children(process)))
        wait_until(lambda: WarImport.objects.get(pk=row.pk).status == "done")
        wait_until(lambda: not command_of(judge[0]))
    assert War.objects.filter(imported=True).exists()


def judges_of(workers: list[int]) -> list[int]:
    """The processes that judge files and were started by one of these."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent in workers and b"judge_imports" in command_of(int(folder.name)):
                found.append(int(folder.name))
    return found


def command_of(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def test_a_queue_out_of_reach_stops_nobody(person, outside, monkeypatch) -> None:
    def unreachable(*args, **kwargs):
        raise OSError("no queue")

    monkeypatch.setattr("celery.Celery.send_task", unreachable)
    row = owed(person(webhook_url=outside.url), "later")
    assert status(row) == "queued"


def test_a_settled_battle_whose_news_was_lost_is_booked_once_and_told_once(
    person, outside, monkeypatch
) -> None:
    anna, boris = person("anna"), person("boris")
    war = make_war(anna, boris)
    battle = settled_unheard(war, monkeypatch)
    boris.webhook_url, boris.webhook_kind = outside.url, "json"
    boris.save()
    outside.answers = [receivers.never]
    with worker(WEBHOOK_TEST_HOSTS=outside.host) as first:
        wait_until(lambda: outside.got)
        kill(first)
        assert wait_until(lambda: not children(first))
    Allowance.objects.all().delete()
    assert outside.taken == []
    with worker(WEBHOOK_TEST_HOSTS=outside.host):
        wait_until(lambda: not Delivery.objects.filter(user=boris).exclude(status="done").exists())
        wait_until(beats_on)
    battle.refresh_from_db()
    assert battle.absorbed_at is not None
    assert Entry.objects.filter(war=war, kind="result").count() == 1
    keys = [body["key"] for body in outside.taken]
    assert len(keys) == len(set(keys)) == Delivery.objects.filter(user=boris).count() == 1


def settled_unheard(war: War, monkeypatch) -> Battle:
    """The war's first battle, settled by both while nobody heard of it."""
    random = Random(7)
    play_until(war, phase="battles", random=random)
    while not Battle.objects.exists():
        step(war, random)
    battle = Battle.objects.get()
    with monkeypatch.context() as patch:
        patch.setattr("campaign.war.services.results.absorb", lambda **_: False)
        told = random_report(battle.setup_document, random)
        entered = enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=told)
        confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    battle.refresh_from_db()
    assert (battle.status, battle.absorbed_at) == ("settled", None)
    return battle


def beats_on() -> bool:
    """Whether the worker has swept twice more, so that anything sent twice would have been."""
    seen = Heartbeat.objects.get(name="worker").at
    return bool(wait_until(lambda: Heartbeat.objects.filter(name="worker", at__gt=seen).exists()))
