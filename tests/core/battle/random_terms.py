"""Random terms for a set-up: aims of every kind, zones, another side at the top, and both sides of one faction."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aim_documents import (
    Aim,
    Bombard,
    Destroy,
    Dock,
    Escape,
    Fixed,
    Intel,
    Land,
    Losses,
    Target,
    Unhurt,
    planet_aims,
)
from engines.talon.catalogue import role_of
from engines.talon.layout import Arrival, Edge, Kind, Layout, Patch, Strip, Zone
from engines.talon.results.layout_check import written
from engines.talon.results.setup_check import setup_refusals
from engines.talon.terms import TalonTerms, Teams, with_teams
from engines.talon.terrain import TalonTerrain, talon_terrain
from tests.core.battle.random_space_empires import perhaps_of_space_empires

EDGES: tuple[Edge, ...] = ("top", "bottom", "left", "right")
USUAL = 0.5
"""The share of set-ups that stay without terms."""
TEAMS = 0.25
"""The share of set-ups in which a side may have several players."""


def random_terms(random: Random, setup: BattleSetup) -> BattleSetup:
    """The set-up, in half of the cases with terms of its own; with those that cannot be it stays as it is.

    In some of all cases the sides have several players, and in some it is one of Space Empires: 4X.
    """
    found = setup if random.random() < USUAL else _with_terms(random, setup)
    return perhaps_of_space_empires(found if random.random() > TEAMS else _in_teams(random, found))


def _in_teams(random: Random, setup: BattleSetup) -> BattleSetup:
    """The units of each side, dealt to one to four players (25)."""
    dealt: dict[Side, list[list[str]]] = {}
    for side in SIDES:
        names = [unit.name for unit in setup.force(side)]
        dealt[side] = [[] for _ in range(min(len(names), random.randint(1, 4)))]
        for at, name in enumerate(names):
            (dealt[side][at] if at < len(dealt[side]) else random.choice(dealt[side])).append(name)
    terran, talon = (tuple(map(tuple, dealt[side])) for side in SIDES)
    found = with_teams(setup, Teams(terran, talon))
    return setup if setup_refusals(found) else found


def _with_terms(random: Random, setup: BattleSetup) -> BattleSetup:
    """The set-up with terms of its own; with those that cannot be it stays as it is."""
    setup = _one_faction(setup) if random.random() < 0.3 else setup
    layout = _layout(random, setup) if random.random() < 0.6 else Layout()
    if setup.planet_owner is None and random.random() < 0.3:
        ground = Patch("planet", 7, random.randint(5, 11)), Patch("asteroid", 6, 8)
        setup, layout = replace(setup, terrain=TalonTerrain()), replace(layout, terrain=ground)
    terms = TalonTerms(
        "At random",
        tuple(_with_bombardment(random, setup, layout)),
        random.choice(("minor", "great", "devastating")),
        written(layout) if layout != Layout() else {},
        random.choice((None, None, *SIDES)),
        random.random() < 0.5,
        bases_fall=random.random() < 0.5,
    )
    found = replace(_rigged(random, setup), format=2, terms=terms)
    return setup if setup_refusals(found) else found


def _one_faction(setup: BattleSetup) -> BattleSetup:
    """Talon has Terran's ships, under names of its own."""
    theirs = tuple(Unit(f"{unit.name}2", f"terran:{unit.ship_class}", unit.damage) for unit in setup.terran)
    return replace(setup, talon=theirs)


def _rigged(random: Random, setup: BattleSetup) -> BattleSetup:
    """Perhaps a group of a ship of each side is jury rigged (24)."""
    if random.random() < 0.6:
        return setup
    forces = {side: [*setup.force(side)] for side in SIDES}
    for force in forces.values():
        armed = [at for at, unit in enumerate(force) if role_of(unit.ship_class) in ("warship", "carrier")]
        if armed:
            at = random.choice(armed)
            force[at] = replace(force[at], jury=random.randrange(3))
    return replace(
        setup, format=2, terms=TalonTerms(), **{side: tuple(force) for side, force in forces.items()}
    )


