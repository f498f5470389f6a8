"""The captain of another checkout, asked through pipes; the second half of `bench.battles.against`.

Run as a script in the other checkout's folder, it plays one side with the captain it finds there. Each line it reads is
a JSON list: a set-up, a side, a doctrine and a seed begin a battle, which is not answered; orders with the dice rolled
after each are carried out, and answered with the captain's order.
"""

import sys

import msgspec

from engines.seam.codec import decode_setup
from engines.seam.documents import Doctrine
from engines.seam.sides import Side
from engines.talon import game
from engines.talon.captains.levels import player_of
from engines.talon.dice import ScriptedDice
from engines.talon.orders import AnyOrder
from engines.talon.view import View

Beginning = tuple[msgspec.Raw, Side, Doctrine, int]
Since = list[tuple[AnyOrder, list[int]]]
"""The orders since the captain was last asked, each with its dice."""


def serve() -> None:
    """Answer until the input ends."""
    for line in sys.stdin.buffer:
        if line.startswith(b"[{"):
            setup, side, doctrine, seed = msgspec.json.decode(line, type=Beginning)
            battle, captain = game.new_battle(decode_setup(setup)), player_of("captain", doctrine, seed)
            view = View(battle, side)
            continue
        for order, dice in msgspec.json.decode(line, type=Since):
            game.apply(battle, order, ScriptedDice(dice))
        sys.stdout.buffer.write(msgspec.json.encode(captain.decide(view)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
