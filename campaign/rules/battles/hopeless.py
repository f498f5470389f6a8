"""Battles that a side fights for nothing: it hardly ever wins or stops the front line, by the estimate (S78)."""

from typing import Final

from campaign.rules.battles.predicting import STANCES, USUAL, estimated, moves
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.sight import Known
from campaign.rules.state import Battle
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side, opponent
from engines.seam.systems import role_of

HOPELESS: Final = 10
"""A side that neither wins nor stops the front line in so many battles of 100 fights for nothing."""


def may_be_left(battle: Battle, side: Side) -> bool:
    """Whether the side can decline without losing the war or a base, and the enemy has not declined."""
    based = any(role_of(unit.ship_class) == "base" for unit in battle.forces.get(side, ()))
    return battle.place != HOMES[side] and not based and battle.answers.get(opponent(side)) is not False


def best_chance(war: Known, battle: Battle, side: Side, setup: BattleSetup) -> int:
    """In how many of 100 such battles the side wins or loses no ground, with the doctrine that is best for that.

    `setup` is the battle laid out in any of the terrains that it may have.
    """
    enemy = opponent(side)
    chances: list[float] = []
    for stance in STANCES:
        ends = estimated(war, battle, setup, {side: stance, enemy: USUAL}, war.settings.computer)
        chances += (ends.won[side], 1 - moves(war, battle, enemy, ends))
    return round(100 * max(chances))
