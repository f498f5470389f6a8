"""Secret orders while they are secret: the draft a side works on, what it has sealed, and the judge of both."""

import msgspec
from django.db.models import F
from django.utils import timezone

from campaign.models import Draft, SealedOrder, War
from campaign.rules import decide
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases, Plan
from campaign.war.log.documents import decode_sealed, encoded
from engines.seam.refusals import Refusal
from engines.seam.sides import Side

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
