"""How likely a side is to stand its ground in a battle whose forces are revealed, by the estimate (S76)."""

from collections.abc import Mapping
from functools import partial
from typing import Final, get_args

from campaign.rules.battles.stakes import forfeit, landing, victory
from campaign.rules.battles.terrain import possible_terrains
from campaign.rules.sight import Known
from campaign.rules.state import Battle
from engines.odds.tally import Ended, Tally
from engines.seam.documents import BattleSetup, Level, Stance
from engines.seam.estimates import Estimate
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import system

STANCES: Final[tuple[Stance, ...]] = get_args(Stance)
"""Every stance, as pages list them."""
USUAL: Final[Stance] = "withdraw"
"""The stance that the enemy is expected to have: that of a captain who is told nothing."""


def stands_ground(war: Known, battle: Battle, side: Side, stance: Stance, setup: BattleSetup) -> int:
    """In how many of 100 such battles the side loses no ground; where it loses none by declining, how many it wins.

    `setup` is the battle laid out in any of the terrains that it may have.
    """
    ends = estimated(war, battle, setup, {side: stance, opponent(side): USUAL}, war.settings.computer)
    given_up = forfeit(war, battle, side)
    if not given_up.ends_war and not given_up.moves:
        return round(100 * ends.won[side])
    return round(100 * (1 - moves(war, battle, opponent(side), ends)))


def estimated(
    war: Known, battle: Battle, setup: BattleSetup, stances: Mapping[Side, Stance], level: Level
) -> Estimate:
    """The battle by the estimate, in the terrains that it may have; admirals are taken to fight as captains do."""
    terrains = possible_terrains(war.settings, war.chart, battle.place)
    fought: Level = "ensign" if level == "ensign" else "captain"
    return system(setup.system).estimate(setup, stances, fought, terrains)


def ends_of(tally: Tally) -> Estimate:
    """The play-outs of a battle as what is to be expected of it; ZeroDivisionError without any."""
    return Estimate(
        won={side: tally.won(side).times / tally.fought for side in SIDES},
        advanced={side: tally.chance(partial(_advances, side)).times / tally.fought for side in SIDES},
        captured=tally.chance(lambda ended: ended.captured).times / tally.fought,
        lost={side: tally.lost(side).points / tally.fought for side in SIDES},
    )


def _advances(side: Side, ended: Ended) -> bool:
    """Whether it is a victory that moves the front line where no planet stops it (31.6.4)."""
    return ended.winner == side and (ended.degree != "minor" or ended.unhurt)


def moves(war: Known, battle: Battle, of: Side, ends: Estimate) -> float:
    """The chance that a side moves the front line, or wins the war there."""
    outcome = victory(war, battle, of)
    if outcome.ends_war:
        return ends.won[of]
    if not outcome.barred:
        return ends.advanced[of]
    return ends.captured if landing(war, battle, of) is not None else 0.0
