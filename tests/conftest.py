"""Fixtures for every test; `tests/browser/conftest.py` adds the browser's."""

import gc
from collections.abc import Callable, Generator, Iterator
from itertools import zip_longest

import pytest
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import settings
from pytest_django import DjangoDbBlocker

from accounts.models import User
from tests.emptying import empty_tables
from tests.live_server import live_site
from tests.people import make_person
from tests.receivers import Receiver, receiving
from tests.schema import start_from_migrated

settings.register_profile("house", deadline=None)  # a loaded machine is no fault
settings.load_profile("house")
pytest.register_assert_rewrite("tests.browser.checks", "tests.workers")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What collecting makes stays to the end: Python does not look through all of it again and again.

    Nor does it look so often through what tests make, which is little beside it.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: from the first on, an event loop runs in their thread.

    Of these the long ones come first, the longest before all, each followed by a short one: a worker is handed two
    tests at a time.
    """
    browser = [item for item in items if "tests/browser" in item.nodeid]
    long = sorted((item for item in browser if item.get_closest_marker("long")), key=_seconds, reverse=True)
    short = [item for item in browser if item not in long]
    first = [item for pair in zip_longest(long, short[: len(long)]) for item in pair if item]
    others = [item for item in items if item not in browser]
    items[:] = [*others, *first, *short[len(long) :]]


def _seconds(item: pytest.Item) -> int:
    marker = item.get_closest_marker("long")
    seconds: int = marker.args[0] if marker else 0
    return seconds


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """Makes users: person("anna", email="a@example.org"); the password is tests.people.PASSWORD."""
    return make_person


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The address of the site on a real port, with streams, on the test's database."""
    with live_site() as address:
        yield address


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    """A webhook's server the site may post to."""
    with receiving() as found:
        settings.WEBHOOK_TEST_HOSTS = [found.host]
        yield found


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """The test database begins as a copy; Django then migrates what that lacks, which is nothing."""
    with django_db_blocker.unblock():
        start_from_migrated()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """On SQLite the copy is there before Django would create it; it goes with its folder."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database; connections that killed workers left in PostgreSQL are ended before it is dropped."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_tables())
        yield
    if connection.vendor == "postgresql":
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
