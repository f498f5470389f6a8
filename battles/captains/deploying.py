"""Setting up and coming in: planet, terrain, deployment, launching, reinforcements (21, 22, 23)."""

from battles.engine.floating_map import hex_at, width
from battles.engine.hexes import ARC, RANGE, Hex, axial
from battles.engine.orders import AnyOrder, Arrive, Deploy, Done, Launch, Pattern, Planet
from battles.engine.state import Unit
from battles.engine.view import View


def across(place: Hex) -> int:
    """How far along the long edges a hex lies, in half hexes."""
    q, r = axial(place)
    return 2 * q + r


def middle(view: View) -> int:
    """The middle of the map, in half hexes along the long edges."""
    window = view.window
    row = (window.rows + 1) // 2
    return across(hex_at(window, row, (width(window, row) + 1) // 2))


def planet(view: View, orders: list[AnyOrder]) -> AnyOrder:
    """The planet as far back and as near the middle as it goes."""
    back = -1 if view.side == view.top else 1
    spots = [order for order in orders if isinstance(order, Planet)]
    return max(
        spots, key=lambda order: (back * axial(order.place)[1], -abs(across(order.place) - middle(view)))
    )


def pattern(view: View, orders: list[AnyOrder]) -> AnyOrder:
    """The pattern off the middle, a little to one side, where it troubles both alike."""
    spots = [order for order in orders if isinstance(order, Pattern)]
    row = view.window.r + (view.window.rows + 1) // 2

    def rate(order: Pattern) -> tuple[int, int, int]:
        return (
            abs(axial(order.place)[1] - row),
            abs(abs(across(order.place) - middle(view)) - 8),
            order.turned,
        )

    return min(spots, key=rate)


def deploy(view: View, orders: list[AnyOrder]) -> AnyOrder:
    """The dearest counter that is not down yet, near the middle with room beside it; carriers behind."""
    choices = [order for order in orders if isinstance(order, Deploy)]
    if not choices:
        return next(order for order in orders if isinstance(order, Done))
    number = max({order.unit for order in choices}, key=lambda one: (_rank(view.unit(one)), -one))
    unit = view.unit(number)
    spots = [order for order in choices if order.unit == number]
    centre = middle(view)
    return min(spots, key=lambda order: _spot(view, unit, order, centre))


def _rank(unit: Unit) -> float:
    return -unit.kind.points if unit.kind.transport else unit.kind.points


def _spot(view: View, unit: Unit, order: Deploy, centre: int) -> tuple[float, int, int]:
    near = min((RANGE[order.place - other.place] for other in view.own), default=9)
    crowd = 40 if near < 2 else 6 if near < 3 else 0
    behind = unit.kind.transport or unit.kind.carries
    forward = axial(order.place)[1] * (1 if view.side == view.top else -1)
    off = across(order.place) - centre
    away = abs(off)
    side = order.facing if off < 0 else -order.facing
    inward = side if view.side == view.top else -side
    return (crowd + away + (4 if behind else -4) * forward, -inward, order.place)


def launch(view: View, orders: list[AnyOrder]) -> AnyOrder:
    """The next squadron, in the hex farthest from its fellows on the enemy's side."""
    choices = [order for order in orders if isinstance(order, Launch)]
    number = choices[0].unit
    others = [other.place for other in view.own if other.kind.fighters]
    enemies = [enemy.place for enemy in view.enemies]

    def rate(order: Launch) -> tuple[int, int, int]:
        nearest = min((RANGE[enemy - order.place] for enemy in enemies), default=0)
        room = min((RANGE[other - order.place] for other in others), default=9)
        return (min(room, 2), -nearest, -order.place)

    return max((order for order in choices if order.unit == number), key=rate)


def arrive(view: View, orders: list[AnyOrder], wanted: bool) -> AnyOrder:
    """The next ship that comes in: near its side, facing the enemy or its planet, `wanted` if it need not."""
    launches = [order for order in orders if isinstance(order, Launch)]
    if launches:
        return launch(view, orders)
    done = next((order for order in orders if isinstance(order, Done)), None)
    if done is not None and not wanted:
        return done
    choices = [order for order in orders if isinstance(order, Arrive)]
    number = max({order.unit for order in choices}, key=lambda one: (view.unit(one).kind.points, -one))
    unit = view.unit(number)
    goal = view.capital if unit.kind.transport and view.capital is not None else _heart(view)
    speed = 2 if unit.kind.transport else 3

    def rate(order: Arrive) -> tuple[int, int, int, int]:
        away = goal - order.place
        faced = 0 if not away or ARC[order.facing][away] == 0 else 1
        return (RANGE[away], faced, abs(order.speed - speed), order.place)

    return min((order for order in choices if order.unit == number), key=rate)


def _heart(view: View) -> Hex:
    """The enemy that is nearest to all of one's own, or the first there is."""
    enemies = view.enemies or view.own
    return min(
        enemies, key=lambda one: (sum(RANGE[one.place - own.place] for own in view.own), one.number)
    ).place
