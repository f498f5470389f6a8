"""What lies on the table: a position document with the questions that the rules ask of it."""

from functools import cached_property

from msgspec import UNSET

from engines.seam.sides import Side
from engines.talon.aim_documents import Bombard, Dock, Escape, Intel, Land, Target
from engines.talon.catalogue import ShipClass, ship_class
from engines.talon.documents.positions import MissileDocument, PositionDocument, UnitDocument
from engines.talon.layout import Arrival, Zone
from engines.talon.orders import PLANET
from tests.oracle.rules.geometry import Hex, hex_of, neighbour, passes_inside

IMPULSES_OF_RATING = ("", "F", "CF", "BDF", "ACDF", "ABCDF", "ABCDEF")
"""4.1: the impulses in which a Power or Speed of 0 to 6 acts."""


def acts(rating: int, impulse: int) -> bool:
    """4.1: whether a Power or Speed acts in an impulse, A being 0; 0 and less never do."""
    return rating > 0 and "ABCDEF"[impulse] in IMPULSES_OF_RATING[rating]


class Piece:
    """A unit with its number and its class."""

    def __init__(self, number: int, told: UnitDocument) -> None:
        self.number = number
        self.told = told
        self.kind: ShipClass = ship_class(told.side, told.ship_class)
        self.side: Side = told.side
        self.place: Hex = hex_of(told.place)
        self.facing = told.facing
        self.on_map = told.status == "map"
        self.is_squadron = self.kind.fighters > 0
        self.is_base = self.kind.model == "base"
        self.is_carrier = self.kind.model == "carrier"
        self.is_transport = self.kind.model == "transport"

    @property
    def is_ship(self) -> bool:
        """Neither a base nor a squadron."""
        return not self.is_base and not self.is_squadron

    @property
    def speed(self) -> int:
        """5.4: the Speed of its row."""
        return self.kind.power_curve[self.told.row][1]

    @property
    def living_fighters(self) -> list[int]:
        """12.1: the fighters that still have a hull box."""
        return [fighter for fighter, boxes in enumerate(self.told.fighters) if boxes < 2]

    def power_on(self, row: int) -> int:
        """5.4: the Power of a row with the hull modifier and the power relays; a squadron has neither."""
        power = self.kind.power_curve[row][0]
        if self.is_squadron:
            return power
        return power + int(self.kind.hull[self.told.hull].rstrip("*")) - self.told.relays


