"""What became of each ship and base in the battles of a war, as corrections of results need it (S67)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from msgspec.structs import replace

from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.state import Loss, Ship, Sighting, War, in_reserve
from engines.seam.documents import UNDAMAGED, Damage, Fate
from engines.seam.sides import SIDES, Side
from engines.seam.systems import role_of, system_of

Named = tuple[Side, str]
"""A ship or base by side and name."""
Fates = Mapping[int, Fate]
"""What became of one unit in each battle that it was in, by the results that the fleets follow."""


@dataclass(eq=False)
class UnitHistory:
    """A ship or base by its `name` now, and what has happened to it, in order.

    `story` has the number of each battle with a result, and None for each repair. `seen` is how it was seen; a
    battle's number stands for its fate there. `taken` is the ship as a correction took it away this turn.
    """

    name: str
    ship_class: str
    story: list[int | None] = field(default_factory=list)
    seen: list[Sighting | int] = field(default_factory=list)
    fates: dict[int, Fate] = field(default_factory=dict)
    scrapped: bool = False
    taken: Ship | None = None

    @property
    def seen_in(self) -> set[int]:
        """The numbers of the battles in which it was seen."""
        return {look if isinstance(look, int) else look.battle for look in self.seen}

    def lost_in(self, fates: Fates) -> int:
        """The number of the first battle in which it was destroyed; 0 for none."""
        return next((step for step in self.story if step and fates[step].fate == "destroyed"), 0)

    def lives(self, fates: Fates) -> bool:
        """Whether neither a battle nor its own side has taken it."""
        return not self.scrapped and not self.lost_in(fates)

    def damage(self, fates: Fates) -> Damage:
        """What it carries after all of its battles and repairs (31.4, S14)."""
        base, repaired = role_of(self.ship_class) == "base", system_of(self.ship_class).repaired_base

        def after(damage: Damage, step: int | None) -> Damage:
            if step is not None:
                return fates[step].damage
            return repaired(damage) if base else UNDAMAGED

        return reduce(after, self.story, UNDAMAGED)


@dataclass(frozen=True)
class Fought:
    """A battle with a result: when, where, and whose units by their names there."""

    number: int
    turn: int
    place: str
    units: dict[Side, dict[str, UnitHistory]]

    def loss(self, side: Side, history: UnitHistory) -> Loss:
        """The unit as lost in this battle."""
        name = next(name for name, one in self.units[side].items() if one is history)
        return Loss(self.turn, self.number, side, name, history.ship_class)

    def sighting(self, history: UnitHistory, fates: Fates) -> Sighting:
        """How the unit was seen at the end of this battle."""
        return Sighting(self.turn, self.place, history.ship_class, fates[self.number].damage, self.number)


@dataclass
class UnitHistories:
    """All units by side and name, and all battles that have a result."""

    named: dict[Named, UnitHistory] = field(default_factory=dict)
    fought: dict[int, Fought] = field(default_factory=dict)

    def watch(self, event: e.AnyEvent, war: War) -> None:
        """Note what an event means; `war` is the war just before it."""
        match event:
            case e.ShipsBought():
                self.named |= {
                    (event.side, one.name): UnitHistory(one.name, one.ship_class) for one in event.purchases
                }
            case e.ShipsScrapped():
                for name in event.names:
                    self._of(event.side, name, war.fleet(event.side).ships[name].ship_class).scrapped = True
            case e.ForcesRevealed():
                self._reveal(event, war)
            case e.ResultAccepted():
                self._fight(event, war)
            case a.ResultAmended() if event.ships:
                self._follow(event)
            case a.FleetAmended():
                self._amend(event, war)
            case _:
                self._watch_turns(event, war)

    def _watch_turns(self, event: e.AnyEvent, war: War) -> None:
        match event:
            case e.IncomePaid() if event.side == SIDES[0]:
                self._repair(war)
            case e.TurnBegan():
                for history in self.named.values():
                    history.taken = None
            case _:
                pass

    def seen_last(self, history: UnitHistory, fates: Fates) -> Sighting | None:
        """The last look that the enemy had at a ship; None if it is lost."""
        if history.lost_in(fates) or not history.seen:
            return None
        last = history.seen[-1]
        return self.fought[last].sighting(history, fates) if isinstance(last, int) else last

    def bases(self) -> Iterator[tuple[Side, UnitHistory, str]]:
        """Each base that has fought, with its side and place."""
        for (side, _), history in self.named.items():
            battle = next((step for step in history.story if step), None)
            if role_of(history.ship_class) == "base" and battle is not None:
                yield side, history, self.fought[battle].place

    def _of(self, side: Side, name: str, ship_class: str) -> UnitHistory:
        found = self.named.get((side, name))
        if found is None:
            found = self.named[side, name] = UnitHistory(name, ship_class)
        return found

    def _reveal(self, event: e.ForcesRevealed, war: War) -> None:
        battle = war.battle(event.battle)
        if battle is None:
            return
        for side, units in zip(SIDES, (event.terran, event.talon), strict=True):
            for unit in units:
                look = Sighting(war.turn, battle.place, unit.ship_class, unit.damage, event.battle)
                self._of(side, unit.name, unit.ship_class).seen.append(look)

    def _fight(self, event: e.ResultAccepted, war: War) -> None:
        battle = war.battle(event.battle)
        if battle is None or battle.setup is None:
            return
        classes = {(side, unit.name): unit.ship_class for side in SIDES for unit in battle.setup.force(side)}
        units: dict[Side, dict[str, UnitHistory]] = {side: {} for side in SIDES}
        for side in SIDES:
            for fate in event.result.report.fates(side):
                history = self._of(side, fate.name, classes[side, fate.name])
                history.story.append(event.battle)
                history.seen.append(event.battle)
                history.fates[event.battle] = fate
                units[side][fate.name] = history
        self.fought[event.battle] = Fought(event.battle, war.turn, battle.place, units)

    def _repair(self, war: War) -> None:
        """A Building Phase: what is in the Reserve is as new, and each base a box better (31.4, S14)."""
        for (side, name), history in self.named.items():
            ship = war.fleet(side).ships.get(name)
            if role_of(history.ship_class) == "base" or (ship is not None and in_reserve(ship)):
                history.story.append(None)

    def _follow(self, event: a.ResultAmended) -> None:
        for side in SIDES:
            for fate in event.result.report.fates(side):
                self.fought[event.battle].units[side][fate.name].fates[event.battle] = fate

    def _amend(self, event: a.FleetAmended, war: War) -> None:
        for name in event.gone:
            self.named[event.side, name].taken = replace(war.fleet(event.side).ships[name])
        there = self.fought[event.battle].units[event.side]
        for name in event.back:
            history = there[event.named.get(name, name)]
            history.name, history.taken = name, None
            self.named[event.side, name] = history
