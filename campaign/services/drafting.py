"""Changing a draft: read, changed and kept in one step, so that two quick taps are two changes."""

from collections.abc import Callable

from campaign.rules import state as core
from campaign.services.log import Stale, locked, running
from campaign.services.planning import Sealed, draft_row, order_in, save_draft, sealed_by
from engines.seam.refusals import refuse
from engines.seam.sides import Side

Change = Callable[[core.War, Sealed | None], Sealed]


def revise(*, war_id: int, side: Side, turn: int, phase: str, change: Change) -> Sealed:
    """Change what a side is working on; the draft as it then is.

    `Stale` if the war has moved on from that turn and phase, `Refused` if the orders are sealed or by `change`.
    """
    with locked(war_id) as war:
        state = running(war)
        if (state.turn, state.phase) != (turn, phase):
            raise Stale(war.version)
        if sealed_by(war, state, side) is not None:
            raise refuse("31.3", "These orders are sealed. Take them back before you change them.")
        kept = draft_row(war, state, side)
        order = change(state, order_in(kept))
        save_draft(war=war, state=state, side=side, order=order, new=kept is None)
    return order
