"""Who plays the battles of these tests, and what is drawn at random in them."""

import pytest

from accounts.models import User
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
