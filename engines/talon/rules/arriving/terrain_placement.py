"""Terrain that the sides place before they set up: planets, a worm hole, patterns (29.3, 29.5, 30, 31.7, R38, S21)."""

from engines.seam.sides import Side, opponent
from engines.talon.aims import places_hole, two_planets
from engines.talon.catalogue import astrometrics
from engines.talon.events import Laid
from engines.talon.hexes import Hex, at
from engines.talon.orders import AnyOrder, Pattern, Planet, WormHole
from engines.talon.rules import floating_map
from engines.talon.rules.arriving import setup
from engines.talon.state import Battle


def planet_orders(battle: Battle) -> list[AnyOrder]:
    """Where a planet's owner may place it: a hex of its zone (31.7, S21); of two planets one after the other (29.3)."""
    side = _places_planet(battle)
    if side is None:
        return []
    return [Planet(side, place) for place in setup.zone(battle, side) if place not in battle.terrain]


def _places_planet(battle: Battle) -> Side | None:
    """Whose planet is placed now; None if none is left to place (29.3, 31.7, R95)."""
    if battle.owner is None:
        return None
    if battle.capital is None:
        return battle.owner
    return opponent(battle.owner) if battle.moon is None and two_planets(battle.aims) else None


def place_planet(battle: Battle, order: Planet) -> None:
    """Put the planet down; where each side has one, the other side then places its own."""
    if battle.capital is None:
        battle.capital = order.place
    else:
        battle.moon = order.place
    battle.terrain = {**battle.terrain, order.place: "planet"}
    battle.events.append(Laid("planet", (order.place,)))
    battle.side = _places_planet(battle) or battle.side


def hole_orders(battle: Battle) -> list[AnyOrder]:
    """Where a side may place the worm hole by which the enemy is to escape: a hex of its zone (29.5, R96)."""
    side = to_place_hole(battle)
    if side is None:
        return []
    return [WormHole(side, place) for place in setup.zone(battle, side) if place not in battle.terrain]


def to_place_hole(battle: Battle) -> Side | None:
    """The side that is still to place the worm hole; None if there is none to place, or it lies there (29.5)."""
    side = places_hole(battle.aims)
    return None if side is None or "worm-hole" in battle.terrain.values() else side


def place_hole(battle: Battle, order: WormHole) -> None:
    """Put the worm hole down (29.5)."""
    battle.terrain = {**battle.terrain, order.place: "worm-hole"}
    battle.events.append(Laid("worm-hole", (order.place,)))


def turned(q: int, r: int, times: int) -> tuple[int, int]:
    """An axial offset turned counterclockwise by so many times 60 degrees.

    >>> turned(1, 0, 1), turned(2, -1, 6)
    ((1, -1), (2, -1))
    """
    for _ in range(times):
        q, r = q + r, -q
    return q, r


def pattern_hexes(pattern: tuple[int, int], place: Hex, times: int) -> list[tuple[str, Hex]]:
    """The hexes of a pattern of the Astrometrics Lab, with their kinds, laid from a hex and turned (30.1, R38)."""
    return [
        (kind.replace("_", "-"), place + at(*step))
        for kind, offsets in astrometrics()[pattern].items()
        for step in (turned(q, r, times) for q, r in offsets)
    ]


def pattern_orders(battle: Battle) -> list[AnyOrder]:
    """Where the side may place the pattern: in the window, outside both zones, off other terrain (R38)."""
    if battle.pattern is None:
        return []
    zones = {*setup.zone(battle, battle.top), *setup.zone(battle, opponent(battle.top))}
    free = {
        hex_ for hex_ in floating_map.hexes(battle.window) if hex_ not in zones and hex_ not in battle.terrain
    }
    return [
        Pattern(battle.side, place, times)
        for place in sorted(free)
        for times in range(6)
        if all(hex_ in free for _, hex_ in pattern_hexes(battle.pattern, place, times))
    ]


def next_pattern(battle: Battle) -> None:
    """Take up the pattern that is laid now, of those by agreement (30.1)."""
    battle.pattern, battle.more = battle.more[0], battle.more[1:]


def place_pattern(battle: Battle, order: Pattern) -> None:
    """Put the pattern down."""
    if battle.pattern is None:
        return
    terrain = battle.terrain = {**battle.terrain}
    kinds: dict[str, list[Hex]] = {}
    for kind, place in pattern_hexes(battle.pattern, order.place, order.turned):
        terrain[place] = kind
        kinds.setdefault(kind, []).append(place)
    battle.pattern = None
    battle.events += [Laid(kind, tuple(places)) for kind, places in kinds.items()]
