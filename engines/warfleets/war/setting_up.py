"""A battle of a war as a battle of miniatures: both fleets, how they begin, and the table (WF55 to WF58)."""

from collections.abc import Iterator

from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.warfleets.building import refusals as refusals_of_fleet
from engines.warfleets.fleet import Fleet, fleet_points
from engines.warfleets.set_ups import SetUp, Start
from engines.warfleets.war.damage import disabled_in
from engines.warfleets.war.ground import is_terrain_of_warfleets
from engines.warfleets.war.grounds import table_of
from engines.warfleets.war.units import class_of


def fleet_of(setup: BattleSetup, side: Side) -> Fleet:
    """The side's models; squadrons without room on a carrier or base stay out (S20)."""
    kinds = [(class_of(side, unit), unit.name) for unit in setup.force(side)]
    room = sum(kind.carries for kind, _ in kinds)
    wings = [kind.wing(name) for kind, name in kinds if kind.squadron]
    return Fleet(
        SIDE_TITLES[side], tuple(kind.ship(name) for kind, name in kinds if kind.size), tuple(wings[:room])
    )


def starts_of(setup: BattleSetup, side: Side) -> Iterator[Start]:
    """The ships that do not begin as their fleet lists them."""
    for unit in setup.force(side):
        kind, disabled = class_of(side, unit), disabled_in(unit.damage)
        if kind.size and (disabled or kind.moored or kind.unarmed):
            yield Start(side, unit.name, disabled, moored=kind.moored, unarmed=kind.unarmed)


def set_up_of(setup: BattleSetup) -> SetUp:
    """The battle of miniatures; each fleet may cost what the dearer one does."""
    fleets = {side: fleet_of(setup, side) for side in SIDES}
    return SetUp(
        fleets["terran"],
        fleets["talon"],
        max(fleet_points(fleet) for fleet in fleets.values()),
        table_of(setup.terrain, planet=setup.planet_owner is not None),
        tuple(start for side in SIDES for start in starts_of(setup, side)),
    )


def foreign_refusals(setup: BattleSetup) -> Iterator[Refusal]:
    """What of a battle is another game's: terrain, or terms, of which this one has none."""
    if setup.terms:
        yield Refusal("WF58", "These are terms of another game.", "terms")
    if not is_terrain_of_warfleets(setup.terrain):
        yield Refusal("WF58", "This is terrain of another game.", "terrain")


def refusals_of(setup: BattleSetup) -> Iterator[Refusal]:
    """What the rules have against a battle; a side without a ship has lost it, and is not refused."""
    yield from foreign_refusals(setup)
    for side in SIDES:
        fleet = fleet_of(setup, side)
        if fleet.ships:
            yield from refusals_of_fleet(fleet, fleet_points(fleet))


def shipless(setup: BattleSetup) -> list[Side]:
    """The sides without a ship: they cannot fight (WF59)."""
    return [side for side in SIDES if not any(class_of(side, unit).size for unit in setup.force(side))]
