"""Results of recorded battles: booked once, and taken back by both while that is possible (S35, S42)."""

from collections.abc import Sequence

from accounts.models import User
from accounts.work import each, sweep
from battles import services as battles
from battles.battle.awaited import awaited, wait_key
from battles.battle.selectors import unabsorbed
from battles.models import Battle, Status
from campaign.corrections.carried import give_up
from campaign.models import Draft, Engagement, Entry, SealedOrder, Waiting, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.orders import AcceptResult
from campaign.seats.deputies import end_deputies
from campaign.war.log import projections
from campaign.war.log.documents import RULES_VERSION, decode_events, decode_state, encoded
from campaign.war.log.fold import WITHDRAW, Withdrawal, fold_entries, in_force, log_of, still_open
from campaign.war.services import consequences
from campaign.war.services.acting import check_seat
from campaign.war.services.log import (
    GivenOrder,
    append,
    check_seen,
    check_thawed,
    locked,
    notify,
    running,
    snapshot,
    store,
)
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent


def absorb(*, battle_id: int) -> bool:
    """Book a settled battle's result in its war; whether this call did. Harmless when called twice."""
    engagement = Engagement.objects.filter(battle_id=battle_id).first()
    if engagement is None:
        return False
    with locked(engagement.war_id) as war:
        battle = Battle.objects.get(pk=battle_id)
        report = battle.report_document
        if (
            battle.status != Status.SETTLED
            or report is None
            or not battles.mark_absorbed(battle_id=battle_id)
        ):
            return False
        state = running(war)
        accepted = AcceptResult(engagement.number, report, battle.fought_here)
        append(war, state, GivenOrder(None, None, accepted))
    return True


def absorb_waiting() -> int:
    """How many settled battles were booked now whose news was lost; called by the sweep."""
    wanted = unabsorbed().filter(engagement__war__status=War.Status.RUNNING, engagement__war__frozen=False)
    return sweep("campaign.unbooked", wanted, lambda number: absorb(battle_id=number), due="settled_at")


def refresh_waiting(*, battle_id: int) -> bool:
    """Update what a war waits for after its battle changed; whether the battle has a war."""
    engagement = Engagement.objects.filter(battle_id=battle_id).first()
    if engagement is None:
        return False
    with locked(engagement.war_id) as war:
        if war.status == War.Status.RUNNING and not war.frozen:
            notify(war, running(war))
    return True


def refresh_missed() -> int:
    """How many wars had missed news of their battle and were refreshed; called by the sweep."""
    fought = awaited().filter(
        engagement__outcome="joined", engagement__war__status="running", engagement__war__frozen=False
    )
    keys = {wait_key(*found): found[0] for found in fought.values_list("pk", "status", "turns")}
    known = set(Waiting.objects.filter(key__in=list(keys)).values_list("key", flat=True))
    missed = [battle for key, battle in keys.items() if key not in known]
    return each("campaign.missed", missed, lambda number: refresh_waiting(battle_id=number))


def withdrawable(war: War, log: Sequence[Entry] | None = None) -> Entry | None:
    """The entry of the last recorded result, if no battle has been revealed since (S42).

    `log` are the war's entries that count, where they have been read.
    """
    for entry in reversed(in_force(log_of(war.pk)) if log is None else log):
        if (found := still_open(decode_events(bytes(entry.events)))) is not None:
            return entry if found else None
    return None


def ask_withdrawal(*, war_id: int, side: Side, user: User | None, seen_version: int) -> War:
    """Ask to withdraw the last result; when both sides have asked, or sit at one screen, it is withdrawn.

    `StaleWar` if the page was older than the war, `Refused` if there is nothing to withdraw, `SeatLost` if the user
    plays the side no more.
    """
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        check_seen(war, seen_version)
        entry = _withdrawable_now(war)
        if war.one_screen or war.withdrawal_asked_by == opponent(side):
            _withdraw(war, entry, user)
        elif not war.withdrawal_asked_by:
            war.withdrawal_asked_by = side
            war.save(update_fields=["withdrawal_asked_by"])
            notify(war, _any_state(war))
    return war


def _withdrawable_now(war: War) -> Entry:
    check_thawed(war)
    if war.state is None or war.imported:
        raise refuse("S42", "You cannot withdraw a result of this war: it was imported or has not begun.")
    entry = withdrawable(war)
    if entry is None:
        raise refuse("S42", "There is no result to withdraw: the next battle has already been revealed.")
    return entry


def _any_state(war: War) -> core.War:
    return decode_state(bytes(war.state or b""))


def drop_withdrawal(*, war_id: int, side: Side, user: User | None, seen_version: int) -> War:
    """Let the result stand after all: take one's own asking back, or decline the other side's; see `ask_withdrawal`."""
    with locked(war_id) as war:
        check_seat(war, side, user, alone=True)
        check_seen(war, seen_version)
        check_thawed(war)
        if war.withdrawal_asked_by:
            war.withdrawal_asked_by = ""
            war.save(update_fields=["withdrawal_asked_by"])
            notify(war, _any_state(war))
    return war


def _withdraw(war: War, entry: Entry, user: User | None) -> None:
    """Take the entry and all since back: the log says so, the state is as before, the battle is open again."""
    undone = [
        event
        for row in log_of(war.pk)
        if row.number >= entry.number
        for event in decode_events(bytes(row.events))
    ]
    number = war.version + 1
    Entry.objects.create(
        war=war,
        number=number,
        seat="both",
        user=user,
        kind=WITHDRAW,
        turn=entry.turn,
        document=encoded(Withdrawal(entry.number)),
        events=encoded(()),
        rules_version=RULES_VERSION,
    )
    _reopen(war, undone)
    give_up(war, [event.battle for event in undone if isinstance(event, e.ResultAccepted)])
    state, rows = fold_entries(log_of(war.pk))
    seen = war.version
    snapshot(war, state, version=number)
    war.withdrawal_asked_by = ""
    store(war, seen)
    rewrite_rows(war, rows)
    SealedOrder.objects.filter(war=war, turn__gt=state.turn).delete()
    if not war.generation:  # what a rewind gives back is kept (S69)
        Draft.objects.filter(war=war, turn__gt=state.turn).delete()
    if any(isinstance(event, e.WarEnded) for event in undone):
        end_deputies(war)
    notify(war, state)


def _reopen(war: War, undone: list[e.AnyEvent]) -> None:
    for event in undone:
        if isinstance(event, e.ResultAccepted | e.WarEnded):
            consequences.unscore(war, event)
        if isinstance(event, e.ResultAccepted):
            battle_id = Engagement.objects.values_list("battle_id", flat=True).get(
                war=war, number=event.battle
            )
            if battle_id is not None:
                battles.reopen(battle_id=battle_id)


def rewrite_rows(war: War, rows: projections.Rows) -> None:
    """Write every row of a war again; battles stay with their engagements."""
    fought = dict(Engagement.objects.filter(war=war, battle__isnull=False).values_list("number", "battle_id"))
    projections.delete_rows(war.pk)
    projections.write(war.pk, rows)
    for number, battle_id in fought.items():
        Engagement.objects.filter(war=war, number=number).update(battle_id=battle_id)
