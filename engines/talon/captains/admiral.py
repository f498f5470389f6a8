"""The admiral: looks at what the captain would do and at what else could be done, and plays each out with captains."""

from collections.abc import Callable
from functools import partial
from typing import Final

from engines.chance.prng import Prng, mixed
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.aims import decided
from engines.talon.captains.captain import Captain
from engines.talon.captains.prng import dice_of, fingerprint
from engines.talon.captains.weighing.evaluation import prospect
from engines.talon.orders import AnyOrder, Charge, Curve, Done, Fire, Move, Reinforce
from engines.talon.rules.victory import statuses
from engines.talon.state import Battle
from engines.talon.view import View, decider

BUDGET: Final = 16
"""Play-outs for one order, while no more than `FEW` units are on the map; of more, each costs as much more."""
FEW: Final = 4
HORIZON: Final = 2
"""How many rounds on a play-out goes, to the end of the last."""
CANDIDATES: Final = 6
WEIGHED: Final = ("ap", "move", "fire", "curves")

Clock = Callable[[], bool]
"""Whether there is time for another play-out."""


class Admiral:
    """Plays one side; without a clock the same seed, budget and view always give the same order.

    `clock` is asked before each play-out, and cuts the order's thinking short when it says no: the order is the best by
    the play-outs until then, or the captain's. `spent` is how many play-outs the last order took, `spent_in_all` how
    many all of them took.
    """

    __slots__ = ("budget", "captain", "clock", "doctrine", "seed", "spent", "spent_in_all")

    def __init__(
        self, doctrine: Doctrine, seed: int = 0, budget: int = BUDGET, clock: Clock | None = None
    ) -> None:
        self.doctrine = doctrine
        self.captain = Captain(doctrine, seed)
        self.seed = seed
        self.budget = budget
        self.clock: Clock | None = clock
        self.spent = 0
        self.spent_in_all = 0

    def decide(self, view: View) -> AnyOrder:
        """The order this side gives now."""
        self.spent = 0
        order = self.captain.decide(view)
        if view.question is not None or view.step not in WEIGHED or order not in view.orders:
            return order
        budget = self.budget * FEW // max(FEW, len(view.own) + len(view.enemies))
        candidates = _candidates(view, order, min(CANDIDATES, budget // 2))
        if len(candidates) == 1:
            return order
        best = self._best(view, candidates, budget)
        self.spent_in_all += self.spent
        return best

    def _best(self, view: View, candidates: list[AnyOrder], budget: int) -> AnyOrder:
        """Of the candidates, the first the captain's, the one whose play-outs go best; the worse half drops out."""
        battle = view.imagined()
        seed = mixed(self.seed, fingerprint(view))
        totals = [0.0] * len(candidates)
        left = list(range(len(candidates)))
        games = 0
        while len(left) > 1 and self.spent + len(left) <= budget:
            values: list[float] = []
            for at in left:
                if self.clock is not None and not self.clock():
                    break
                values.append(self._play_out(battle, candidates[at], view.side, dice_of(seed, games)))
                self.spent += 1
            if len(values) < len(left):
                break
            for at, value in zip(left, values, strict=True):
                totals[at] += value
            games += 1
            if games in (2, 4) and len(left) > 2:
                left = sorted(left, key=lambda at: (-totals[at], at))[: (len(left) + 1) // 2]
        best = left[0]
        for at in left:
            if totals[at] > totals[best]:
                best = at
        return candidates[best]

    def _play_out(self, battle: Battle, order: AnyOrder, side: Side, dice: Prng) -> float:
        """How good the battle looks for the side some rounds after the order, from 0 to 1."""
        course = battle.copy()
        players = {one: Captain(self.doctrine if one == side else Doctrine()) for one in SIDES}
        views = {one: View(course, one) for one in SIDES}
        last = battle.round + HORIZON
        game.apply(course, order, dice)
        while course.round < last:
            decides = decider(course)
            if decides is None:
                break
            game.apply(course, players[decides].decide(views[decides]), dice)
        return _value(course, views[side])


def _value(battle: Battle, view: View) -> float:
    """How the battle stands for the view's side, from 0 to 1."""
    winner = decided(battle.aims, partial(statuses, battle)) if battle.aims else None
    if battle.ending or winner is not None:
        winner = winner or battle.winner
        held = 0.5 if winner is None else 1.0 if winner == view.side else 0.0
        return 0.7 * held + 0.3 * prospect(view)
    return prospect(view)


def _candidates(view: View, order: AnyOrder, most: int) -> list[AnyOrder]:
    """What is worth playing out, so many at most: the captain's order, then what else the same unit could do."""
    found = [order]
    if isinstance(order, Move | Fire | Charge | Reinforce | Curve):
        number = order.unit
    elif isinstance(order, Done) and view.step == "fire":
        number = -1
    else:
        return found
    for other in view.orders:
        if other == order or len(found) >= most:
            continue
        if isinstance(other, Done):
            if view.step in ("fire", "curves"):
                found.append(other)
        elif isinstance(other, Move | Fire | Charge | Reinforce | Curve) and number in (-1, other.unit):
            found.append(other)
    return found
