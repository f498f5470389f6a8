"""The engine's public face: a new battle of two fleets, what is asked, and doing what is ordered."""

from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.warfleets.dice import Dice
from engines.warfleets.events import AnyEvent
from engines.warfleets.orders import AnyOrder
from engines.warfleets.rules import giving, sequence
from engines.warfleets.rules.sequence import Question
from engines.warfleets.set_ups import SetUp, refusals
from engines.warfleets.state import Battle, models_of


def asked(battle: Battle) -> Question | None:
    """What is to be decided now; None if the battle is over."""
    return sequence.question(battle)


def begin(set_up: SetUp) -> Battle:
    """A battle before its first die: the roll-off is what is asked first. `Refused` if it cannot be fought so."""
    if wrong := refusals(set_up):
        raise Refused(*wrong)
    models = models_of({side: set_up.fleet(side) for side in SIDES})
    battle = Battle(models, "terran", {"terran": "bottom", "talon": "top"}, set_up.terrain)
    battle.step, battle.round = "initiative", 0
    return battle


def start(battle: Battle) -> None:
    """Begin the first round of a battle whose models stand on the table, and go on to the first activation."""
    sequence.start(battle)
    sequence.run(battle)


def apply(battle: Battle, order: AnyOrder, dice: Dice) -> list[AnyEvent]:
    """Carry an order out and go on to the next decision; what happened, in order.

    `Refused` with the rule if it is not lawful; nothing has changed then.
    """
    battle.dice, battle.events = dice, []
    try:
        giving.give(battle, order)
    finally:
        battle.dice = None
    return battle.events
