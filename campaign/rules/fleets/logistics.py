"""Logistics points and the minimum a sector needs (31.5, S7, S16, S31)."""

from campaign.rules.map.strategic_map import HOMES
from campaign.rules.position import Position
from campaign.rules.state import Fleet, in_reserve, lp_of
from engines.seam.sides import Side

SURRENDER_BELOW = 4
TABLE_ENDS_AT = 78


def minimum_per_sector(active_lp: int, sectors: int = 4) -> int:
    """The minimum LP a sector needs for an active fleet, before any home relief (31.5, S31).

    0 below 4 LP, where the fleet surrenders instead.

    >>> minimum_per_sector(40), minimum_per_sector(9), minimum_per_sector(200), minimum_per_sector(20, 3)
    (7, 1, 13, 4)
    """
    if active_lp < SURRENDER_BELOW:
        return 0
    most = TABLE_ENDS_AT // (sectors + 2)
    return min(max(1, (active_lp + 2) // (sectors + 2)), most)


def minimum_of(war: Position, side: Side, active_lp: int) -> int:
    """The side's minimum per sector: one less for each marker on its own home, never below 0 (31.5, S7)."""
    relief = len(war.markers_on(HOMES[side]))
    return max(0, minimum_per_sector(active_lp, len(war.chart.order)) - relief)


def active_lp(side: Side, fleet: Fleet) -> int:
    """The LP of all ships outside the Reserve, stranded ones too (S16)."""
    return lp_of(side, {name: ship for name, ship in fleet.ships.items() if not in_reserve(ship)})
