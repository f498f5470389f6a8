"""A fleet spread over the front: as much in one sector as in another, but for a whim."""

from campaign.commanders.muster import Body
from campaign.commanders.variation import tilt
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE, Target
from campaign.rules.sight import WarView
from engines.seam.sides import Side

AT_HOME = 2.0
"""How much more goes to a sector whose front line is at the own home."""


def spread(view: WarView, side: Side, bodies: list[Body], whimsy: float, whim: str) -> list[Target]:
    """A target for each body: the heaviest first, each where there is least in its reach; the damaged to the Reserve.

    `whimsy`: by how much of itself a sector's share may shift from turn to turn.
    """
    shares = {
        sector: tilt(whim, whimsy, view.turn, sector)
        * (AT_HOME if view.place_of(sector) == HOMES[side] else 1)
        for sector in view.chart.order
    }
    load = dict.fromkeys(view.chart.order, 0)
    found: dict[int, Target] = {}
    for number in sorted(range(len(bodies)), key=lambda number: -bodies[number].points):
        body = bodies[number]
        near = [sector for sector in body.reach if sector in load and not body.tired]
        target = min(near, key=lambda sector: (load[sector] + body.points) / shares[sector], default=RESERVE)
        found[number] = target
        if target != RESERVE:
            load[target] += body.points
    return [found[number] for number in range(len(bodies))]
