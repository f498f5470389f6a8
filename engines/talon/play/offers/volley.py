"""All that a captain would fire in a step, and whether it still would after each shot."""

from typing import NamedTuple

from engines.seam.documents import Doctrine
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.dice import Label
from engines.talon.orders import AnyOrder, Concede, Done, Exceed, FightOn, Fire, OfferDraw
from engines.talon.play.barriers import DieNeeded
from engines.talon.play.offered import NOBODY
from engines.talon.play.offers.chances import shot_at
from engines.talon.play.offers.words import in_words
from engines.talon.play.roster import Roster
from engines.talon.text.orders import write_order
from engines.talon.view import View
from engines.talon.weapon_table import DAMAGE

LOWEST = 1
OF_NO_SHIP = (Done, Concede, OfferDraw, FightOn, Exceed)
"""The orders that fire nothing."""


class _Misses:
    """Dice with which a shot misses unless it always hits. No other die is foreseen, as for the initiative."""

    __slots__ = ()

    def roll(self, label: Label) -> int:
        """The lowest roll for a weapon; DieNeeded for anything else."""
        if label.cause not in DAMAGE:
            raise DieNeeded
        return LOWEST


class Suggested(NamedTuple):
    """An order that a captain would give, in the notation and in words."""

    order: AnyOrder
    line: str
    words: str


def volley(view: View, doctrine: Doctrine | None = None) -> tuple[Suggested, ...]:
    """What a captain of that doctrine would fire in this step if every shot missed, with its answers.

    None outside the step of fire.
    """
    if not _fires(view) or view.veiled:
        return ()
    course, found = view.imagined(), list[Suggested]()
    now, captain = View(course, view.side), Captain(doctrine)
    while _fires(now) and not isinstance(order := captain.decide(now), OF_NO_SHIP):
        found.append(Suggested(order, write_order(order, Roster(now)), in_words(now, order)))
        try:
            game.apply(course, order, _Misses())
        except DieNeeded:
            break
    return tuple(found)


def shots(suggested: tuple[Suggested, ...]) -> int:
    """How often something is fired; the other orders are answers."""
    return sum(isinstance(one.order, Fire) for one in suggested)


def still(view: View, order: AnyOrder) -> bool:
    """Whether a captain would give just this order next."""
    return _fires(view) and Captain().decide(view) == order


def needless(view: View) -> bool:
    """Whether to fire cannot matter: the captain would not, and if all hit for the most, no more than shields is lost.

    A fighter, a missile and whatever rolls no die always matter.
    """
    if not _fires(view) or view.veiled or view.question is not None or volley(view):
        return False
    fires = [order for order in view.orders if isinstance(order, Fire)]
    worst: dict[tuple[int, int], int] = {}
    for unit, group, target in {(one.unit, one.group, one.target) for one in fires}:
        shot = shot_at(view, view.unit(unit), group, target)
        if shot.all is None or shot.arc == NOBODY:
            return False
        most = worst.get((target, shot.arc), shot.cover) - (len(shot.all.ways) - 1)
        if most < 0:
            return False
        worst[target, shot.arc] = most
    return bool(fires)


def _fires(view: View) -> bool:
    return view.is_asked and view.step == "fire"
