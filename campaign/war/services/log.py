"""The one place in which a war's log grows: entry, snapshot, rows, battles, notice and waiting lines together."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.live.notices import publish
from accounts.models import User
from battles.services import add_entropy_ahead
from campaign.corrections.answered import lapse_correction
from campaign.corrections.carried import carried_by, close, order_again
from campaign.models import Entry, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.decide import decide
from campaign.rules.orders import Amend, AnyOrder
from campaign.war.log import projections
from campaign.war.log.dice import dice_of
from campaign.war.log.documents import RULES_VERSION, decode_state, encoded
from campaign.war.log.fold import BEGIN, ends_withdrawal, events_so_far
from campaign.war.services import consequences, waiting
from campaign.war.services.acting import check_seat
from campaign.war.services.doctrines import check_may_play, give
from campaign.war.signals import war_changed
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import Side


class StaleWar(Exception):
    """The page was older than the war: nothing was changed; `version` is where the war stands now."""

    def __init__(self, version: int) -> None:
        super().__init__("The war has moved on. This is how it stands now.")
        self.version = version


@contextmanager
def locked(war_id: int) -> Iterator[War]:
    """The war's row, held in a transaction so that no other order comes between."""
    with transaction.atomic():
        yield War.objects.select_for_update().get(pk=war_id)


def check_thawed(war: War) -> None:
    """Raise `Refused` while the war is paused, or frozen by the host."""
    if war.paused:
        raise refuse("S65", "This war is paused. You can give orders once one of you resumes it.")
    if war.frozen:
        raise refuse("", "The host has frozen this war. You cannot give orders until the host thaws it.")


def check_seen(war: War, seen_version: int) -> None:
    """Raise `StaleWar` if the page was older than the war. Inside `locked` only."""
    if war.version != seen_version:
        raise StaleWar(war.version)


def running(war: War) -> core.War:
    """The state of a war that can take orders; `Refused` if it has not begun, is over, or is frozen."""
    check_thawed(war)
    if war.status == War.Status.OPEN:
        raise refuse("", "This war has not begun: it still needs an opponent.")
    if war.status != War.Status.RUNNING or war.state is None:
        raise refuse("31.1", "This war is over.")
    return decode_state(bytes(war.state))


def running_at(war: War, turn: int, phase: str) -> core.War:
    """As `running`; `StaleWar` if the war has moved on from that turn and phase. Inside `locked` only."""
    state = running(war)
    if (state.turn, state.phase) != (turn, phase):
        raise StaleWar(war.version)
    return state


@dataclass(frozen=True)
class GivenOrder:
    """An order and who gives it; `side` is None where the site itself books a result."""

    side: Side | None
    user: User | None
    order: AnyOrder


def submit(
    *,
    war_id: int,
    side: Side,
    user: User | None,
    seen_version: int,
    order: AnyOrder,
    doctrines: Mapping[int, Doctrine] | None = None,
    by_hand: Collection[int] = (),
    entropy: str = "",
) -> War:
    """Give an order for one side; with decisions to engage also its part of the dice and, by battle, its doctrines.

    `by_hand` are those of the battles that the side will play itself.
    A person gives it if they still may: the seat may have changed hands, or a deputy been revoked. The war then.
    `StaleWar` if the page was older than the war, `Refused` if the order may not be given, `SeatLost` if not by the
    person; nothing has changed then.
    """
    with locked(war_id) as war:
        check_seat(war, side, user)
        check_seen(war, seen_version)
        state = running(war)
        if by_hand:
            check_may_play(war, state, side)
        for number, doctrine in (doctrines or {}).items():
            give(war, number, side, doctrine, by_hand=number in by_hand)
            add_entropy_ahead(names=[consequences.dice_name(war, number)], side=side, entropy=entropy)
        append(war, state, GivenOrder(side, user, order))
    return war


def start(war: War, began: e.WarBegan, *more: e.AnyEvent) -> None:
    """Write the first entry of a war whose seats are taken; with `more` of one that begins in the midst.

    In a transaction only.
    """
    events, rows = [began, *more], projections.Rows()
    state = projections.walk(None, events, rows)
    turn = state.turn if more else 0
    entry = _entry(war, 1, kind=BEGIN, turn=turn, document=encoded(began.settings), events=events)
    entry.user = war.host
    _book(war, state, [entry], events, rows)
    notify(war, state)


