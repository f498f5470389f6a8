"""The one place in which a war's log grows: entry, snapshot, rows, battles, notice and waiting lines together."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from accounts.live.notices import publish
from accounts.models import User
from battles.engine.catalogue import Side
from battles.seam.refusal import refuse
from campaign import projections
from campaign.dice import SecretDice
from campaign.documents import RULES_VERSION, decode_state, encoded
from campaign.models import Entry, War
from campaign.replay import ends_withdrawal
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.decide import decide
from campaign.rules.orders import AnyOrder
from campaign.services import bonds, waiting


class Stale(Exception):
    """The page was older than the war: nothing was changed; `version` is where the war stands now."""

    def __init__(self, version: int) -> None:
        super().__init__("The war has moved on since this page was made. Here is how it stands now.")
        self.version = version


@contextmanager
def locked(war_id: int) -> Iterator[War]:
    """The war's row, held in a transaction so that no other order comes between."""
    with transaction.atomic():
        yield War.objects.select_for_update().get(pk=war_id)


def running(war: War) -> core.War:
    """The state of a war that can take orders; `Refused` if it has not begun, is over, or is frozen."""
    if war.frozen:
        raise refuse("", "The host has frozen this war; ask them before going on.")
    if war.status == War.Status.OPEN:
        raise refuse("", "This war has not begun: it still waits for an opponent.")
    if war.status != War.Status.RUNNING or war.state is None:
        raise refuse("31.1", "This war is over.")
    return decode_state(bytes(war.state))


def submit(*, war_id: int, side: Side, user: User | None, seen_version: int, order: AnyOrder) -> War:
    """Give an order for one side; the war as it then stands.

    `Stale` if the page was older than the war, `Refused` if the order may not be given; nothing has changed then.
    """
    with locked(war_id) as war:
        if war.version != seen_version:
            raise Stale(war.version)
        append(war, running(war), side=side, user=user, order=order)
    return war


def append(
    war: War,
    state: core.War,
    *,
    side: Side | None,
    user: User | None,
    order: AnyOrder,
    told_later: bool = False,
) -> core.War:
    """Judge an order on the state just read and add it to the log; the state after it. Inside `locked` only."""
    events = decide(state, side, order, SecretDice())
    return write(
        war,
        state,
        seat=side or "both",
        user=user,
        kind=_kind(order),
        document=encoded(order),
        events=events,
        told_later=told_later,
    )


def _kind(order: AnyOrder) -> str:
    return str(order.__struct_config__.tag)


def write(
    war: War,
    before: core.War | None,
    *,
    seat: str,
    user: User | None,
    kind: str,
    document: bytes,
    events: list[e.AnyEvent],
    told_later: bool = False,
) -> core.War:
    """Add an entry with its events; snapshot, rows, battles and notice follow in the same transaction.

    `told_later`: the caller has more to write and calls `tell` itself at the end.
    """
    rows = projections.Rows()
    after = projections.walk(before, events, rows)
    seen = war.version
    number = seen + 1
    Entry.objects.create(
        war=war,
        number=number,
        seat=seat,
        user=user,
        kind=kind,
        turn=before.turn if before is not None else 0,
        document=document,
        events=encoded(tuple(events)),
        rules_version=RULES_VERSION,
    )
    snapshot(war, after, version=number)
    if any(ends_withdrawal(event) for event in events):
        war.withdrawal_asked_by = ""
    store(war, seen)
    projections.write(war.pk, rows)
    bonds.follow(war, events)
    if not told_later:
        tell(war, after)
    return after


def snapshot(war: War, state: core.War, *, version: int) -> None:
    """Set the row's fields from the state; saved by `store`."""
    war.state = encoded(state)
    war.version = version
    war.turn, war.phase, war.winner = state.turn, state.phase, state.winner or ""
    war.status = War.Status.OVER if state.phase == "over" else War.Status.RUNNING
    war.moved_at = timezone.now()


def store(war: War, seen: int) -> None:
    """Save the snapshot if nobody else has moved the war on since it was read."""
    fields = ("state", "version", "turn", "phase", "winner", "status", "moved_at", "withdrawal_asked_by")
    values = {name: getattr(war, name) for name in fields}
    if not War.objects.filter(pk=war.pk, version=seen).update(**values):
        raise Stale(War.objects.values_list("version", flat=True).get(pk=war.pk))


def tell(war: War, state: core.War | None) -> None:
    """Wake open pages, and say anew what the war waits for."""
    publish(f"war:{war.pk}")
    waiting.refresh(war, state)
