"""The ensign: plays like the captain, but often picks a random harmless order."""

from typing import Final

from engines.chance.prng import Prng, mixed
from engines.seam.documents import Doctrine
from engines.talon.captains.captain import Captain
from engines.talon.captains.prng import fingerprint
from engines.talon.hexes import STEP
from engines.talon.orders import AnyOrder, Burn, Curve, Done, Fire, Jump, Move
from engines.talon.rules.movement import WAYS
from engines.talon.view import View

FANCY: Final = 45
"""In how many of a hundred decisions it does as it fancies."""
LIVELY: Final = ("ap", "move", "fire", "curves")


class Ensign:
    """Plays one side; `captain` is whose eye for a battle it has, `seed` makes it another person.

    The same seed and view give the same order, whatever came before.
    """

    __slots__ = ("captain", "seed")

    def __init__(self, doctrine: Doctrine, seed: int = 0) -> None:
        self.captain = Captain(doctrine, seed)
        self.seed = seed

    def decide(self, view: View) -> AnyOrder:
        """The order this side gives now."""
        order = self.captain.decide(view)
        if view.question is not None or view.step not in LIVELY or order not in view.orders:
            return order
        whim = prng_of(self.seed, view)
        if whim.below(100) >= FANCY:
            return order
        choices = [one for one in view.orders if _harmless(view, one)]
        return choices[whim.below(len(choices))] if choices else order


def prng_of(seed: int, view: View) -> Prng:
    """What comes to the mind of the ensign of that seed in a position."""
    return Prng(mixed(seed, fingerprint(view)))


def _harmless(view: View, order: AnyOrder) -> bool:
    """Whether the order throws nothing away: no ship in a planet or on a friend, no fire or ship given up."""
    if isinstance(order, Move | Burn):
        unit = view.unit(order.unit)
        turn, aside = WAYS[order.way]
        place = unit.place + STEP[(unit.facing + turn + aside) % 6]
        crowded = any(other.place == place and not other.kind.base for other in view.own)
        return (
            not crowded
            and view.terrain.get(place) not in ("planet", "black-hole", "worm-hole")
            and order.dock is None
        )
    if isinstance(order, Fire):
        return view.unit(order.unit).kind.groups[order.group].weapon != "fusion_cannon"
    return not isinstance(order, Done | Jump | Curve) or view.step in ("ap", "curves")
