"""What a piece of terrain covers and hides (W20): a class without documents, because the rules ask so often."""

from typing import Final

from engines.warfleets.geometry import (
    Disc,
    Place,
    as_near,
    inside,
    length,
    nearer,
    sees_through_polygon,
    sweeps_polygon,
)


class Shape:
    """A polygon, or a disc if it has no corners; `name` and `kinds` are those of its piece.

    `middle` and `radius` are those of the disc, or of one round all of the polygon: what does not come near it need
    not be looked at.
    """

    __slots__ = ("corners", "kinds", "middle", "name", "radius")

    def __init__(self, name: str, kinds: tuple[str, ...], corners: tuple[Place, ...], disc: Disc) -> None:
        self.name: Final = name
        self.kinds: Final = kinds
        self.corners: Final = corners
        self.middle, self.radius = _around(corners) if corners else disc

    def in_sight(self, start: Place, end: Place) -> bool:
        """Whether a line of sight goes through it, or along its edge (WF2)."""
        if not as_near(self.middle, start, end, self.radius):
            return False
        return not self.corners or sees_through_polygon(start, end, self.corners)

    def in_the_way(self, start: Place, end: Place, radius: int) -> bool:
        """Whether a base that goes straight from one place to another comes over it."""
        if not self.corners:
            return nearer(self.middle, start, end, radius + self.radius)
        near = as_near(self.middle, start, end, radius + self.radius)
        return near and sweeps_polygon(start, end, radius, self.corners)

    def under(self, disc: Disc) -> bool:
        """Whether a base lies over it; touching it is not enough."""
        place, radius = disc
        return self.in_the_way(place, place, radius)

    def covers(self, place: Place) -> bool:
        """Whether a point is in it."""
        return inside(place, self.corners) if self.corners else self.in_sight(place, place)


def _around(corners: tuple[Place, ...]) -> Disc:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    return middle, max([length(middle, corner) for corner in corners])
