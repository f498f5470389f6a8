"""Attempts are counted exactly, whatever else is counted, by every process, and while Redis is away."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.core.ratelimit import consume
from django.core.cache import cache
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import CacheRow, User
from accounts.tasks import prune

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_REDIS = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
client = Client(raise_request_exception=False)
person = {"username": "anna", "password1": "seven lamps of brass"}
answers = [client.post("/accounts/signup/", person), client.post("/accounts/logout/")]
answers += [client.post("/accounts/login/", {"login": "anna", "password": "wrong"})]
answers += [client.post("/accounts/login/", {"login": "anna", "password": "seven lamps of brass"})]
answers += [client.post("/settings/", {"webhook_url": "", "webhook_kind": "json"}), client.post("/settings/test")]
answers += [client.get("/wars/new/"), client.post("/play/"), client.get("/wars/")]
print(*(answer.status_code for answer in answers))
"""


def attempt(user: User, **key: str) -> bool:
    """Whether one more attempt is within the limit."""
    request = RequestFactory().post("/")
    request.user = user
    return bool(consume(request, action="login_failed" if key else "play", user=user, **key))


@pytest.mark.django_db(transaction=True)
def test_of_fifty_attempts_at_once_twenty_are_within_a_limit_of_twenty(person) -> None:
    user = person()

    def once(_number: int) -> bool:
        try:
            return attempt(user)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(once, range(50))) == 20


@pytest.mark.django_db
def test_other_peoples_attempts_do_not_wipe_a_lock(person, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "5/5m/key"}
    user, locked = person(), [f"anna-{number}" for number in range(10)]
    for key in locked:
        assert [attempt(user, key=key) for _ in range(6)] == [True] * 5 + [False]
    assert all(attempt(user, key=f"somebody-{number}") for number in range(400))
    assert not any(attempt(user, key=key) for key in locked)


@pytest.mark.django_db
def test_attempts_that_no_longer_count_are_deleted() -> None:
    cache.set("old", 1, 60)
    cache.set("new", 1, 60)
    CacheRow.objects.filter(cache_key__contains="old").update(expires=timezone.now() - timedelta(seconds=1))
    prune()
    assert (cache.get("old"), cache.get("new"), CacheRow.objects.count()) == (None, 1, 1)


@pytest.mark.embedded
def test_without_redis_people_sign_in_and_play(tmp_path) -> None:
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "VAR_DIR": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "1",
        "ALLOWED_HOSTS": "testserver",
        "PRODUCTION": "0",
    }
    found = subprocess.run(
        [sys.executable, "-c", WITHOUT_REDIS], env=environ, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["302", "302", "200", "302", "302", "302", "200", "302", "200"]
