"""What lies on the table of a battle of a war: five pieces of the kinds that the map names for its place (WF58)."""

from collections import Counter
from functools import cache, lru_cache
from itertools import cycle, islice
from typing import Final

from engines.seam.classes import Dice
from engines.seam.documents import OPEN_SPACE
from engines.seam.documents import Terrain as Ground
from engines.seam.words.in_a_row import in_row
from engines.warfleets.stock import stock
from engines.warfleets.terrain import Terrain
from engines.warfleets.war.ground import Kind, WarfleetsTerrain, kinds_in

FACES: Final = range(1, 7)
ROWS: Final[dict[int, tuple[Kind, ...]]] = {
    1: ("nebula",),
    2: ("nebula", "asteroid"),
    3: ("planet", "asteroid"),
    4: ("asteroid",),
    5: ("planet", "nebula", "asteroid"),
    6: ("planet",),
}
"""The kinds of each row of 30.3, whatever the column."""
OTHERS: Final[dict[Dice, tuple[Kind, ...]]] = {
    (1, 5): ("planet", "nebula"),
    (2, 5): ("planet", "nebula"),
    (3, 5): ("planet", "asteroid"),
    (4, 5): ("planet", "asteroid"),
    (1, 6): ("black_hole",),
    (2, 6): ("black_hole", "asteroid"),
    (3, 6): ("black_hole", "nebula"),
}
"""Those of a row whose columns differ."""
TITLES: Final[dict[Kind, str]] = {
    "nebula": "nebulae",
    "asteroid": "asteroids",
    "planet": "a barren planet",
    "black_hole": "a gravity well",
}
PIECES: Final[dict[Kind, tuple[str, ...]]] = {
    "nebula": ("nebula", "gas", "dust"),
    "asteroid": ("asteroids", "wreck", "storm"),
    "planet": ("moon", "wreck", "dust"),
    "black_hole": ("gravity", "storm"),
}
"""The pieces of the stock that stand for a kind, laid in turn."""
OPEN: Final = ("dust", "wreck")
SPOTS: Final = ((3600, 2400), (2300, 1900), (4900, 2900), (2300, 3000), (4900, 1800))
"""Where the pieces lie: the middle first, and all far from every edge."""


@cache
def grounds() -> dict[Dice, tuple[Kind, ...]]:
    """The kinds of terrain of each pair of dice, column then row (30.3), as the map shows them."""
    return {(column, row): OTHERS.get((column, row), ROWS[row]) for column in FACES for row in FACES}


def ground_words(dice: Dice) -> str:
    """The kinds of a pair of dice in words.

    >>> ground_words((1, 1)), ground_words((5, 5))
    ('nebulae', 'a barren planet, nebulae and asteroids')
    """
    return in_row([TITLES[kind] for kind in grounds()[dice]])


def ground_of(name: str, dice: Dice | None) -> Ground:
    """A zone's terrain, by its name and its dice on the map."""
    kinds = () if dice is None else grounds()[dice]
    return WarfleetsTerrain(name, kinds) if kinds or name != OPEN_SPACE.name else OPEN_SPACE


def table_of(ground: Ground, *, planet: bool = False) -> tuple[Terrain, ...]:
    """The terrain on the table of a battle; over a `planet` that lies in the middle."""
    return _laid(kinds_in(ground), planet)


@lru_cache(64)
def _laid(kinds: tuple[Kind, ...], planet: bool) -> tuple[Terrain, ...]:
    turns = [cycle(PIECES[kind]) for kind in kinds] or [cycle(OPEN)]
    keys = [next(turn) for turn in islice(cycle(turns), len(SPOTS))]
    if planet or "planet" in kinds:
        keys[0] = "planet"
    many, names = Counter(keys), Counter[str]()
    found = []
    for key, place in zip(keys, SPOTS, strict=True):
        piece, names[key] = stock()[key], names[key] + 1
        name = f"{piece.title} {names[key]}" if many[key] > 1 else piece.title
        found.append(piece.laid(name, place, 0))
    return tuple(found)
