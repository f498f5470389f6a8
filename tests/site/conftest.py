"""Who plays the battles of these tests."""

import pytest

from accounts.models import User
from tests.people import make_person


@pytest.fixture
def anna(db: None) -> User:
    """The Terran player."""
    return make_person("anna")


@pytest.fixture
def ben(db: None) -> User:
    """The Talon player."""
    return make_person("ben")
