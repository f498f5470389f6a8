"""The orders that may be given in a position, worked out from its document and the rules' text alone."""

from collections.abc import Callable, Iterator

from engines.talon.documents.positions import PositionDocument
from engines.talon.orders import AnyOrder
from tests.oracle.rules.between_impulses import (
    arrival_orders,
    curve_orders,
    initiative_orders,
    jump_orders,
    tactics_orders,
)
from tests.oracle.rules.moving import move_orders, undock_orders
from tests.oracle.rules.power import ap_orders
from tests.oracle.rules.questions import answers, standing_orders
from tests.oracle.rules.setting_up import (
    deploy_orders,
    hole_orders,
    launch_orders,
    planet_orders,
    terrain_orders,
)
from tests.oracle.rules.shooting import fire_orders
from tests.oracle.rules.table import Table

ORDERS_OF_STEP: dict[str, Callable[[Table], Iterator[AnyOrder]]] = {
    "planet": planet_orders,
    "worm-hole": hole_orders,
    "terrain": terrain_orders,
    "deploy": deploy_orders,
    "launch": launch_orders,
    "undock": undock_orders,
    "ap": ap_orders,
    "move": move_orders,
    "fire": fire_orders,
    "initiative": initiative_orders,
    "tactics": tactics_orders,
    "curves": curve_orders,
    "arrivals": arrival_orders,
    "jumps": jump_orders,
}


def legal_orders(position: PositionDocument) -> list[AnyOrder]:
    """Every order that either side may give in a position that waits for one; none when the battle is over."""
    if position.ending:
        return []
    return [*asked_orders(position), *standing_orders(Table(position))]


def asked_orders(position: PositionDocument) -> list[AnyOrder]:
    """The orders that the step or the question under way asks for; none where nobody is asked."""
    table = Table(position)
    if position.agenda:
        return list(answers(table))
    return list(ORDERS_OF_STEP[position.step](table)) if position.step in ORDERS_OF_STEP else []
