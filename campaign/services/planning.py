"""Secret orders: drafts, seals, taking back, and the reveal when both are in."""

import msgspec
from django.db.models import F
from django.utils import timezone

from accounts.live.notices import publish
from accounts.models import User
from battles.services import add_to_promises
from campaign.log.documents import decode_sealed, encoded
from campaign.models import Draft, SealedOrder, War
from campaign.rules import decide
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases, Plan
from campaign.services import waiting
from campaign.services.bonds import dice_ahead
from campaign.services.log import Move, append, locked, running
from engines.seam.refusals import Refusal, refuse, refuse_all
from engines.seam.sides import SIDES, Side, opponent

Sealed = PlaceBases | Plan


def refusals(state: core.War, side: Side, order: Sealed) -> list[Refusal]:
    """Every reason why an order could not be sealed now; the same judge as at the reveal."""
    if isinstance(order, PlaceBases):
        return list(decide.bases_refusals(state, side, order))
    return list(decide.plan_refusals(state, side, order))


def draft_of(war: War, state: core.War, side: Side) -> Sealed | None:
    """What the side was working on in this phase, or None; the sealed order if it has sealed one."""
    sealed = sealed_by(war, state, side)
    return draft_unsealed(war, state, side) if sealed is None else order_in(sealed)


def draft_unsealed(war: War, state: core.War, side: Side) -> Sealed | None:
    """As `draft_of`, for a side known to have sealed nothing in this phase; one query."""
    return order_in(draft_row(war, state, side))


def draft_row(war: War, state: core.War, side: Side) -> Draft | None:
    """The row that keeps what the side is working on in this phase, if there is one."""
    return Draft.objects.filter(war=war, seat=side, turn=state.turn, phase=state.phase).first()


def order_in(row: SealedOrder | Draft | None) -> Sealed | None:
    """The order a row keeps; None without a row, or if it is of a form no longer known."""
    if row is None:
        return None
    try:
        return decode_sealed(bytes(row.document))
    except msgspec.DecodeError:
        return None


def sealed_by(war: War, state: core.War, side: Side) -> SealedOrder | None:
    """The order the side has sealed in this phase, if it has."""
    return SealedOrder.objects.filter(war=war, seat=side, turn=state.turn, phase=state.phase).first()


def sealed_sides(war: War, state: core.War) -> set[str]:
    """Which sides have sealed in this phase."""
    rows = SealedOrder.objects.filter(war=war, turn=state.turn, phase=state.phase)
    return set(rows.values_list("seat", flat=True))


def save_draft(*, war: War, state: core.War, side: Side, order: Sealed, new: bool = False) -> None:
    """Keep what a side is working on; nobody else learns of it. Inside `locked` only.

    `new` if it is known that nothing is kept yet.
    """
    place = {"war": war, "seat": side, "turn": state.turn, "phase": state.phase}
    changes = {"document": encoded(order), "revision": F("revision") + 1, "changed_at": timezone.now()}
    if new or not Draft.objects.filter(**place).update(**changes):
        Draft.objects.create(**place, document=encoded(order))


def seal(
    *, war_id: int, side: Side, user: User | None, turn: int, phase: str, order: Sealed, entropy: str = ""
) -> War:
    """Seal a secret order; with the second one both are revealed. `Refused` with every reason if it may not be.

    `entropy` is the side's part of the dice of the turn's battles; a part given for one of them later counts there.
    """
    with locked(war_id) as war:
        state = running(war)
        if (state.turn, state.phase) != (turn, phase):
            raise refuse("31.3", "These orders were for an earlier phase; the war has moved on.")
        if not isinstance(order, PlaceBases if phase == "bases" else Plan):
            raise refuse("31.3", "That is not the order this phase asks for.")
        refuse_all(refusals(state, side, order))
        add_to_promises(names=dice_ahead(war, state), side=side, entropy=entropy)
        rows = _seal(war, state, side, user, order)
        _give_back(war, state, rows, opponent(side))
        if len(rows) == len(SIDES):
            _reveal(war, state, rows)
        else:
            save_draft(war=war, state=state, side=side, order=order)
            publish(f"war:{war.pk}")
            waiting.refresh(war, state, sealed=frozenset(rows))
    return war


Rows = dict[str, SealedOrder]


def _seal(war: War, state: core.War, side: Side, user: User | None, order: Sealed) -> Rows:
    """The sealed orders of the phase by side, this one among them."""
    place = {"war": war, "turn": state.turn, "phase": state.phase}
    rows = {row.seat: row for row in SealedOrder.objects.filter(**place).select_related("user")}
    mine = rows.get(side)
    if mine is None:
        rows[side] = SealedOrder.objects.create(**place, seat=side, user=user, document=encoded(order))
    else:
        mine.user, mine.document, mine.revision = user, encoded(order), mine.revision + 1
        mine.save()
    return rows


def _give_back(war: War, state: core.War, rows: Rows, side: Side) -> None:
    """Make a sealed order its side's draft again if the rules refuse it by now; only that side learns why."""
    row = rows.get(side)
    order = order_in(row)
    if row is None or (order is not None and not refusals(state, side, order)):
        return
    del rows[side]
    row.delete()
    if order is not None:
        save_draft(war=war, state=state, side=side, order=order)


def unseal(*, war_id: int, side: Side, turn: int, phase: str) -> War:
    """Take a sealed order back while the other side's is not in; it stays as the draft."""
    with locked(war_id) as war:
        state = running(war)
        gone, _ = SealedOrder.objects.filter(war=war, seat=side, turn=turn, phase=phase).delete()
        if not gone:
            raise refuse("31.3", "There is no sealed order to take back: both were in and are revealed.")
        publish(f"war:{war.pk}")
        waiting.refresh(war, state)
    return war


def _reveal(war: War, state: core.War, rows: Rows) -> None:
    """Let both sealed orders enter the log, Terran first; if a rule refuses one now, nothing is revealed."""
    turn, phase = state.turn, state.phase
    for table in (SealedOrder, Draft):
        table.objects.filter(war=war, turn=turn, phase=phase).delete()
    sealed = {side: (rows[side].user, decode_sealed(bytes(rows[side].document))) for side in SIDES}
    append(war, state, *(Move(side, user, order) for side, (user, order) in sealed.items()))
