"""The ways a captain thinks of for a model: not all that are lawful, but some in every direction."""

from typing import Final, Literal, NamedTuple

from engines.seam.refusals import Refusal
from engines.warfleets.geometry import Place, ahead, away, squared_distance
from engines.warfleets.orders import AnyOrder, Fly, Go, Hold, Ram, Warp
from engines.warfleets.rules.movement import flight_refusals, warped
from engines.warfleets.rules.ramming import reaching
from engines.warfleets.rules.tracks import PIVOT, crossing, speed, track
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import base_on_table

MOVES: Final[tuple[Literal["move", "cruise"], ...]] = ("move", "cruise")
ACTIONS: Final[tuple[str, ...]] = ("hold", *MOVES, "ram")
BESIDE: Final = 20
"""How far from an enemy a squadron stops that attacks it."""
BEARINGS: Final = 12
EXPECTED_WARP: Final = 550
"""How far a Warp Drive takes a ship on average."""


class Course(NamedTuple):
    """An order and what comes of it; with a die that decides how far it goes, what comes of it on average.

    `crossed` are the ships it runs into, `off` is whether it leaves the table, `target` the ship that it rams.
    """

    order: AnyOrder
    points: tuple[Place, ...]
    heading: int
    action: str
    crossed: tuple[int, ...] = ()
    off: bool = False
    target: int = -1

    @property
    def end(self) -> Place:
        """Where it ends."""
        return self.points[-1]


def courses(battle: Battle, model: Model, step: int) -> list[Course]:
    """What a model might do, turns `step` tenths of a degree apart; at least to hold."""
    return [one for one in thoughts(battle, model, step, ACTIONS) if lawful(battle, model, one)]


def thoughts(battle: Battle, model: Model, step: int, actions: tuple[str, ...]) -> list[Course]:
    """What a model might do with some actions, before `lawful` has looked at it: to hold always is."""
    if not model.is_ship:
        return _flights(battle, model, actions)
    found = _holds(model, step)
    for action in MOVES:
        if action in actions:
            found += _ways(battle, model, action, step)
    if "ram" in actions:
        found += _rams(battle, model, step)
    if model.has("warp-drive"):
        order = Warp(model.side, model.number)
        found += [one._replace(order=order) for one in warps(battle, model, EXPECTED_WARP, step)]
    return found


def lawful(battle: Battle, model: Model, course: Course) -> bool:
    """Whether a course that was thought of is lawful; this takes longer than to think of it."""
    order = course.order
    if isinstance(order, Fly):
        return not flight_refusals(battle, model, order.action, course.points)
    return not isinstance(order, Go) or not crossing(battle, model, course.points, "blocking")


def _holds(model: Model, step: int) -> list[Course]:
    found = []
    for turn in range(-1800 + 2 * step, 1801, 2 * step):
        heading = (model.heading + turn) % 3600
        found.append(Course(Hold(model.side, model.number, turn), (model.place,), heading, "hold"))
    return found


def _ways(battle: Battle, model: Model, action: Literal["move", "cruise"], step: int) -> list[Course]:
    full = speed(model, action)
    most = PIVOT[action]
    ways = []
    for turn in range(-most, most + 1, step):
        for before in ((full + 1) // 2, full) if turn else (full,):
            found = track(battle, model, action, before, turn)
            order = Go(model.side, model.number, action, before, turn)
            off = found.exit is not None
            ways.append(Course(order, found.points, found.heading, action, found.crossed, off))
    return ways


def _rams(battle: Battle, model: Model, step: int) -> list[Course]:
    full = speed(model, "ram")
    rams = []
    for enemy in battle.enemies(model):
        far = full + model.radius + enemy.radius
        if not enemy.is_ship or squared_distance(model.place, enemy.place) > far * far:
            continue
        for turn in range(-PIVOT["ram"], PIVOT["ram"] + 1, step):
            before = (full + 1) // 2 if turn else 0
            found = reaching(battle, model, enemy, before, turn)
            if not isinstance(found, Refusal):
                order = Ram(model.side, model.number, enemy.number, before, turn)
                rams.append(Course(order, found.points, found.heading, "ram", target=enemy.number))
    return rams


def warps(battle: Battle, model: Model, full: int, step: int) -> list[Course]:
    """Where a Warp Drive takes a ship that goes so far in all."""
    most = PIVOT["move"]
    ways = []
    for turn in range(-most, most + 1, step):
        for before in ((full + 1) // 2, full) if turn else (full,):
            found = warped(battle, model, full, before, turn)
            order = Go(model.side, model.number, "move", before, turn)
            ways.append(Course(order, found.points, found.heading, "move", off=found.exit is not None))
    return ways


def _flights(battle: Battle, model: Model, actions: tuple[str, ...]) -> list[Course]:
    """To hold, to go as near to each enemy in reach as it may, and as far as it goes in each direction."""
    flights = [Course(Hold(model.side, model.number), (model.place,), model.heading, "hold")]
    if battle.engaged_with(model):
        return flights
    for action in MOVES:
        if action not in actions:
            continue
        full = speed(model, action)
        ends = [ahead(model.place, at * 3600 // BEARINGS, full) for at in range(BEARINGS)]
        for enemy in battle.enemies(model):
            stop = enemy.radius + model.radius + BESIDE
            if squared_distance(model.place, enemy.place) <= (full + stop) ** 2:
                ends.append(away(enemy.place, model.place, -stop))
        for end in ends:
            if base_on_table((end, model.radius)):
                order = Fly(model.side, model.number, action, (end,))
                flights.append(Course(order, (model.place, end), model.heading, action))
    return flights
