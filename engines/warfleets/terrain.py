"""A piece of terrain as a document (W20)."""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from engines.warfleets.geometry import Disc, Place, Polygon
from engines.warfleets.shapes import Shape

TerrainKind = Literal["cover", "difficult", "blocking", "dangerous"]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain, which may be of several kinds (WF5): a polygon, or a disc if it has no corners."""

    name: str
    kinds: tuple[TerrainKind, ...]
    corners: tuple[tuple[int, int], ...] = ()
    centre: tuple[int, int] = (0, 0)
    radius: int = 0

    def is_(self, kind: TerrainKind) -> bool:
        """Whether it is terrain of that kind."""
        return kind in self.kinds

    def polygon(self) -> Polygon:
        """Its corners."""
        return self.corners

    def disc(self) -> Disc:
        """What it covers if it is round."""
        return self.centre, self.radius

    def shape(self) -> Shape:
        """What it covers and hides; worked out once."""
        return _shape(self)

    def in_sight(self, start: Place, end: Place) -> bool:
        """Whether a line of sight goes through it, or along its edge (WF2)."""
        return _shape(self).in_sight(start, end)

    def in_the_way(self, start: Place, end: Place, radius: int) -> bool:
        """Whether a base that goes straight from one place to another comes over it."""
        return _shape(self).in_the_way(start, end, radius)

    def under(self, disc: Disc) -> bool:
        """Whether a base lies over it; touching it is not enough."""
        return _shape(self).under(disc)

    def covers(self, place: Place) -> bool:
        """Whether a point is in it."""
        return _shape(self).covers(place)


@lru_cache(1024)
def _shape(piece: Terrain) -> Shape:
    return Shape(piece.name, piece.kinds, piece.corners, (piece.centre, piece.radius))
