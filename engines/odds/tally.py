"""What was counted of play-outs. Tallies are added up, in any order, and what comes out is always the same."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from engines.odds.chances import Average, Chance
from engines.seam.documents import Degree, Result
from engines.seam.sides import SIDES, Side

Names = tuple[str, ...]
DEGREES: Final[tuple[Degree, ...]] = ("devastating", "great", "minor")
"""The degrees of victory, the highest first."""


class Ended(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """How a battle ended: `winner` and `degree` are "" if nobody won, `unhurt`: the winner lost no ship.

    `unfought`: nothing came against the winner, and there was no fight.
    """

    winner: Side | Literal[""] = ""
    degree: Degree | Literal[""] = ""
    captured: bool = False
    unhurt: bool = False
    unfought: bool = False


class Losses(Struct, frozen=True, forbid_unknown_fields=True):
    """What one side lost: the sums of its points and of their squares, and what was destroyed together how often."""

    points: int = 0
    together: tuple[tuple[Names, int], ...] = ()
    squares: int = 0

    def __add__(self, other: "Losses") -> "Losses":
        """Both counted together."""
        together = _added(self.together, other.together)
        return Losses(self.points + other.points, together, self.squares + other.squares)

    @property
    def by_name(self) -> dict[str, int]:
        """How many times each unit was destroyed, the most often first; those that never were are left out."""
        times: Counter[str] = Counter()
        for names, many in self.together:
            times.update(dict.fromkeys(names, many))
        return dict(sorted(times.items(), key=lambda one: (-one[1], one[0])))


Key = TypeVar("Key", Ended, Names)


class Tally(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="tally"):
    """What so many battles came to, `fought` in all."""

    fought: int = 0
    ended: tuple[tuple[Ended, int], ...] = ()
    terran: Losses = Losses()
    talon: Losses = Losses()
    format: Literal[1] = 1

    def __add__(self, other: "Tally") -> "Tally":
        """Both counted together."""
        return Tally(
            self.fought + other.fought,
            _added(self.ended, other.ended),
            self.terran + other.terran,
            self.talon + other.talon,
        )

    def lost(self, side: Side) -> Losses:
        """What one side lost."""
        return self.terran if side == "terran" else self.talon

    def points(self, side: Side) -> Average:
        """The points that a side lost in a battle, on average."""
        lost = self.lost(side)
        return Average(lost.points, lost.squares, self.fought)

    def chance(self, counts: Callable[[Ended], bool]) -> Chance:
        """How often a battle ended in a way that counts."""
        return Chance(sum(many for ended, many in self.ended if counts(ended)), self.fought)

    def won(self, side: Side, degree: Degree | Literal[""] = "") -> Chance:
        """How often the side won, by that degree if one is given."""
        return self.chance(lambda ended: ended.winner == side and degree in ("", ended.degree))

    def chance_of_losses(self, side: Side, counts: Callable[[Names], bool]) -> Chance:
        """How often a side lost units that count together."""
        return Chance(sum(many for names, many in self.lost(side).together if counts(names)), self.fought)


def tally_of(result: Result) -> Tally:
    """The tally of one battle."""
    gone = {side: _destroyed(result, side) for side in SIDES}
    winner = result.winner
    ended = Ended()
    if winner is not None:
        ended = Ended(winner, result.degree or "", result.captured, not gone[winner])
    terran, talon = (_losses(result.lost(side), gone[side]) for side in SIDES)
    return Tally(1, ((ended, 1),), terran, talon)


def _losses(points: int, gone: Names) -> Losses:
    """What one side lost in one battle."""
    return Losses(points, ((gone, 1),), points * points)


def unfought(winner: Side) -> Tally:
    """The tally of one battle that was won without a fight."""
    none = Losses(0, (((), 1),))
    return Tally(1, ((Ended(winner, unhurt=True, unfought=True), 1),), none, none)


def _destroyed(result: Result, side: Side) -> Names:
    """The names of a side's units that were destroyed, in the order of the alphabet."""
    return tuple(sorted(fate.name for fate in result.report.fates(side) if fate.fate == "destroyed"))


def _added(
    some: tuple[tuple[Key, int], ...], others: tuple[tuple[Key, int], ...]
) -> tuple[tuple[Key, int], ...]:
    total: dict[Key, int] = dict(some)
    for key, many in others:
        total[key] = total.get(key, 0) + many
    return tuple(sorted(total.items()))


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Tally)


def encode(tally: Tally) -> bytes:
    """The tally as JSON, the same bytes for the same tally."""
    return _encoder.encode(tally)


def decode(raw: bytes) -> Tally:
    """The tally stored as `raw`; msgspec.ValidationError if it is none."""
    return _decoder.decode(raw)
