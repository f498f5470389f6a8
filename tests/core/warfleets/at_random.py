"""Somebody who orders at random what may be lawful, with dice of a seed."""

from collections.abc import Callable
from random import Random

from engines.seam.refusals import Refusal, Refused
from engines.warfleets.dice import Dice, Label
from engines.warfleets.game import apply, asked
from engines.warfleets.orders import (
    TURRET,
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
from engines.warfleets.rules.damage import choices
from engines.warfleets.rules.preparing import to_deploy
from engines.warfleets.rules.sequence import Question, followers, to_act
from engines.warfleets.state import NOBODY, Battle
from engines.warfleets.stock import stock
from engines.warfleets.table import EDGES


class Chance:
    """Dice of a seed."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def roll(self, label: Label) -> int:
        """The next die."""
        return self.random.randint(1, 6)


def random_order(on: Battle, chance: Random) -> AnyOrder:
    """Something that may be lawful, for what is asked."""
    now = asked(on)
    assert now is not None
    return WAYS[now.word](on, now, chance)


def _damage(on, now, chance):
    return Assign(now.side, now.model, chance.choice(choices(on.models[now.model])))


def _displace(on, now, chance):
    over = on.models[on.displaced[0][1]]
    x, y = (chance.randint(-300, 300) for _ in range(2))
    return Displace(now.side, now.model, (over.place[0] + x, over.place[1] + y))


def _return(on, now, chance):
    model = on.models[now.model]
    along = chance.randint(-400, 400)
    x, y = model.place
    r = model.radius
    place = {
        "bottom": (x + along, r),
        "top": (x + along, 4800 - r),
        "left": (r, y + along),
        "right": (7200 - r, y + along),
    }
    return Return(now.side, model.number, place[model.edge], chance.randrange(3600))


def _shoot(on, now, chance):
    model = on.models[now.model]
    if chance.random() < 0.1:
        return Done(now.side, model.number)
    target = chance.choice(on.models).number
    return Shoot(now.side, model.number, chance.randint(TURRET, len(model.mounts) - 1), (target,))


def _act(on, now, chance):
    model = on.models[now.model] if now.model != NOBODY else chance.choice(to_act(on, now.side))
    if not model.is_ship:
        by = (model.place[0] + chance.randint(-900, 900), model.place[1] + chance.randint(-900, 900))
        flown = Fly(now.side, model.number, "cruise", (by,))
        return chance.choice([Hold(now.side, model.number), flown, Skip(now.side, model.number)])
    target = chance.choice(on.models).number
    before, turn = chance.randint(200, 1200), chance.randint(-900, 900)
    return chance.choice(
        [
            Hold(now.side, model.number, turn),
            Go(now.side, model.number, "move", before, turn),
            Go(now.side, model.number, "cruise", before, turn // 2),
            Go(now.side, model.number, "move"),
            Warp(now.side, model.number),
            Ram(now.side, model.number, target, before, turn // 2),
            Repair(now.side, model.number, target),
            Pull(now.side, model.number, target),
        ]
    )


def _point(chance):
    return chance.randint(0, 7200), chance.randint(0, 4800)


def _roll(on, now, chance):
    return RollOff(now.side)


def _terrain(on, now, chance):
    if chance.random() < 0.1:
        return Enough(now.side)
    return Lay(now.side, chance.choice(list(stock())), _point(chance), chance.randrange(3600))


def _edge(on, now, chance):
    return PickEdge(now.side, chance.choice(EDGES))


def _marker(on, now, chance):
    return LayMarker(now.side, _point(chance))


def _deploy(on, now, chance):
    model = on.models[now.model] if now.model != NOBODY else chance.choice(to_deploy(on, now.side))
    if chance.random() < 0.2:
        return Reserve(now.side, model.number)
    return Deploy(now.side, model.number, _point(chance), chance.randrange(3600), chance.choice((0, 0, 200)))


def _lead(on, now, chance):
    if chance.random() < 0.2:
        return Done(now.side, now.model)
    return Hold(now.side, chance.choice(followers(on)).number)


def _warp(on, now, chance):
    return Go(now.side, now.model, "move", chance.randint(0, 800), chance.choice((0, 300, -900)))


WAYS: dict[str, Callable[[Battle, Question, Random], AnyOrder]] = {
    "roll": _roll,
    "terrain": _terrain,
    "edge": _edge,
    "marker": _marker,
    "deploy": _deploy,
    "arrive": _deploy,
    "lead": _lead,
    "warp": _warp,
    "damage": _damage,
    "displace": _displace,
    "return": _return,
    "shoot": _shoot,
    "act": _act,
    "activate": _act,
}


def refusal_of(on: Battle, order: AnyOrder, dice: Dice) -> Refusal | None:
    """Why an order is refused; None if it was carried out."""
    try:
        apply(on, order, dice)
    except Refused as refused:
        return refused.refusals[0]
    return None
