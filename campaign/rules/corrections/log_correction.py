"""A result corrected in the log itself: the war replayed from there, with all orders since or with none (S69)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from msgspec import Struct

from campaign.rules import events as e
from campaign.rules.corrections.amended_events import IncomeAmended, LogCorrected, ResultAmended
from campaign.rules.corrections.battle_history import Recorded, recorded_in
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.decide import carry_out
from campaign.rules.dice import ScriptedDice
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import AcceptResult, Amend, AnyOrder, CorrectLog, Plan
from campaign.rules.record import Record, clone
from campaign.rules.state import War
from campaign.rules.turn import ends_by_logistics, had_it_gone_on
from engines.seam.documents import Damage, Report
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import SIDES, Side
from engines.seam.systems import role_of, system

BATTLES = (
    e.BattlePlanned
    | e.BattleOrderSet
    | e.ForcesRevealed
    | e.SidesAsked
    | e.Answered
    | e.BattleJoined
    | e.Forfeited
    | e.NotFought
    | e.ResultAccepted
    | e.ShipsLanded
    | e.ShipsStranded
)
"""What makes the battles of a turn: if any of it changes, another battle was fought."""
PAID = (e.IncomePaid, IncomeAmended)
GONE = ("destroyed", "landed", "landed_after")
OTHER_PLAN = "By this result a plan that was made since would have had other ships or another front line."
OTHER_FORCES = "By this result {which} would have had other forces or another place."


@dataclass(frozen=True)
class LogEntry:
    """An entry that counts: who gave which order, None where the war begins or was replayed, and what followed."""

    number: int
    side: Side | None
    order: AnyOrder | None
    events: tuple[e.AnyEvent, ...]


class Changed(Struct, frozen=True, forbid_unknown_fields=True):
    """The events that an entry has now."""

    entry: int
    events: tuple[e.AnyEvent, ...]


@dataclass(frozen=True)
class CorrectedLog:
    """The war replayed: `entry` has the result and `events` are by entry those that are others now.

    `event` says what happened; `before` is the war until now and `war` as it is then. `shown` is what may be shown of
    it before both agree: the war had it gone on, if it ends because a side has too few active LP. `undone` are the
    numbers of other battles that were corrected since, and no longer are.
    """

    entry: int
    events: dict[int, tuple[e.AnyEvent, ...]]
    event: LogCorrected
    before: War
    war: War
    shown: War
    undone: tuple[int, ...] = ()

    @property
    def changed(self) -> tuple[Changed, ...]:
        """The entries with other events, in order, for the log."""
        return tuple(Changed(number, events) for number, events in sorted(self.events.items()))


def correct_log(entries: Sequence[LogEntry], order: CorrectLog, war: War | None = None) -> CorrectedLog:
    """The war as the order replays it, from all entries that count; `Refused` where that cannot be (S69).

    What is refused follows from what both sides know: battles, forces and incomes. The `war` as it is now saves the
    work of finding it.
    """
    found = recorded_in([event for one in entries for event in one.events], order.battle)
    if found is None:
        raise refuse("S67", "That battle has no result to correct.")
    if found.fought:
        raise refuse("S67", "This battle was fought here, so its result cannot be wrong.")
    result = system(found.setup.system).result_of(found.setup, order.report)
    if result == found.result:
        raise refuse("S67", "This is the result as it is recorded. Change what is wrong in it.")
    before = fold(event for one in entries for event in one.events) if war is None else war
    at = _entry_of(entries, order.battle)
    past = [event for one in entries[:at] for event in one.events]
    replay = LogReplay(clone(found.before), past, hides_end=before.phase != "over")
    if order.way == "rewind":
        replay.book(entries[at], _corrected(replay.shown, entries[at], order))
    else:
        _check_ships(entries[at:], order)
        _replay_all(replay, found, entries[at:], order)
        if _end_of(replay.shown) != _end_of(before):
            raise refuse("S69", "By this result the war would have ended otherwise. Go back to the battle.")
    event = LogCorrected(order.battle, found.turn, found.place, found.result, result, order.way, before.turn)
    undone = {
        one.order.battle
        for one in entries[at + 1 :]
        if isinstance(one.order, Amend) and one.order.battle != order.battle
    }
    rewound = tuple(sorted(undone)) if order.way == "rewind" else ()
    kept = entries[: at + 1] if order.way == "rewind" else entries
    now = fold(event for one in kept for event in replay.changed.get(one.number, one.events))
    return CorrectedLog(entries[at].number, replay.changed, event, before, now, replay.shown, rewound)


def _entry_of(entries: Sequence[LogEntry], battle: int) -> int:
    """Where the entry is in which the battle's result entered the war."""
    return next(
        at
        for at, one in enumerate(entries)
        if any(isinstance(event, e.ResultAccepted) and event.battle == battle for event in one.events)
    )


def _end_of(war: War) -> tuple[object, ...]:
    return war.phase, war.winner, war.ended


def _corrected(war: War, one: LogEntry, order: CorrectLog) -> Record:
    """The entry with the corrected result, on the war just before it."""
    return carry_out(war, None, AcceptResult(order.battle, order.report), RecordedDice(one.events))


