"""A battle fought by captains of which nothing is kept but its result."""

from collections.abc import Mapping

from engines.seam.documents import BattleSetup, Doctrine, Level, Result
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.captains.levels import player_of
from engines.talon.dice import NamedDice
from engines.talon.documents.codec import recall_position
from engines.talon.records.record import mind_of
from engines.talon.results.degree import result_for
from engines.talon.state import Battle
from engines.talon.view import View, decider


def play_out(
    setup: BattleSetup,
    doctrines: Mapping[Side, Doctrine],
    dice: NamedDice,
    levels: Mapping[Side, Level],
    position: str = "",
) -> Result:
    """The result that `fight_out` comes to with the same dice; `Refused` if the set-up cannot be fought.

    With a position, as `encode_position` writes it, captains play on from there.
    """
    battle = _stands(position, dice) if position else game.new_battle(setup)
    players = {
        side: player_of(levels.get(side, "captain"), doctrines[side], mind_of(dice.name, side))
        for side in SIDES
    }
    views = {side: View(battle, side) for side in SIDES}
    while (side := decider(battle)) is not None:
        game.apply(battle, players[side].decide(views[side]), dice)
    return result_for(setup, game.report(battle))


def _stands(position: str, dice: NamedDice) -> Battle:
    """The battle of a position that was written at a decision."""
    battle = recall_position(position.encode())
    game.run_to_decision(battle, dice)
    return battle
