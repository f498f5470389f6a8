"""Short duels at a fixed position, in which whatever may be fired is fired at random: cheap battles."""

from random import Random

from engines.seam.commitments import DiceCommitment
from engines.seam.committed_dice import dice_of
from engines.seam.sides import SIDES, Side
from engines.talon import events, game, text
from engines.talon.documents import codec
from engines.talon.report.luck import Account, account_of
from engines.talon.state import Battle

POSITION = """\
position 1
clock 2E terran fire
terrain nebula 1,0 -1,2
terran CA Patton 0,0 E
terran BB Justice 0,2 E
terran DD Caleb -1,1 NE
talon CA Sacrifice 2,0 W
talon BB Dominion 3,1 W
talon FF Hunter 1,1 W
"""
STARTS = [
    codec.document_of(text.read_position(POSITION.replace("2E terran", f"2E {side}"))) for side in SIDES
]


def duel(number: int) -> dict[Side, Account]:
    """Both sides' accounts of a duel whose dice and fire follow from its number; Terran fires in the even ones."""
    random = Random(number)
    promise = DiceCommitment(f"duel:{number}", f"{number:064x}", {})
    dice = dice_of(promise, {})
    battle = codec.battle_of(STARTS[number % 2])
    game.run_to_decision(battle, dice)
    shots: list[events.Shot] = []
    while _fires(battle):
        order = random.choice(battle.options)
        happened = game.apply(battle, order, dice)
        shots += (event for event in happened if isinstance(event, events.Shot))
    return {
        side: account_of(shot for shot in shots if battle.units[shot.unit].side == side) for side in SIDES
    }


def _fires(battle: Battle) -> bool:
    """Whether the battle still asks for fire, or what is chosen in the middle of it."""
    return not battle.ending and (battle.round, battle.impulse, battle.step) == (2, 4, "fire")
