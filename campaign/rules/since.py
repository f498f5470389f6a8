"""A battle of an earlier turn and what has happened since, as a correction of its result needs it (S67)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from campaign.rules import events as e
from campaign.rules.evolve import evolve
from campaign.rules.record import clone
from campaign.rules.state import War, in_reserve
from engines.seam.documents import BattleSetup, Result, Unit
from engines.seam.sides import SIDES, Side

Named = tuple[Side, str]
"""A ship, squadron or base by side and name."""


@dataclass(frozen=True)
class Building:
    """The front line in a Building Phase, and how far the battle had moved each of its sectors by then."""

    markers: dict[str, int]
    moved: dict[str, int]


@dataclass(frozen=True)
class Later:
    """A battle since, as it was revealed."""

    turn: int
    number: int
    place: str
    sectors: tuple[str, ...]
    forces: dict[Side, tuple[Unit, ...]]


@dataclass
class Since:
    """A battle with a result, and what has happened since.

    `before` is the war just before the result. `result` is the one that holds, `applied` the one that the fleets
    follow. `moved` is how far the battle has moved each of its sectors' markers, `paid` the Ship Points that its
    corrections have brought each side. Of its units, `changed` are those that are gone, repaired, or have fought
    again since.
    """

    before: War
    number: int
    turn: int
    place: str
    sectors: tuple[str, ...]
    setup: BattleSetup
    result: Result
    applied: Result
    fought: bool
    moved: dict[str, int]
    paid: dict[Side, int]
    changed: set[Named] = field(default_factory=set)
    gone: set[Named] = field(default_factory=set)
    buildings: list[Building] = field(default_factory=list)
    later: list[Later] = field(default_factory=list)

    def watch(self, event: e.AnyEvent, war: War) -> None:
        """Note what one event since means; `war` is the war after it."""
        match event:
            case e.ResultAmended() if event.battle == self.number:
                self.result = event.result
                self.applied = event.result if event.ships else self.applied
            case e.MarkerMoved() | e.MarkerAmended() if event.battle == self.number:
                self.moved[event.sector] += event.end - event.start
            case e.IncomeAmended() if event.battle == self.number:
                self.paid[event.side] += event.points
            case e.IncomePaid() if event.side == SIDES[0]:
                self._build(war)
            case e.ForcesRevealed():
                self._reveal(event, war)
            case e.ResultAccepted() if event.battle != self.number:
                self._fight_again(event)
            case e.ShipsScrapped():
                self._lose(event.side, event.names)
            case _:
                pass

    def _build(self, war: War) -> None:
        """A Building Phase: what is in the Reserve is as new (31.4)."""
        self.buildings.append(Building(dict(war.markers), dict(self.moved)))
        for side in SIDES:
            ships = war.fleet(side).ships
            self.changed |= {(side, name) for name, ship in ships.items() if in_reserve(ship)}

    def _reveal(self, event: e.ForcesRevealed, war: War) -> None:
        battle = war.battle(event.battle)
        if battle is not None:
            self.later.append(
                Later(war.turn, battle.number, battle.place, battle.sectors, dict(battle.forces))
            )

    def _fight_again(self, event: e.ResultAccepted) -> None:
        for side in SIDES:
            fates = event.result.report.fates(side)
            self.changed |= {(side, fate.name) for fate in fates}
            self._lose(side, (fate.name for fate in fates if fate.fate == "destroyed"))

    def _lose(self, side: Side, names: Iterable[str]) -> None:
        self.gone |= {(side, name) for name in names}


def since(events: Sequence[e.AnyEvent], number: int) -> Since | None:
    """The battle of that number with what has happened since its result; None if it has none.

    `events` are all of the war that count, from its beginning.
    """
    war: War | None = None
    found: Since | None = None
    for event in events:
        if isinstance(event, e.ResultAccepted) and event.battle == number and war is not None:
            found = _begun(war, event)
        war = evolve(war, event)
        if found is not None:
            found.watch(event, war)
    return found


def _begun(war: War, event: e.ResultAccepted) -> Since | None:
    battle = war.battle(event.battle)
    if battle is None or battle.setup is None:
        return None
    return Since(
        before=clone(war),
        number=event.battle,
        turn=war.turn,
        place=battle.place,
        sectors=battle.sectors,
        setup=battle.setup,
        result=event.result,
        applied=event.result,
        fought=event.fought,
        moved=dict.fromkeys(battle.sectors, 0),
        paid=dict.fromkeys(SIDES, 0),
    )
