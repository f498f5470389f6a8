"""The win chance at which a captain gave up the field."""

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.captains.doctrine import temper_of
from engines.talon.records.record import FoughtBattle


def chance_given_up(record: FoughtBattle, side: Side, given_up_in: int) -> float | None:
    """The side's win chance, from 0 to 1, when its captain gave up the field in that round; None if unknown.

    A record keeps Terran's chance before each step, and both captains estimate alike: it is the first chance in the
    round below the limit of the side's doctrine.
    """
    limit = temper_of(record.doctrine(side)).chance
    now = 0
    for step, terran in zip(record.steps, record.prospects, strict=True):
        chance = terran if side == "terran" else round(1 - terran, 3)
        if now == given_up_in and chance <= limit:
            return chance
        turns = [event.round for event in step.events if isinstance(event, e.Turn)]
        now = turns[-1] if turns else now
    return None
