"""What a captain would order now: suggestions, and whole lines when the captain finishes for a player."""

from engines.seam.documents import Doctrine, Level
from engines.talon.captains.levels import player_of
from engines.talon.orders import AnyOrder
from engines.talon.play.barriers import up_to_barrier
from engines.talon.view import View


def advice(
    view: View, level: Level = "captain", doctrine: Doctrine | None = None, seed: int = 0
) -> tuple[AnyOrder, ...]:
    """The orders that a captain of the level gives next, the one that meets a barrier included.

    One order while counters are covered (21, R37); none while the other side decides. The same view, level, doctrine
    and seed always give the same.
    """
    if view.decides != view.side:
        return ()
    player = player_of(level, doctrine or Doctrine(), seed)
    if view.veiled:
        return (player.decide(view),)
    return up_to_barrier(view.imagined(), view.side, player.decide)
