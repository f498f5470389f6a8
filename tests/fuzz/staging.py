"""A battle put into its midst: fleets close together among terrain, slow or fast, early or late, as lots have it.

From a set-up chance seldom comes to a transport beside its planet, a carrier behind asteroids, or a ship that jumps the
round after it came in.
"""

from random import Random

from engines.seam.sides import SIDES
from engines.talon import text
from engines.talon.aims import two_planets
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.documents.validity import position_errors
from engines.talon.hexes import RANGE, Hex
from engines.talon.rules import boarding, docking, floating_map
from engines.talon.rules.arriving import setup, terrain_placement
from engines.talon.state import Battle
from engines.talon.units import Unit

MIDGAME_STEPS = ("ap", "move", "fire", "curves", "arrivals", "jumps")
GROUND = ("asteroid", "asteroid", "nebula", "nebula", "planet", "black-hole", "worm-hole")
TRIES = 20


def staged(battle: Battle, random: Random) -> Battle | None:
    """The battle of the same units in its midst, before the first decision; None if lots find no position that can be.

    It is read from its text, so it is as any record could begin.
    """
    for _ in range(TRIES):
        found = _once(battle, random)
        if not position_errors(found):
            return text.read_position(text.write_position(found))
    return None


def _once(battle: Battle, random: Random) -> Battle:
    found = battle.copy()
    found.pattern, found.more = None, ()
    found.step = random.choice(MIDGAME_STEPS)
    found.round = random.randint(1, 12)
    found.impulse = random.randrange(6) if found.step in MIDGAME_STEPS[:3] else 5
    found.side = random.choice(SIDES)
    near = _near(found, random.choice((2, 3, 4, 5)))
    found.terrain, found.capital, found.moon = _ground(found, near, random), None, None
    if found.mode == "planet":
        found.capital = random.choice(near)
        found.terrain[found.capital] = "planet"
    if two_planets(found.aims):
        found.moon = random.choice([place for place in near if place != found.capital])
        found.terrain[found.moon] = "planet"
    if terrain_placement.to_place_hole(found) is not None:
        found.terrain[random.choice([place for place in near if place not in found.planets])] = "worm-hole"
    slow = random.random() < 0.6
    for unit in found.units:
        _stage(found, unit, random)
    for unit in found.units:
        unit.facing = random.randrange(6)
        if unit.status == "map":
            _put(found, unit, near, random, slow=slow)
    for unit in found.units:
        if unit.kind.fighters and unit.status == "map":
            _launched(found, unit, random)
            _inside(found, unit, random)
    found.muster()
    return found


def _near(battle: Battle, radius: int) -> list[Hex]:
    """The hexes about the middle of the map."""
    window = battle.window
    middle = floating_map.hex_at(window, 6, 8)
    return [place for place in floating_map.hexes(window) if RANGE[place - middle] <= radius]


def _ground(battle: Battle, near: list[Hex], random: Random) -> dict[Hex, str]:
    share = random.choice((0.0, 0.1, 0.3))
    holes = random.random() < 0.2
    kinds = [kind for kind in GROUND if holes or not kind.endswith("-hole")]
    return {place: random.choice(kinds) for place in near if random.random() < share}


def _stage(battle: Battle, unit: Unit, random: Random) -> None:
    """On the map, if a counter is free, or lost, or waiting."""
    if random.random() < 0.1 and not unit.kind.base:
        unit.status = "destroyed"
        return
    unit.status = "waiting"
    room = SQUADRONS_CARRIED * sum(one.kind.carries for one in battle.force(unit.side))
    before = sum(bool(one.kind.fighters) for one in battle.force(unit.side) if one.number < unit.number)
    if unit.kind.fighters and before >= room:
        unit.status = "out"
    elif setup.in_use(battle, unit) < setup.counters(battle, unit) and random.random() < 0.9:
        unit.status = "map"


def _put(battle: Battle, unit: Unit, near: list[Hex], random: Random, *, slow: bool) -> None:
    """Somewhere near, on a row that its damage leaves, and now and then without its FTL drive or its charge."""
    deadly = {
        place for place, kind in battle.terrain.items() if kind in ("planet", "black-hole", "worm-hole")
    }
    taken = {other.place for other in battle.units if other.status == "map" and other.number < unit.number}
    free = [place for place in near if place not in deadly and place not in taken]
    if not free:
        unit.status = "waiting"
        return
    unit.place = random.choice(free)
    planet = battle.landing_place(unit.side)
    beside = [place for place in free if planet is not None and RANGE[place - planet] == 1]
    if unit.kind.transport and beside:
        unit.place = random.choice(beside)
    _berth(battle, unit, random)
    rows = [row for row in range(len(unit.kind.curve)) if unit.power_on(row) >= 0]
    if rows:
        unit.row = rows[-1] if slow and random.random() < 0.8 else random.choice(rows)
        unit.power = unit.power_on(unit.row)
    if any(unit.kind.critical):
        unit.ftl_offline = random.random() < 0.1
    if random.random() < 0.2:
        for group in range(len(unit.lost)):
            unit.clear_bar(group)


def _launched(battle: Battle, unit: Unit, random: Random) -> None:
    """A squadron on the map was launched from somewhere, lost by now perhaps; nothing launches a fifth (R64)."""
    carriers = [home for home in battle.force(unit.side) if home.kind.carries]
    homes = [home for home in carriers if setup.squadrons_of(battle, home) < SQUADRONS_CARRIED]
    unit.home = random.choice(homes).number


def _inside(battle: Battle, unit: Unit, random: Random) -> None:
    """A squadron that boards has come out of a base now and then, or is inside one that nobody else is in (26.9)."""
    if not boarding.may_board(battle, unit):
        return
    unit.intel = random.random() < 0.3
    bases = [base for base in battle.units if base.side != unit.side and boarding.is_open(battle, base)]
    now = boarding.ROUND * battle.round + battle.impulse
    if bases and random.random() < 0.4:
        unit.status, unit.carrier, unit.intel = "boarded", bases[0].number, False
        unit.boarded = random.randint(max(boarding.ROUND, now - 9), now)


def _berth(battle: Battle, unit: Unit, random: Random) -> None:
    """A squadron may lie in a carrier or base instead, one with room that has been put down before it."""
    if not unit.kind.fighters or random.random() < 0.4:
        return
    homes = [
        home
        for home in battle.force(unit.side)
        if home.kind.carries and home.status == "map" and docking.docked_in(battle, home) < SQUADRONS_CARRIED
    ]
    if homes:
        unit.status, unit.carrier = "docked", homes[0].number
        unit.home = unit.carrier
