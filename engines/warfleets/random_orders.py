"""Orders by chance: lawful, but without any thought; for trials, and for whoever wants an opponent at once."""

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.warfleets import offers, trying
from engines.warfleets.game import asked
from engines.warfleets.offers import Asked, Ranges, Straight
from engines.warfleets.orders import (
    AnyOrder,
    Assign,
    Deploy,
    Displace,
    Done,
    Enough,
    Fly,
    Go,
    Hold,
    Lay,
    LayMarker,
    Mine,
    PickEdge,
    Pull,
    Ram,
    Repair,
    Reserve,
    Return,
    RollOff,
    Shoot,
    Skip,
    Warp,
)
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import DEPTH, RETURN, WIDTH, ZONE, beside_edge

TRIES: Final = 20
"""So many orders are drawn before the nearest lawful one is looked for."""
AGAIN: Final = 10
"""So often that is done at most: where nothing is lawful it has an end."""
LESS: Final = 10
"""One in so many times the player lets something go."""


One = TypeVar("One")


class Chance(Protocol):
    """Where the caller's chance comes from: `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to below `stop`."""


def random_order(battle: Battle, chance: Chance) -> AnyOrder:
    """A lawful order for whatever is asked; ValueError if the battle is over, `Refused` if none is found."""
    question = asked(battle)
    if question is None:
        raise ValueError("the battle is over")
    offered = offers.asked_of(battle, question, offered=True)
    for _ in range(AGAIN):
        for _ in range(TRIES):
            order = _proposed(battle, offered, chance)
            if trying.refusal(battle, order) is None:
                return order
        found = trying.nearest(battle, order)
        if found is not None:
            return found
    raise refuse("", f"No lawful order was found in {AGAIN * TRIES} tries: {question.word}.")


def _proposed(battle: Battle, question: Asked, chance: Chance) -> AnyOrder:
    if question.word in ("activate", "act", "lead", "warp", "shoot"):
        return _in_turn(battle, question, chance)
    if question.word in ("damage", "displace", "return"):
        return _waiting(battle, question, chance)
    return _early(question, chance)


def _early(question: Asked, chance: Chance) -> AnyOrder:
    side = question.side
    if question.word == "roll":
        return RollOff(side)
    if question.word == "terrain":
        if question.done and not chance.randrange(LESS):
            return Enough(side)
        return Lay(side, _one_of(chance, question.pieces).key, _anywhere(chance), chance.randrange(3600))
    if question.word == "edge":
        return PickEdge(side, _one_of(chance, question.edges))
    if question.word == "marker":
        return LayMarker(side, _anywhere(chance))
    return _set_up(question, chance)


def _set_up(question: Asked, chance: Chance) -> AnyOrder:
    side = question.side
    number = _one_of(chance, question.models)
    if number in question.reserve and not chance.randrange(LESS):
        return Reserve(side, number)
    return Deploy(side, number, _in_zone(question, chance), chance.randrange(3600))


def _anywhere(chance: Chance) -> tuple[int, int]:
    return _between(chance, 0, WIDTH), _between(chance, 0, DEPTH)


def _in_zone(question: Asked, chance: Chance) -> tuple[int, int]:
    """A place in the zone of the side that deploys; anywhere if its ship was in reserve."""
    x, y = _anywhere(chance)
    if question.away or question.edge is None:
        return x, y
    along = x if question.edge in ("bottom", "top") else y
    return beside_edge(question.edge, along, _between(chance, 0, ZONE))


def _waiting(battle: Battle, question: Asked, chance: Chance) -> AnyOrder:
    side, number = question.side, question.model
    model = battle.models[number]
    if question.word == "damage":
        return Assign(side, number, _one_of(chance, question.slots))
    if question.word == "displace":
        over = battle.models[question.beside]
        far = over.radius + model.radius + question.reach
        return Displace(side, number, _near(over, far, chance))
    x, y = _near(model, RETURN, chance)
    place = beside_edge(model.edge, x if model.edge in ("bottom", "top") else y, model.radius)
    return Return(side, number, (place[0], place[1]), chance.randrange(3600))


def _in_turn(battle: Battle, question: Asked, chance: Chance) -> AnyOrder:
    side, number = question.side, question.model
    if question.done and not chance.randrange(LESS):
        return Done(side, number)
    if question.word == "shoot":
        shot = _one_of(chance, question.shots)
        return Shoot(side, number, shot.weapon, (shot.target,))
    if question.warp is not None:
        return _straight(side, number, question.warp, chance)
    return _action(battle, question, _one_of(chance, question.ranges), chance)


def _straight(side: Side, number: int, way: Straight, chance: Chance) -> Go:
    """A way with a pivot."""
    before, turn = _between(chance, way.pivot_from, way.pivot_to), _between(chance, -way.turn, way.turn)
    return Go(side, number, "cruise" if way.action == "cruise" else "move", before, turn)


def _near(model: Model, far: int, chance: Chance) -> tuple[int, int]:
    return model.place[0] + _between(chance, -far, far), model.place[1] + _between(chance, -far, far)


def _action(battle: Battle, question: Asked, ranges: Ranges, chance: Chance) -> AnyOrder:
    side, model = question.side, battle.models[ranges.model]
    found: list[AnyOrder] = [Hold(side, model.number, _between(chance, -ranges.turn, ranges.turn))]
    if ranges.reach:
        found += [
            Fly(side, model.number, "move", (_near(model, ranges.reach[0], chance),)),
            Fly(side, model.number, "cruise", (_near(model, ranges.reach[1], chance),)),
        ]
    for way in ranges.ways:
        if way.action != "ram":
            found += [Go(side, model.number, way.action), _straight(side, model.number, way, chance)]
    found += [Ram(side, model.number, one.target, one.before, one.turn) for one in ranges.rams]
    found += [Repair(side, model.number, one) for one in ranges.repairs]
    found += [Pull(side, model.number, one) for one in ranges.pulls]
    if ranges.skips:
        found.append(Skip(side, model.number))
    if ranges.warp:
        found.append(Warp(side, model.number))
    if ranges.mine:
        found.append(Mine(side, model.number, _near(model, model.radius + ranges.mine, chance)))
    return _one_of(chance, found)


def _one_of(chance: Chance, found: Sequence[One]) -> One:
    return found[chance.randrange(len(found))]


def _between(chance: Chance, low: int, high: int) -> int:
    """A number from `low` to `high`, both included."""
    return low + chance.randrange(high - low + 1)
