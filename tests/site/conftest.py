"""Who plays the battles of these tests, what is drawn at random in them, and that each begins afresh."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from accounts.outside import redis_rest
from tests.draws import draw_the_same
from tests.people import make_person


@pytest.fixture
def anna(db: None) -> User:
    """The Terran player."""
    return make_person("anna")


@pytest.fixture
def ben(db: None) -> User:
    """The Talon player."""
    return make_person("ben")


@pytest.fixture(autouse=True)
def _draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn at random is the same in each run."""
    draw_the_same(request.node.nodeid, monkeypatch)


@pytest.fixture(autouse=True)
def _asked_again() -> Iterator[None]:
    """What one test was refused is asked again by the next."""
    yield
    redis_rest.end()
