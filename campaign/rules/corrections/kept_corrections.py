"""Corrections of other results, made again where they were made while a war is replayed (S67, S71)."""

from collections.abc import Collection, Iterable, Sequence

from campaign.rules.corrections.amended_events import FleetAmended
from campaign.rules.corrections.amending import amend
from campaign.rules.corrections.battle_history import Following
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import AnyEvent
from campaign.rules.evolve import evolve
from campaign.rules.orders import Amend
from campaign.rules.record import Record, clone
from campaign.rules.state import War
from engines.seam.refusals import Refused
from engines.seam.sides import Side


class KeptCorrections:
    """What the corrections of the battles of these numbers lead to, in a war that is followed from its `past` on."""

    def __init__(self, numbers: Collection[int], past: Iterable[AnyEvent]) -> None:
        self._following = Following(numbers)
        war: War | None = None
        for event in past if numbers else ():
            if war is not None:
                self._following.watch(event, war)
            war = evolve(war, event)

    def watch(self, event: AnyEvent, war: War) -> None:
        """Note what an event means; `war` is the war just before it."""
        self._following.watch(event, war)

    def made_again(self, order: Amend, war: War, past: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
        """What follows from a correction in the war now; nothing where it has nothing left to correct."""
        record = Record(clone(war), ScriptedDice(), past=past)
        try:
            amend(record, order, self._following.found.get(order.battle))
        except Refused:
            return ()
        return tuple(record.events)


def renamed(before: Iterable[AnyEvent], now: Iterable[AnyEvent]) -> dict[tuple[Side, str], str]:
    """By side and the name that a correction gave a ship it brought back, the name that it has now (S34)."""
    found = _names_back(now)
    return {
        (side, called): found.get((side, name), name) for (side, name), called in _names_back(before).items()
    }


def _names_back(events: Iterable[AnyEvent]) -> dict[tuple[Side, str], str]:
    """The names of the ships that a correction brings back, by what they were called in the battle."""
    return {
        (event.side, event.named.get(name, name)): name
        for event in events
        if isinstance(event, FleetAmended)
        for name in event.back
    }
