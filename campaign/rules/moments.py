"""The moments from which a war can be tried out: before the plans of a turn, and before the answers of a battle."""

from collections.abc import Iterable

from msgspec import Struct

from campaign.rules import events as e

PLANNED = e.ShipsScrapped | e.ShipsBought | e.FleetAssigned | e.WarEnded


class Moment(Struct, frozen=True):
    """Before the plans of a turn; with `battle` before anybody has answered whether it engages in that one."""

    turn: int
    battle: int = 0


def moments(events: Iterable[e.AnyEvent]) -> dict[Moment, int]:
    """Every moment that there has been, in order, with how many of the events had happened by then.

    Open events are enough to know the moments; the numbers count those that are given.
    """
    found: dict[Moment, int] = {}
    turn, planning = 0, False
    for number, event in enumerate(events, 1):
        if isinstance(event, e.TurnBegan):
            turn, planning = event.turn, True
        planning = planning and not isinstance(event, PLANNED)
        if planning:
            found[Moment(turn)] = number
        if isinstance(event, e.QuestionAsked) and event.question.kind == "engage":
            found.setdefault(Moment(turn, event.question.battle), number)
    return found