def append(war: War, state: core.War, *moves: GivenOrder, unsealed: frozenset[str] = frozenset()) -> core.War:
    """Judge orders, one after the other, on the state just read and add them to the log; the state after them.

    An entry each; snapshot, rows, battles and notice are written once. Corrections that have waited until a turn is
    planned follow. `unsealed`: the sides whose sealed plan is a draft again by this.
    `Refused` by the first order that may not be given: the transaction must then be undone. Inside `locked` only.
    """
    again = _Growing(war, state)
    for move in moves:
        again.give(move)
    if again.after.phase == "planning":
        again.correct()
    after = again.after
    _book(war, after, again.entries, again.events, again.rows)
    begun = (state.turn, state.phase) != (after.turn, after.phase)
    notify(war, after, sealed=frozenset() if begun else None, unsealed=unsealed)
    return after


class _Growing:
    """The entries by which a war grows at once, with their events and rows, and the war `after` them."""

    def __init__(self, war: War, state: core.War) -> None:
        self._war, self._dice = war, dice_of(war, state.turn)
        self.after, self.rows = state, projections.Rows()
        self.entries: list[Entry] = []
        self.events: list[e.AnyEvent] = []

    def give(self, move: GivenOrder) -> int:
        """Judge one more order; the number of its entry. `Refused` if it may not be given."""
        past = [*events_so_far(self._war.pk), *self.events] if isinstance(move.order, Amend) else []
        found = decide(self.after, move.side, move.order, self._dice, past)
        kind, document = str(move.order.__struct_config__.tag), encoded(move.order)
        number = self._war.version + len(self.entries) + 1
        entry = _entry(self._war, number, kind=kind, turn=self.after.turn, document=document, events=found)
        entry.seat, entry.user = move.side or "both", move.user
        self.after = projections.walk(self.after, found, self.rows)
        self.entries.append(entry)
        self.events += found
        return number

    def correct(self) -> None:
        """Make the corrections again that have waited until a turn is planned (S71)."""
        for row in carried_by(self._war):
            try:
                close(row, self.give(GivenOrder(None, None, order_again(row))))
            except Refused:
                close(row, 0)


def _entry(
    war: War, number: int, *, kind: str, turn: int, document: bytes, events: Sequence[e.AnyEvent]
) -> Entry:
    return Entry(
        war=war,
        number=number,
        seat="both",
        kind=kind,
        turn=turn,
        document=document,
        events=encoded(tuple(events)),
        rules_version=RULES_VERSION,
    )


def _book(
    war: War, after: core.War, entries: list[Entry], events: list[e.AnyEvent], rows: projections.Rows
) -> None:
    """Entries with their events; snapshot, rows and battles follow in the same transaction."""
    seen = war.version
    Entry.objects.bulk_create(entries)
    snapshot(war, after, version=seen + len(entries))
    if any(ends_withdrawal(event) for event in events):
        war.withdrawal_asked_by = ""
    store(war, seen)
    projections.write(war.pk, rows)
    consequences.carry_out(war, events)


def snapshot(war: War, state: core.War, *, version: int) -> None:
    """Set the row's fields from the state; saved by `store`."""
    war.state = encoded(state)
    war.version = version
    war.turn, war.phase, war.winner = state.turn, state.phase, state.winner or ""
    war.status = War.Status.OVER if state.phase == "over" else War.Status.RUNNING
    war.moved_at = timezone.now()


def store(war: War, seen: int) -> None:
    """Save the snapshot if nobody else has moved the war on since it was read; what was proposed for it lapses."""
    fields = ("state", "version", "turn", "phase", "winner", "status", "moved_at", "withdrawal_asked_by")
    values = {name: getattr(war, name) for name in fields}
    if not War.objects.filter(pk=war.pk, version=seen).update(**values):
        raise StaleWar(War.objects.values_list("version", flat=True).get(pk=war.pk))
    lapse_correction(war)


def notify(
    war: War,
    state: core.War | None,
    *,
    sealed: frozenset[str] | None = None,
    unsealed: frozenset[str] = frozenset(),
) -> None:
    """Wake open pages, commit to dice that are needed soon, and update what the war waits for.

    Whoever has arranged the war follows too, in the same transaction; the war is held.
    `sealed`: which sides have sealed, if that is known. `unsealed`: whose sealed plan is a draft again.
    """
    publish(f"war:{war.pk}")
    if state is not None:
        consequences.commit_dice(war, state)
    waiting.refresh(war, state, sealed=sealed, unsealed=unsealed)
    if war.arranged:
        war_changed.send(sender=War, war=war)