def _aims(random: Random, setup: BattleSetup) -> Iterator[Aim]:
    if setup.planet_owner is not None:
        invader = opponent(setup.planet_owner)
        yield from random.choice(
            (
                planet_aims(setup.planet_owner),
                tuple(Land(side, 2, "29.3", conceded=True, theirs=True) for side in SIDES),
                (Land(invader, random.randint(1, 3), conceded=random.random() < 0.5),),
            )
        )
    targets = {side: _some(random, setup, side, "warship") for side in SIDES}
    hunted = all(targets.values()) and random.random() < 0.5
    if hunted:
        conceded = random.random() < 0.5
        for side, unit in targets.items():
            if unit is not None:
                yield Target(side, unit.name, conceded=conceded, away=random.random() < 0.5)
    mutual = random.random() < 0.3
    for side in SIDES:
        if _some(random, setup, side, "transport") is not None:
            yield Losses(side, "transport", random.randint(1, 3))
            decides = not mutual and random.random() < 0.5
            yield Escape(side, decides=decides, mutual=mutual, hole=decides and random.random() < 0.6)
        if _some(random, setup, side, "base") is not None and random.random() < 0.5:
            yield Destroy(opponent(side))
            yield Losses(side, "base")
        ship = _some(random, setup, side, "warship")
        if ship is not None and random.random() < 0.2:
            yield Unhurt(side, ship.ship_class)
        if not hunted and ship is not None and _some(random, setup, side, "base") and random.random() < 0.7:
            yield Dock(side, ship.name)


def _intelligence(random: Random, setup: BattleSetup) -> Intel | None:
    """To board the enemy's base, mostly where there are a base, a carrier and squadrons, and no planet to land on."""
    for side in SIDES:
        own = {role_of(unit.ship_class) for unit in setup.force(side)}
        theirs = {role_of(unit.ship_class) for unit in setup.force(opponent(side))}
        able = own >= {"carrier", "squadron"} and "base" in theirs and setup.planet_owner is None
        carrier = _some(random, setup, side, "carrier") if able and random.random() < 0.8 else None
        if carrier is not None:
            return Intel(side, carrier.name, degree=random.choice(("great", "devastating")))
    return None


def _with_bombardment(random: Random, setup: BattleSetup, layout: Layout) -> Iterator[Aim]:
    """The aims; in most battles with a single planet that nobody lands on, to fire at it, and at no target."""
    sought = _intelligence(random, setup)
    if sought is not None:
        yield sought
        return
    aims = tuple(_aims(random, setup))
    single = sum(patch.kind == "planet" for patch in layout.terrain) == 1
    free = single and setup.planet_owner is None and not talon_terrain(setup.terrain).every_pattern
    if not free or random.random() < 0.2:
        yield from aims
        return
    yield from (aim for aim in aims if not isinstance(aim, Dock | Target))
    degree: Fixed = random.choice(("minor", "great", "devastating"))
    yield Bombard(random.choice(SIDES), "Eden", random.randint(1, 50), degree=degree)


def _some(random: Random, setup: BattleSetup, side: Side, role: str) -> Unit | None:
    found = [unit for unit in setup.force(side) if role_of(unit.ship_class) == role]
    return random.choice(found) if found else None


def _layout(random: Random, setup: BattleSetup) -> Layout:
    """Zones in which both sides have room, perhaps one for a single ship, and some terrain between them."""
    zones = [
        Zone("terran", tuple(Strip(row) for row in (9, 10, 11)), facing=random.choice(("forward", "any")))
    ]
    zones.append(
        Zone("talon", tuple(Strip(row) for row in (1, 2, 3)), facing=random.choice(("forward", "SW")))
    )
    alone = _some(random, setup, "terran", "warship")
    if alone is not None and random.random() < 0.3:
        zones.append(Zone("terran", (Strip(6, 3, random.randint(3, 6)),), (alone.name,), "NE"))
    kinds: tuple[Kind, ...] = ("asteroid", "nebula", "planet", "worm-hole")
    terrain = [Patch(random.choice(kinds), 7, column) for column in range(2, 15, random.randint(3, 6))]
    arrivals = [found for side in SIDES if (found := _arrival(random, setup, side)) is not None]
    return Layout(tuple(zones), tuple(terrain) if random.random() < 0.5 else (), tuple(arrivals))


def _arrival(random: Random, setup: BattleSetup, side: Side) -> Arrival | None:
    """A ship of a side that comes in later, in half of the cases."""
    ship = _some(random, setup, side, "warship")
    if ship is None or random.random() < 0.5:
        return None
    edges = random.sample(EDGES, random.randint(1, 2))
    return Arrival(side, random.randint(1, 3), (ship.name,), tuple(edges))
