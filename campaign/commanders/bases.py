"""Where the first bases go (31.2)."""

from campaign.commanders.variation import tilt
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.orders import PlaceBases
from campaign.rules.sight import WarView
from campaign.rules.start import base_places, free_bases
from engines.seam.sides import Side

VARIATION = 0.7
"""How much a whim changes which planet comes next."""


def placed(view: WarView, side: Side, whim: str = "") -> PlaceBases:
    """The free bases: one at home, then on planets near the front, where no transport lands while they stand.

    None is bought: what a base costs is worth more in ships, which can be where the battle is.
    """
    places = base_places(view, side)
    best = sorted(places, key=lambda place: _rank(view, side, place, whim))
    return PlaceBases(tuple(best[: free_bases(view, side)]))


def _rank(view: WarView, side: Side, place: Place, whim: str) -> tuple[bool, bool, float]:
    """The order of places, the smallest first."""
    found = {name: (sector, index) for name, sector, index, _ in view.chart.places()}
    sector, index = found[place]
    return (
        place != HOMES[side],
        place not in view.planets,
        (1 + abs(index - view.markers[sector])) * tilt(whim, VARIATION, place),
    )
