"""The standings of a season, from what became of its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Final, Literal, TypeAlias

Outcome: TypeAlias = Literal["first", "drawn", "second"]
"""Who has won: the first-named or the second-named player, or nobody."""
WIN: Final = 2
"""What a win scores, and a bye where it counts; a draw scores half as much."""
DRAW: Final = 1


@dataclass(frozen=True, slots=True)
class Game:
    """A game that counts. A game that an organiser has decided has no points."""

    first: int
    second: int
    outcome: Outcome
    first_points: int = 0
    second_points: int = 0

    @property
    def turned(self) -> "Game":
        """The same game as the second-named player sees it."""
        turned: dict[Outcome, Outcome] = {"first": "second", "drawn": "drawn", "second": "first"}
        return Game(self.second, self.first, turned[self.outcome], self.second_points, self.first_points)


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the standings.

    `place` is the same for players who are level in everything. `byes` are those that count. `head_to_head` is the
    score against those with as much score, 0 unless they have all met. `buchholz` is 0 in a round robin.
    """

    player: int
    place: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    head_to_head: int = 0
    buchholz: int = 0

    @property
    def played(self) -> int:
        """How many games count."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> int:
        """2 for each win and each bye that counts, 1 for each draw."""
        return WIN * (self.won + self.byes) + DRAW * self.drawn

    @property
    def difference(self) -> int:
        """Points for less points against."""
        return self.points_for - self.points_against


def standings(
    players: Iterable[int], games: Iterable[Game], byes: Sequence[int] = (), *, swiss: bool = False
) -> tuple[Row, ...]:
    """The players, best first: by score, in a Swiss by Buchholz, then head to head, points difference, points for.

    `byes` has a player once for each bye that counts. Players who are level in everything share a place, in the order
    in which they were named.
    """
    seen = [side for game in games for side in (game, game.turned)]
    rows = [_row(player, seen, byes.count(player)) for player in players]
    if swiss:
        scores = {row.player: row.score for row in rows}
        rows = [replace(row, buchholz=_buchholz(row, seen, scores)) for row in rows]
    ordered = sorted(rows, key=_level, reverse=True)
    grouped = [_among(list(group), seen) for _key, group in groupby(ordered, _level)]
    ranked = sorted((row for group in grouped for row in group), key=_rank, reverse=True)
    places = [1 + sum(_rank(other) > _rank(row) for other in ranked) for row in ranked]
    return tuple(replace(row, place=place) for row, place in zip(ranked, places, strict=True))


def _row(player: int, seen: Sequence[Game], byes: int) -> Row:
    mine = [game for game in seen if game.first == player]
    outcomes = [game.outcome for game in mine]
    return Row(
        player,
        won=outcomes.count("first"),
        drawn=outcomes.count("drawn"),
        lost=outcomes.count("second"),
        byes=byes,
        points_for=sum(game.first_points for game in mine),
        points_against=sum(game.second_points for game in mine),
    )


def _buchholz(row: Row, seen: Sequence[Game], scores: dict[int, int]) -> int:
    """The scores of the player's opponents; a bye counts as an opponent with the player's own score."""
    met = [game.second for game in seen if game.first == row.player]
    return sum(scores.get(other, 0) for other in met) + row.byes * row.score


def _among(group: list[Row], seen: Sequence[Game]) -> list[Row]:
    """The rows of players who are level, with their score against each other if they have all met."""
    names = {row.player for row in group}
    inner = [game for game in seen if game.first in names and game.second in names]
    met = {(game.first, game.second) for game in inner}
    if len(group) == 1 or not met.issuperset(combinations(sorted(names), 2)):
        return group
    return [replace(row, head_to_head=_row(row.player, inner, 0).score) for row in group]


def _level(row: Row) -> tuple[int, int]:
    return row.score, row.buchholz


def _rank(row: Row) -> tuple[int, ...]:
    return row.score, row.buchholz, row.head_to_head, row.difference, row.points_for
