"""The table as a small picture: hexes, both set-up zones, the planet and the terrain pattern; no Django."""

from dataclasses import dataclass
from math import sqrt

from engines.seam.documents import BattleSetup
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import astrometrics

SIZE = 10.0
COLUMNS, ROWS, ZONE_ROWS = 15, 11, 2
WIDE = SIZE * sqrt(3)
WIDTH, HEIGHT = round(WIDE * (COLUMNS + 0.5) + 4), round(SIZE * (1.5 * ROWS + 0.5) + 4)
HALF = SIZE / 2
ROUND = f"l{WIDE / 2:.2f} {HALF:g}v{SIZE:g}l{-WIDE / 2:.2f} {HALF:g}l{-WIDE / 2:.2f} {-HALF:g}v{-SIZE:g}z"
SYMBOLS = {"black_hole": "black-hole"}


@dataclass(frozen=True, slots=True)
class TerrainHex:
    """One hex with something in it: its outline, and the symbol's name and corner."""

    kind: str
    outline: str
    symbol: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Paths of the free hexes and of each side's zone, and the hexes with terrain."""

    width: int
    height: int
    free: str
    talon: str
    terran: str
    terrain: tuple[TerrainHex, ...]
    top: Side = "talon"
    symbol_size: float = SIZE * 1.3

    @property
    def bottom(self) -> Side:
        """The side with the bottom edge."""
        return opponent(self.top)

    @property
    def words(self) -> str:
        """Where the sides set up."""
        return (
            f"Table: {self.top.title()} sets up in the top two rows, {self.bottom.title()} in the bottom two."
        )

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
    top, bottom = _rows(0, ZONE_ROWS), _rows(ROWS - ZONE_ROWS, ROWS)
    talon, terran = (top, bottom) if setup.initiative == "talon" else (bottom, top)
    return TablePicture(
        WIDTH,
        HEIGHT,
        free=_rows(ZONE_ROWS, ROWS - ZONE_ROWS),
        talon=talon,
        terran=terran,
        terrain=(*_planet(setup), *_pattern(setup)),
        top=setup.initiative,
    )


def _centre(column: float, row: int) -> tuple[float, float]:
    return 2 + WIDE * (column + 0.5 + (row % 2) / 2), 2 + SIZE * (1.5 * row + 1)


def _outline(x: float, y: float) -> str:
    return f"M{x:.1f} {y - SIZE:.1f}{ROUND}"


def _rows(first: int, end: int) -> str:
    return "".join(_outline(*_centre(column, row)) for row in range(first, end) for column in range(COLUMNS))


def _hex(kind: str, symbol: str, x: float, y: float) -> TerrainHex:
    corner = SIZE * 0.65
    return TerrainHex(kind, _outline(x, y), symbol, round(x - corner, 1), round(y - corner, 1))


def _planet(setup: BattleSetup) -> tuple[TerrainHex, ...]:
    owner = setup.planet_owner
    if owner is None:
        return ()
    row = 1 if owner == setup.initiative else ROWS - 2
    return (_hex("planet", f"planet-{owner}", *_centre(COLUMNS // 2, row)),)


def _pattern(setup: BattleSetup) -> tuple[TerrainHex, ...]:
    if setup.terrain.pattern is None:
        return ()
    hexes = [(kind, q, r) for kind, spots in astrometrics()[setup.terrain.pattern].items() for q, r in spots]
    middle = ROWS // 2 - round(sum(r for _kind, _q, r in hexes) / len(hexes))
    x, y = _centre(COLUMNS // 2, middle)
    x -= WIDE * round(sum(q + r / 2 for _kind, q, r in hexes) / len(hexes))
    return tuple(
        _hex(kind, SYMBOLS.get(kind, kind), x + WIDE * (q + r / 2), y + 1.5 * SIZE * r)
        for kind, q, r in hexes
    )
