"""Who is there in a battle, as both sides list it, and the set-up that follows (31.6, S4)."""

from collections.abc import Iterable, Mapping

from campaign.rules.battles.terrain import possible_terrains
from campaign.rules.map.strategic_map import Place
from campaign.rules.sight import Known
from campaign.rules.state import Battle, War
from engines.seam.documents import BattleSetup, Terrain, Unit
from engines.seam.sides import Side
from engines.seam.systems import class_of, needs_room, place_in_list


def units_in(war: War, battle: Battle, side: Side) -> tuple[Unit, ...]:
    """The side's ships in the battle with the damage they carry, largest first, its base last."""
    ships = war.assigned(side, battle.sectors)
    units = largest_first(side, [Unit(name, ship.ship_class, ship.damage) for name, ship in ships.items()])
    base = war.base_of(side, battle.place)
    return units if base is None else (*units, base.unit(war.settings))


def largest_first(side: Side, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """A side's ships as they are listed: by points, by class, by name."""
    return tuple(
        sorted(
            units,
            key=lambda unit: (
                -class_of(side, unit).points,
                place_in_list(side, unit.ship_class),
                unit.name,
            ),
        )
    )


def has_forces(units: Iterable[Unit]) -> bool:
    """Whether there is a base, or any ship that can fight without room on another (S4)."""
    return any(not needs_room(unit.ship_class) for unit in units)


def revealed(war: Known, battle: Battle) -> BattleSetup:
    """The set-up of a battle whose forces are revealed, in the first of the terrains that it may have."""
    terrains = possible_terrains(war.settings, war.chart, battle.place)
    return laid_out(war, battle.place, battle.forces, terrains[0])


def laid_out(
    war: Known, place: Place, forces: Mapping[Side, tuple[Unit, ...]], terrain: Terrain
) -> BattleSetup:
    """The set-up of a battle between those forces, as the war stands (31.6, 31.8, S21)."""
    owner = war.planets.get(place)
    return BattleSetup(
        place=place,
        mode="planet" if owner else "last_ship_standing",
        terran=forces["terran"],
        talon=forces["talon"],
        terrain=terrain,
        planet_owner=owner,
        boxes=war.settings.boxes,
        system=war.settings.system,
    )
