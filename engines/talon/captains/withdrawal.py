"""Giving up: which ships leave, when the side leaves, and when it concedes (11, 20.4, R30)."""

from collections.abc import Sequence
from typing import Final

from engines.talon.captains.doctrine import RiskWeights
from engines.talon.captains.evaluation import chance_of, worth
from engines.talon.captains.situation import Situation
from engines.talon.orders import AnyOrder, Concede, Done, Jump, OfferDraw
from engines.talon.rules.victory import in_reach_of
from engines.talon.units import Unit
from engines.talon.view import View

FUTILE: Final = 8
"""Quiet rounds after which nobody wins any more."""


def gives_up_unfought(own: Sequence[Unit], enemies: Sequence[Unit], temper: RiskWeights) -> bool:
    """Whether a captain gives the field up in round 1, when nobody is in range yet, by what both sides bring (20.4)."""
    ours, theirs = (sum(worth(unit) for unit in units if not unit.kind.transport) for units in (own, enemies))
    factions = own[0].kind.faction, enemies[0].kind.faction
    return temper.patience <= 1 and chance_of(factions, ours, theirs) < temper.chance


def concession(situation: Situation, toothless: bool) -> AnyOrder | None:
    """To concede, once the field is given up and little would be lost by it; None to go on.

    Nobody concedes while something of it may still escape, and win thereby; nor who can still fire at a planet that it
    is to destroy, nor whose planet would count as destroyed by that (26.8).
    """
    if not (situation.giving_up or toothless) or situation.bound:
        return None
    if situation.guarded is not None or (situation.planet is not None and not toothless):
        return None
    view = situation.view
    enemies = view.enemies
    lost = sum(worth(unit) for unit in view.own if in_reach_of(unit, enemies))
    here = sum(worth(unit) for unit in view.own)
    return Concede(view.side) if lost <= 0.15 * here else None


def offer(view: View) -> AnyOrder | None:
    """To offer a draw or take one, once so little happens that the battle would soon end as one (R29)."""
    return OfferDraw(view.side) if view.quiet >= FUTILE and view.side not in view.offers else None


def jump(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next ship that leaves by FTL, the dearest first; or no more."""
    jumps = [order for order in orders if isinstance(order, Jump) and order.unit in situation.leaving]
    if jumps:
        return min(jumps, key=lambda order: situation.owns[order.unit].rank)
    return next(order for order in orders if isinstance(order, Done))
