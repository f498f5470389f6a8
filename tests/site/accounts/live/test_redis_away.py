"""A Redis that refuses, and one that accepts and never answers: nobody waits for either, and the worker comes back."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.conf import settings

from accounts.live import hub
from accounts.live.redis_bell import connection
from accounts.models import Delivery
from accounts.outside import Rest, Resting
from accounts.work import Bell
from bench.site.workers import worker
from bench.with_services import services
from tests.schema import copy_migrated
from tests.site.accounts.owed_work.test_worker import owed, status
from tests.workers import wait_until

ROOT = Path(__file__).resolve().parents[4]
WITHOUT_REDIS = """
import time
import django
django.setup()
from django.test import Client
client = Client(raise_request_exception=False)
begun = time.monotonic()
person = {"username": "anna", "password1": "seven lamps of brass"}
answers = [client.post("/accounts/signup/", person), client.post("/accounts/logout/")]
answers += [client.post("/accounts/password/reset/", {"email": "anna@example.org"}) for _ in range(3)]
answers += [client.post("/accounts/login/", {"login": "anna", "password": "wrong"})]
answers += [client.post("/accounts/login/", {"login": "anna", "password": "seven lamps of brass"})]
answers += [client.post("/settings/", {"webhook_url": "", "webhook_kind": "json"}), client.post("/settings/test")]
answers += [client.get("/wars/new/"), client.post("/play/"), client.get("/wars/")]
print(*(answer.status_code for answer in answers), time.monotonic() - begun)
"""
ANSWERS = ["302", "302", "302", "302", "302", "200", "302", "302", "302", "200", "302", "200"]


on_a_busy_machine = pytest.mark.flaky(reruns=2)
"""What is measured is how long a Redis that hangs holds people up, and a machine at its limit holds them up too."""


@pytest.fixture
def hung() -> Iterator[str]:
    """The address of a Redis that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0"


def without(address: str, folder: Path) -> tuple[list[str], float]:
    """The status of each answer while Redis is away, and how many seconds they took together."""
    copy_migrated(folder)
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "VAR_DIR": str(folder),
        "REDIS_URL": address,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "1",
        "ALLOWED_HOSTS": "testserver",
        "PRODUCTION": "0",
    }
    command = [sys.executable, "-c", WITHOUT_REDIS]
    found = subprocess.run(
        command, env=environ, capture_output=True, text=True, check=True, timeout=100
    ).stdout.split()
    return found[:-1], float(found[-1])


@pytest.mark.embedded
def test_without_redis_people_sign_in_and_play(tmp_path) -> None:
    assert without("redis://127.0.0.1:1/0", tmp_path)[0] == ANSWERS


@on_a_busy_machine
@pytest.mark.embedded
def test_while_redis_hangs_people_sign_in_and_play(tmp_path, hung) -> None:
    answers, seconds = without(hung, tmp_path)
    assert answers == ANSWERS
    assert seconds < 15


@on_a_busy_machine
@pytest.mark.embedded
def test_a_bell_that_redis_does_not_take_is_given_up_and_the_next_ones_do_not_try(tmp_path, hung) -> None:
    ringing = (
        "import time, django; django.setup(); from accounts.work import Bell; from accounts.live import notices\n"
        "import config.celery\n"
        "def timed(ring):\n    begun = time.monotonic(); ring(); return time.monotonic() - begun\n"
        "bell = Bell('accounts.tasks.send')\n"
        "print(*(timed(lambda: bell.ring_now(1)) for _ in range(3)), timed(lambda: notices._wake_readers(1)))\n"
    )
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "VAR_DIR": str(tmp_path),
        "REDIS_URL": hung,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    found = subprocess.run(
        [sys.executable, "-c", ringing], env=environ, capture_output=True, text=True, check=True, timeout=300
    )
    first, *others = map(float, found.stdout.split())
    assert 1 < first < 4
    assert max(others) < 0.5


def test_after_a_rest_one_asks_and_the_others_do_not_wait_for_it(monkeypatch) -> None:
    now = 100.0
    monkeypatch.setattr("accounts.outside.time.monotonic", lambda: now)
    rest = Rest(10)
    with pytest.raises(OSError, match="away"), rest.asking(OSError):
        raise OSError("away")
    with pytest.raises(Resting), rest.asking(OSError):
        pass
    now = 111.0
    with rest.asking(OSError), pytest.raises(Resting), rest.asking(OSError):
        pass
    with rest.asking(OSError), rest.asking(OSError):
        pass


def test_an_error_that_says_nothing_of_the_service_begins_no_rest() -> None:
    rest = Rest(10)
    with pytest.raises(ValueError, match="ours"), rest.asking(OSError):
        raise ValueError("ours")
    with rest.asking(OSError):
        pass


@on_a_busy_machine
def test_a_notice_is_given_up_when_redis_hangs(hung, settings) -> None:
    settings.REDIS_URL = hung
    begun = time.monotonic()
    with pytest.raises(redis.TimeoutError):
        connection.__wrapped__().publish("channel", 1)
    assert time.monotonic() - begun < 4


def test_streams_look_often_when_redis_hangs_from_the_start(hung, settings) -> None:
    settings.REDIS_URL = hung

    async def wait() -> None:
        async with hub._Bell() as bell:
            await bell.wait()

    asyncio.run(asyncio.wait_for(wait(), 4))


@pytest.mark.django_db(transaction=True)
@pytest.mark.worker
@pytest.mark.skipif(not settings.REDIS_URL, reason="needs a Redis to stop")
def test_the_worker_goes_on_when_a_redis_that_hung_answers_again(person, receiver, monkeypatch) -> None:
    monkeypatch.setattr(Bell, "ring_now", lambda _bell, _number: False)
    user = person(webhook_url=receiver.url, webhook_kind="json")
    with services("redis") as own:
        server = redis.Redis.from_url(own["REDIS_URL"]).info("server")["process_id"]
        with worker(WEBHOOK_TEST_HOSTS=receiver.host, **own):
            before = owed(user, "before")
            wait_until(lambda: status(before) == Delivery.Status.DONE)
            time.sleep(4)  # longer than any time-out: the worker waits for messages
            os.kill(server, signal.SIGSTOP)
            try:
                during = owed(user, "during")
                time.sleep(5)
                assert status(during) == Delivery.Status.QUEUED
            finally:
                os.kill(server, signal.SIGCONT)
            wait_until(lambda: status(during) == Delivery.Status.DONE)


def test_a_site_without_redis_does_not_load_its_library() -> None:
    """It takes some MB of every process."""
    words = "import sys, config.asgi, config.celery, config.urls; print('redis' in sys.modules)"
    environ = {**os.environ, "REDIS_URL": "", "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", words], env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
