"""The war replayed from a corrected result with fitted plans, up to the first battle that would be another (S69).

A plan that is illegal by the corrected result is brought to the nearest legal one. The war stops at the first battle
with other forces or at another place, which is then to be fought anew, or before an order that cannot be given.
Corrections of other results are made again where they were made.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal

import msgspec

from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory
from campaign.rules.corrections.fitting import Fitted, fit_plan
from campaign.rules.corrections.kept_corrections import KeptCorrections, renamed
from campaign.rules.corrections.log_correction import BATTLES, LogEntry
from campaign.rules.corrections.recorded_dice import FallenDice, Happened, RecordedDice
from campaign.rules.decide import decide
from campaign.rules.dice import Dice, ScriptedDice
from campaign.rules.evolve import evolve
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import AcceptResult, Amend, AnyOrder, Plan
from campaign.rules.record import clone
from campaign.rules.state import Fleet, War
from campaign.rules.turn import ends_by_logistics, had_it_gone_on
from engines.seam.documents import Report
from engines.seam.own_documents import read_own
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent

Why = Literal["battle", "order", "end"]
"""Why the war stops: another battle, an impossible order, or it is over by then."""


@dataclass(frozen=True)
class FittedPlan:
    """A plan that its owner has to approve: as it was given in the entry, and as it would be now."""

    entry: int
    turn: int
    side: Side
    was: Plan
    now: Plan


@dataclass(frozen=True)
class Stop:
    """Where the war stops: the entry that is not as it was, and the battle that is another, 0 for none."""

    why: Why
    entry: int
    turn: int
    battle: int = 0
    place: Place = ""


@dataclass(frozen=True)
class FittedReplay:
    """The war replayed: by entry the `events` that are others now, the fitted `plans`, and the war after them.

    `last` is the last entry that counts, and `stop` is None if all of them do. `later` are the entries after it that
    correct the result of a battle that counts: they are made again once a turn is planned. `undone` are the numbers of
    battles that count no longer, and were corrected.
    """

    events: dict[int, tuple[e.AnyEvent, ...]]
    plans: tuple[FittedPlan, ...]
    last: int
    stop: Stop | None
    war: War
    later: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()


def replay_fitted(
    entries: Sequence[LogEntry], found: BattleHistory, report: Report, ever: Iterable[Happened], fresh: Dice
) -> FittedReplay:
    """The war from the corrected result of the battle on, as it is booked; `entries` are all entries that count.

    If it stops at another battle, that one is revealed. What was `ever` rolled for the same cause falls again then,
    with what no longer counts, and the rest is `fresh`. The report must be possible.
    """
    return _Walk(entries, found, report, None).walk(ever, fresh)


def seen_beforehand(
    entries: Sequence[LogEntry], found: BattleHistory, report: Report, side: Side
) -> FittedReplay:
    """The same as far as the side can know it: by its own secrets and what both have seen, and no further.

    Its own plans are fitted, and the other side's forces are those that were fought. The war may stop earlier, by what
    the other side has planned, and no later. If a side has too few active LP the war is shown as if it went on (S16).
    """
    return _Walk(entries, found, report, side).walk((), ScriptedDice())


class _Walk:
    """Entry by entry: the war as it was, and as it is now."""

    def __init__(
        self, entries: Sequence[LogEntry], found: BattleHistory, report: Report, eyes: Side | None
    ) -> None:
        self._at = next(
            at
            for at, one in enumerate(entries)
            if any(
                isinstance(event, e.ResultAccepted) and event.battle == found.number for event in one.events
            )
        )
        self._entries, self._battle, self._report, self._eyes = entries, found.number, report, eyes
        self._was, self._now = clone(found.before), clone(found.before)
        self._past = [event for one in entries[: self._at] for event in one.events]
        amended = {one.order.battle for one in entries if isinstance(one.order, Amend)}
        self._corrections = KeptCorrections(amended, self._past)
        self._happened = _happened(entries[: self._at])
        self._elsewhere: set[int] = set()
        self._names: dict[Side, dict[str, str]] = {side: {} for side in SIDES}
        self._events: dict[int, tuple[e.AnyEvent, ...]] = {}
        self._plans: dict[int, FittedPlan] = {}
        self._last = entries[self._at].number

    def walk(self, ever: Iterable[Happened], fresh: Dice) -> FittedReplay:
        """Replay all entries from the result's on, as far as they can be."""
        first, *later = self._entries[self._at :]
        self._book(
            first, self._decided(AcceptResult(self._battle, self._report), first, RecordedDice(first.events))
        )
        for one in later:
            stop = self._replay(one)
            if stop is not None:
                if stop.why == "battle" and self._eyes is None:
                    self._reveal(one, ever, fresh)
                return self._done(stop)
        return self._done(None)

    def _done(self, stop: Stop | None) -> FittedReplay:
        kept = {event.battle for event in self._past if isinstance(event, e.ResultAccepted)}
        missed = [
            (one.number, one.order.battle)
            for one in self._entries
            if one.number > self._last and isinstance(one.order, Amend) and one.order.battle != self._battle
        ]
        return FittedReplay(
            self._events,
            tuple(self._plans.values()),
            self._last,
            stop,
            self._now,
            later=tuple(number for number, battle in missed if battle in kept),
            undone=tuple(sorted({battle for _, battle in missed if battle not in kept})),
        )

    def _replay(self, one: LogEntry) -> Stop | None:
        """Replay one entry; why it cannot be as it was, if so."""
        turn = self._now.turn
        if self._now.phase == "over" and self._was.phase != "over" and one.order is not None:
            return Stop("end", one.number, turn)
        try:
            events = self._events_of(one)
        except Refused:
            self._plans.pop(one.number, None)
            return Stop("order", one.number, turn)
        other = self._other_battle(one.events, events)
        if other is not None:
            return Stop("battle", one.number, turn, other.number, other.place)
        self._book(one, events)
        return None

    def _cover_the_rival(self) -> None:
        """For one side's eyes: the other side's fleet as it was, of which that side knows nothing new."""
        if self._eyes is None:
            return
        rival = opponent(self._eyes)
        fleet = msgspec.convert(msgspec.to_builtins(self._was.fleet(rival)), Fleet, dec_hook=read_own)
        if rival == "terran":
            self._now.terran = fleet
        else:
            self._now.talon = fleet

    def _events_of(self, one: LogEntry, dice: Dice | None = None) -> tuple[e.AnyEvent, ...]:
        """What follows from an entry now; nothing from an earlier correction of the same result.

        Where other dice are asked for than those recorded, another battle is revealed: then they fall somehow.
        """
        if one.order is None:
            return one.events
        if isinstance(one.order, Amend):
            return () if one.order.battle == self._battle else self._amended(one.order, one.events)
        order = self._order_of(one, one.order)
        try:
            return self._decided(order, one, dice or RecordedDice(one.events))
        except LookupError:
            return self._decided(order, one, _Ones())

    def _amended(self, order: Amend, before: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
        """What follows from the correction of another result now."""
        self._cover_the_rival()
        events = self._corrections.made_again(order, self._now, self._past)
        for (side, called), name in renamed(before, events).items():
            self._names[side][called] = name
        return events

    def _decided(self, order: AnyOrder, one: LogEntry, dice: Dice) -> tuple[e.AnyEvent, ...]:
        self._cover_the_rival()
        events = tuple(decide(self._now, one.side, order, dice, self._past))
        ends = any(isinstance(event, e.WarEnded) and event not in one.events for event in events)
        if self._eyes is not None and ends and ends_by_logistics(events):
            return had_it_gone_on(self._now, events)
        return events

    def _order_of(self, one: LogEntry, order: AnyOrder) -> AnyOrder:
        """The order as it is now: a plan brought to the nearest legal one."""
        if not isinstance(order, Plan) or one.side is None or one.side == self._rival:
            return order
        fitted = self._fitted(one, order, one.side)
        if fitted.plan == order:
            return order
        self._plans[one.number] = FittedPlan(one.number, self._now.turn, one.side, order, fitted.plan)
        return fitted.plan

    @property
    def _rival(self) -> Side | None:
        return None if self._eyes is None else opponent(self._eyes)

    def _fitted(self, one: LogEntry, plan: Plan, side: Side) -> Fitted:
        bought = [
            purchase
            for event in one.events
            if isinstance(event, e.ShipsBought)
            for purchase in event.purchases
        ]
        fitted = fit_plan(self._now, side, plan, bought, self._names[side])
        self._names[side] |= fitted.names
        return fitted

    def _book(self, one: LogEntry, events: tuple[e.AnyEvent, ...]) -> None:
        if events != one.events:
            self._events[one.number] = events
        self._last = one.number
        self._happened.append((self._now.turn, events))
        self._past += events
        for event in events:
            self._corrections.watch(event, self._now)
            self._now = evolve(self._now, event)
        self._was = reduce(evolve, one.events, self._was)

    def _reveal(self, one: LogEntry, ever: Iterable[Happened], fresh: Dice) -> None:
        """Book the entry by which the other battle is revealed: it is to be answered and fought anew."""
        dice = FallenDice(ever, self._happened, self._now.turn, fresh)
        self._book(one, self._events_of(one, dice))

    def _other_battle(
        self, before: Sequence[e.AnyEvent], now: Sequence[e.AnyEvent]
    ) -> e.BattlePlanned | None:
        """The first battle that is revealed with other forces or at another place, or is another at all (31.6)."""
        was, would = _of_battles(before), _of_battles(now)
        for at, event in enumerate(would):
            known = was[at] if at < len(was) else None
            if isinstance(event, e.BattlePlanned) and isinstance(known, e.BattlePlanned):
                if (event.number, event.sectors) != (known.number, known.sectors):
                    return event
                if event.place != known.place:
                    self._elsewhere.add(event.number)
            elif event != known or getattr(event, "battle", 0) in self._elsewhere:
                return self._planned(event, now)
        return None if len(was) <= len(would) else self._planned(was[len(would)], now)

    def _planned(self, event: e.AnyEvent, now: Sequence[e.AnyEvent]) -> e.BattlePlanned:
        """The battle that an event is of, where it is now; the first of the turn for their order."""
        planned = [e.BattlePlanned(one.number, one.place, one.sectors) for one in self._now.battles]
        planned += [one for one in now if isinstance(one, e.BattlePlanned)]
        number = getattr(event, "battle", getattr(event, "number", 0))
        return next((one for one in reversed(planned) if one.number == number), planned[-1])


class _Ones(Dice):
    """Dice of which nothing is kept."""

    def roll(self, cause: str, place: Place = "") -> int:  # noqa: ARG002 - whatever it is for
        """A one."""
        return 1


def _of_battles(events: Iterable[e.AnyEvent]) -> list[e.AnyEvent]:
    return [event for event in events if isinstance(event, BATTLES)]


def _happened(entries: Sequence[LogEntry]) -> list[Happened]:
    """The events of entries with the turn in which each was given."""
    found: list[Happened] = []
    turn = 1
    for one in entries:
        found.append((turn, one.events))
        turn = max([turn, *(event.turn for event in one.events if isinstance(event, e.TurnBegan))])
    return found
