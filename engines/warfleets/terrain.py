"""A piece of terrain: a document, and what it covers and hides (W20)."""

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from engines.warfleets.geometry import (
    Disc,
    Place,
    Polygon,
    comes_within,
    inside,
    length,
    sees_through_disc,
    sees_through_polygon,
    sweeps_disc,
    sweeps_polygon,
)

TerrainKind = Literal["cover", "difficult", "blocking", "dangerous"]


class Outline(NamedTuple):
    """The corners of a piece, and a disc round all of it: what does not come near the disc need not be looked at."""

    polygon: Polygon
    around: Disc


@lru_cache(1024)
def _outline(corners: tuple[tuple[int, int], ...]) -> Outline:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    return Outline(corners, (middle, max(length(middle, corner) for corner in corners)))


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
        return _outline(self.corners).polygon

    def disc(self) -> Disc:
        """What it covers if it is round."""
        return (self.centre, self.radius)

    def in_sight(self, start: Place, end: Place) -> bool:
        """Whether a line of sight goes through it, or along its edge (WF2)."""
        if self.corners:
            outline = _outline(self.corners)
            return sees_through_disc(start, end, outline.around) and sees_through_polygon(
                start, end, outline.polygon
            )
        return sees_through_disc(start, end, self.disc())

    def in_the_way(self, start: Place, end: Place, radius: int) -> bool:
        """Whether a base that goes straight from one place to another comes over it."""
        if self.corners:
            outline = _outline(self.corners)
            return comes_within(start, end, radius, outline.around, 0) and sweeps_polygon(
                start, end, radius, outline.polygon
            )
        return sweeps_disc(start, end, radius, self.disc())

    def under(self, disc: Disc) -> bool:
        """Whether a base lies over it; touching it is not enough."""
        place, radius = disc
        return self.in_the_way(place, place, radius)

    def covers(self, place: Place) -> bool:
        """Whether a point is in it."""
        if self.corners:
            return inside(place, self.polygon())
        return sees_through_disc(place, place, self.disc())
