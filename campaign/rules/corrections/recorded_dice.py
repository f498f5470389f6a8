"""Dice that have fallen before: of an entry that is judged again, and of turns that are played again."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from campaign.rules import events as e
from campaign.rules.dice import Dice
from campaign.rules.map.strategic_map import Place
from engines.seam.sides import Side

Happened = tuple[int, Sequence[e.AnyEvent]]
"""The turn in which an order was given, and the events that followed from it."""
Cause = tuple[int, Place, str]
"""What a die was for: the turn, where the battle was ("" for none), and the cause."""


class RecordedDice(Dice):
    """The recorded dice of an entry, in their order; LookupError when another die is asked for.

    With them the recorded odds and gains, so that what was answered then does not depend on the estimate of now.
    """

    def __init__(self, events: Sequence[e.AnyEvent]) -> None:
        self._rolls = [event for event in events if isinstance(event, e.DieRolled)]
        answers = [event for event in events if isinstance(event, e.Answered)]
        self._odds = {(one.battle, one.side): one.odds for one in answers if one.odds is not None}
        self._gains = {(one.battle, one.side): one.gain for one in answers if one.gain is not None}

    def roll(self, cause: str, place: Place = "") -> int:  # noqa: ARG002 - the order of the dice says it
        """The value recorded for that cause."""
        if not self._rolls or self._rolls[0].cause != cause or not 1 <= self._rolls[0].value <= 6:
            raise LookupError(f"no die of 1 to 6 is recorded for “{cause}”")
        return self._rolls.pop(0).value

    def odds(self, battle: int, side: Side, estimate: Callable[[], int]) -> int | None:  # noqa: ARG002
        """By which odds the side answered then; None if it was not by odds (S76, S78)."""
        return self._odds.get((battle, side))

    def gain(self, battle: int, side: Side, estimate: Callable[[], int]) -> int | None:  # noqa: ARG002
        """By what gain the side answered then; None if it was not by worth (S83)."""
        return self._gains.get((battle, side))


class FallenDice(Dice):
    """Dice of a turn that is played again: what was rolled for the same cause falls again, the rest is `fresh`.

    `before` is all that has ever happened, with what no longer counts; `now` is what counts.
    """

    def __init__(self, before: Iterable[Happened], now: Iterable[Happened], turn: int, fresh: Dice) -> None:
        self._fallen = _by_cause(before)
        self._rolled = Counter({cause: len(values) for cause, values in _by_cause(now).items()})
        self._turn, self._fresh = turn, fresh

    def roll(self, cause: str, place: Place = "") -> int:
        """The next roll for that cause in this turn."""
        key = (self._turn, place, cause)
        known, nth = self._fallen[key], self._rolled[key]
        self._rolled[key] += 1
        return known[nth] if nth < len(known) else self._fresh.roll(cause, place)


def _by_cause(happened: Iterable[Happened]) -> dict[Cause, list[int]]:
    """The dice by what they were for, in their order; a die stands before what it decided."""
    found: dict[Cause, list[int]] = defaultdict(list)
    places: dict[int, Place] = {}
    for turn, events in happened:
        waiting: list[e.DieRolled] = []
        for event in events:
            if isinstance(event, e.DieRolled):
                waiting.append(event)
                continue
            if isinstance(event, e.BattlePlanned):
                places[event.number] = event.place
            place = places.get(getattr(event, "battle", 0), "")
            for die in waiting:
                found[turn, place, die.cause].append(die.value)
            waiting = []
    return found
