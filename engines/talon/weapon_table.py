"""The weapons table (8)."""

import tomllib
from typing import Final

from engines.talon.catalogue import TABLES

FARTHEST: Final = 4
_tables = tomllib.loads((TABLES / "weapons.toml").read_text(encoding="utf-8"))
DAMAGE: Final[dict[str, tuple[tuple[int, ...], ...]]] = {
    weapon: tuple(tuple(rows.get(str(distance), ())) for distance in range(FARTHEST + 1))
    for weapon, rows in _tables.items()
}
"""For each weapon and range the damage for a modified roll of 1 to 6; empty where it cannot fire (8)."""
