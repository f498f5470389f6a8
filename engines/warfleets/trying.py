"""Whether an order is lawful, and the nearest one that is: asked without rolling a die."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engines.seam.refusals import Refusal, Refused
from engines.warfleets import game
from engines.warfleets.copies import copied
from engines.warfleets.dice import Label
from engines.warfleets.geometry import Place, ahead, length, rounded, squared_distance
from engines.warfleets.orders import (
    Activation,
    AnyOrder,
    Assign,
    Deploy,
    Displace,
    Enough,
    Fly,
    Go,
    Hold,
    Lay,
    LayMarker,
    Mine,
    PickEdge,
    Ram,
    Reserve,
    Return,
    RollOff,
    Skip,
)
from engines.warfleets.rules import damage, ramming, tracks
from engines.warfleets.rules.activating import NEAR
from engines.warfleets.rules.movement import nearest_flight, nearest_return, room_beside
from engines.warfleets.rules.preparing import fits
from engines.warfleets.rules.spots import nearest_place
from engines.warfleets.rules.tracks import PIVOT
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import DEPTH, RETURN, WIDTH, beside_edge, length_of

STEP: Final = 25
"""Places that are looked for lie a quarter of an inch from each other."""
ROUND_A_SHIP: Final = 50
"""A squadron is put aside in a direction of whole steps of 5 degrees."""
OfModel = Activation | Assign | Deploy | Displace | Reserve | Return | Skip
"""Orders that name a model."""


class _Rolled(Exception):
    """A die was asked for: the order is lawful, and what comes of it is chance."""


class _NoDice:
    def roll(self, label: Label) -> int:
        """Stop here: every rule decides before it rolls."""
        raise _Rolled(label.cause)


def refusal(battle: Battle, order: AnyOrder) -> Refusal | None:
    """Why an order may not be given now; None if it may."""
    try:
        game.apply(copied(battle), order, _NoDice())
    except Refused as refused:
        return refused.refusals[0]
    except _Rolled:
        return None
    return None


def nearest(battle: Battle, order: AnyOrder) -> AnyOrder | None:
    """The lawful order nearest to one that is refused; None if nothing like it is lawful."""
    return next((one for one in _instead(battle, order) if refusal(battle, one) is None), None)


def _instead(battle: Battle, order: AnyOrder) -> Iterator[AnyOrder]:
    """Orders of the same kind, the nearest first; and to hold instead of a way."""
    if isinstance(order, (Lay, LayMarker)):
        yield from _elsewhere(battle, order)
    elif not isinstance(order, (RollOff, Enough, PickEdge)) and order.model < len(battle.models):
        yield from _of_model(battle, battle.models[order.model], order)


def _of_model(battle: Battle, model: Model, order: OfModel) -> Iterator[AnyOrder]:
    if isinstance(order, (Hold, Go, Ram, Fly)):
        yield from _moves(battle, model, order)
        yield Hold(order.side, order.model)
    elif isinstance(order, Mine):
        near = _towards(model.place, order.place, model.radius + NEAR)
        yield Mine(order.side, order.model, (min(max(near[0], 0), WIDTH), min(max(near[1], 0), DEPTH)))
    elif isinstance(order, Displace):
        yield from _aside(battle, model, order)
    elif isinstance(order, Return):
        yield from _back(battle, model, order)
    elif isinstance(order, Assign):
        for slot in damage.choices(model):
            yield Assign(order.side, order.model, slot)
    elif isinstance(order, Deploy):
        yield from _elsewhere(battle, order)
        if order.ahead:
            yield from _elsewhere(battle, replace(order, ahead=0))


def _elsewhere(battle: Battle, order: Lay | LayMarker | Deploy) -> Iterator[AnyOrder]:
    """The same at a place near the one that was wanted, or at that place itself."""

    def free(place: Place) -> bool:
        return fits(battle, replace(order, place=place))

    yield order
    found = nearest_place(order.place, free)
    if found is not None:
        yield replace(order, place=found)


def _moves(battle: Battle, model: Model, order: Hold | Go | Ram | Fly) -> Iterator[AnyOrder]:
    if isinstance(order, Hold):
        yield Hold(order.side, order.model, min(max(order.turn, -PIVOT["hold"]), PIVOT["hold"]))
    elif isinstance(order, Fly):
        corners = (model.place, *order.by)
        if flight := nearest_flight(battle, model, order.action, corners):
            yield Fly(order.side, order.model, order.action, flight[1:])
    elif model.is_ship and isinstance(order, Go):
        yield from _ways(battle, model, order)
    elif isinstance(order, Ram):
        yield from _rams(battle, model, order)


def _ways(battle: Battle, model: Model, order: Go) -> Iterator[Go]:
    """A way with a pivot that is lawful: of a Warp Drive as far as its die says, or at full speed."""
    if battle.stage == "warping":
        least, most = rounded(battle.warp, 2), PIVOT["move"]
        turn = min(max(order.turn, -most), most)
        yield Go(order.side, order.model, "move", min(max(order.before, least), battle.warp), turn)
    elif found := tracks.nearest(battle, model, order.action, order.before, order.turn):
        yield Go(order.side, order.model, order.action, *found)


def _rams(battle: Battle, model: Model, order: Ram) -> Iterator[Ram]:
    if not model.is_ship or order.target >= len(battle.models):
        return
    found = ramming.nearest(battle, model, battle.models[order.target], order.before, order.turn)
    if found is not None:
        yield Ram(order.side, order.model, order.target, *found)


def _towards(start: Place, goal: Place, most: int) -> Place:
    """The goal, or a point on the way to it that is not farther from the start than `most`."""
    far = length(start, goal)
    if far <= most:
        return goal
    x, y = start
    return (x + _part(goal[0] - x, most, far), y + _part(goal[1] - y, most, far))


def _part(size: int, most: int, far: int) -> int:
    """A part of a length, rounded towards nothing."""
    part = abs(size) * most // far
    return part if size >= 0 else -part


def _aside(battle: Battle, model: Model, order: Displace) -> Iterator[Displace]:
    """Places round the ship, in three rings, the nearest to the place wanted first."""
    above = next((above for number, above in battle.displaced if number == order.model), None)
    if above is None:
        return
    ship, wanted = battle.models[above], order.place
    touching, reach = ship.radius + model.radius, room_beside(battle, model, ship)
    places = [
        ahead(ship.place, heading, touching + gap)
        for gap in (2, reach - 50, reach - STEP, reach - 2)
        for heading in range(0, 3600, ROUND_A_SHIP)
    ]
    places.append(_towards(ship.place, wanted, touching + reach))
    for place in sorted(places, key=lambda one: (squared_distance(one, wanted), one)):
        yield Displace(order.side, order.model, place)


def _back(battle: Battle, model: Model, order: Return) -> Iterator[Return]:
    """Places along the edge, the nearest to the place wanted first, and the one nearest to where the model left."""
    lying = model.edge in ("bottom", "top")
    low, high = model.radius, length_of(model.edge) - model.radius
    left, wanted = (model.place[0], order.place[0]) if lying else (model.place[1], order.place[1])
    offered = {min(max(wanted, left - RETURN), left + RETURN), *range(left - RETURN, left + RETURN + 1, STEP)}
    places = [
        beside_edge(model.edge, min(max(along, low), high), model.radius)
        for along in sorted(offered, key=lambda one: (abs(one - wanted), one))
    ]
    for place in (*places, nearest_return(battle, model)):
        yield Return(order.side, order.model, place, order.heading)
