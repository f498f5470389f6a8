"""What chance a side had in each battle of a war that is over, by the estimate, as it stood when it was decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.rules import events as e
from campaign.rules.battles.forces import has_forces, revealed
from campaign.rules.battles.hopeless import HOPELESS, best_chance, may_be_left
from campaign.rules.battles.predicting import STANCES, USUAL, estimated
from campaign.rules.evolve import evolve, fold
from campaign.rules.state import Battle, War
from engines.seam.sides import SIDES, Side, opponent

EVEN = 50


@dataclass(frozen=True, slots=True)
class BattleChance:
    """The chances of a side in a battle with the doctrine that is best: in how many of 100 it wins.

    `hopeless`: it hardly ever wins or stops the front line, and could have declined without losing the war or a base.
    """

    won: int
    hopeless: bool

    @property
    def even(self) -> bool:
        """Whether the side wins at least half of such battles."""
        return self.won >= EVEN


Chances = Mapping[int, BattleChance]
"""By the battle's number; battles in which only one side had forces are left out."""


def chances_of(happened: Iterable[e.AnyEvent], side: Side) -> dict[int, BattleChance]:
    """The chances of a side in the battles that were fought, and in those it gave up, from all events that count."""
    first, *rest = happened
    war, found = fold([first]), {}
    for event in rest:
        if isinstance(event, e.BattleJoined) or (isinstance(event, e.Forfeited) and event.side == side):
            battle = war.battle(event.battle)
            if battle is not None and all(has_forces(battle.forces.get(of, ())) for of in SIDES):
                found[battle.number] = _chance(war, battle, side)
        war = evolve(war, event)
    return found


def _chance(war: War, battle: Battle, side: Side) -> BattleChance:
    setup, enemy = revealed(war, battle), opponent(side)
    level = war.settings.computer
    won = max(
        estimated(war, battle, setup, {side: stance, enemy: USUAL}, level).won[side] for stance in STANCES
    )
    left = may_be_left(battle, side)
    return BattleChance(round(100 * won), left and best_chance(war, battle, side, setup) < HOPELESS)
