"""What a captain would order now: suggestions, and whole lines when the captain finishes for a player."""

from typing import Final

from engines.seam.documents import Doctrine, Level
from engines.talon.captains.captain import Captain
from engines.talon.captains.levels import player_of
from engines.talon.orders import AnyOrder, Done
from engines.talon.play.barriers import up_to_barrier
from engines.talon.play.offers.unit_offers import OFFERS, giver_of
from engines.talon.view import View


def advice(
    view: View, level: Level = "captain", doctrine: Doctrine | None = None, seed: int = 0
) -> tuple[AnyOrder, ...]:
    """The orders that a captain of the level gives next, the one that meets a barrier included.

    One order while counters are covered (21, R37); none while the other side decides. The same view, level, doctrine
    and seed always give the same.
    """
    if not view.is_asked:
        return ()
    player = player_of(level, doctrine or Doctrine(), seed)
    if view.veiled:
        return (player.decide(view),)
    return up_to_barrier(view.imagined(), view.side, player.decide, view.player)


OF_ONE_UNIT: Final = ("ap", "move", "fire")
"""The steps in which one unit after another is ordered."""


def advice_for(view: View, unit: int, doctrine: Doctrine | None = None) -> tuple[AnyOrder, ...]:
    """What a captain orders with one unit in this step, the order that meets a barrier included; none for nothing.

    A question that its orders raise is answered too; one that waits already is not.
    """
    if not view.is_asked or view.veiled or view.question is not None:
        return ()
    captain, step = Captain(doctrine), view.step

    def decide(now: View) -> AnyOrder | None:
        if now.question is not None:
            return captain.decide(now)
        own = [one for one in now.orders if now.step == step and _is_of(one, unit)]
        chosen = captain.choose(now, [*own, Done(now.side)]) if own else Done(now.side)
        return None if isinstance(chosen, Done) else chosen

    return up_to_barrier(view.imagined(), view.side, decide, view.player) if step in OF_ONE_UNIT else ()


def _is_of(order: AnyOrder, unit: int) -> bool:
    return type(order) in OFFERS and giver_of(order) == unit
