"""The engine's public face: a new battle of two fleets, what is asked, and doing what is ordered."""

from msgspec.structs import replace

from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.warfleets.catalogue import Turret
from engines.warfleets.dice import Dice
from engines.warfleets.events import AnyEvent
from engines.warfleets.orders import AnyOrder
from engines.warfleets.rules import giving, sequence
from engines.warfleets.rules.sequence import Question
from engines.warfleets.set_ups import SetUp, Start, refusals
from engines.warfleets.state import Battle, Model, models_of


def asked(battle: Battle) -> Question | None:
    """What is to be decided now; None if the battle is over."""
    return sequence.question(battle)


def begin(set_up: SetUp) -> Battle:
    """A battle before its first die: the roll-off is what is asked first. `Refused` if it cannot be fought so."""
    if wrong := refusals(set_up):
        raise Refused(*wrong)
    models = models_of({side: set_up.fleet(side) for side in SIDES})
    for start_of in set_up.starts:
        _begin_as(
            next(one for one in models if (one.side, one.name) == (start_of.side, start_of.name)), start_of
        )
    battle = Battle(models, "terran", {"terran": "bottom", "talon": "top"}, set_up.terrain)
    battle.step, battle.round = "initiative", 0
    return battle


def _begin_as(model: Model, start_of: Start) -> None:
    """Disable what is disabled, in the order of the slots from the last back, and change the sheet (WF55, WF56)."""
    slots = len(model.slots)
    for slot in range(slots - 1, slots - 1 - start_of.disabled, -1):
        model.damage[slot] = model.boxes[slot]
        model.order.append(slot)
    if start_of.moored:
        model.sheet = replace(model.sheet, move=0, cruise=0)
    if start_of.unarmed:
        model.sheet = replace(model.sheet, turret=Turret(range=0, attacks=0, strength=0))


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
