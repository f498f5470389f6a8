"""Setting up and coming in: planet, terrain, deployment, launching, reinforcements (21, 22, 23)."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, cast

from engines.chance.prng import mixed
from engines.talon.aims import bombardment, docks
from engines.talon.captains.weighing.precedence import precedence
from engines.talon.hexes import ARC, RANGE, TOWARD, Facing, Hex, axial, distance
from engines.talon.orders import AnyOrder, Arrive, Deploy, Launch, Pattern, Planet, WormHole
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.rules.floating_map import hex_at, width
from engines.talon.units import Unit
from engines.talon.view import View

BAD: Final = 10**6
"""Worse than any place."""
MIDDLING: Final = 135
"""The Ship Points of those that stand on the wings."""
BESIDE: Final = 40
"""What it costs to stand beside one's own, in half hexes from the middle."""
NEAR: Final = 20
"""What it costs to stand two hexes from one's own."""
FANCY: Final = 4
"""By how many half hexes a place may seem farther away than it is."""


def across(place: Hex) -> int:
    """How far along the long edges a hex lies, in half hexes."""
    q, r = axial(place)
    return 2 * q + r


def middle(view: View) -> int:
    """The middle of the map, in half hexes along the long edges."""
    window = view.window
    row = (window.rows + 1) // 2
    return across(hex_at(window, row, (width(window, row) + 1) // 2))


def planet(view: View, orders: Sequence[AnyOrder], seed: int) -> AnyOrder:
    """The planet as far back and as near the middle as it goes."""
    spots = [order for order in orders if isinstance(order, Planet)]
    return max(spots, key=lambda order: _behind(view, order.place, seed))


def worm_hole(view: View, orders: Sequence[AnyOrder], seed: int) -> AnyOrder:
    """The worm hole as far back and as near the middle as it goes: the convoy has the longest way to it."""
    spots = [order for order in orders if isinstance(order, WormHole)]
    return max(spots, key=lambda order: _behind(view, order.place, seed))


def _behind(view: View, place: Hex, seed: int) -> tuple[int, int, int]:
    """How far back a hex is, and how near the middle; of two that are alike the seed has its favourite."""
    back = -1 if view.side == view.top else 1
    return (back * axial(place)[1], -abs(across(place) - middle(view)), mixed(seed, place))


def pattern(view: View, orders: Sequence[AnyOrder], seed: int) -> AnyOrder:
    """The pattern off the middle, a little to one side, where it troubles both alike; turned as the seed has it."""
    spots = [order for order in orders if isinstance(order, Pattern)]
    row = view.window.r + (view.window.rows + 1) // 2

    def rate(order: Pattern) -> tuple[int, int, int]:
        return (
            abs(axial(order.place)[1] - row),
            abs(abs(across(order.place) - middle(view)) - 8),
            mixed(seed, order.place, order.turned),
        )

    return min(spots, key=rate)


def deploy(view: View, orders: Sequence[AnyOrder], seed: int) -> AnyOrder:
    """The next counter, near the middle with room beside it; carriers behind. Each seed has places that it favours."""
    deploys = cast("Sequence[Deploy]", orders)
    ends = _ends(deploys)
    begins = [0, *ends[:-1]]
    units = [view.unit(deploys[at].unit) for at in begins]
    best = min(range(len(units)), key=lambda one: (-_rank(units[one]), units[one].hull, units[one].name))
    return _best_place(view, units[best], deploys[begins[best] : ends[best]], seed)


def _ends(deploys: Sequence[Deploy]) -> list[int]:
    """Where the orders of each unit end: they stand together, so few of the many are looked at."""
    ends = [0]
    while ends[-1] < len(deploys):
        number = deploys[ends[-1]].unit
        ends.append(bisect_left(deploys, True, ends[-1], key=lambda one: one.unit != number))
    return ends[1:]


def _best_place(view: View, unit: Unit, orders: Sequence[Deploy], seed: int) -> Deploy:
    """Where a counter is put down best, and turned inward; in the very middle, to the side that the seed leans to."""
    centre, top = middle(view), view.side == view.top
    others = [other.place for other in view.own]
    depth = (4 if unit.kind.transport or unit.kind.carries or _stands_back(view) else -4) * (1 if top else -1)
    leaning = 1 - 2 * (mixed(seed) & 1)
    best, least, rated = orders[0], BAD, (0, 0)
    looked_at, besides = BAD, 0
    goal = _sought(view, unit)
    for order in orders:
        place = order.place
        q, r = axial(place)
        off = 2 * q + r - centre
        cost = abs(off) + depth * r
        if cost > least:
            continue
        if place != looked_at:
            looked_at, besides = place, _crowd(place, others) + mixed(seed, place) % (FANCY + 1)
        cost += besides
        if cost > least:
            continue
        if goal is None:
            aside = off if abs(off) > 1 else leaning
            inward = order.facing if (aside < 0) == top else -order.facing
        else:
            inward = _toward(place, order.facing, goal)
        if cost < least or (-inward, leaning * place) < rated:
            best, least, rated = order, cost, (-inward, leaning * place)
    return best


def _stands_back(view: View) -> bool:
    """Whether warships stay beside what is in the rear: a carrier, or their planet that is to be bombarded (26.8)."""
    aim = bombardment(view.aims)
    if aim is not None and aim.side != view.side:
        return True
    return any(unit.kind.carries and not unit.kind.base for unit in view.units(view.side))


def _sought(view: View, unit: Unit) -> Hex | None:
    """What a unit is to face that may face any way: an own base it is to dock with, who is hunted, or the middle."""
    zone = view.zone_of(unit)
    if zone is None or zone.facing != "any":
        return None
    courier = docks(view.aims, unit.side, unit.name)
    for other in view.units(unit.side if courier else view.enemy_side):
        wanted = other.kind.base if courier else docks(view.aims, other.side, other.name)
        area = view.zone_of(other) if wanted else None
        if area is not None:
            strip = area.strips[len(area.strips) // 2]
            return hex_at(view.window, strip.row, strip.first)
    return hex_at(view.window, (view.window.rows + 1) // 2, (view.window.columns + 1) // 2)


def _toward(place: Hex, facing: Facing, goal: Hex) -> int:
    """How far a unit that faces so has turned to a goal: by hex sides, below 0 if it still has to turn."""
    if place == goal:
        return 0
    return -min(min((facing - one) % 6, (one - facing) % 6) for one in TOWARD[goal - place])


def _crowd(place: Hex, others: list[Hex]) -> int:
    """What it costs to stand near one's own."""
    cost = 0
    for other in others:
        away = distance(place - other)
        if away < 2:
            return BESIDE
        if away == 2:
            cost = NEAR
    return cost


def _rank(unit: Unit) -> int:
    """Who goes into the middle first: the dearest and the cheapest by turns, cruisers on the wings, transports last."""
    return -unit.kind.points if unit.kind.transport else abs(unit.kind.points - MIDDLING)


def launch(view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next squadron, in the hex farthest from its fellows on the enemy's side."""
    choices = [order for order in orders if isinstance(order, Launch)]
    number = min([order.unit for order in choices], key=lambda one: precedence(view.unit(one)))
    others = [other.place for other in view.own if other.kind.fighters]
    enemies = [enemy.place for enemy in view.enemies]

    goal = _sought(view, view.unit(number))

    def rate(order: Launch) -> tuple[int, int, int, int]:
        nearest = min((RANGE[enemy - order.place] for enemy in enemies), default=0)
        room = min((RANGE[other - order.place] for other in others), default=9)
        turned = 0 if goal is None else _toward(order.place, order.facing, goal)
        return (min(room, 2), -nearest, -order.place, turned)

    return max((order for order in choices if order.unit == number), key=rate)


def arrive(view: View, orders: Sequence[AnyOrder], wanted: bool) -> AnyOrder:
    """The next ship that comes in: near its side, facing the enemy or its planet, `wanted` if it need not."""
    if not isinstance(orders, Arrivals):
        return launch(view, orders)
    for order in orders.besides:
        if isinstance(order, Launch):
            return launch(view, orders.besides)
        if not wanted:
            return order
    number = min(orders.speeds, key=lambda one: precedence(view.unit(one)))
    unit = view.unit(number)
    planet = view.landing_place if unit.kind.transport else None
    goal = _heart(view) if planet is None else planet
    goal = next((one.place for one in view.enemies if docks(view.aims, one.side, one.name)), goal)
    speed = 2 if unit.kind.transport else 3

    places = orders.places[number]
    nearest = min(RANGE[goal - place] for place in places)
    powered = {speed for row, (_, speed, _) in enumerate(unit.kind.curve) if unit.power_on(row) >= 0}
    best: tuple[int, bool, int, int] | None = None
    chosen: Arrive | None = None
    for order in orders.of(number, [place for place in places if RANGE[goal - place] == nearest]):
        away = goal - order.place
        faced = 0 if not away or ARC[order.facing][away] == 0 else 1
        rated = (faced, order.speed not in powered, abs(order.speed - speed), order.place)
        if best is None or rated < best:
            best, chosen = rated, order
    return chosen or orders[0]


def _heart(view: View) -> Hex:
    """The enemy that is nearest to all of one's own, or the first there is."""
    enemies = view.enemies or view.own
    return min(
        enemies, key=lambda one: (sum(RANGE[one.place - own.place] for own in view.own), precedence(one))
    ).place
