"""What the enemy may plan: fleets it may have, sent out as a steady commander would in its seat (S15).

From one side's view alone; only who is to be hard to beat takes the trouble.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.commanders import assigning, building
from campaign.commanders.fronts import Forces
from campaign.commanders.strength import piece, strength
from campaign.commanders.temper import TEMPERS
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import Place
from campaign.rules.odds.assumed_fleet import Supposition, assumed_fleet
from campaign.rules.orders import Plan
from campaign.rules.sight import WarView
from engines.seam.refusals import Refused
from engines.seam.sides import Side, opponent


def plans_read(view: WarView, side: Side, many: int, whim: str) -> tuple[Forces, ...]:
    """What the enemy may send to each front, so many times, each as likely; fewer if it is near surrender."""
    return tuple(_plans(view, side, many, whim))


def _plans(view: WarView, side: Side, many: int, whim: str) -> Iterator[Forces]:
    enemy = opponent(side)
    for number in range(many):
        seed = f"{whim}/{view.turn}/{number}"
        try:
            fleet = assumed_fleet(view, enemy, Supposition("drawn", seed=seed))
        except Refused:
            continue
        seat = replace(view, viewer=enemy, own=fleet, enemy=None)
        temper = TEMPERS["steady"]
        plan = building.bought(seat, enemy, seed, temper.taste)
        yield _sent(seat, enemy, assigning.assigned(seat, enemy, plan, temper, seed))


def _sent(seat: WarView, of: Side, plan: Plan) -> Forces:
    found: dict[Place, list[tuple[str, float]]] = {seat.place_of(sector): [] for sector in seat.chart.order}
    for name, ship in assignment.ships_to_send(seat, of, plan).items():
        target = plan.assign.get(name)
        if target in seat.chart.order:
            found[seat.place_of(str(target))].append(piece(of, ship.ship_class, ship.damage))
    for place, pieces in found.items():
        base = seat.base_of(of, place)
        if base is not None:
            pieces.append(piece(of, seat.settings.catalogue.base_class(of).key, base.damage))
    return {place: strength(of, pieces, seat.settings.boxes) for place, pieces in found.items()}
