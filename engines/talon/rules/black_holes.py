"""Black holes pull at the end of a round (18, R18, R33)."""

from dataclasses import dataclass, field
from typing import cast

from engines.seam.sides import opponent
from engines.talon.events import Collided, Went
from engines.talon.hexes import RANGE, STEP, TOWARD, Facing, Hex
from engines.talon.orders import AnyOrder, Toward
from engines.talon.rules import floating_map, missiles, movement
from engines.talon.rules.hits.explosions import Blasts
from engines.talon.state import Battle
from engines.talon.units import Unit


def holes(battle: Battle) -> list[Hex]:
    """The black holes on the map."""
    return [place for place, kind in battle.terrain.items() if kind == "black-hole"]


def pull(battle: Battle) -> None:
    """Begin the pull of everybody on the map, if there is one, in a team in the order of its players (18, R111)."""
    if not holes(battle):
        return
    sides = (battle.initiative, opponent(battle.initiative))
    units = [unit for side in sides for unit in battle.present[side]]
    if battle.players is not None:
        owners = battle.players.owners
        units.sort(key=lambda unit: (sides.index(unit.side), owners[unit.number]))
    battle.agenda.append(Pull([unit.number for unit in units]))


@dataclass(slots=True, eq=False)
class Pull:
    """The pull: whose direction is still to be found, and the directions found so far (R18, R33)."""

    left: list[int]
    found: list[tuple[int, Facing]] = field(default_factory=list)

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """The next unit's direction, or the owner's choice on a spine; when all are known, everybody moves."""
        if not self.left:
            battle.agenda.pop()
            _resolve(battle, self.found)
            return []
        unit = battle.units[self.left[0]]
        distance = min(RANGE[hole - unit.place] for hole in holes(battle))
        nearest = (hole for hole in holes(battle) if RANGE[hole - unit.place] == distance)
        facings = dict.fromkeys(facing for hole in nearest for facing in TOWARD[hole - unit.place])
        return [Toward(unit.side, facing) for facing in facings]

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Keep the direction."""
        self.found.append((self.left.pop(0), cast("Toward", order).facing))

    def asked(self, battle: Battle) -> int:
        """The player of the unit that is pulled."""
        return self.left[0]


Pulled = tuple[Unit, Hex, Facing]
"""A unit with the hex it came from and the direction of its move."""


def _resolve(battle: Battle, found: list[tuple[int, Facing]]) -> None:
    """Move all at once, then: the hole, the map's edge, collisions, terrain, missiles; explosions last (7.5, R33)."""
    pulled = [(battle.units[number], battle.units[number].place, facing) for number, facing in found]
    battle.agenda.append(Blasts())
    for unit, origin, facing in pulled:
        unit.stand(origin + STEP[facing], unit.facing)
        battle.events.append(Went(unit.number, unit.place, unit.facing, "pull"))
    left = [one for one in pulled if not movement.swallowed(battle, one[0])]
    for unit, _, _ in left:
        floating_map.follow(battle, unit)
    left = [one for one in left if one[0].status == "map"]
    for together in _by_hex(left):
        _collide(battle, together)
    for unit, _, facing in left:
        if unit.status == "map":
            movement.endure(battle, unit, facing)
    for unit, _, facing in reversed(left):
        if unit.status == "map":
            missiles.await_target(battle, unit, facing)


def _by_hex(pulled: list[Pulled]) -> list[list[Pulled]]:
    """Friends that end in one hex, bases apart (7.4)."""
    groups: dict[tuple[str, Hex], list[Pulled]] = {}
    for one in pulled:
        if not one[0].kind.base:
            groups.setdefault((one[0].side, one[0].place), []).append(one)
    return [group for group in groups.values() if len(group) > 1]


def _collide(battle: Battle, together: list[Pulled]) -> None:
    """Each takes the collision on the arc toward the other's origin, or on the arc it entered through (R33)."""
    battle.events.append(Collided(tuple(unit.number for unit, _, _ in together)))
    for unit, origin, facing in together:
        others = [came for other, came, _ in together if other is not unit]
        elsewhere = next((came for came in others if came != origin), None)
        toward = STEP[facing] if elsewhere is None else elsewhere - unit.place
        movement.crash(battle, unit, toward, [other for other, _, _ in together if other is not unit])
