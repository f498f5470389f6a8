"""A stored battle followed once more by the rules of now: what would come of its orders and dice."""

from collections.abc import Iterator

from engines.seam.refusals import Refused
from engines.talon.records.record import FoughtBattle, record_of_orders


def differences(stored: FoughtBattle) -> Iterator[str]:
    """Every way in which the battle is another by the rules of now, in sentences; none if it is the same."""
    try:
        now = record_of_orders(stored.setup, stored.written)
    except (Refused, LookupError, ValueError) as error:
        yield f"its orders and dice do not fit any more: {error}"
        return
    pairs = enumerate(zip(stored.events, now.events, strict=True), start=1)
    order = next((number for number, (before, after) in pairs if before != after), None)
    if order is not None:
        yield f"what follows from order {order} is something else"
    if stored.result != now.result:
        yield "its result is another"
