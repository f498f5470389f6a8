"""The front lines, planets and income of a war by its battles, as corrections of results need them (S67)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from campaign.rules import amended_events as a
from campaign.rules import events as e
from campaign.rules.state import War
from campaign.rules.strategic_map import Place, StrategicMap
from engines.seam.documents import Result
from engines.seam.sides import SIDES, Side


def taker_of(result: Result) -> Side | None:
    """Who takes the planet by a result; None if nobody does (31.8)."""
    return result.winner if result.captured else None


def on_the_map(chart: StrategicMap, sector: str, index: int) -> int:
    """The zone of that index, or the home beyond which there is none."""
    return min(max(index, 0), len(chart.zones(sector)) - 1)


@dataclass(frozen=True)
class Building:
    """A Building Phase: the front line, how far corrections would have it beyond a home, and what battles had moved."""

    markers: dict[str, int]
    beyond: dict[str, int]
    moved: dict[int, dict[str, int]]


@dataclass(frozen=True)
class Settled:
    """How far a battle should have moved its markers, as it was settled for the first `until` Building Phases."""

    moved: Mapping[str, int]
    until: int


@dataclass
class Planet:
    """Whose a planet was before its first battle, and the battles and landings since, in order."""

    owner: Side | None
    story: list[int | Side] = field(default_factory=list)


@dataclass
class Fronts:
    """What the battles `numbers`, which are corrected or to be corrected, have done to the map and the treasuries.

    `moved` is how far each has moved its markers, corrections included, and `beyond` how far past a home corrections
    would have a marker. `due` and `paid` are the points that corrections should have brought each side, and did.
    """

    numbers: Collection[int]
    moved: dict[int, dict[str, int]] = field(default_factory=dict)
    beyond: dict[str, int] = field(default_factory=dict)
    pushed: list[a.MarkerAmended] = field(default_factory=list)
    planets: dict[Place, Planet] = field(default_factory=dict)
    takers: dict[int, Side | None] = field(default_factory=dict)
    buildings: list[Building] = field(default_factory=list)
    settled: dict[int, Settled] = field(default_factory=dict)
    due: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    paid: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

    def watch(self, event: e.AnyEvent, war: War) -> None:
        """Note what an event means; `war` is the war just before it."""
        match event:
            case e.ResultAccepted():
                self._accept(event, war)
            case e.TransportsLanded():
                battle = war.battle(event.battle)
                if battle is not None:
                    self._planet(battle.place, war).story.append(event.side)
            case e.MarkerMoved():
                self._move(event)
            case e.IncomePaid() if event.side == SIDES[0]:
                moved = {number: dict(found) for number, found in self.moved.items()}
                self.buildings.append(Building(dict(war.markers), dict(self.beyond), moved))
            case _:
                self._watch_corrections(event)

    def _watch_corrections(self, event: e.AnyEvent) -> None:
        match event:
            case a.ResultAmended():
                if event.front:
                    self.takers[event.battle] = taker_of(event.result)
                if event.income:
                    self.settled[event.battle] = Settled(event.moved, len(self.buildings))
            case a.MarkerAmended():
                self.moved[event.battle][event.sector] += event.by
                self.beyond[event.sector] = (
                    self.past_home(event.sector) + event.by - (event.end - event.start)
                )
                self.pushed.append(event)
            case a.IncomeAmended():
                self.due[event.side] += event.points
            case a.TreasuryAmended():
                self.paid[event.side] += event.points
            case _:
                pass

    def past_home(self, sector: str) -> int:
        """How many zones past a home corrections would have the sector's marker."""
        return self.beyond.get(sector, 0)

    def owner(self, place: Place, takers: Mapping[int, Side | None]) -> Side | None:
        """Whose the planet is if the battles were won by these takers; None where there was no battle."""
        planet = self.planets.get(place)
        if planet is None:
            return None
        taken = (takers[step] if isinstance(step, int) else step for step in reversed(planet.story))
        return next((side for side in taken if side is not None), planet.owner)

    def missed(self, chart: StrategicMap, settled: Mapping[int, Settled], side: Side) -> int:
        """The Ship Points that the side should have had more, had the battles moved the front line as settled."""
        which = SIDES.index(side)
        total = 0
        for number, building in enumerate(self.buildings):
            for sector, was in building.markers.items():
                shift = sum(
                    one.moved[sector] - building.moved[battle][sector]
                    for battle, one in settled.items()
                    if number < one.until and sector in building.moved.get(battle, ())
                )
                right = on_the_map(chart, sector, was + building.beyond.get(sector, 0) + shift)
                total += chart.zone(sector, right).income[which] - chart.zone(sector, was).income[which]
        return total

    def _planet(self, place: Place, war: War) -> Planet:
        return self.planets.setdefault(place, Planet(war.planets.get(place)))

    def _accept(self, event: e.ResultAccepted, war: War) -> None:
        battle = war.battle(event.battle)
        if battle is None:
            return
        self._planet(battle.place, war).story.append(event.battle)
        self.takers[event.battle] = taker_of(event.result)
        if event.battle in self.numbers:
            self.moved[event.battle] = dict.fromkeys(battle.sectors, 0)

    def _move(self, event: e.MarkerMoved) -> None:
        """A battle moves the marker from where it stands: what a correction could not move it is forgotten."""
        rest = self.beyond.pop(event.sector, 0)
        for one in reversed(self.pushed):
            if one.sector == event.sector and one.by * rest > 0:
                back = min(abs(rest), abs(one.by)) * (1 if rest > 0 else -1)
                self.moved[one.battle][one.sector] -= back
                rest -= back
        self.pushed = [one for one in self.pushed if one.sector != event.sector]
        if event.battle in self.moved:
            self.moved[event.battle][event.sector] += event.end - event.start
