"""What the site draws at random in a test is the same in each run: whims, war dice, sides by lot, seeds of battles.

`DRAWS=2 make test` tries other draws.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from battles.battle.services import dice as sealed_dice
from campaign.new_war import wars
from campaign.war.log import dice
from campaign.war.services import seating


class Draws:
    """Stands for the module `secrets`."""

    def __init__(self, name: str) -> None:
        self._random = Random(f"{os.environ.get('DRAWS', '')}/{name}")

    def randbelow(self, top: int) -> int:
        """From 0 to below `top`."""
        return self._random.randrange(top)

    def token_hex(self, size: int) -> str:
        """As many bytes, in hexadecimal."""
        return self._random.randbytes(size).hex()

    def choice(self, things: Sequence[Any]) -> Any:
        """One of the things."""
        return self._random.choice(things)


def draw_the_same(test: str, patch: pytest.MonkeyPatch) -> None:
    """From now on the draws of the test, by pytest's name of it; they stay when its file moves to another folder."""
    path, _, name = test.partition("::")
    folders = path.split("/")
    draws = Draws("/".join([*folders[:2], folders[-1]]) + f"::{name}" if name else test)
    for module in (dice, sealed_dice, seating, wars):
        patch.setattr(module, "secrets", draws)
