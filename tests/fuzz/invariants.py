"""What must hold in every position, worked out apart from the engine's own look at positions."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from engines.seam.sides import SIDES
from engines.talon.rules import floating_map
from engines.talon.ships import Kind
from engines.talon.state import Battle
from engines.talon.units import Unit
from engines.talon.view import decider

PLAIN = (
    "status", "place", "facing", "row", "power", "turn", "slip", "hull", "battery", "afterburners", "shields_down",
    "helm_down", "power_loss", "ftl_offline", "thrusters", "relays", "vote", "carrier", "home", "spent", "moved",
    "firing", "fired", "curve_set", "arrived", "jury", "broken", "shift", "boarded", "intel",
)  # fmt: skip
LISTS = ("shields", "markers", "red", "yellow", "lost", "fighters")
NAMES = (*PLAIN, *LISTS)
_fields = attrgetter(*NAMES)
NEXT: dict[str, tuple[str, ...]] = {
    "undeployed": ("waiting", "out", "map", "docked", "destroyed", "left", "landed-after"),
    "waiting": ("map", "docked", "destroyed", "jumped", "left", "through", "landed-after"),
    "map": ("boarded", "docked", "destroyed", "jumped", "left", "through", "landed", "landed-after"),
    "docked": ("destroyed", "jumped", "left", "through"),
    "boarded": ("map", "destroyed", "left"),
    "landed": ("map", "destroyed", "jumped", "left", "through", "boarded", "docked"),
}
"""What can become of a unit before the next decision, by its status; of who is gone nothing any more."""
FEW = 200
"""Orders up to which a list is looked through for one told twice."""

Snapshot = tuple[Any, ...]


def snapshot(unit: Unit) -> Snapshot:
    """All that can change of a unit; what it holds is never changed in place."""
    found: Snapshot = _fields(unit)
    return found


def of_unit(unit: Unit, before: Snapshot) -> Iterator[str]:
    """What cannot be of a unit that has changed, by itself or after what it was."""
    kind = unit.kind
    if not (0 <= unit.facing <= 5 and 0 <= unit.row < len(kind.curve) and 0 <= unit.hull <= kind.boxes):
        yield f"facing {unit.facing}, row {unit.row}, hull {unit.hull}"
    if not (
        0 <= unit.thrusters <= 2 and 0 <= unit.relays <= 2 and 0 <= unit.afterburners <= kind.afterburners
    ):
        yield f"thrusters {unit.thrusters}, relays {unit.relays}, afterburners {unit.afterburners}"
    if not (-20 <= unit.power <= 6 and 0 <= unit.turn <= (0 if kind.base else 9)):
        yield f"power {unit.power}, turn {unit.turn}"
    if unit.status == "map" and (all(unit.lost) if kind.fighters else unit.hull == kind.boxes):
        yield "it is on the map and destroyed"
    if unit.markers and (
        unit.shields_down or len({marker % 6 for marker in unit.markers}) < len(unit.markers)
    ):
        yield f"markers {unit.markers}"
    yield from _boxes(unit)
    yield from _worn(unit, before)


def _boxes(unit: Unit) -> Iterator[str]:
    """Boxes of shields, groups and fighters, and markers, of which there are more or fewer than can be."""
    for now, most in zip(unit.shields, unit.kind.shields, strict=True):
        if not 0 <= now <= most:
            yield f"shields {unit.shields}"
    for at, group in enumerate(unit.kind.groups):
        red, yellow = unit.red[at], unit.yellow[at]
        if not (0 <= red <= group.red and 0 <= yellow <= group.yellow) or (unit.lost[at] and (red or yellow)):
            yield f"charge {unit.red} {unit.yellow} {unit.lost}"
    for at, boxes in enumerate(unit.fighters):
        if not 0 <= boxes <= 2 or (boxes == 2) != unit.lost[at]:
            yield f"fighters {unit.fighters} {unit.lost}"
    if len(unit.markers) > 2:
        yield f"markers {unit.markers}"


def _worn(unit: Unit, before: Snapshot) -> Iterator[str]:
    """Nothing mends while a battle lasts, and who is gone stays so."""
    then = dict(zip(NAMES, before, strict=True))
    if unit.status != then["status"] and unit.status not in NEXT.get(then["status"], ()):
        yield f"from {then['status']} to {unit.status}"
    if unit.home != then["home"] and then["home"] >= 0:
        yield "it has another home"
    for field in ("hull", "thrusters", "relays", "ftl_offline", "intel"):
        if getattr(unit, field) < then[field]:
            yield f"{field} has mended"
    if unit.afterburners > then["afterburners"] or any(
        now > old for now, old in zip(unit.shields, then["shields"], strict=True)
    ):
        yield "afterburners or shields have come back"
    for field in ("lost", "fighters"):
        if any(now < old for now, old in zip(getattr(unit, field), then[field], strict=True)):
            yield f"{field} has mended"


def of_battle(battle: Battle) -> Iterator[str]:
    """What cannot be of the whole."""
    here: dict[str, list[Unit]] = {side: [] for side in SIDES}
    for number, unit in enumerate(battle.units):
        if unit.number != number:
            yield "a unit has another number"
        if unit.status == "map":
            here[unit.side].append(unit)
            if not floating_map.inside(battle.window, unit.place) and not battle.agenda:
                yield f"{unit.name} stands outside the map"
        elif unit.status == "docked" and battle.units[unit.carrier].status != "map":
            yield f"{unit.name} is docked in what is not there"
    if here != battle.present:
        yield "who is present is not who is on the map"
    numbers = {missile.number for missile in battle.missiles}
    if len(numbers) < len(battle.missiles):
        yield "two missiles have one number"
    if battle.blasts and not battle.agenda:
        yield "an explosion is forgotten"
    yield from _inside(battle)
    yield from _counted(battle)
    yield from _of_the_list(battle)


def _inside(battle: Battle) -> Iterator[str]:
    """Who has boarded is inside a base that is there, alone."""
    within = [unit for unit in battle.units if unit.status == "boarded"]
    if any(battle.units[unit.carrier].status != "map" for unit in within):
        yield "somebody is inside what is not there"
    if len({unit.carrier for unit in within}) < len(within):
        yield "two are inside one base"
    if any((unit.status == "boarded") != (unit.boarded >= 0) for unit in battle.units):
        yield "somebody has boarded and is not inside"


def _counted(battle: Battle) -> Iterator[str]:
    """Counters in use, and squadrons of each carrier: no more than there are, and than it has room for."""
    used: dict[Kind, int] = {}
    docked: dict[int, int] = {}
    launched: dict[int, int] = {}
    for unit in battle.units:
        kind = unit.kind
        if unit.status in {"map", "docked", "boarded"}:
            used[kind] = used.get(kind, 0) + 1
        if kind.fighters and unit.status == "docked":
            docked[unit.carrier] = docked.get(unit.carrier, 0) + 1
        if unit.home >= 0:
            launched[unit.home] = launched.get(unit.home, 0) + 1
    for kind, many in used.items():
        if many > kind.counters * battle.boxes and not kind.base:
            yield f"more counters {kind.abbreviation} than there are"
    if any(many > 4 for many in (*docked.values(), *launched.values())):
        yield "more than four squadrons of one carrier"


def _of_the_list(battle: Battle) -> Iterator[str]:
    """Somebody has a choice until the battle is over, one side at a time, and nothing twice."""
    options = battle.options
    if bool(options) == bool(battle.ending):
        yield "nobody can do anything, and the battle is not over" if not options else "orders after the end"
    if len(options) == 1:
        yield f"a single order is asked for: {options[0]}"
    if isinstance(options, list) and len(options) <= FEW:
        if len(set(options)) < len(options):
            yield "an order is listed twice"
        side = decider(battle)
        if any(order.side != side for order in options):
            yield "two sides are asked at once"
