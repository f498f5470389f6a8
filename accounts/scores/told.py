"""A past result as it is told by one of its players, and how each system's results count (S85)."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from accounts.models import LifetimeLine, PastResult
from accounts.scores.lifetime import Facts
from engines.seam.sides import as_side, opponent

Outcome = PastResult.Outcome
TURNED: Final = {Outcome.WON: Outcome.LOST, Outcome.DRAWN: Outcome.DRAWN, Outcome.LOST: Outcome.WON}


@dataclass(frozen=True, slots=True)
class Told:
    """A result from the side of who tells it; its fields are those of `PastResult`."""

    played_on: date
    kind: str
    outcome: str
    degree: str = ""
    side: str = ""
    scenario: str = ""
    mode: str = ""
    way: str = ""
    own_lp: int | None = None
    their_lp: int | None = None
    game: int = 1
    system: str = LifetimeLine.System.TALON
    details: bytes = b""

    @property
    def stored(self) -> dict[str, Any]:
        """What a row has of it."""
        return asdict(self)

    @property
    def turned(self) -> "Told":
        """The same from the side of the other player."""
        side = opponent(as_side(self.side)) if self.side else ""
        return Told(
            self.played_on,
            self.kind,
            TURNED[Outcome(self.outcome)],
            self.degree,
            side,
            self.scenario,
            self.mode,
            self.way,
            self.their_lp,
            self.own_lp,
            self.game,
            self.system,
            COUNTING[self.system].turned(self.details),
        )

    @property
    def agreed(self) -> tuple[Any, ...]:
        """What two who tell the same result have to agree on: not the side, nor how it was fought.

        What they say of its details is compared by the system (`Counting.joined`).
        """
        return (
            self.played_on,
            self.kind,
            self.outcome,
            self.degree,
            self.scenario.casefold(),
            self.own_lp,
            self.their_lp,
            self.game,
        )


def told_by(row: PastResult) -> Told:
    """A row from the side of who entered it."""
    said = {name: getattr(row, name) for name in Told.__dataclass_fields__}
    return Told(**said | {"details": bytes(row.details)})


class Counted(NamedTuple):
    """What a result counts for whoever won it, and which rule that follows, "" for the degree alone."""

    points: int
    note: str


class Counting(NamedTuple):
    """How the past results of a system count, and what it does with their details.

    `words`: a result in words, whoever won it. `turned`: the details from the other side. `joined`: the details of both
    who tell of one game, from the side of the first; None if they tell it differently.
    """

    counted: Callable[[Told], Counted]
    words: Callable[[Told], str]
    turned: Callable[[bytes], bytes]
    joined: Callable[[bytes, bytes], bytes | None]


COUNTING: Final[dict[str, Counting]] = {}
"""By system; features bring theirs when the site starts."""


def facts_of(told: Told) -> Facts:
    """What the line of the score says, of whoever won it; of a draw it is told by who entered it."""
    winners = told if told.outcome != Outcome.LOST else told.turned
    note = COUNTING[told.system].counted(told).note
    return Facts(
        told.kind, winners.side, told.scenario, told.mode, told.way, note, told.played_on, told.system
    )
