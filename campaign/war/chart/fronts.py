"""What stands at each front: the own ships, and the enemy's as last seen (S15)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import RESERVE, Target
from campaign.rules.sight import Known, WarView, last_sightings, missed_since
from campaign.rules.state import Ship, Sighting, lp_of
from campaign.war.chart.shapes import FleetSight
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import unit_class

Link = Callable[[Place], str]
Assigned = Mapping[str, tuple[Ship, Target | None]]
"""Ships by name, and where each is or is sent."""


@dataclass(frozen=True, slots=True)
class OwnFleet:
    """A side's own ships where they are or are sent, and the minimum LP of a sector; None where there is none."""

    side: Side
    assigned: Assigned
    need: int | None


def own_fleet(view: WarView, side: Side) -> OwnFleet:
    """The side's ships where they are; none for a stranger."""
    if view.own is None:
        return OwnFleet(side, {}, None)
    ships = {name: (ship, ship.where) for name, ship in view.own.ships.items()}
    return OwnFleet(side, ships, view.own.minimum if view.phase != "over" else None)


def fleets_at(view: WarView, own: OwnFleet, link: Link) -> dict[str, tuple[FleetSight, ...]]:
    """Both fleets at each sector's front; the enemy's is open once the war is over.

    Empty before either side has had a ship.
    """
    if not own.assigned and not view.sightings[opponent(own.side)]:
        return {}
    return {
        sector: tuple(filter(None, (_own(view, own, sector, link), _enemy(view, own.side, sector, link))))
        for sector in view.chart.order
    }


def fleets_last_seen(view: WarView) -> dict[str, tuple[FleetSight, ...]]:
    """Both fleets at each sector's front as the other side last saw them: all that is open of either."""

    def no_link(_place: Place) -> str:
        return ""

    return {
        sector: tuple(filter(None, (_enemy(view, opponent(side), sector, no_link) for side in SIDES)))
        for sector in view.chart.order
    }


def reserve_of(own: OwnFleet, href: str) -> FleetSight | None:
    """The own ships in the Reserve; None before there are any ships."""
    if not own.assigned:
        return None
    ships = _ships_at(own.assigned, RESERVE)
    return FleetSight(own.side, len(ships), lp_of(own.side, ships), href=href)


def elsewhere(view: WarView, enemy: Side, href: str = "") -> FleetSight | None:
    """The enemy's ships that were seen once and are at no front as far as is known; None without any (S15)."""
    missed = missed_since(view, enemy).values()
    if not missed or view.enemy is not None:
        return None
    turn = max(sighting.turn for sighting in missed)
    return FleetSight(enemy, len(missed), seen_lp(enemy, missed), turn=turn, is_own=False, href=href)


def _own(view: WarView, own: OwnFleet, sector: str, link: Link) -> FleetSight:
    ships = _ships_at(own.assigned, sector)
    return FleetSight(
        own.side, len(ships), lp_of(own.side, ships), own.need, href=link(view.place_of(sector))
    )


def _enemy(view: WarView, side: Side, sector: str, link: Link) -> FleetSight | None:
    enemy, href = opponent(side), link(view.place_of(sector))
    if view.enemy is not None:
        ships = {name: ship for name, ship in view.enemy.ships.items() if ship.where == sector}
        return FleetSight(enemy, len(ships), lp_of(enemy, ships), is_own=False, href=href)
    turn, seen = last_seen_in(view, enemy, sector)
    if not seen:
        return None
    return FleetSight(enemy, len(seen), seen_lp(enemy, seen), turn=turn, is_own=False, href=href)


def last_seen_in(war: Known, enemy: Side, sector: str) -> tuple[int, list[Sighting]]:
    """The latest look at the enemy in a sector: its turn, and the ships not seen elsewhere since (S15)."""
    here = list(last_sightings(war, enemy, sector).values())
    return max((sighting.turn for sighting in here), default=0), here


def seen_lp(enemy: Side, seen: Iterable[Sighting]) -> int:
    """The LP of ships as they were last seen."""
    return sum(unit_class(enemy, sighting.ship_class).lp for sighting in seen)


def _ships_at(assigned: Assigned, target: Target) -> dict[str, Ship]:
    return {name: ship for name, (ship, where) in assigned.items() if where == target}
