"""Changing a draft: read, changed and kept in one step, so that two quick taps are two changes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from accounts.models import User
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases, Plan
from campaign.war.services.acting import check_seat
from campaign.war.services.log import locked, running_at
from campaign.war.services.secret_orders import Sealed, draft_row, order_in, save_draft, sealed_by
from engines.seam.refusals import refuse
from engines.seam.sides import Side

Order = TypeVar("Order", PlaceBases, Plan)


@dataclass(frozen=True)
class Revised(Generic[Order]):
    """A draft as it was kept, and the state on which it was written."""

    state: core.War
    order: Order


def revise(
    *,
    war_id: int,
    side: Side,
    user: User | None,
    turn: int,
    phase: str,
    change: Callable[[core.War, Sealed | None], Order],
) -> Revised[Order]:
    """Change what a side is working on; the draft as it then is.

    `StaleWar` if the war has moved on from that turn and phase, `Refused` if the orders are sealed or by `change`,
    `SeatLost` if the user may give the side's orders no more.
    """
    with locked(war_id) as war:
        check_seat(war, side, user)
        state = running_at(war, turn, phase)
        if sealed_by(war, state, side) is not None:
            raise refuse("31.3", "These orders are sealed. Take them back before you change them.")
        kept = draft_row(war, state, side)
        order = change(state, order_in(kept))
        save_draft(war=war, state=state, side=side, order=order, new=kept is None)
    return Revised(state, order)
