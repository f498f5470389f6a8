"""The pieces of terrain that players can lay, read once from their table."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engines.warfleets.geometry import SCALE, Place, cosine, rounded, sine
from engines.warfleets.terrain import Terrain, TerrainKind

TABLE: Final = Path(__file__).parent / "tables" / "terrain.toml"


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece round its middle: a polygon, or a disc if it has no corners."""

    title: str
    kinds: tuple[TerrainKind, ...]
    corners: tuple[tuple[int, int], ...] = ()
    radius: int = 0

    def laid(self, name: str, place: Place, heading: int) -> Terrain:
        """The piece as terrain of that name, turned clockwise by a heading."""
        corners = tuple([_turned(corner, place, heading) for corner in self.corners])
        return Terrain(name, self.kinds, corners, (0, 0) if corners else place, self.radius)


def _turned(corner: tuple[int, int], place: Place, heading: int) -> tuple[int, int]:
    (x, y), (across, up) = corner, place
    return (
        across + rounded(x * cosine(heading) + y * sine(heading), SCALE),
        up + rounded(y * cosine(heading) - x * sine(heading), SCALE),
    )


@cache
def stock() -> dict[str, Piece]:
    """All pieces by their key; msgspec.ValidationError if one is not as it must be."""
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8")), dict[str, Piece])