class LogReplay:
    """Entries replayed, one after the other: those that are others now, and the war as it is shown.

    The `war` is that after all events of the `past`, to which those are added that are shown.
    If the war ends because a side has too few active LP, that is its secret until the result is agreed on: if
    `hides_end`, the war that is `shown` goes on, and nothing else happens in the one that has ended.
    """

    def __init__(self, war: War, past: list[e.AnyEvent], *, hides_end: bool) -> None:
        self.shown, self.past = war, past
        self.changed: dict[int, tuple[e.AnyEvent, ...]] = {}
        self._hides_end = hides_end
        self._ended = False

    def book(self, one: LogEntry, judged: Record) -> tuple[e.AnyEvent, ...]:
        """Book what follows from an entry now, as it was `judged` on the war that is shown; what is shown of it."""
        shown = now = tuple(judged.events)
        war = judged.war
        if self._ended:
            now = one.events if one.order is None else ()
        elif self._hides_end and ends_by_logistics(now):
            self._ended, war = True, fold(self.past)
            shown = had_it_gone_on(war, now)
            war = reduce(evolve, shown, war)
        if now != one.events:
            self.changed[one.number] = now
        self.shown = war
        self.past += shown
        return shown


def _replay_all(replay: LogReplay, found: Recorded, entries: Sequence[LogEntry], order: CorrectLog) -> None:
    """Replay all entries from the result's on; `Refused` by the first difference that cannot be."""
    was = clone(found.before)
    planned = max(place for place, one in enumerate(entries) if not place or isinstance(one.order, Plan))
    for place, one in enumerate(entries):
        if isinstance(one.order, Plan):
            _check_front(was, replay.shown)
        judged = _judged_again(replay, one, order) if place else _corrected(replay.shown, one, order)
        shown = replay.book(one, judged)
        if place and shown != one.events:
            _check_battles(one.events, shown)
        if place < planned:
            _check_paid(one.events, shown)
        was = reduce(evolve, one.events, was)


def _check_front(was: War, now: War) -> None:
    """Raise `Refused` if a plan was made for another front line, or with other stranded ships."""
    if was.markers != now.markers or _stranded(was) != _stranded(now):
        raise refuse("S69", OTHER_PLAN)


def _stranded(war: War) -> set[tuple[Side, str]]:
    return {(side, name) for side in SIDES for name, ship in war.fleet(side).ships.items() if ship.stranded}


def _check_ships(entries: Sequence[LogEntry], order: CorrectLog) -> None:
    """Raise `Refused` if a plan, or the forces of a later battle, were made with other ships than by this report.

    Whether the plan would have been possible all the same, and whether a ship was repaired in the Reserve, are its
    side's secrets: so both are refused by what is open alone. `entries` begins with the entry of the result.
    """
    held = order.report
    for one in entries:
        if isinstance(one.order, Plan) and _gone(held) != _gone(order.report):
            raise refuse("S69", OTHER_PLAN)
        for event in one.events:
            if isinstance(event, e.ResultAccepted | ResultAmended) and event.battle == order.battle:
                if not isinstance(one.order, Amend) or one.order.ships:
                    held = event.result.report
            elif isinstance(event, e.ForcesRevealed) and _hurt(held, event) != _hurt(order.report, event):
                raise refuse("S69", OTHER_FORCES.format(which=f"battle {event.battle}"))


def _gone(report: Report) -> dict[tuple[Side, str], str]:
    """The units that did not come back to where they were, with what became of them."""
    fates = ((side, fate) for side in SIDES for fate in report.fates(side))
    return {(side, fate.name): fate.fate for side, fate in fates if fate.fate in GONE}


def _hurt(report: Report, later: e.ForcesRevealed) -> set[tuple[Side, str, Damage]]:
    """The damage that a report gives to ships of a later battle; bases are repaired in the open."""
    ships = {
        (side, unit.name)
        for side, units in (("terran", later.terran), ("talon", later.talon))
        for unit in units
        if role_of(unit.ship_class) != "base"
    }
    return {
        (side, fate.name, fate.damage)
        for side in SIDES
        for fate in report.fates(side)
        if (side, fate.name) in ships
    }


def _judged_again(replay: LogReplay, one: LogEntry, order: CorrectLog) -> Record:
    """What follows from an entry now; nothing from an earlier correction of the same result."""
    if one.order is None:
        return Record(reduce(evolve, one.events, replay.shown), ScriptedDice(), [*one.events])
    if isinstance(one.order, Amend) and one.order.battle == order.battle:
        return Record(replay.shown, ScriptedDice())
    try:
        return carry_out(replay.shown, one.side, one.order, RecordedDice(one.events), replay.past)
    except (Refused, LookupError) as error:
        raise refuse(
            "S69", "By this result an order that was given since would not have been possible."
        ) from error


def _check_battles(before: Sequence[e.AnyEvent], now: Sequence[e.AnyEvent]) -> None:
    """Raise `Refused` if a battle would have been another (31.6)."""
    was, would = _of_battles(before), _of_battles(now)
    if was != would:
        first = next((one for one, other in zip(was, would, strict=False) if one != other), None)
        number = getattr(first, "battle", getattr(first, "number", 0))
        which = f"battle {number}" if number else "a later battle"
        raise refuse("S69", OTHER_FORCES.format(which=which))


def _of_battles(events: Iterable[e.AnyEvent]) -> list[e.AnyEvent]:
    return [event for event in events if isinstance(event, BATTLES)]


def _check_paid(before: Sequence[e.AnyEvent], now: Sequence[e.AnyEvent]) -> None:
    """Raise `Refused` if a plan was made with another income than it would have had.

    Whether the treasury would have paid for it all the same is its side's secret.
    """
    was, would = ([event for event in events if isinstance(event, PAID)] for events in (before, now))
    if was != would:
        raise refuse("S69", "By this result a turn that was planned since would have had another income.")
