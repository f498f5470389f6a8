"""A game of Space Empires between two people."""

import pytest

from accounts.models import User
from battles.models import SpaceEmpiresGame
from tests.site.battles.talon.space_empires.evening import between


@pytest.fixture
def game(anna: User, ben: User) -> SpaceEmpiresGame:
    """Anna plays Terran, and Ben Talon."""
    return between(anna, ben)
