"""Squadrons that a draft sends where no carrier or base of their side has room for them (31.6, S4, S20)."""

from dataclasses import dataclass

from campaign.planning.editor.edits import WorkingPlan
from campaign.rules.battles.forces import has_forces
from campaign.rules.map.strategic_map import Place, place_in_text
from campaign.war.chart.picture import zone_address
from engines.seam.documents import Unit
from engines.seam.systems import role_of, room_aboard


@dataclass(frozen=True)
class WithoutRoom:
    """The squadrons without room at a place: a sentence, its rule, and the address of the place's sheet."""

    place: Place
    words: str
    rule: str
    href: str


def without_room(working: WorkingPlan, path: str) -> tuple[WithoutRoom, ...]:
    """A warning for each front that the draft sends too many squadrons to, in battle order, on the page at `path`."""
    places = dict.fromkeys(working.war.place_of(sector) for sector in working.war.chart.order)
    return tuple(found for place in places if (found := _without_room(working, place, path)) is not None)


def _without_room(working: WorkingPlan, place: Place, path: str) -> WithoutRoom | None:
    units = _units(working, place)
    out = sum(role_of(unit.ship_class) == "squadron" for unit in units) - room_aboard(working.side, units)
    if out <= 0:
        return None
    where, href = place_in_text(place), zone_address(path, place)
    if not has_forces(units):
        words = f"Only squadrons go to {where}, without a carrier or base. If the enemy comes, you forfeit."
        return WithoutRoom(place, words, "S4", href)
    one = out == 1
    words = (
        f"{out} {'squadron' if one else 'squadrons'} at {where} {'has' if one else 'have'} no room on a carrier or "
        f"base: {'it counts' if one else 'they count'} as LP, but {'sits' if one else 'sit'} the battle out."
    )
    return WithoutRoom(place, words, "S20", href)


def _units(working: WorkingPlan, place: Place) -> tuple[Unit, ...]:
    """What of the side would be in the battle at a place: all markers on a home are one battle (S17)."""
    sectors = working.war.markers_on(place)
    ships = [
        Unit(name, ship.ship_class, ship.damage)
        for name, ship in working.ships.items()
        if working.plan.assign[name] in sectors
    ]
    base = working.war.base_of(working.side, place)
    return tuple(ships) if base is None else (*ships, base.unit(working.war.settings))
