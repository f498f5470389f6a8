"""The table as a small picture: hexes, both set-up zones, the planet and the terrain pattern; no Django."""

from dataclasses import dataclass
from math import sqrt

from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.aims import places_hole, two_planets
from engines.talon.catalogue import astrometrics
from engines.talon.layout import Layout
from engines.talon.results.layout_check import Hexes, columns_of, hexes_of, layout_of
from engines.talon.terms import aims_of, top_of
from engines.talon.terrain import Pattern, talon_terrain

SIZE = 10.0
COLUMNS, ROWS, ZONE_ROWS = 15, 11, 2
WIDE = SIZE * sqrt(3)
WIDTH, HEIGHT = round(WIDE * (COLUMNS + 1) + 4), round(SIZE * (1.5 * ROWS + 0.5) + 4)
HALF = SIZE / 2
ROUND = f"l{WIDE / 2:.2f} {HALF:g}v{SIZE:g}l{-WIDE / 2:.2f} {HALF:g}l{-WIDE / 2:.2f} {-HALF:g}v{-SIZE:g}z"


@dataclass(frozen=True, slots=True)
class TerrainHex:
    """One hex with something in it: its outline, and the symbol's name and corner."""

    kind: str
    outline: str
    symbol: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TableHex:
    """A hex of the map, counted from the top left, and its outline."""

    row: int
    column: int
    outline: str


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Paths of the free hexes and of each side's zone, and the hexes with terrain; `lays` says who places patterns.

    `ground` are its planets and patterns in words.
    """

    width: int
    height: int
    free: str
    talon: str
    terran: str
    terrain: tuple[TerrainHex, ...]
    top: Side = "talon"
    usual: bool = True
    placed: bool = False
    lays: str = ""
    ground: str = ""
    symbol_size: float = SIZE * 1.3

    @property
    def bottom(self) -> Side:
        """The side with the bottom edge."""
        return opponent(self.top)

    @property
    def words(self) -> str:
        """Where the sides set up or stand, and the ground."""
        if self.placed:
            return f"Table: the ships of both sides stand in the hexes of their colours.{self.ground}"
        if not self.usual:
            return f"Table: both sides set up in the zones of their colours.{self.ground}"
        rows = f"{self.top.title()} sets up in the top two rows, {self.bottom.title()} in the bottom two."
        return f"Table: {rows}{self.ground}"

    @property
    def top_words(self) -> str:
        """The side at the top edge."""
        return f"{self.top.title()}, top edge"

    @property
    def bottom_words(self) -> str:
        """The side at the bottom edge."""
        return f"{self.bottom.title()}, bottom edge"


def draw_table(setup: BattleSetup) -> TablePicture:
    """The table of a battle; where the pattern lies is an example, the players place it."""
    layout = layout_of(setup) or Layout()
    zones = {side: _zone(setup, layout, side) for side in SIDES}
    every = {(row, column) for row in range(1, ROWS + 1) for column in range(1, columns_of(row) + 1)}
    return TablePicture(
        WIDTH,
        HEIGHT,
        free=_outlines(every - zones["terran"] - zones["talon"]),
        talon=_outlines(zones["talon"]),
        terran=_outlines(zones["terran"]),
        terrain=(*_fixed(layout), *_planets(setup), *_worm_hole(setup), *_patterns(setup)),
        top=top_of(setup),
        usual=not layout.zones,
        placed=layout.start is not None,
        lays=_lays(setup),
        ground=_ground_words(setup),
    )


def _lays(setup: BattleSetup) -> str:
    """Who places the patterns (30.1, S21)."""
    ground = talon_terrain(setup.terrain)
    if ground.pattern is not None:
        return f"{SIDE_TITLES[top_of(setup)]} places the pattern"
    many, second = len(ground.patterns), SIDE_TITLES[opponent(setup.initiative)]
    if not many:
        return ""
    return f"{second} places the pattern" if many == 1 else f"{second} places the first pattern"


def every_hex() -> tuple[TableHex, ...]:
    """All hexes of the map, row by row."""
    return tuple(
        TableHex(row, column, _outline(*_centre(column - 1, row - 1)))
        for row in range(1, ROWS + 1)
        for column in range(1, columns_of(row) + 1)
    )


def _zone(setup: BattleSetup, layout: Layout, side: Side) -> Hexes:
    """Rows and columns of the hexes in which a side sets up."""
    own = layout.of(side)
    if layout.start is not None:
        return {(stand.row, stand.column) for stand in layout.start.stands if stand.side == side}
    if own:
        return {place for zone in own for place in hexes_of(zone)}
    first = 1 if side == top_of(setup) else ROWS - ZONE_ROWS + 1
    return {
        (row, column) for row in range(first, first + ZONE_ROWS) for column in range(1, columns_of(row) + 1)
    }


def _outlines(places: Hexes) -> str:
    return "".join(_outline(*_centre(column - 1, row - 1)) for row, column in sorted(places))


def _fixed(layout: Layout) -> tuple[TerrainHex, ...]:
    """The terrain that lies there from the start."""
    return tuple(
        _hex(patch.kind, patch.kind, *_centre(patch.column - 1, patch.row - 1)) for patch in layout.terrain
    )


def _centre(column: float, row: int) -> tuple[float, float]:
    """The middle of a hex, its row and column counted from 0; every other row begins half a hex to the left (R6)."""
    return 2 + WIDE * (column + 1 - (row % 2) / 2), 2 + SIZE * (1.5 * row + 1)


def _outline(x: float, y: float) -> str:
    return f"M{x:.1f} {y - SIZE:.1f}{ROUND}"


def _hex(kind: str, symbol: str, x: float, y: float) -> TerrainHex:
    corner = SIZE * 0.65
    return TerrainHex(kind, _outline(x, y), symbol, round(x - corner, 1), round(y - corner, 1))


def _planets(setup: BattleSetup) -> tuple[TerrainHex, ...]:
    return tuple(
        _hex("planet", f"planet-{owner}", *_centre(COLUMNS // 2, 1 if owner == top_of(setup) else ROWS - 2))
        for owner in _owners(setup)
    )


def _worm_hole(setup: BattleSetup) -> tuple[TerrainHex, ...]:
    side = places_hole(aims_of(setup))
    if side is None:
        return ()
    row = 0 if side == top_of(setup) else ROWS - 1
    return (_hex("worm-hole", "worm-hole", *_centre(COLUMNS // 2, row)),)


def _owners(setup: BattleSetup) -> tuple[Side, ...]:
    """Who has a planet in its zone."""
    if setup.planet_owner is None:
        return ()
    return SIDES if two_planets(aims_of(setup)) else (setup.planet_owner,)


def _ground_words(setup: BattleSetup) -> str:
    """The planets and the patterns, for those who do not see the picture; "" without any."""
    owners = [SIDE_TITLES[owner] for owner in _owners(setup)]
    side = places_hole(aims_of(setup))
    hole = f" Worm hole in the {SIDE_TITLES[side]} zone." if side is not None else ""
    planets = {0: "", 1: f" Planet in the {''.join(owners)} zone.", 2: " A planet in each zone."}[len(owners)]
    ground = talon_terrain(setup.terrain)
    patterns = {0: "", 1: f" Pattern: {ground.name}."}
    return planets + hole + patterns.get(len(ground.every_pattern), f" Patterns: {ground.name}.")


def _patterns(setup: BattleSetup) -> tuple[TerrainHex, ...]:
    """The patterns side by side, one in the middle."""
    patterns = talon_terrain(setup.terrain).every_pattern
    columns = ((at + 1) * COLUMNS // (len(patterns) + 1) for at in range(len(patterns)))
    return tuple(
        one for dice, column in zip(patterns, columns, strict=True) for one in _pattern(dice, column)
    )


def _pattern(dice: Pattern, column: int) -> tuple[TerrainHex, ...]:
    """A pattern about the middle of a column."""
    hexes = [(kind.replace("_", "-"), q, r) for kind, spots in astrometrics()[dice].items() for q, r in spots]
    middle = ROWS // 2 - round(sum(r for _kind, _q, r in hexes) / len(hexes))
    x, y = _centre(column, middle)
    x -= WIDE * round(sum(q + r / 2 for _kind, q, r in hexes) / len(hexes))
    return tuple(_hex(kind, kind, x + WIDE * (q + r / 2), y + 1.5 * SIZE * r) for kind, q, r in hexes)
