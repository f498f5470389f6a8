"""How likely a side is to stand its ground in a battle whose forces are revealed, by the estimate (S76)."""

from typing import Final

from campaign.rules.sight import Known
from campaign.rules.stakes import forfeit, landing, victory
from campaign.rules.state import Battle
from campaign.rules.terrain import possible_terrains
from engines.seam.documents import BattleSetup, Level, Stance
from engines.seam.estimates import Estimate
from engines.seam.sides import Side, opponent
from engines.seam.systems import system

ENEMYS: Final[Stance] = "withdraw"
"""The stance that the enemy is expected to have: that of a captain who is told nothing."""


def stands_ground(war: Known, battle: Battle, side: Side, stance: Stance, setup: BattleSetup) -> int:
    """In how many of 100 such battles the side loses no ground; where it loses none by declining, how many it wins.

    `setup` is the battle laid out in any of the terrains that it may have.
    """
    ends = _estimated(war, battle, side, stance, setup)
    given_up = forfeit(war, battle, side)
    if not given_up.ends_war and not given_up.moves:
        return round(100 * ends.won[side])
    return round(100 * (1 - _moves(war, battle, opponent(side), ends)))


def _estimated(war: Known, battle: Battle, side: Side, stance: Stance, setup: BattleSetup) -> Estimate:
    terrains = possible_terrains(war.chart, battle.place, black_holes=war.settings.black_holes)
    level: Level = "ensign" if war.settings.computer == "ensign" else "captain"
    return system(setup.system).estimate(setup, {side: stance, opponent(side): ENEMYS}, level, terrains)


def _moves(war: Known, battle: Battle, of: Side, ends: Estimate) -> float:
    """The chance that a side moves the front line, or wins the war there."""
    outcome = victory(war, battle, of)
    if outcome.ends_war:
        return ends.won[of]
    if not outcome.barred:
        return ends.advanced[of]
    return ends.captured if landing(war, battle, of) is not None else 0.0
