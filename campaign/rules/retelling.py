"""A result corrected in the log itself: the war told again from there, with all orders since or with none (S69)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from msgspec import Struct

from campaign.rules import events as e
from campaign.rules.amended_events import IncomeAmended, Retold
from campaign.rules.decide import decide
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import AcceptResult, Amend, AnyOrder, Plan, Retell
from campaign.rules.record import clone
from campaign.rules.recorded_dice import RecordedDice
from campaign.rules.since import Since, since
from campaign.rules.state import War
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import Side
from engines.seam.systems import system

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
    | e.TransportsLanded
    | e.FightersStranded
)
"""What makes the battles of a turn: if any of it changes, another battle was fought."""
PAID = (e.IncomePaid, IncomeAmended)


@dataclass(frozen=True)
class Told:
    """An entry that counts: who gave which order, None where the war begins or was told again, and what followed."""

    number: int
    side: Side | None
    order: AnyOrder | None
    events: tuple[e.AnyEvent, ...]


class Changed(Struct, frozen=True, forbid_unknown_fields=True):
    """The events that an entry has now."""

    entry: int
    events: tuple[e.AnyEvent, ...]


@dataclass(frozen=True)
class Retelling:
    """The war told again: `entry` has the result and `events` are by entry those that are others now.

    `retold` says what happened; `before` is the war until now and `war` as it is then. `undone` are the numbers of
    other battles that were corrected since, and no longer are.
    """

    entry: int
    events: dict[int, tuple[e.AnyEvent, ...]]
    retold: Retold
    before: War
    war: War
    undone: tuple[int, ...] = ()

    @property
    def changed(self) -> tuple[Changed, ...]:
        """The entries with other events, in order, for the log."""
        return tuple(Changed(number, events) for number, events in sorted(self.events.items()))


def retell(told: Sequence[Told], order: Retell) -> Retelling:
    """The war as the order tells it again, from all entries that count; `Refused` where that cannot be (S69).

    What is refused follows from what both sides know: battles, forces and incomes.
    """
    found = since([event for one in told for event in one.events], order.battle)
    if found is None:
        raise refuse("S67", "That battle has no result to correct.")
    if found.fought:
        raise refuse("S67", "This battle was fought here, so its result cannot be wrong.")
    result = system(found.setup.system).result_of(found.setup, order.report)
    if result == found.result:
        raise refuse("S67", "This is the result as it is recorded. Change what is wrong in it.")
    before = fold(event for one in told for event in one.events)
    at = _entry_of(told, order.battle)
    corrected = _corrected(found, told[at], order)
    war = reduce(evolve, corrected, clone(found.before))
    changed = {told[at].number: corrected}
    if order.way == "as_it_is":
        war, later = _told_on(war, told, at, [*_events_before(told, at), *corrected], order)
        changed |= later
        if (war.phase, war.winner, war.ended) != (before.phase, before.winner, before.ended):
            raise refuse("S69", "By this result the war would have ended otherwise. Go back to the battle.")
    retold = Retold(order.battle, found.turn, found.place, found.result, result, order.way, before.turn)
    undone = {
        one.order.battle
        for one in told[at + 1 :]
        if isinstance(one.order, Amend) and one.order.battle != order.battle
    }
    rewound = tuple(sorted(undone)) if order.way == "rewind" else ()
    return Retelling(told[at].number, changed, retold, before, war, rewound)


def _entry_of(told: Sequence[Told], battle: int) -> int:
    """Where the entry is in which the battle's result entered the war."""
    return next(
        at
        for at, one in enumerate(told)
        if any(isinstance(event, e.ResultAccepted) and event.battle == battle for event in one.events)
    )


def _events_before(told: Sequence[Told], at: int) -> list[e.AnyEvent]:
    return [event for one in told[:at] for event in one.events]


def _corrected(found: Since, one: Told, order: Retell) -> tuple[e.AnyEvent, ...]:
    """The events of the entry with the corrected result."""
    accepted = AcceptResult(order.battle, order.report)
    return tuple(decide(found.before, None, accepted, RecordedDice(one.events)))


def _told_on(
    war: War, told: Sequence[Told], at: int, past: list[e.AnyEvent], order: Retell
) -> tuple[War, dict[int, tuple[e.AnyEvent, ...]]]:
    """The war after all later orders, with the events that are others by entry; `Refused` by the first difference."""
    changed: dict[int, tuple[e.AnyEvent, ...]] = {}
    planned = max((place for place, one in enumerate(told) if isinstance(one.order, Plan)), default=0)
    if planned > at:
        _check_paid(told[at].events, past[sum(len(one.events) for one in told[:at]) :])
    for place, one in enumerate(told[at + 1 :], at + 1):
        events = _told_again(war, one, past, order)
        if events != one.events:
            _check_battles(one.events, events)
            if place < planned:
                _check_paid(one.events, events)
            changed[one.number] = events
        past += events
        war = reduce(evolve, events, war)
    return war, changed


def _told_again(war: War, one: Told, past: list[e.AnyEvent], order: Retell) -> tuple[e.AnyEvent, ...]:
    """What follows from an entry now; nothing from an earlier correction of the same result."""
    if one.order is None:
        return one.events
    if isinstance(one.order, Amend) and one.order.battle == order.battle:
        return ()
    try:
        return tuple(decide(war, one.side, one.order, RecordedDice(one.events), past))
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
        raise refuse("S69", f"By this result {which} would have had other forces or another place.")


def _of_battles(events: Iterable[e.AnyEvent]) -> list[e.AnyEvent]:
    return [event for event in events if isinstance(event, BATTLES)]


def _check_paid(before: Sequence[e.AnyEvent], now: Sequence[e.AnyEvent]) -> None:
    """Raise `Refused` if a plan was made with another income than it would have had.

    Whether the treasury would have paid for it all the same is its side's secret.
    """
    was, would = ([event for event in events if isinstance(event, PAID)] for events in (before, now))
    if was != would:
        raise refuse("S69", "By this result a turn that was planned since would have had another income.")
