"""A war replayed from a corrected result: its log, its rows, and all that hung on what no longer counts (S69)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from accounts.models import User
from accounts.scores import lifetime
from battles import services as battles
from campaign.corrections.carried import carried_by, carry, give_up, moved
from campaign.models import (
    ChatLine,
    Draft,
    Engagement,
    Entry,
    Forecast,
    GivenDoctrine,
    SealedOrder,
    Seat,
    SetAside,
    War,
)
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.fitted import FittedReplay, replay_fitted, seen_beforehand
from campaign.rules.corrections.log_correction import CorrectedLog, correct_log
from campaign.rules.orders import CorrectLog, Fit, TakeSeatBack
from campaign.seats.deputies import end_deputies
from campaign.war.log.dice import SecretDice, ever_rolled
from campaign.war.log.documents import RULES_VERSION, decode_events, decode_state, encoded
from campaign.war.log.fold import (
    AMEND,
    CORRECT_LOG,
    RENAME,
    LogCorrection,
    fold_entries,
    in_force,
    log_entries,
    log_of,
)
from campaign.war.services import consequences
from campaign.war.services.ending import notify_end
from campaign.war.services.log import GivenOrder, append, check_thawed, notify, snapshot, store
from campaign.war.services.results import rewrite_rows
from engines.seam.documents import Report
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side

GONE_ON = "The war has gone on since this was proposed. Propose it for the war as it is now."
PLAYED = ("planning", "over")
"""The phases in which the whole war can be replayed: no battle is open."""


def corrected_log(war: War, order: CorrectLog) -> CorrectedLog:
    """The war as the order would replay it, with both sides' secrets; `Refused` if that cannot be. No change."""
    check_thawed(war)
    if order.way == "as_it_is" and war.phase not in PLAYED:
        reason = "The log is corrected while a turn is planned. Finish this turn's battles first."
        raise refuse("S69", reason)
    return correct_log(log_entries(log_of(war.pk)), order)


def book_corrected_log(war: War, user: User, order: CorrectLog) -> None:
    """Book the corrected result in the log, and let everything follow that the log leads to now.

    The war is held by the caller, in a transaction. `Refused` if it cannot be.
    """
    found = corrected_log(war, order)
    unsealed = _unseal(war)
    gone = no_longer(war, found)
    _write(war, user, order, found)
    if order.way == "rewind":
        _set_aside(war, found.war)
        _plans_to_drafts(war, gone)
    give_up(war, [order.battle])
    _rebuild(war)
    _score(war, found, gone)
    if found.before.phase == "over" != found.war.phase:
        end_deputies(war)
    _go_on(war, decode_state(bytes(war.state or b"")), found.before.lent, unsealed)


def fit_beforehand(war: War, side: Side, found: BattleHistory, report: Report) -> FittedReplay:
    """What fitting the later plans comes to as far as the side can know it; `Refused` if it cannot be. No change."""
    check_fit(war, found.number, report)
    return seen_beforehand(log_entries(log_of(war.pk)), found, report, side)


def check_fit(war: War, number: int, report: Report) -> CorrectedLog:
    """The war gone back to the battle; `Refused` if that cannot be, or if the plans since are not the players' own."""
    found = corrected_log(war, CorrectLog(number, report, "rewind"))
    if Seat.objects.filter(war=war, from_entry__gte=found.entry).exists():
        raise refuse(
            "S71", "Another player has taken a seat since this battle. Go back to the battle instead."
        )
    return found


def fit_again(war: War, user: User, order: Fit) -> None:
    """Book the corrected result, and go on from it with fitted plans as far as the battles stay the same.

    The war is held by the caller, in a transaction. `Refused` if it stands elsewhere than where that was agreed on.
    """
    if war.version != order.upto:
        raise refuse("S71", GONE_ON)
    found = check_fit(war, order.battle, order.report)
    entries = in_force(log_of(war.pk))
    history = battle_history(
        [event for one in entries for event in decode_events(bytes(one.events))], order.battle
    )
    if history is None:
        raise refuse("S67", "That battle has no result to correct.")
    on = replay_fitted(log_entries(log_of(war.pk)), history, order.report, ever_rolled(war), SecretDice())
    unsealed = _unseal(war)
    gone = [entry for entry in entries if entry.number > on.last]
    _write(war, user, CorrectLog(order.battle, order.report, "rewind"), found)
    _give_again(war, on, [entry for entry in entries if found.entry < entry.number <= on.last])
    _set_aside(war, on.war)
    _plans_to_drafts(war, gone)
    give_up(war, [order.battle])
    carry(war, on.later)
    _rebuild(war)
    _open_again(war, on)
    fitted = replace(found, war=on.war)
    _score(war, fitted, gone)
    if found.before.phase == "over" != on.war.phase:
        end_deputies(war)
    _go_on(war, on.war, found.before.lent, unsealed)


def _give_again(war: War, on: FittedReplay, entries: Iterable[Entry]) -> None:
    """The orders since once more, with what follows from them now; those that have nothing to say are left out."""
    plans = {plan.entry: encoded(plan.now) for plan in on.plans}
    events = {number: encoded(found) for number, found in on.events.items()}
    counting = [entry for entry in entries if entry.kind not in (CORRECT_LOG, RENAME)]
    again = [entry for entry in counting if entry.kind != AMEND or on.events.get(entry.number) != ()]
    seen = war.version
    Entry.objects.bulk_create(
        Entry(
            war=war,
            number=number,
            seat=entry.seat,
            user=entry.user,
            kind=entry.kind,
            turn=entry.turn,
            document=plans.get(entry.number, bytes(entry.document)),
            events=events.get(entry.number, bytes(entry.events)),
            rules_version=RULES_VERSION,
        )
        for number, entry in enumerate(again, seen + 1)
    )
    snapshot(war, on.war, version=seen + len(again))
    store(war, seen)
    moved(war, {entry.number: number for number, entry in enumerate(again, seen + 1) if entry.kind == AMEND})


