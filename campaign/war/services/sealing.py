"""Secret orders on their way: sealed, taken back, and revealed when both sides' are in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.db import transaction

from accounts.live.notices import publish
from accounts.models import User
from battles.services import add_entropy_ahead
from campaign.models import Draft, SealedOrder, War
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases, Plan
from campaign.war.log.documents import encoded
from campaign.war.services import waiting
from campaign.war.services.acting import check_seat
from campaign.war.services.consequences import dice_names_ahead
from campaign.war.services.log import GivenOrder, append, check_seen, locked, running_at
from campaign.war.services.secret_orders import Sealed, draft_row, order_in, refusals, save_draft
from engines.seam.refusals import Refusal, Refused, refuse, refuse_all
from engines.seam.sides import SIDES, Side, opponent

Outcome = Literal["sealed", "revealed", "sealed before", "refused"]


@dataclass(frozen=True)
class Sealing:
    """What became of orders that were to be sealed; `refusals` say why refused ones are only the draft."""

    outcome: Outcome
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True)
class Written:
    """The orders on a page; `objection` is refused if the rules refuse nothing."""

    order: Sealed
    objection: Refusal | None = None


Write = Callable[[core.War, Sealed | None], Written]


@dataclass(frozen=True)
class Held:
    """A war that is held while secret orders are due, its state, and what is sealed by side."""

    war: War
    state: core.War
    rows: dict[str, SealedOrder]


def seal_order(
    *,
    war_id: int,
    side: Side,
    user: User | None,
    turn: int,
    phase: str,
    order: Sealed,
    entropy: str = "",
    seen_version: int | None = None,
) -> Sealing:
    """Seal an order, in place of one that the side has sealed before; with the other side's both are revealed.

    `StaleWar` if the war has moved on from that turn and phase, or from the version for which the order was made, if
    that is given; `Refused` with every reason. Nothing has changed then.
    `entropy` is the side's part of the dice of the turn's battles; a part given for one of them later counts there.
    """
    with locked(war_id) as war:
        if seen_version is not None:
            check_seen(war, seen_version)
        held = _held(war, turn, phase)
        sealing = _seal_or_reveal(held, side, user, Written(order), entropy)
        if sealing.outcome == "sealed":
            save_draft(war=war, state=held.state, side=side, order=order)
    return sealing


def seal_draft(
    *,
    war_id: int,
    side: Side,
    user: User,
    turn: int,
    phase: str,
    write: Write,
    entropy: str = "",
) -> Sealing:
    """Keep the orders on a page as the draft and seal them; refused ones stay the draft, so that nothing is lost.

    `write` makes them from the state and the draft as they are now; what it refuses is not kept. Orders that are
    sealed already stay as they are. `SeatLost` if the user may give the side's orders no more; `StaleWar` and
    `entropy` as in `seal_order`.
    """
    with locked(war_id) as war:
        check_seat(war, side, user)
        held = _held(war, turn, phase)
        if side in held.rows:
            return Sealing("sealed before")
        kept = draft_row(war, held.state, side)
        written = write(held.state, order_in(kept))
        save_draft(war=war, state=held.state, side=side, order=written.order, new=kept is None)
        try:
            with transaction.atomic():
                return _seal_or_reveal(held, side, user, written, entropy)
        except Refused as refused:
            return Sealing("refused", refused.refusals)


def unseal(*, war_id: int, side: Side, user: User | None, turn: int, phase: str) -> None:
    """Take a sealed order back while the other side's is not in; it stays as the draft.

    `StaleWar` if the war has moved on from that turn and phase, `Refused` if nothing is sealed, `SeatLost` if the
    user may give the side's orders no more.
    """
    with locked(war_id) as war:
        check_seat(war, side, user)
        state = running_at(war, turn, phase)
        gone, _ = SealedOrder.objects.filter(war=war, seat=side, turn=turn, phase=phase).delete()
        if not gone:
            raise refuse("31.3", "Your orders are not sealed. You can change them and seal again.")
        publish(f"war:{war.pk}")
        waiting.refresh(war, state)


def _held(war: War, turn: int, phase: str) -> Held:
    state = running_at(war, turn, phase)
    rows = SealedOrder.objects.filter(war=war, turn=turn, phase=phase).select_related("user")
    return Held(war, state, {row.seat: row for row in rows})


def _seal_or_reveal(held: Held, side: Side, user: User | None, written: Written, entropy: str) -> Sealing:
    """Judge orders and store them; reveal both sides' if the other's are in and still good."""
    war, state = held.war, held.state
    _judge(state, side, written)
    add_entropy_ahead(names=dice_names_ahead(war, state), side=side, entropy=entropy)
    _store(held, side, user, written.order)
    rival = _rival(held, opponent(side))
    if rival is None:
        publish(f"war:{war.pk}")
        waiting.refresh(war, state, sealed=frozenset({side}))
        return Sealing("sealed")
    _reveal(held, GivenOrder(side, user, written.order), rival)
    return Sealing("revealed")


def _judge(state: core.War, side: Side, written: Written) -> None:
    """Raise `Refused` with every reason why orders may not be sealed."""
    if not isinstance(written.order, PlaceBases if state.phase == "bases" else Plan):
        raise refuse("31.3", "This phase needs a different order.")
    refuse_all(refusals(state, side, written.order))
    if written.objection is not None:
        raise Refused(written.objection)


def _store(held: Held, side: Side, user: User | None, order: Sealed) -> None:
    """Put a side's order into its envelope, in place of one that is in it."""
    place = {"war": held.war, "turn": held.state.turn, "phase": held.state.phase}
    row = held.rows.get(side)
    if row is None:
        SealedOrder.objects.create(**place, seat=side, user=user, document=encoded(order))
    else:
        row.user, row.document, row.revision = user, encoded(order), row.revision + 1
        row.save()


def _rival(held: Held, side: Side) -> GivenOrder | None:
    """The other side's sealed order, if it is in and the rules still allow it.

    One that they refuse by now is its side's draft again; only that side learns why.
    """
    row = held.rows.get(side)
    order = order_in(row)
    if row is None:
        return None
    if order is not None and not refusals(held.state, side, order):
        return GivenOrder(side, row.user, order)
    row.delete()
    if order is not None:
        save_draft(war=held.war, state=held.state, side=side, order=order)
    return None


def _reveal(held: Held, *moves: GivenOrder) -> None:
    """Let both sides' orders enter the log, Terran first; if a rule refuses one now, nothing is revealed."""
    war, state = held.war, held.state
    for table in (SealedOrder, Draft):
        table.objects.filter(war=war, turn=state.turn, phase=state.phase).delete()
    append(war, state, *sorted(moves, key=lambda move: move.side != SIDES[0]))
