"""Fixtures for every test; `tests/browser/conftest.py` adds the browser's."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from pytest_django import DjangoDbBlocker

from accounts.models import User
from tests.live_server import live_site
from tests.people import make_person
from tests.receivers import Receiver, receiving

pytest.register_assert_rewrite("tests.browser.checks", "tests.workers")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: from the first on, an event loop runs in their thread."""
    items.sort(key=lambda item: "tests/browser" in item.nodeid)


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


@pytest.fixture(autouse=True)
def _no_tries_counted(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database; connections that killed workers left in PostgreSQL are ended before it is dropped."""
    yield
    if connection.vendor == "postgresql":
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
