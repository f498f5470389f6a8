"""How a captain prepares a battle: terrain, an edge, markers, and where its fleet is set up."""

from typing import Final

from engines.chance.prng import mixed, mixed_on
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.warfleets.geometry import Place, ahead, squared_distance, squared_to_nearest, within
from engines.warfleets.orders import AnyOrder, Deploy, Enough, Lay, LayMarker, PickEdge, Reserve, RollOff
from engines.warfleets.rules.preparing import AWAY, fault_of_marker, fault_of_piece, to_deploy
from engines.warfleets.rules.sequence import Question
from engines.warfleets.rules.spots import over
from engines.warfleets.rules.tracks import crossing, halved, speed
from engines.warfleets.state import Battle, Model
from engines.warfleets.stock import stock
from engines.warfleets.table import (
    DEPTH,
    LEAST_PIECES,
    SPACING,
    WIDTH,
    ZONE,
    Edge,
    base_on_table,
    beside_edge,
    in_zone,
    length_of,
)

GRID: Final = 200
FINE: Final = 20
"""The grid on which room is looked for where the usual one has none."""
INWARDS: Final[dict[Edge, int]] = {"bottom": 0, "right": 2700, "top": 1800, "left": 900}
"""The heading away from each edge."""
FRONT: Final = 5
"""How far behind the front of its zone a base is set up."""


def prepared(battle: Battle, asked: Question, seed: int) -> AnyOrder:
    """What a side does before the first round, or as a ship comes out of reserve."""
    if asked.word == "roll":
        return RollOff(asked.side)
    if asked.word == "terrain":
        return _terrain(battle, asked.side, seed)
    if asked.word == "edge":
        return PickEdge(asked.side, "bottom" if mixed(seed, 1) % 2 else "top")
    if asked.word == "marker":
        return _marker(battle, asked.side, seed)
    if asked.word == "arrive":
        return _arrive(battle, battle.models[asked.model])
    return _deploy(battle, to_deploy(battle, asked.side)[0])


def _scattered(seed: int, places: list[Place]) -> list[Place]:
    """The places in an order that follows from the seed."""
    columns = {x: mixed(seed, x) for x in {x for x, _ in places}}
    return [place for _, place in sorted([(mixed_on(columns[x], y), (x, y)) for x, y in places])]


def _grid(left: int, right: int, low: int, high: int, step: int = GRID) -> list[Place]:
    return [(x, y) for x in range(left, right + 1, step) for y in range(low, high + 1, step)]


def _terrain(battle: Battle, side: Side, seed: int) -> AnyOrder:
    """Pieces between the zones until there are as few as may be."""
    lying = len(battle.terrain)
    if lying >= LEAST_PIECES:
        return Enough(side)
    keys = sorted(stock())
    key = keys[mixed(seed, lying, 2) % len(keys)]
    for place in _scattered(mixed(seed, lying), _grid(600, WIDTH - 600, ZONE + 200, DEPTH - ZONE - 200)):
        piece = stock()[key].laid(key, place, 0)
        if not fault_of_piece(battle, piece):
            return Lay(side, key, place)
    raise ValueError("there is no room for a piece of terrain")


def _marker(battle: Battle, side: Side, seed: int) -> AnyOrder:
    for step in (GRID, FINE):
        near = SPACING + step // 2
        places = _grid(near, WIDTH - near, near, DEPTH, step)
        free = [place for place in places if not fault_of_marker(battle, place)]
        if free:
            return LayMarker(side, _scattered(mixed(seed, len(battle.markers), 3), free)[0])
    raise ValueError("there is no room for a marker")


def _deploy(battle: Battle, model: Model) -> AnyOrder:
    """At the front of the zone: a ship over against a marker for which none stands yet, a squadron by the ships.

    `Refused` if terrain and other models leave no room.
    """
    place = _room(battle, model, GRID) or _room(battle, model, FINE)
    if place is None:
        raise refuse("W6", f"The {model.side} zone has no room for {model.name}.", model.name)
    heading = INWARDS[battle.edges[model.side]]
    return Deploy(model.side, model.number, place, heading, _advance(battle, model, place, heading))


def _room(battle: Battle, model: Model, grid: int) -> Place | None:
    """The best place of a grid; None if all of them are taken."""
    edge, goals = battle.edges[model.side], _goals(battle, model)
    places = _front(model, edge, grid)
    far = [squared_to_nearest(place, goals) for place in places]
    for at in sorted(range(len(places)), key=far.__getitem__):
        disc = (places[at], model.radius)
        if in_zone(disc, edge) and not over(battle, disc):
            return places[at]
    return None


def _goals(battle: Battle, model: Model) -> list[Place]:
    """What a model is set up for."""
    mine = [one for one in battle.ships() if one.side == model.side]
    if not model.is_ship:
        return [one.place for one in mine]
    taken: set[int] = set()
    for ship in mine:
        free = [at for at in range(len(battle.markers)) if at not in taken]
        if free:
            taken.add(min(free, key=lambda at: squared_distance(battle.markers[at].place, ship.place)))
    return [one.place for at, one in enumerate(battle.markers) if at not in taken] or [
        one.place for one in battle.markers
    ]


def _front(model: Model, edge: Edge, grid: int) -> list[Place]:
    """Places in the zone at an edge, the foremost first."""
    lying = edge in ("bottom", "top")
    along = range(model.radius, length_of(edge) - model.radius + 1, grid // 2)
    found: list[Place] = []
    for behind in range(ZONE - model.radius - FRONT, model.radius - 1, -grid):
        x, y = beside_edge(edge, 0, behind)
        found += [(at, y) if lying else (x, at) for at in along]
    return found


def _advance(battle: Battle, model: Model, place: Place, heading: int) -> int:
    """How far a Vanguard moves on at once: all its move, or not at all."""
    if model.title != "vanguard":
        return 0
    full = speed(model, "move")
    end = ahead(place, heading, full)
    corners = (place, end)
    disc = (end, model.radius)
    if halved(battle, model, corners) or crossing(battle, model, corners, "blocking"):
        return 0
    if crossing(battle, model, corners, "dangerous") or not base_on_table(disc) or over(battle, disc):
        return 0
    return full


def _arrive(battle: Battle, model: Model) -> AnyOrder:
    """A ship in reserve comes as near to a marker as it may."""
    goals = [one.place for one in battle.markers] or [(WIDTH // 2, DEPTH // 2)]
    best: tuple[int, Place] | None = None
    for place in _grid(200, WIDTH - 200, 200, DEPTH - 200):
        disc = (place, model.radius)
        far = squared_to_nearest(place, goals)
        if best is not None and far >= best[0]:
            continue
        if not over(battle, disc) and not any(within(disc, one.disc, AWAY) for one in battle.enemies(model)):
            best = (far, place)
    if best is None:
        return Reserve(model.side, model.number)
    return Deploy(model.side, model.number, best[1], INWARDS[battle.edges[model.side]])
