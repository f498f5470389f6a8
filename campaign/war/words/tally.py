"""Degrees, points and losses of a war by side and turn, and the drawing of points lost over time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from campaign.war.words.history_rows import Fight, LossCount
from engines.seam.sides import SIDES, Side

DEGREES = ("devastating", "great", "minor")
WIDTH, HEIGHT, MARGIN = 640, 200, 40


@dataclass(frozen=True)
class SideTurn:
    """One side in one turn: battles won, points destroyed on it as they count (20.2), ships lost and their points."""

    side: Side
    won: int
    counted: int
    ships: int
    points: int


@dataclass(frozen=True)
class TurnRow:
    """One turn of the tally."""

    turn: int
    fought: int
    given_up: int
    terran: SideTurn
    talon: SideTurn

    @property
    def differ(self) -> bool:
        """Whether more, or less, counts towards degrees than was destroyed (R36)."""
        return any(side.counted != side.points for side in (self.terran, self.talon))


@dataclass(frozen=True)
class LossCurve:
    """A side's points lost, added up, as a path, with its last point and value."""

    side: Side
    path: str
    x: int
    y: int
    total: int


@dataclass(frozen=True)
class Chart:
    """Points lost by both sides over the turns to the `last`: curves, and the scale's lines and marks."""

    terran: LossCurve
    talon: LossCurve
    levels: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, int], ...]
    last: int
    width: int = WIDTH
    height: int = HEIGHT
    margin: int = MARGIN


def by_turn(
    fights: Iterable[Fight], losses: Mapping[tuple[int, Side], LossCount], turn: int
) -> list[TurnRow]:
    """The tally's rows for turns 1 to `turn`."""
    found: dict[int, list[Fight]] = {}
    for fight in fights:
        found.setdefault(fight["turn"], []).append(fight)
    return [_row(at, found.get(at, []), losses) for at in range(1, turn + 1)]


def _row(turn: int, fights: Sequence[Fight], losses: Mapping[tuple[int, Side], LossCount]) -> TurnRow:
    terran, talon = (_side_turn(turn, side, fights, losses) for side in SIDES)
    fought = sum(fight["outcome"] == "fought" for fight in fights)
    return TurnRow(turn, fought, sum(fight["outcome"] == "forfeited" for fight in fights), terran, talon)


def _side_turn(
    turn: int, side: Side, fights: Sequence[Fight], losses: Mapping[tuple[int, Side], LossCount]
) -> SideTurn:
    lost = losses.get((turn, side), LossCount())
    counted = sum(fight["terran_lost"] if side == "terran" else fight["talon_lost"] for fight in fights)
    won = sum(fight["winner"] == side and fight["outcome"] == "fought" for fight in fights)
    return SideTurn(side, won, counted, lost.ships, lost.points)


def totals(rows: Iterable[TurnRow]) -> TurnRow:
    """All turns in one row; its turn is 0."""
    rows = list(rows)
    terran, talon = (
        _sum(side, [row.terran if side == "terran" else row.talon for row in rows]) for side in SIDES
    )
    return TurnRow(0, sum(row.fought for row in rows), sum(row.given_up for row in rows), terran, talon)


def _sum(side: Side, turns: Sequence[SideTurn]) -> SideTurn:
    return SideTurn(
        side,
        sum(turn.won for turn in turns),
        sum(turn.counted for turn in turns),
        sum(turn.ships for turn in turns),
        sum(turn.points for turn in turns),
    )


def degrees(fights: Iterable[Fight]) -> list[tuple[str, int, int]]:
    """How many victories of each degree: degree, Terran's, Talon's."""
    won = [(fight["degree"], fight["winner"]) for fight in fights if fight["outcome"] == "fought"]
    return [(degree, won.count((degree, "terran")), won.count((degree, "talon"))) for degree in DEGREES]


def chart(rows: Sequence[TurnRow]) -> Chart | None:
    """The curves of points lost, added up turn by turn; None while nothing is lost."""
    lost = {
        side: [row.terran.points if side == "terran" else row.talon.points for row in rows] for side in SIDES
    }
    sums = {side: [0, *accumulate(points)] for side, points in lost.items()}
    most = max(max(values) for values in sums.values())
    if most == 0:
        return None
    top = -(-most // 100) * 100
    terran, talon = (_curve(side, sums[side], top) for side in SIDES)
    levels = tuple((value, _y(value, top)) for value in sorted({0, top // 2, top}))
    every = -(-len(rows) // 10)
    marks = tuple((turn, _x(turn, len(rows))) for turn in range(0, len(rows) + 1, every))
    return Chart(terran, talon, levels, marks, rows[-1].turn)


def _curve(side: Side, values: Sequence[int], top: int) -> LossCurve:
    points = [(_x(turn, len(values) - 1), _y(value, top)) for turn, value in enumerate(values)]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    return LossCurve(side, path, *points[-1], values[-1])


def _x(turn: int, last: int) -> int:
    return MARGIN + (WIDTH - 2 * MARGIN) * turn // max(last, 1)


def _y(value: int, top: int) -> int:
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * value // top
