"""Attempts are counted exactly, whatever else is counted, by every process."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from allauth.core.ratelimit import consume
from django.core.cache import cache
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import CacheRow, User
from accounts.tasks import prune


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
