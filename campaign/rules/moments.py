"""The moments from which a war can be tried out: before the plans of a turn, and before the answer to a question."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from campaign.rules import events as e
from campaign.rules.state import QuestionKind
from engines.seam.sides import Side

PLANNED = e.ShipsScrapped | e.ShipsBought | e.FleetAssigned | e.WarEnded


class Moment(Struct, frozen=True):
    """Before the plans of a turn, or before the answer to a question of it.

    `battle` is the one that the question is about, 0 for the order of the homes; `asks` is "" before plans.
    """

    turn: int
    battle: int = 0
    asks: QuestionKind | Literal[""] = ""

    @property
    def planning(self) -> bool:
        """Whether it is before the plans of a turn."""
        return not self.asks


def moments(events: Iterable[e.AnyEvent], side: Side) -> dict[Moment, int]:
    """Every moment that there has been for a side, in order, with how many of the events had happened by then.

    Whether sides engage concerns both; every other question only the side that is asked. Open events are enough to
    know the moments; the numbers count those that are given.
    """
    found: dict[Moment, int] = {}
    turn, planning = 0, False
    for number, event in enumerate(events, 1):
        if isinstance(event, e.TurnBegan):
            turn, planning = event.turn, True
        planning = planning and not isinstance(event, PLANNED)
        if planning:
            found[Moment(turn)] = number
        if isinstance(event, e.QuestionAsked):
            asked = event.question
            if asked.kind == "engage" or asked.side == side:
                found.setdefault(Moment(turn, asked.battle, asked.kind), number)
    return found