class Table:
    """A position and what is asked of it."""

    def __init__(self, told: PositionDocument) -> None:
        self.told = told
        self.window = told.window
        self.units = [Piece(number, unit) for number, unit in enumerate(told.units)]
        self.on_map = [unit for unit in self.units if unit.on_map]
        self.missiles: list[MissileDocument] = list(told.missiles)
        self.terrain: dict[Hex, str] = {
            hex_of(place): kind for kind, places in told.terrain.items() for place in places
        }

    @cached_property
    def planets(self) -> list[Hex]:
        """17: the hexes with a planet."""
        return self.terrain_of("planet")

    @cached_property
    def black_holes(self) -> list[Hex]:
        """18: the hexes with a black hole."""
        return self.terrain_of("black-hole")

    def landing(self, side: Side) -> Land | None:
        """29.2, 31.8, S22, S24: what a side's landings are for, told or as in a war; None if it may not land."""
        told = self.told
        if told.aims is not UNSET:
            return next((aim for aim in told.aims if isinstance(aim, Land) and aim.side == side), None)
        if told.owner is None:
            return None
        return (
            Land(side, later=True)
            if side == told.owner
            else Land(side, 2, net=True, guarded=True, conceded=True)
        )

    def treated_as_conceded(self, ending: str, winner: Side) -> bool:
        """20.4, 29.2, 29.8: whether the loser of a battle that ends so is treated as if it had conceded."""
        if ending == "planet":
            aim = self.landing(winner)
            return aim is not None and aim.conceded
        aims = () if self.told.aims is UNSET else self.told.aims
        targets = [aim for aim in aims if isinstance(aim, Target) and aim.side == winner]
        return ending == "conceded" or (ending == "aim" and any(aim.conceded for aim in targets))

    def planet_to_fire_at(self, side: Side) -> Hex | None:
        """26.8: the planet at which a side may fire; None if it may fire at none."""
        aims = () if self.told.aims is UNSET else self.told.aims
        named = any(isinstance(aim, Bombard) and aim.side == side for aim in aims)
        return self.planets[0] if named else None

    def place_aimed_at(self, number: int) -> Hex:
        """Where a unit is, or the planet at which somebody fires."""
        return self.planets[0] if number == PLANET else self.units[number].place

    def planet_in_line(self, one: Hex, planet: Hex) -> bool:
        """17, R73: whether another planet blocks the line to a planet that is fired at."""
        return any(passes_inside(one, planet, other) for other in self.planets if other != planet)

    def zone_told(self, side: Side, name: str) -> Zone | None:
        """26: the zone that is told for a side's unit: the one that names it, or the one that names nobody."""
        layout = self.told.layout
        own = [] if layout is UNSET else [zone for zone in layout.zones if zone.side == side]
        for zone in own:
            if name in zone.units:
                return zone
        return next((zone for zone in own if not zone.units), None)

    def arrival_told(self, side: Side, name: str) -> Arrival | None:
        """22, 26: when and where a side's unit comes in that is not set up."""
        arrivals = () if self.told.layout is UNSET else self.told.layout.arrivals
        return next((one for one in arrivals if one.side == side and name in one.units), None)

    def is_to_dock(self, unit: Piece) -> bool:
        """R70: whether an aim tells that this unit is to dock with a base."""
        aims = () if self.told.aims is UNSET else self.told.aims
        name = unit.told.name
        return any(isinstance(aim, Dock) and (aim.side, aim.unit) == (unit.side, name) for aim in aims)

    def has_intelligence(self, unit: Piece, side: Side) -> bool:
        """26.9: whether a unit is a base of the enemy's that the side's squadrons may board."""
        aims = () if self.told.aims is UNSET else self.told.aims
        told = any(isinstance(aim, Intel) and aim.side == side for aim in aims)
        return told and unit.is_base and unit.side != side

    def is_boarded(self, base: Piece) -> bool:
        """26.9: whether a squadron is inside a base."""
        return any(unit.told.status == "boarded" and unit.told.carrier == base.number for unit in self.units)

    def may_come_out(self, unit: Piece) -> bool:
        """26.9, R74: whether the impulse in which a squadron boarded is here again, or past, in a later round."""
        round_, impulse = divmod(unit.told.boarded, 6)
        told = self.told
        return unit.told.status == "boarded" and (told.round - 1, told.impulse) >= (round_, impulse)

    def stays(self, side: Side) -> bool:
        """32.2: whether a side may not retreat."""
        return self.told.no_retreat == side

    def troops_are_down(self, unit: Piece) -> bool:
        """32.3: whether a transport has set its troops down."""
        return self.told.unloaded is not UNSET and unit.number in self.told.unloaded

    @property
    def capital(self) -> Hex | None:
        """31.8: the planet that can be captured."""
        return None if self.told.capital is None else hex_of(self.told.capital)

    def only_by_hole(self, side: Side) -> bool:
        """29.5: whether a side's transports can escape by the worm hole only."""
        aims = () if self.told.aims is UNSET else self.told.aims
        return any(isinstance(aim, Escape) and aim.hole and aim.side == side for aim in aims)

    @property
    def first_convoy(self) -> Side | None:
        """29.5, R121: the side that is named first of those whose transports can escape by the worm hole only."""
        aims = () if self.told.aims is UNSET else self.told.aims
        sides = [aim.side for aim in aims if isinstance(aim, Escape) and aim.hole]
        return sides[0] if sides else None

    @property
    def moon(self) -> Hex | None:
        """29.3: the planet of the side that is not the owner."""
        return None if self.told.moon is UNSET else hex_of(self.told.moon)

    @property
    def each_has_a_planet(self) -> bool:
        """29.3: whether the sides are to land on each other's planet."""
        aims = () if self.told.aims is UNSET else self.told.aims
        return any(isinstance(aim, Land) and aim.theirs for aim in aims)

    def planet_for(self, side: Side) -> Hex | None:
        """29.3, 31.8: the planet on which a side lands; of two planets it is the other side's."""
        return self.moon if self.each_has_a_planet and side == self.told.owner else self.capital

    def terrain_of(self, kind: str) -> list[Hex]:
        """The hexes with terrain of that kind."""
        return [place for place, found in self.terrain.items() if found == kind]

    def in_fog(self, place: Hex) -> bool:
        """11, 12.2: whether the hex is an asteroid or nebula hex."""
        return self.terrain.get(place) in ("asteroid", "nebula")

    def planet_between(self, one: Hex, other: Hex) -> bool:
        """17: whether a planet blocks the line."""
        return any(passes_inside(one, other, planet) for planet in self.planets)

    def own(self, side: Side) -> list[Piece]:
        """The units of a side on the map."""
        return [unit for unit in self.on_map if unit.side == side]

    def in_turn(self, unit: Piece) -> bool:
        """25: whether the unit belongs to the player of its side whose turn it is."""
        told = self.told.players
        return told is UNSET or told.owners[unit.number] == told.current

    def acting(self) -> list[Piece]:
        """25: the units on the map of the player whose turn it is."""
        return [unit for unit in self.own(self.told.side) if self.in_turn(unit)]

    def players(self, side: Side) -> int:
        """25: how many players a side has."""
        told = self.told.players
        if told is UNSET:
            return 1
        return len(
            {player for player, unit in zip(told.owners, self.units, strict=True) if unit.side == side}
        )

    def units_in(self, place: Hex) -> list[Piece]:
        """The units on the map in a hex."""
        return [unit for unit in self.on_map if unit.place == place]

    def docked_squadrons(self, host: Piece) -> int:
        """16: how many squadrons are docked with a carrier or base."""
        return sum(
            unit.is_squadron and unit.told.status == "docked" and unit.told.carrier == host.number
            for unit in self.units
        )

    def squadrons_aboard(self, host: Piece) -> int:
        """16, R30: how many are docked with it, or have jumped or left as it has."""
        gone = host.told.status if host.told.status in ("jumped", "left") else "docked"
        return sum(
            unit.is_squadron and unit.told.status == gone and unit.told.carrier == host.number
            for unit in self.units
        )

    def missile_place(self, missile: MissileDocument) -> Hex:
        """Where a missile is."""
        return hex_of(missile.place)


def after(place: Hex, facing: int, way: str) -> Hex:
    """7.1, 7.3: the hex a move of that way ends in: a turn is 60 degrees and then a hex ahead."""
    turned = {"ahead": 0, "left": 1, "right": -1, "slip-left": 1, "slip-right": -1}[way]
    return neighbour(place, facing + turned)
