"""Reinforcements: who comes in, where, and with what (22, 23, 31.6, R31, S24, S25)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from engines.seam.sides import Side
from engines.talon.hexes import Hex
from engines.talon.layout import Edge
from engines.talon.orders import AnyOrder, Arrive, Done
from engines.talon.rules import floating_map
from engines.talon.rules.arriving import lifting, setup
from engines.talon.rules.arriving.landing_zone import landing_zone
from engines.talon.state import Battle
from engines.talon.units import Unit


def begin(battle: Battle) -> None:
    """Start the phase: no ship has come in yet (R32)."""
    for unit in battle.units:
        unit.arrived = False


@dataclass(frozen=True, slots=True, eq=False)
class Arrivals(Sequence[AnyOrder]):
    """Every order to come in, ship by ship, then the orders there are besides; each is made when it is asked for.

    With sixty ships waiting there are more than 300,000: most are never looked at. `speeds` are those each ship may
    come in at, and `places` where, by its number.
    """

    side: Side
    speeds: dict[int, list[int]]
    places: dict[int, list[Hex]]
    besides: list[AnyOrder]

    def of(self, unit: int, places: Sequence[Hex] | None = None) -> Iterator[Arrive]:
        """Every order by which one ship may come in, or only those to some of the places."""
        speeds = self.speeds[unit]
        for place in self.places[unit] if places is None else places:
            for facing in range(6):
                for speed in speeds:
                    yield Arrive(self.side, unit, place, facing, speed)

    def __iter__(self) -> Iterator[AnyOrder]:
        """Every order, in turn."""
        for unit in self.speeds:
            yield from self.of(unit)
        yield from self.besides

    def __len__(self) -> int:
        """How many orders there are."""
        return sum(self._number(unit) for unit in self.speeds) + len(self.besides)

    def _number(self, unit: int) -> int:
        return 6 * len(self.places[unit]) * len(self.speeds[unit])

    def __contains__(self, order: object) -> bool:
        """Whether the order is one of them."""
        if not isinstance(order, Arrive):
            return order in self.besides
        speeds = self.speeds.get(order.unit, []) if order.side == self.side else []
        return order.speed in speeds and 0 <= order.facing < 6 and order.place in self.places[order.unit]

    @overload
    def __getitem__(self, at: int) -> AnyOrder: ...

    @overload
    def __getitem__(self, at: slice) -> list[AnyOrder]: ...

    def __getitem__(self, at: int | slice) -> AnyOrder | list[AnyOrder]:
        """The order at that place, or a list of several."""
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        left = at + len(self) if at < 0 else at
        for unit, speeds in self.speeds.items():
            if 0 <= left < self._number(unit):
                place, turned = divmod(left, 6 * len(speeds))
                facing, speed = divmod(turned, len(speeds))
                return Arrive(self.side, unit, self.places[unit][place], facing, speeds[speed])
            left -= self._number(unit)
        if left < 0:
            raise IndexError(at)
        return self.besides[left]

    def __eq__(self, other: object) -> bool:
        """Whether another sequence has the same orders in the same turn."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def orders(battle: Battle) -> Sequence[AnyOrder]:
    """Who may come in and where; ships that must come leave no choice but which and where (22, S25)."""
    side = battle.side
    waiting = [
        unit
        for unit in battle.force(side)
        if unit.status == "waiting" and battle.has_turn(unit) and is_due(battle, unit)
    ]
    free = [unit for unit in waiting if setup.in_use(battle, unit) < setup.counters(battle, unit)]
    lifted = lifting.to_lift(battle, side) if battle.unloaded else []
    if not free and not lifted:
        return []
    ships = [unit for unit in free if not unit.kind.fighters]
    places = _places(battle, side, ships)
    if lifted and (beside := lifting.places(battle, side)):
        places |= {unit.number: beside for unit in lifted}
    launches = setup.launches(battle, side, [unit for unit in free if unit.kind.fighters])
    if not places:
        return launches
    forced = bool(launches) or any(_must_come(battle.units[number]) for number in places)
    done: list[AnyOrder] = [] if forced else [Done(side)]
    return Arrivals(
        side, {number: _speeds(battle.units[number]) for number in places}, places, done + launches
    )


def _must_come(unit: Unit) -> bool:
    """Whether a unit that may come in must: all but transports, and these if they only come back (22, S24, 32.3)."""
    return not unit.kind.transport or unit.status == "landed"


def is_due(battle: Battle, unit: Unit) -> bool:
    """Whether a waiting unit may come in by now, as far as the round goes (22, 26)."""
    arrival = setup.arrival_of(battle, unit)
    return arrival is None or arrival.first <= battle.round


def _places(battle: Battle, side: Side, ships: Sequence[Unit]) -> dict[int, list[Hex]]:
    """Where each of the ships may come in, by its number; without those that find no hex."""
    found: dict[int, list[Hex]] = {}
    zones: dict[tuple[Edge, ...], list[Hex]] = {}
    for unit in ships:
        arrival = setup.arrival_of(battle, unit)
        edges = () if arrival is None else arrival.edges
        if edges not in zones:
            zones[edges] = landing_zone(battle, side, edges)
        if zones[edges]:
            found[unit.number] = zones[edges]
    return found


def _speeds(unit: Unit) -> list[int]:
    """The Speeds at which a ship may come in: of all its rows, whatever its damage (22, R23); or back: 1 (32.3)."""
    if unit.status == "landed":
        return [lifting.SPEED]
    return [speed for _, speed, _ in unit.kind.curve]


def arrive(battle: Battle, order: Arrive) -> None:
    """Bring a ship in, at any facing and row; a Power below 0 is 0 until the next Power Phase (22, R23).

    A transport that comes back has no turn count and no marker, and may jump at once (32.3, R118).
    """
    unit = battle.units[order.unit]
    row = unit.kind.row_with_speed(order.speed)
    if row is not None:
        unit.set_row(row)
    unit.power = max(0, unit.power_on(unit.row))
    lifted = unit.status == "landed"
    if lifted:
        unit.set_turn(0)
        unit.set_markers(())
        unit.vote = ""
        unit.slip = unit.spent = unit.moved = unit.shift = False
    unit.arrived = not lifted
    setup.put(battle, unit, order.place, order.facing, "lifted" if lifted else "arrived")
    floating_map.follow(battle, unit)
