"""A battle at the terminal: what a person is shown and asked, and what the answers do."""

import re
from collections.abc import Callable, Mapping
from typing import TextIO

from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon import game, text
from engines.talon.captains.fight import Player
from engines.talon.dice import Dice
from engines.talon.events import AnyEvent
from engines.talon.match import Match
from engines.talon.orders import AnyOrder, Deploy
from engines.talon.refusals.explain import STEP_WORDS, explain
from engines.talon.shell.boards import board_of
from engines.talon.state import IMPULSES
from engines.talon.view import View, decider

LISTED = 30
"""Orders that are listed without being asked for."""
PLACE = re.compile(r"^Line 1, column \d+: ")
USAGE = """\
A number or an order in the notation gives that order. Besides there are:
  orders WORDS   the legal orders with these words in them, or all of them
  why ORDER      why an order is not legal
  undo           take your last order back: not past a die, or what the other side has decided
  board          the board
  help           these lines
  quit           leave the battle
"""


class ShellTable:
    """A match, its dice, the computers by side, and the person who answers for the other sides."""

    def __init__(
        self, match: Match, dice: Dice, computers: Mapping[Side, Player], answers: TextIO, out: TextIO
    ) -> None:
        self.match = match
        self.dice = dice
        self.computers = computers
        self._answers = answers
        self._out = out
        self._left = False
        self._seen = ""
        self._asked = False
        self._commands: dict[str, Callable[[Side, str], None]] = {
            "orders": self._orders,
            "why": self._why,
            "undo": self._undo,
            "board": self._board,
            "help": self._help,
            "quit": self._quit,
        }

    def play(self) -> None:
        """Play until the battle is over, or the person leaves or says nothing more."""
        self._say("Type help for what you may type.\n")
        while not self._left and (side := decider(self.match.battle)) is not None:
            if side in self.computers:
                self._let_decide(side)
            else:
                self._ask(side)
        if not self.match.battle.ending:
            self._say("The battle is not over.\n")

    def _say(self, words: str) -> None:
        self._out.write(words)
        self._out.flush()

    def _let_decide(self, side: Side) -> None:
        """The computer's order, and what of it the person may see."""
        order = self.computers[side].decide(View(self.match.battle, side))
        written = text.write_order(order, self.match.battle)
        events = self.match.play(order, self.dice)
        person = next(one for one in SIDES if one not in self.computers)
        if isinstance(order, Deploy) and View(self.match.battle, person).veiled:
            self._say(f"{side.title()} puts a covered counter down.\n")
        else:
            self._show(written, events)

    def _show(self, order: str, events: list[AnyEvent]) -> None:
        lines = [order, *(f"  = {text.write_event(event, self.match.battle)}" for event in events)]
        self._say("\n".join(lines) + "\n")

    def _ask(self, side: Side) -> None:
        """Ask the person for one line, and do what it says."""
        clock = text.write_clock(self.match.battle)
        if clock != self._seen:
            self._seen = clock
            self._say("\n")
            self._board(side, "")
        if not self._asked:
            self._asked = True
            self._say(f"\n{self._question(side)}\n")
            self._list(self.orders(side), LISTED)
        self._say("> ")
        line = self._answers.readline()
        if not line:
            self._left = True
            self._say("\n")
            return
        word, _, rest = line.strip().partition(" ")
        if word in self._commands:
            self._commands[word](side, rest.strip())
        elif word:
            self._give(side, line.strip())

    def _question(self, side: Side) -> str:
        """What is asked of the side."""
        battle = self.match.battle
        if text.write_question(battle):
            return f"{side.title()} has to answer:"
        when = f"Round {battle.round}, impulse {IMPULSES[battle.impulse]}. " if battle.round else ""
        return f"{when}{side.title()} is {STEP_WORDS[battle.step]}:"

    def orders(self, side: Side) -> list[AnyOrder]:
        """The legal orders of the side, in the order in which they are numbered."""
        return [order for order in game.legal_orders(self.match.battle) if order.side == side]

    def _list(self, orders: list[AnyOrder], most: int, words: str = "") -> None:
        battle = self.match.battle
        numbered = [(number, text.write_order(order, battle)) for number, order in enumerate(orders, 1)]
        found = [(number, line) for number, line in numbered if words in line]
        self._say("".join(f"{number:4} {line}\n" for number, line in found[:most]))
        if len(found) > most:
            self._say(
                f"     and {len(found) - most} more: orders lists all, orders WORDS those with the words\n"
            )
        if not found:
            self._say(f"     No legal order has {words!r} in it.\n")

    def _orders(self, side: Side, words: str) -> None:
        orders = self.orders(side)
        self._list(orders, len(orders), words)

    def _why(self, side: Side, words: str) -> None:
        try:
            order = self._read(side, words)
        except Refused as refused:
            self._say(f"{_reasons(refused)}\n")
            return
        battle = self.match.battle
        legal = order in game.legal_orders(battle)
        self._say("It is legal.\n" if legal else f"{explain(battle, order)}\n")

    def _undo(self, side: Side, _words: str) -> None:
        given = self.match.given
        last = given[-1].order.side if given else side
        try:
            taken = self.match.take_back(side if last in self.computers else last)
        except Refused as refused:
            self._say(f"{refused}\n")
            return
        self._asked = False
        self._say(f"Taken back: {text.write_order(taken.order, self.match.battle)}\n")

    def _board(self, side: Side, _words: str) -> None:
        self._say(board_of(View(self.match.battle, side), self.match.battle))

    def _help(self, _side: Side, _words: str) -> None:
        self._say(USAGE)

    def _quit(self, _side: Side, _words: str) -> None:
        self._left = True

    def _give(self, side: Side, line: str) -> None:
        """Give the order that the line names; where it is not legal, say why."""
        try:
            order = self._read(side, line)
            if order.side != side:
                self._say(f"It is {side.title()} that decides now.\n")
                return
            written = text.write_order(order, self.match.battle)
            events = self.match.play(order, self.dice)
        except Refused as refused:
            self._say(f"{_reasons(refused)}\n")
            return
        self._asked = False
        self._show(written, events)

    def _read(self, side: Side, line: str) -> AnyOrder:
        """The order of a number, or of a line in the notation, in which the side may be left out; `Refused` if none."""
        orders = self.orders(side)
        if line.isdecimal() and 1 <= int(line) <= len(orders):
            return orders[int(line) - 1]
        begins = line.partition(" ")[0] in SIDES
        return text.read_order(line if begins else f"{side} {line}", self.match.battle)


def _reasons(refused: Refused) -> str:
    """Why a line is refused, without its place: it is the only one."""
    return " ".join(PLACE.sub("", str(one)) for one in refused.refusals)