def _open_again(war: War, on: FittedReplay) -> None:
    """Open the battle at which the war stops, if it is joined by what both had instructed."""
    battle = on.war.current_battle()
    if battle is not None and battle.status == "joined" and battle.setup is not None:
        consequences.open_battle_of(war, e.BattleJoined(battle.number, battle.setup))


def _unseal(war: War) -> frozenset[str]:
    """The sides whose sealed plan is a draft again, because it was made for another position."""
    sealed = SealedOrder.objects.filter(war=war)
    unsealed = frozenset(sealed.values_list("seat", flat=True))
    sealed.delete()
    return unsealed


def no_longer(war: War, found: CorrectedLog) -> list[Entry]:
    """The entries that no longer count once the war goes back, or none; one query."""
    if found.event.way != "rewind":
        return []
    return [entry for entry in in_force(log_of(war.pk)) if entry.number > found.entry]


def _write(war: War, user: User, order: CorrectLog, found: CorrectedLog) -> None:
    """The entry that says so, the state, and how often the war has gone back."""
    seen, number = war.version, war.version + 1
    Entry.objects.create(
        war=war,
        number=number,
        seat="both",
        user=user,
        kind=CORRECT_LOG,
        turn=found.war.turn,
        document=encoded(LogCorrection(found.entry, order, found.changed)),
        events=encoded((found.event,)),
        rules_version=RULES_VERSION,
    )
    snapshot(war, found.war, version=number)
    war.withdrawal_asked_by = ""
    store(war, seen)
    if order.way == "rewind":
        war.generation += 1
        war.save(update_fields=["generation"])


def _results(entries: Iterable[Entry]) -> dict[int, e.ResultAccepted | a.ResultAmended]:
    """By battle the result that holds."""
    found: dict[int, e.ResultAccepted | a.ResultAmended] = {}
    for entry in entries:
        for event in decode_events(bytes(entry.events)):
            if isinstance(event, e.ResultAccepted | a.ResultAmended):
                found[event.battle] = event
    return found


def _set_aside(war: War, now: core.War) -> None:
    """Call off what is still being fought; the battles that no longer count stay to be read, and count for nobody.

    What was said about them in the chat is about the war. What a side wants of a battle that it has answered ahead, as
    the war stands `now`, counts as the answer does.
    """
    counting = _results(in_force(log_of(war.pk)))
    for row in Engagement.objects.filter(war=war, battle__isnull=False).exclude(number__in=counting):
        if row.battle_id is not None:
            battles.mark_absorbed(battle_id=row.battle_id)
            battles.void(battle_id=row.battle_id)
            lifetime.remove(source=f"battle:{row.battle_id}")
            SetAside.objects.create(war=war, battle_id=row.battle_id, number=row.number, entry=war.version)
    Engagement.objects.filter(war=war).exclude(number__in=counting).update(battle=None)
    ChatLine.objects.filter(war=war).exclude(battle__in=counting).update(battle=None)
    Forecast.objects.filter(war=war).exclude(battle__in=list(counting)).delete()
    give_up(war, [row.battle for row in carried_by(war) if row.battle not in counting])
    for side in SIDES:
        ahead = {answer.battle for answer in now.fleet(side).ahead}
        GivenDoctrine.objects.filter(war=war, side=side).exclude(number__in=[*counting, *ahead]).delete()


def _plans_to_drafts(war: War, gone: Iterable[Entry]) -> None:
    """Each person's own later plans are what they work on when those turns are played again."""
    people = Seat.objects.filter(war=war, user__is_computer=False).values_list("side", flat=True)
    for entry in gone:
        if entry.kind == "plan" and entry.seat in people:
            Draft.objects.update_or_create(
                war=war,
                seat=entry.seat,
                turn=entry.turn,
                phase="planning",
                defaults={"document": bytes(entry.document)},
            )


def _rebuild(war: War) -> None:
    """Every row as the log leads to it now."""
    _state, rows = fold_entries(log_of(war.pk))
    rewrite_rows(war, rows)


def _score(war: War, found: CorrectedLog, gone: Sequence[Entry]) -> None:
    """The lifetime score by the results that hold now, and by how the war stands now."""
    now = _results(in_force(log_of(war.pk)))
    before = {found.event.battle: found.event.before.winner}
    for event in _results(gone).values():
        if event.battle in now and event.battle not in before:
            before[event.battle] = event.result.winner
    for number, winner in before.items():
        consequences.score_again(war, now[number], winner)
    was, ended = _end_of(found.before), _end_of(found.war)
    if was != ended:
        lifetime.remove(source=f"war:{war.pk}")
        if ended is not None:
            consequences.end(war, ended)
            notify_end(war, ended)


def _end_of(war: core.War) -> e.WarEnded | None:
    return e.WarEnded(war.winner, war.ended) if war.ended is not None else None


def _go_on(war: War, state: core.War, lent: Collection[Side], unsealed: frozenset[str]) -> None:
    """Tell everybody how the war stands; a player who is back does not find the computer in the seat again."""
    Seat.objects.filter(war=war).exclude(commander="").update(commander=state.settings.commander)
    back = [side for side in state.lent if side not in lent and state.phase != "over"]
    if back or (state.phase == "planning" and carried_by(war)):
        append(war, state, *(GivenOrder(side, None, TakeSeatBack()) for side in back), unsealed=unsealed)
    else:
        notify(war, state, unsealed=unsealed)
