"""The front lines, planets and income of a war by its battles, as corrections of results need them (S67)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.owners import Owners, Takers, nearest_stop, owners_of
from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.state import Battle, War
from engines.seam.documents import Result
from engines.seam.sides import SIDES, Side


def taker_of(result: Result) -> Side | None:
    """Who takes the planet by a result; None if nobody does (31.8)."""
    return result.winner if result.captured else None


@dataclass(frozen=True)
class Building:
    """A Building Phase: the front line, how far corrections would have it beyond a stop, and what battles had moved.

    `takers` had the planets by the battles, of which each sector had so many, landings included, as `noted` says.
    """

    markers: dict[str, int]
    beyond: dict[str, int]
    moved: dict[int, dict[str, int]]
    takers: dict[int, Side | None]
    noted: dict[str, int]


@dataclass(frozen=True)
class Settled:
    """How far a battle should have moved its markers and who took the planet, for the first `until` Building Phases."""

    moved: Mapping[str, int]
    taker: Side | None
    until: int


@dataclass
class Fronts:
    """What the battles `numbers`, which are corrected or to be corrected, have done to the map and the treasuries.

    `moved` is how far each has moved its markers, corrections included, and `beyond` how far past a home, or a planet
    of the enemy, corrections would have a marker. `takers` are those that the map follows. `due` and `paid` are the
    points that corrections should have brought each side, and did. Without `stops_at_planets` only a home stops a
    marker, as earlier versions had it.
    """

    numbers: Collection[int]
    moved: dict[int, dict[str, int]] = field(default_factory=dict)
    beyond: dict[str, int] = field(default_factory=dict)
    pushed: list[a.MarkerAmended] = field(default_factory=list)
    owners: dict[str, Owners] = field(default_factory=dict)
    takers: dict[int, Side | None] = field(default_factory=dict)
    buildings: list[Building] = field(default_factory=list)
    settled: dict[int, Settled] = field(default_factory=dict)
    due: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    paid: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    stops_at_planets: bool = True

    def watch(self, event: e.AnyEvent, war: War) -> None:
        """Note what an event means; `war` is the war just before it."""
        match event:
            case e.ResultAccepted():
                self._accept(event, war)
            case e.ShipsLanded():
                battle = war.battle(event.battle)
                if battle is not None:
                    self._note(battle, war, event.side)
            case e.PlanetTaken():
                self._forget_rest(event.place.partition("/")[0])
            case e.MarkerMoved():
                self._move(event)
            case e.IncomePaid() if event.side == SIDES[0]:
                self.buildings.append(self._building(war))
            case _:
                self._watch_corrections(event)

    def _watch_corrections(self, event: e.AnyEvent) -> None:
        match event:
            case a.ResultAmended():
                if event.front:
                    self.takers[event.battle] = taker_of(event.result)
                if event.income:
                    taker = taker_of(event.result)
                    self.settled[event.battle] = Settled(event.moved, taker, len(self.buildings))
            case a.MarkerAmended():
                self.moved[event.battle][event.sector] += event.by
                self.beyond[event.sector] = (
                    self.held_back(event.sector) + event.by - (event.end - event.start)
                )
                self.pushed.append(event)
            case a.IncomeAmended():
                self.due[event.side] += event.points
            case a.TreasuryAmended():
                self.paid[event.side] += event.points
            case _:
                pass

    def held_back(self, sector: str) -> int:
        """How many zones beyond where it stands corrections would have the sector's marker."""
        return self.beyond.get(sector, 0)

    def stop(self, chart: StrategicMap, sector: str, index: int, takers: Takers) -> int:
        """The zone of the sector's marker if it would be in the given one and the planets have these takers (S9)."""
        return self._nearest_stop(chart, sector, self.owners[sector].by(takers), index)

    def is_overrun(self, chart: StrategicMap, place: Place, side: Side, takers: Takers) -> bool:
        """Whether the enemy of the side has held the planet at the place, if the planets have these takers."""
        return self.stops_at_planets and any(
            owners.is_overrun(index, side, takers)
            for sector, owners in self.owners.items()
            for index in owners.before
            if chart.place(sector, index) == place
        )

    def missed(self, chart: StrategicMap, settled: Mapping[int, Settled], side: Side) -> int:
        """The Ship Points that the side should have had more, had the battles moved the front line as settled."""
        which = SIDES.index(side)
        total = 0
        for number, building in enumerate(self.buildings):
            then = {battle: one for battle, one in settled.items() if number < one.until}
            for sector, was in building.markers.items():
                right = self._right(chart, building, then, sector)
                total += chart.zone(sector, right).income[which] - chart.zone(sector, was).income[which]
        return total

    def _right(
        self, chart: StrategicMap, building: Building, settled: Mapping[int, Settled], sector: str
    ) -> int:
        """Where the sector's marker should have stood then, had the battles been as settled."""
        was, beyond = building.markers[sector], building.beyond.get(sector, 0)
        there = {battle: one for battle, one in settled.items() if sector in building.moved.get(battle, ())}
        if not there and not beyond:
            return was
        shift = sum(one.moved[sector] - building.moved[battle][sector] for battle, one in there.items())
        takers = {**building.takers, **{battle: one.taker for battle, one in there.items()}}
        owners = self.owners[sector].by(takers, building.noted[sector])
        return self._nearest_stop(chart, sector, owners, was + beyond + shift)

    def _nearest_stop(self, chart: StrategicMap, sector: str, owners: Mapping[int, Side], index: int) -> int:
        return nearest_stop(owners if self.stops_at_planets else {}, len(chart.zones(sector)), index)

    def _building(self, war: War) -> Building:
        return Building(
            markers=dict(war.markers),
            beyond=dict(self.beyond),
            moved={number: dict(found) for number, found in self.moved.items()},
            takers=dict(self.takers),
            noted={sector: len(owners.story) for sector, owners in self.owners.items()},
        )

    def _note(self, battle: Battle, war: War, step: int | Side) -> None:
        """Note a battle, or who landed there, in each of its sectors."""
        for sector in battle.sectors:
            owners = self.owners.setdefault(sector, owners_of(war, sector))
            owners.story.append((war.markers[sector], step))

    def _accept(self, event: e.ResultAccepted, war: War) -> None:
        battle = war.battle(event.battle)
        if battle is None:
            return
        self._note(battle, war, event.battle)
        self.takers[event.battle] = taker_of(event.result)
        if event.battle in self.numbers:
            self.moved[event.battle] = dict.fromkeys(battle.sectors, 0)

    def _move(self, event: e.MarkerMoved) -> None:
        """A battle moves the marker from where it stands."""
        self._forget_rest(event.sector)
        if event.battle in self.moved:
            self.moved[event.battle][event.sector] += event.end - event.start

    def _forget_rest(self, sector: str) -> None:
        """What corrections could not move the sector's marker is forgotten, once a battle has changed the map there."""
        rest = self.beyond.pop(sector, 0)
        for one in reversed(self.pushed):
            if one.sector == sector and one.by * rest > 0:
                back = min(abs(rest), abs(one.by)) * (1 if rest > 0 else -1)
                self.moved[one.battle][sector] -= back
                rest -= back
        self.pushed = [one for one in self.pushed if one.sector != sector]
