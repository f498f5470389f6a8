"""Who starts on the map, who waits, and which side sets up first (21, 23, 31.6, S20, S24, S25)."""

from collections import Counter

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sheets import ClassDeployment
from engines.seam.sides import Side, opponent
from engines.talon.aims import comes_later
from engines.talon.catalogue import ShipClass, role_of, ship_class
from engines.talon.deployment import (
    SQUADRONS_CARRIED,
    counters_at_once,
    most_at_start,
    shares,
    squadrons_fighting,
    takes_squadrons,
)
from engines.talon.layout import Arrival, Layout
from engines.talon.results.layout_check import layout_of
from engines.talon.terms import aims_of, top_of


def carries(unit: Unit) -> bool:
    """Whether squadrons can be based on the unit (16, 31.6): a carrier or a base."""
    return takes_squadrons(role_of(unit.ship_class))


def squadron_room(units: tuple[Unit, ...]) -> int:
    """How many squadrons the carriers and bases among `units` take (31.6)."""
    return SQUADRONS_CARRIED * sum(carries(unit) for unit in units)


def counter_limit(setup: BattleSetup, kind: ShipClass) -> int:
    """How many counters of a class there are in the boxes of the game; bases are limited by their zone alone (S25)."""
    return kind.counters * setup.boxes


def deployment(setup: BattleSetup, side: Side) -> tuple[ClassDeployment, ...]:
    """Each class of one side with how many start, wait and sit out; transports as many as may start."""
    units = setup.force(side)
    totals = Counter(unit.ship_class for unit in units)
    return tuple(_of_class(setup, side, key, total) for key, total in totals.items())


def arriving(setup: BattleSetup, side: Side) -> dict[str, Arrival]:
    """The ships of a side that the battle brings later, by name (22, 26)."""
    layout = layout_of(setup) or Layout()
    return {name: one for one in layout.arrivals if one.side == side for name in one.units}


def of_class_arriving(setup: BattleSetup, side: Side, key: str) -> int:
    """How many ships of a class the battle brings later (22, 26)."""
    later = arriving(setup, side)
    return sum(unit.name in later for unit in setup.force(side) if unit.ship_class == key) if later else 0


def _of_class(setup: BattleSetup, side: Side, key: str, total: int) -> ClassDeployment:
    kind = ship_class(side, key)
    carriers = sum(carries(unit) for unit in setup.force(side))
    fighting = squadrons_fighting(total, carriers) if kind.fighters else total
    limit = counters_at_once(kind.counters, setup.boxes, kind.role == "base")
    most = most_at_start(limit, kind.role == "transport", comes_later(aims_of(setup), side))
    most = min(most, total - of_class_arriving(setup, side, key))
    return ClassDeployment(kind, total, counter_limit(setup, kind), *shares(total, fighting, most))


def counters_at_start(setup: BattleSetup, side: Side) -> int:
    """How many counters the side puts down at the start, squadrons and bases included (21, R37)."""
    return sum(row.start for row in deployment(setup, side))


def first_to_deploy(setup: BattleSetup) -> Side:
    """The side that sets up first, hidden: the one with fewer counters, the side at the top edge on a tie (21, R37)."""
    bottom = opponent(top_of(setup))
    fewer = counters_at_start(setup, bottom) < counters_at_start(setup, top_of(setup))
    return bottom if fewer else top_of(setup)


def second_to_deploy(setup: BattleSetup) -> Side:
    """The side that sets up second, openly (21)."""
    return opponent(first_to_deploy(setup))
