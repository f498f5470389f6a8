"""Giving up: which ships leave, when the side leaves, and when it concedes (11, 20.4, R30)."""

from collections.abc import Collection, Sequence
from typing import Final

from engines.talon.captains.doctrine import RiskWeights
from engines.talon.captains.weighing.evaluation import chance_of, worth
from engines.talon.captains.weighing.situation import Situation
from engines.talon.orders import AnyOrder, Concede, Done, Jump, OfferDraw
from engines.talon.rules.victory import in_reach_of
from engines.talon.state import Seat
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
    is to destroy, nor whose planet would count as destroyed by that (26.8), nor where intelligence is fought for.
    """
    if not (situation.giving_up or toothless) or situation.bound:
        return None
    if situation.raid is not None:
        return None
    if situation.siege.guarded is not None or (situation.siege.planet is not None and not toothless):
        return None
    view = situation.view
    enemies = view.enemies
    falls = view.bases_fall
    lost = sum(worth(unit) for unit in view.own if (falls and unit.kind.base) or in_reach_of(unit, enemies))
    here = sum(worth(unit) for unit in view.own)
    if lost > 0.15 * here:
        return None
    player = _who_has_not_said(view, view.wishes[0])
    return None if player is None else Concede(view.side, player)


def _who_has_not_said(view: View, said: Sequence[Seat]) -> int | None:
    """Which player of the view has still to say that he would: its own, or of a whole side the next one (R112)."""
    own = range(view.players(view.side)) if view.player is None else [view.player]
    return next((player for player in own if Seat(view.side, player) not in said), None)


def offer(view: View) -> AnyOrder | None:
    """To offer a draw or take one, once so little happens that the battle would soon end as one (R29)."""
    if view.quiet < FUTILE or view.side in view.offers:
        return None
    player = _who_has_not_said(view, view.wishes[1])
    return None if player is None else OfferDraw(view.side, player)


def joins(view: View, people: Collection[Seat] = ()) -> AnyOrder | None:
    """The wish in which a player of a team that a captain plays joins the others; None if there is none.

    A captain is for conceding, or for a draw, as soon as all `people` of its side are, or where no person is, all
    others: so it never holds them up.
    """
    seat, side = view.seat, view.side
    others = {Seat(side, player) for player in range(view.players(side))} - {seat}
    others = {one for one in others if one in people} or others
    if view.over or view.question is not None or not others:
        return None
    conceding, drawing = (seat not in said and others <= {*said} for said in view.wishes)
    if conceding:
        return Concede(view.side, seat.player)
    return OfferDraw(view.side, seat.player) if drawing else None


def jump(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next ship that leaves by FTL, the dearest first; or no more."""
    jumps = [order for order in orders if isinstance(order, Jump) and order.unit in situation.leaving]
    if jumps:
        return min(jumps, key=lambda order: situation.owns[order.unit].rank)
    return next(order for order in orders if isinstance(order, Done))
