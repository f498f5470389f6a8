"""The ways a captain thinks of for a model: not all that are lawful, but some in every direction."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engines.seam.refusals import Refusal
from engines.warfleets.geometry import Disc, Place, ahead, away, squared_distance
from engines.warfleets.orders import AnyOrder, Fly, Go, Hold, Ram, Warp
from engines.warfleets.rules.movement import flight_refusals, warped
from engines.warfleets.rules.ramming import reaching
from engines.warfleets.rules.tracks import PIVOT, Action, crossing, speed, track
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import base_on_table

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
    if not model.is_ship:
        return list(_flights(battle, model))
    found = list(_holds(model, step))
    for action in ("move", "cruise"):
        found += _ways(battle, model, action, step)
    found += _rams(battle, model, step)
    if model.has("warp-drive"):
        order = Warp(model.side, model.number)
        found += [one._replace(order=order) for one in warps(battle, model, EXPECTED_WARP, step)]
    return found


def _holds(model: Model, step: int) -> Iterator[Course]:
    for turn in range(-1800 + 2 * step, 1801, 2 * step):
        heading = (model.heading + turn) % 3600
        yield Course(Hold(model.side, model.number, turn), (model.place,), heading, "hold")


def _ways(battle: Battle, model: Model, action: Action, step: int) -> Iterator[Course]:
    full = speed(model, action)
    most = PIVOT[action]
    for turn in range(-most, most + 1, step):
        for before in ((full + 1) // 2, full) if turn else (full,):
            found = track(battle, model, action, before, turn)
            if battle.terrain and crossing(battle, model, found.points, "blocking"):
                continue
            order = Go(model.side, model.number, "cruise" if action == "cruise" else "move", before, turn)
            yield Course(
                order, found.points, found.heading, action, found.crossed, off=found.exit is not None
            )


def _rams(battle: Battle, model: Model, step: int) -> Iterator[Course]:
    full = speed(model, "ram")
    for enemy in battle.enemies(model):
        far = full + model.radius + enemy.radius
        if not enemy.is_ship or squared_distance(model.place, enemy.place) > far * far:
            continue
        for turn in range(-PIVOT["ram"], PIVOT["ram"] + 1, step):
            before = (full + 1) // 2 if turn else 0
            found = reaching(battle, model, enemy, before, turn)
            if not isinstance(found, Refusal):
                order = Ram(model.side, model.number, enemy.number, before, turn)
                yield Course(order, found.points, found.heading, "ram", target=enemy.number)


def warps(battle: Battle, model: Model, full: int, step: int) -> Iterator[Course]:
    """Where a Warp Drive takes a ship that goes so far in all."""
    most = PIVOT["move"]
    for turn in range(-most, most + 1, step):
        for before in ((full + 1) // 2, full) if turn else (full,):
            found = warped(battle, model, full, before, turn)
            order = Go(model.side, model.number, "move", before, turn)
            yield Course(order, found.points, found.heading, "move", off=found.exit is not None)


def _flights(battle: Battle, model: Model) -> Iterator[Course]:
    """To hold, to go as near to each enemy in reach as it may, and as far as it goes in each direction."""
    yield Course(Hold(model.side, model.number), (model.place,), model.heading, "hold")
    if battle.engaged_with(model):
        return
    for action in ("move", "cruise"):
        full = speed(model, action)
        ends = [ahead(model.place, at * 3600 // BEARINGS, full) for at in range(BEARINGS)]
        for enemy in battle.enemies(model):
            stop = enemy.radius + model.radius + BESIDE
            if squared_distance(model.place, enemy.place) <= (full + stop) ** 2:
                ends.append(away(enemy.place, model.place, -stop))
        for end in ends:
            points = (model.place, end)
            if not base_on_table(Disc(end, model.radius)):
                continue
            if not flight_refusals(battle, model, action, points):
                order = Fly(model.side, model.number, action, (end,))
                yield Course(order, points, model.heading, action)
