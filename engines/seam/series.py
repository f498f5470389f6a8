"""The score of a campaign game, from what became of its legs (28, S81)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.seam.documents import Degree

Player: TypeAlias = Literal["user", "rival"]
"""Who set the campaign game up, and the opponent."""
PLAYERS: Final[tuple[Player, Player]] = ("user", "rival")
POINTS: Final[dict[Degree, int]] = {"minor": 1, "great": 2, "devastating": 3}
"""What a victory counts by its degree (20.2)."""
DEGREES: Final[tuple[Degree, ...]] = ("minor", "great", "devastating")
PAIR: Final = 3
"""What both battles of a pair count for whoever wins them (R68)."""
LAST: Final = 2
"""By how much the last leg counts."""


@dataclass(frozen=True, slots=True)
class Won:
    """A battle that somebody won."""

    by: Player
    degree: Degree


@dataclass(frozen=True, slots=True)
class Points:
    """What each player has."""

    user: int = 0
    rival: int = 0

    def of(self, player: Player) -> int:
        """The points of one player."""
        return self.user if player == "user" else self.rival

    def times(self, number: int) -> "Points":
        """The points so many times over."""
        return Points(self.user * number, self.rival * number)


@dataclass(frozen=True, slots=True)
class LegResult:
    """A leg, not doubled: what it came to, None until it is over, and by how much each can still gain on the other."""

    points: Points | None
    gain: Points


@dataclass(frozen=True, slots=True)
class Standings:
    """The score: what each leg counts, the last one doubled, and by how much each can still gain on the other."""

    legs: tuple[Points | None, ...]
    total: Points
    left: int
    gain: Points

    @property
    def over(self) -> bool:
        """Whether every leg has a result."""
        return self.left == 0

    @property
    def leader(self) -> Player | None:
        """Who has more points; None while both have as many."""
        if self.total.user == self.total.rival:
            return None
        return "user" if self.total.user > self.total.rival else "rival"

    @property
    def decided(self) -> bool:
        """Whether the player behind can no longer draw level, in a game that is not over."""
        if self.over or self.leader is None:
            return False
        behind = other(self.leader)
        return self.total.of(self.leader) - self.total.of(behind) > self.gain.of(behind)


@dataclass(frozen=True, slots=True)
class Need:
    """The least victory in the last leg with which a player wins the campaign game, and the least that draws level.

    None where no victory does.
    """

    wins: Degree | None
    draws: Degree | None


def other(player: Player) -> Player:
    """The opponent of a player."""
    return "rival" if player == "user" else "user"


def single_leg(result: Won | None) -> Points | None:
    """What a leg of one battle came to; None if nobody has won, since it is played again then (20.4)."""
    return None if result is None else _for(result.by, POINTS[result.degree])


def pair_leg(first: Won | None, second: Won | None) -> Points | None:
    """What a leg of two battles with sides changed came to; None until both have been won by somebody (R68)."""
    if first is None or second is None:
        return None
    return _for(first.by, PAIR) if first.by == second.by else Points(1, 1)


def still_open(most: int) -> LegResult:
    """A leg of one battle that is not over, and can count so much."""
    return LegResult(None, Points(most, most))


def pair_result(first: Won | None, second: Won | None) -> LegResult:
    """A leg of two battles: whoever has lost the first can only win the other, and then each has one point (R68)."""
    points, found = pair_leg(first, second), first or second
    if points is not None:
        return LegResult(points, Points())
    return LegResult(None, Points(PAIR, PAIR) if found is None else _for(found.by, PAIR))


def standings(legs: Sequence[LegResult]) -> Standings:
    """The score after these legs, the last one doubled wherever in time it was played (28)."""
    factors = [1] * (len(legs) - 1) + [LAST]
    counted = tuple(
        None if leg.points is None else leg.points.times(factor)
        for leg, factor in zip(legs, factors, strict=True)
    )
    gains = [leg.gain.times(factor) for leg, factor in zip(legs, factors, strict=True) if leg.points is None]
    return Standings(counted, _sum(one for one in counted if one is not None), len(gains), _sum(gains))


def winner(found: Standings) -> Player | None:
    """Who has won a campaign game; None while it is not over, and for equal points (S81)."""
    return found.leader if found.over else None


def need(found: Standings, most: int, player: Player) -> Need:
    """What a player must make of the last leg, the only one that is open, if it is one battle that counts `most`."""
    behind = found.total.of(other(player)) - found.total.of(player)
    possible = [degree for degree in DEGREES if POINTS[degree] <= most]
    return Need(
        next((degree for degree in possible if POINTS[degree] * LAST > behind), None),
        next((degree for degree in possible if POINTS[degree] * LAST == behind), None),
    )


def _sum(points: Iterable[Points]) -> Points:
    found = list(points)
    return Points(sum(one.user for one in found), sum(one.rival for one in found))


def _for(player: Player, points: int) -> Points:
    return Points(user=points) if player == "user" else Points(rival=points)
