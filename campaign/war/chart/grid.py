"""Where things lie on the strategic map, in viewBox units: wide for a desk, tall for a phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.war.chart.shapes import Direction, SectorSight, Side

WIDE, TALL = 1080, 366
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane's stops, from the Terran home to the Talon home: the middle of each zone and of each side's berth.

    A berth is where a side's fleet stands at the front: between the zone of the marker and the next towards its home.
    """

    zones: tuple[int, ...]
    berths: dict[Side, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """Along runs from the Terran home to the Talon home, across from lane to lane.

    `home` is the depth of a home with its ports, `port` that of a port, `berth` that of a fleet's place, 0 for a map
    without fleets.
    """

    direction: Direction
    length: int
    breadth: int
    home: int
    port: int
    lane: int
    plate: Point
    berth: int

    @property
    def is_wide(self) -> bool:
        """Whether along runs to the right; else it runs upward."""
        return self.direction == "wide"

    def across(self, lane: int) -> int:
        """The middle of a lane's plates; the wide drawing keeps room for names above them."""
        return lane * self.lane + self.lane // 2 + (24 if self.is_wide else 1)

    def stops(self, count: int, front: int) -> Lane:
        """Where the zones of a lane stand, and the fleets on both sides of its front."""
        last = count - 1
        inner, within = self.length - 2 * self.home, count - 2
        before = self.berth if front > 0 else 0
        after = self.berth if front < last else 0
        room = inner - before - after
        shift = [
            0 if place < front else before if place == front else before + after for place in range(count)
        ]
        zones = [
            self.home + room * (2 * place - 1) // (2 * within) + shift[place] for place in range(1, last)
        ]
        ends = self.home - self.port // 2, self.length - self.home + self.port // 2
        limb = (self.home - self.port) // 2
        terran = self.home + room * (front - 1) // within + before // 2 if front else limb
        talon = (
            self.home + room * front // within + before + after // 2 if front < last else self.length - limb
        )
        return Lane((ends[0], *zones, ends[1]), {"terran": terran, "talon": talon})

    def point(self, along: int, across: int) -> Point:
        """The place on the page."""
        return (along, across) if self.is_wide else (across, self.length - along)


def wide_grid(sectors: Sequence[SectorSight]) -> Grid:
    """The grid for a desk."""
    home, berth = 164, _berth(sectors, 54)
    plate = min((WIDE - 2 * home - 2 * berth) // _longest(sectors) - 8, 116), 86
    lane = 130 if len(sectors) <= 5 else 124
    return Grid("wide", WIDE, lane * len(sectors) + 20, home, 114, lane, plate, berth)


def tall_grid(sectors: Sequence[SectorSight]) -> Grid:
    """The grid for a phone."""
    home, lane, berth = 152, (TALL - 2) // len(sectors), _berth(sectors, 30)
    length = 2 * home + _longest(sectors) * 66 + 2 * berth
    return Grid("tall", length, TALL, home, 74, lane, (min(lane - 5, 120), 60), berth)


def _longest(sectors: Sequence[SectorSight]) -> int:
    """The most zones of a lane, the homes left out."""
    return max(max(len(sector.zones) for sector in sectors) - 2, 1)


def _berth(sectors: Sequence[SectorSight], room: int) -> int:
    """The room for a fleet; none on a map where no side has ever had one."""
    return room if any(sector.fleets for sector in sectors) else 0
