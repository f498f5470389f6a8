"""What is known of a strategic map, and the shapes it is drawn with: plain values, no Django."""

from dataclasses import dataclass, field
from typing import Literal

Side = Literal["terran", "talon"]
Direction = Literal["wide", "tall"]
SIDE_NAMES: dict[Side, str] = {"terran": "Terran", "talon": "Talon"}


@dataclass(frozen=True, slots=True)
class ZoneSight:
    """One zone as the reader knows it: incomes in points, turns in which the marker stood here.

    `is_lit`: the battle that is being shown was fought here. While a map is drawn `is_wrong` is a zone that breaks a
    rule, and `is_open` the one whose fields are open.
    """

    terran_income: int
    talon_income: int
    terrain: str = "open"
    has_planet: bool = False
    planet_owner: Side | None = None
    base_side: Side | None = None
    is_home: bool = False
    is_start: bool = False
    has_marker: bool = False
    visited: tuple[int, ...] = ()
    is_lit: bool = False
    is_wrong: bool = False
    is_open: bool = False
    href: str = ""


@dataclass(frozen=True, slots=True)
class FleetSight:
    """A side's ships at one front or in the Reserve: how many, and their LP.

    `need` is the sector's minimum, known of the own fleet alone; `turn` is when the enemy's was last seen.
    """

    side: Side
    ships: int
    lp: int
    need: int | None = None
    turn: int | None = None
    is_own: bool = True
    href: str = ""

    @property
    def is_short(self) -> bool:
        """Whether it lacks LP of the minimum."""
        return self.need is not None and self.lp < self.need


@dataclass(frozen=True, slots=True)
class SectorSight:
    """One lane, its zones from the Terran home to the Talon home, and the fleets at its front.

    `front_before` is the place of the front line when the last turn began; None if it is not known.
    """

    name: str
    zones: tuple[ZoneSight, ...]
    fleets: tuple[FleetSight, ...] = ()
    front_before: int | None = None

    @property
    def front(self) -> int:
        """The place of the zone with the front line marker; of the start zone where there is none."""
        marked = [place for place, zone in enumerate(self.zones) if zone.has_marker]
        starts = [place for place, zone in enumerate(self.zones) if zone.is_start]
        return (marked or starts or [len(self.zones) // 2])[0]


@dataclass(frozen=True, slots=True)
class MapLabel:
    """Words on the map: anchor is SVG's text-anchor."""

    text: str
    x: int
    y: int
    css: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of the icon sprite, in a square of the given size."""

    name: str
    x: int
    y: int
    size: int
    css: str

    @classmethod
    def centred(cls, name: str, middle: tuple[int, int], size: int, css: str) -> "Symbol":
        """The symbol around a point."""
        return cls(name, middle[0] - size // 2, middle[1] - size // 2, size, css)


@dataclass(frozen=True, slots=True)
class Plate:
    """A zone's plate: outline and tappable area, where it leads, its words, and what stands on it."""

    outline: str
    area: str
    css: str
    title: str
    href: str
    labels: tuple[MapLabel, ...]
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A fleet as it stands on the map: outline, words, where it leads.

    `sector` is where own ships can be sent, "" for none.
    """

    outline: str
    css: str
    title: str
    href: str
    sector: str
    labels: tuple[MapLabel, ...]
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class PlottedLine:
    """A stretch of a plotted line: an SVG path and the classes that paint it."""

    path: str
    css: str


@dataclass(frozen=True, slots=True)
class Homeworld:
    """A home's block and the limb of its planet."""

    side: Side
    outline: str
    limb: tuple[str, ...]
    labels: tuple[MapLabel, ...]
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class MapPicture:
    """One drawing of the map; width and height are those of its viewBox."""

    direction: Direction
    width: int
    height: int
    homes: tuple[Homeworld, ...]
    lanes: tuple[PlottedLine, ...]
    names: tuple[MapLabel, ...]
    plates: tuple[Plate, ...]
    counters: tuple[Counter, ...]
    front: tuple[PlottedLine, ...]


@dataclass(frozen=True, slots=True)
class ZoneText:
    """One row of the map in words."""

    name: str
    terran_income: int
    talon_income: int
    terrain: str
    planet: str
    base: str
    front: str
    fleets: str
    href: str

    @property
    def sentence(self) -> str:
        """The row in one line."""
        parts = [self.terrain, self.planet, self.base, self.front, self.fleets]
        income = f"{self.name}: Terran {self.terran_income}, Talon {self.talon_income}"
        return ", ".join([income, *filter(None, parts)])


@dataclass(frozen=True, slots=True)
class SectorText:
    """One sector of the map in words."""

    name: str
    zones: tuple[ZoneText, ...]


@dataclass(frozen=True, slots=True)
class FrontNow:
    """The front of one sector: the zone's name, where it leads, and the fleets there, the own one first."""

    sector: str
    zone: str
    href: str
    fleets: tuple[FleetSight, ...]


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """The whole map: both drawings, the same in words, and the front of each sector.

    Its hash is taken once: hundreds of parts go into it, and every page that shows the map looks it up.
    """

    pictures: tuple[MapPicture, ...]
    sectors: tuple[SectorText, ...]
    fronts: tuple[FrontNow, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.pictures, self.sectors, self.fronts)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def is_linked(self) -> bool:
        """Whether the map begins with a link, which somebody at a keyboard may want to skip."""
        return any(plate.href for picture in self.pictures[:1] for plate in picture.plates[:1])

    @property
    def symbols(self) -> frozenset[str]:
        """The names of the symbols that stand on this map's zones and fleets: what its legend explains."""
        plates = (plate.symbols for picture in self.pictures for plate in picture.plates)
        fleets = (counter.symbols for picture in self.pictures for counter in picture.counters)
        return frozenset(symbol.name for symbols in (*plates, *fleets) for symbol in symbols)


def polyline(*points: tuple[int, int]) -> str:
    """Returns the SVG path through the points."""
    return "M" + "L".join(f"{x} {y}" for x, y in points)
