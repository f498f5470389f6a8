"""A battle of an earlier turn and what has happened since, as a correction of its result needs it (S67)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.fronts import Fronts
from campaign.rules.corrections.unit_histories import UnitHistories
from campaign.rules.evolve import evolve
from campaign.rules.record import clone
from campaign.rules.state import War
from engines.seam.documents import BattleSetup, Result, Unit
from engines.seam.sides import Side


@dataclass(frozen=True)
class Later:
    """A battle since, as it was revealed."""

    turn: int
    number: int
    place: str
    sectors: tuple[str, ...]
    forces: dict[Side, tuple[Unit, ...]]


@dataclass
class Recorded:
    """A battle with a result: `before` is the war just before the result, `result` the one that holds."""

    before: War
    number: int
    turn: int
    place: str
    sectors: tuple[str, ...]
    setup: BattleSetup
    result: Result
    fought: bool


@dataclass
class BattleHistory(Recorded):
    """A battle with a result, and what has happened since.

    `unit_histories` and `fronts` tell of the whole war: what fleets and map follow from all results that hold.
    """

    unit_histories: UnitHistories
    fronts: Fronts
    later: list[Later] = field(default_factory=list)

    def watch(self, event: e.AnyEvent, war: War) -> None:
        """Note what one event since means; `war` is the war just before it."""
        match event:
            case a.ResultAmended() if event.battle == self.number:
                self.result = event.result
            case e.ForcesRevealed():
                self._reveal(event, war)
            case _:
                pass

    def _reveal(self, event: e.ForcesRevealed, war: War) -> None:
        battle = war.battle(event.battle)
        if battle is not None:
            forces: dict[Side, tuple[Unit, ...]] = {"terran": event.terran, "talon": event.talon}
            self.later.append(Later(war.turn, battle.number, battle.place, battle.sectors, forces))


def recorded_in(events: Sequence[e.AnyEvent], number: int) -> Recorded | None:
    """The battle of that number with the result that holds; None if it has none. `events` as for `battle_history`."""
    war: War | None = None
    found: Recorded | None = None
    for event in events:
        if found is not None:
            if isinstance(event, a.ResultAmended) and event.battle == number:
                found.result = event.result
        elif war is not None and isinstance(event, e.ResultAccepted) and event.battle == number:
            found = _recorded(war, event)
        else:
            war = evolve(war, event)
    return found


def battle_history(events: Sequence[e.AnyEvent], number: int) -> BattleHistory | None:
    """The battle of that number with what has happened since its result; None if it has none.

    `events` are all of the war that count, from its beginning.
    """
    following = Following({event.battle for event in events if isinstance(event, a.ResultAmended)} | {number})
    war: War | None = None
    for event in events:
        if war is not None:
            following.watch(event, war)
        war = evolve(war, event)
    return following.found.get(number)


class Following:
    """The battles of these numbers, each `found` with what has happened since, while a war is followed event by event.

    Of all battles that are corrected among the events the numbers have to be there; without any nothing is followed.
    """

    def __init__(self, numbers: Collection[int]) -> None:
        self.found: dict[int, BattleHistory] = {}
        self._numbers, self._unit_histories, self._fronts = numbers, UnitHistories(), Fronts(numbers)

    def watch(self, event: e.AnyEvent, war: War) -> None:
        """Note what an event means; `war` is the war just before it."""
        if not self._numbers:
            return
        for found in self.found.values():
            found.watch(event, war)
        if isinstance(event, e.ResultAccepted) and event.battle in self._numbers:
            recorded = _recorded(clone(war), event)
            if recorded is not None:
                self.found[event.battle] = BattleHistory(
                    **vars(recorded), unit_histories=self._unit_histories, fronts=self._fronts
                )
        self._unit_histories.watch(event, war)
        self._fronts.watch(event, war)


def _recorded(before: War, event: e.ResultAccepted) -> Recorded | None:
    battle = before.battle(event.battle)
    if battle is None or battle.setup is None:
        return None
    return Recorded(
        before=before,
        number=event.battle,
        turn=before.turn,
        place=battle.place,
        sectors=battle.sectors,
        setup=battle.setup,
        result=event.result,
        fought=event.fought,
    )
