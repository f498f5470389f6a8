"""A battle on a board in the test: positions, orders and dice in the notation of `docs/notation.md`.

table = board('''
    clock 2E terran fire
    terran CA Patton 0,0 E
    talon CA Sacrifice 2,0 W
''')
table.do("terran fire Patton 2 Sacrifice", dice="5")
table.shows("Sacrifice shields 3/4/4/3 hull 0")
table.refuses("terran fire Patton 2 Sacrifice", rule="8")
"""

import textwrap
from dataclasses import dataclass

import pytest

from engines.seam.refusals import Refused
from engines.talon import game, text
from engines.talon.dice import ScriptedDice
from engines.talon.state import Battle


@dataclass
class Board:
    """A battle with the means to give orders and to look."""

    battle: Battle

    def do(self, *orders: str, dice: str = "") -> "Board":
        """Give the orders one after the other; exactly the dice told are rolled, in that order."""
        told = ScriptedDice([int(die) for die in dice.split()])
        for order in orders:
            game.apply(self.battle, text.read_order(order, self.battle), told)
        assert told.values == [], f"not rolled: {told.values}"
        return self

    def refuses(self, order: str, rule: str) -> None:
        """The order is refused by that rule ("8" also stands for "8.4") and nothing has changed."""
        before = text.write_position(self.battle)
        with pytest.raises(Refused) as caught:
            game.apply(self.battle, text.read_order(order, self.battle), ScriptedDice([]))
        found = caught.value.refusals[0]
        assert found.rule == rule or found.rule.startswith(f"{rule}."), (
            f"refused by {found.rule}: {found.reason}"
        )
        assert found.reason
        assert text.write_position(self.battle) == before

    def offers(self, order: str) -> bool:
        """Whether the order may be given now."""
        return text.read_order(order, self.battle) in game.legal_orders(self.battle)

    def offered(self, beginning: str) -> list[str]:
        """The orders that may be given now and begin so, as text, sorted."""
        found = (text.write_order(order, self.battle) for order in game.legal_orders(self.battle))
        return sorted(order for order in found if order.startswith(beginning))

    def shows(self, expected: str) -> None:
        """A unit (or missile) has the items told, others are not looked at: "Patton 1,0 NE speed 4 hull 0".

        Also told can be: what a flag is not ("no slip", "no battery"), that there are "no markers", and a unit that
        is off the map ("Patton destroyed").
        """
        assert text.differences(self.battle, expected) == []

    @property
    def clock(self) -> str:
        """What the clock says, as "2E terran fire" or "2 talon curves"; "over" when the battle is over."""
        return text.write_clock(self.battle)

    @property
    def asked(self) -> str:
        """What is asked in mid-resolution: the side and the kind of answer, as "terran pick"; "" if nothing is."""
        return text.write_question(self.battle)

    @property
    def over(self) -> str:
        """How the battle ended, as "held talon" or "draw"; "" while it goes on."""
        return text.write_ending(self.battle)

    def lines(self, beginning: str) -> list[str]:
        """The lines of the position that begin so."""
        return [line for line in text.write_position(self.battle).splitlines() if line.startswith(beginning)]


def board(position: str, dice: str = "") -> Board:
    """The position, with what needs no decision already done; exactly the dice told are rolled for that."""
    battle = text.read_position(textwrap.dedent(position))
    told = ScriptedDice([int(die) for die in dice.split()])
    game.run_to_decision(battle, told)
    assert told.values == [], f"not rolled: {told.values}"
    return Board(battle)
