"""Where the points of a finished war went, from one side's view: by place, and the turn that decided most."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.map.strategic_map import HOMES, StrategicMap, place_title
from campaign.rules.sight import WarView
from campaign.war.words.history_rows import Fight
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import unit_class

Move = tuple[int, str, int]
"""Turn, sector and zone, counted from 1: where a marker went; turn 0 is the start."""


@dataclass(frozen=True)
class PlaceLine:
    """What one sector or home brought a side and its enemy, in Ship Points, and how often each of them forfeited."""

    title: str
    earned: int
    enemy_earned: int
    lost: int
    destroyed: int
    given_up: int
    unopposed: int

    @property
    def income(self) -> int:
        """How much more than the enemy the side earned."""
        return self.earned - self.enemy_earned


@dataclass(frozen=True)
class Swing:
    """The turn that went worst for a side, and by how many Ship Points."""

    turn: int
    points: int


@dataclass(frozen=True)
class PointsByPlace:
    """A war's points for one side: a line for each place, their sum, and its worst and best turn, None without one."""

    places: tuple[PlaceLine, ...]
    total: PlaceLine
    worst: Swing | None
    best: Swing | None


def points_by_place(
    view: WarView, side: Side, fights: Sequence[Fight], moves: Sequence[Move]
) -> PointsByPlace:
    """The points of a war that is over."""
    places = _places(view, side, fights, moves)
    swings = [Swing(turn, swing(view, side, moves, turn)) for turn in range(1, view.turn + 1)]
    worst = max(swings, key=lambda one: one.points)
    best = min(swings, key=lambda one: one.points)
    return PointsByPlace(
        places=tuple(line for line in places if line != PlaceLine(line.title, 0, 0, 0, 0, 0, 0)),
        total=_sum(places),
        worst=worst if worst.points > 0 else None,
        best=Swing(best.turn, -best.points) if best.points < 0 else None,
    )


def swing(view: WarView, side: Side, moves: Sequence[Move], turn: int) -> int:
    """What a turn cost a side, in Ship Points; less than 0 if it gained.

    Ships and bases lost more than the enemy lost, and what the turn's front moves cost in income until the war's end.
    """
    lost = {one: _points_lost(view, one, turn=turn) for one in SIDES}
    before, after = (zones_at(moves, at) for at in (turn, turn + 1))
    worse = sum(
        _lead(view.chart, side, sector, before[sector]) - _lead(view.chart, side, sector, after[sector])
        for sector in view.chart.order
    )
    return lost[side] - lost[opponent(side)] + worse * len(paid_turns(view, after=turn))


def paid_turns(view: WarView, *, after: int = 0) -> range:
    """The turns after one in which income was paid: from the second on; none where a fleet was spent (S16)."""
    last = view.turn - 1 if view.ended == "logistics" else view.turn
    return range(max(2, after + 1), last + 1)


def zones_at(moves: Iterable[Move], turn: int) -> Mapping[str, int]:
    """Under which zone, from 1, each marker stood as a turn began."""
    return {sector: zone for at, sector, zone in sorted(moves) if at < turn}


def _lead(chart: StrategicMap, side: Side, sector: str, zone: int) -> int:
    """How much more than the enemy the zone pays the side each turn."""
    income = chart.zone(sector, zone - 1).income
    mine = SIDES.index(side)
    return income[mine] - income[1 - mine]


def _points_lost(view: WarView, side: Side, *, turn: int = 0, battles: Iterable[int] | None = None) -> int:
    wanted = None if battles is None else set(battles)
    return sum(
        unit_class(side, loss.ship_class).points
        for loss in view.losses
        if loss.side == side and turn in (0, loss.turn) and (wanted is None or loss.battle in wanted)
    )


def _places(view: WarView, side: Side, fights: Sequence[Fight], moves: Sequence[Move]) -> list[PlaceLine]:
    found = []
    for title in (*view.chart.order, *(place_title(home) for home in HOMES.values())):
        there = [fight for fight in fights if _title(fight["place"]) == title]
        numbers = [fight["number"] for fight in there]
        forfeits = [fight["winner"] for fight in there if fight["outcome"] == "forfeited"]
        found.append(
            PlaceLine(
                title=title,
                earned=_earned(view, side, title, moves),
                enemy_earned=_earned(view, opponent(side), title, moves),
                lost=_points_lost(view, side, battles=numbers),
                destroyed=_points_lost(view, opponent(side), battles=numbers),
                given_up=forfeits.count(opponent(side)),
                unopposed=forfeits.count(side),
            )
        )
    return found


def _title(place: str) -> str:
    """The sector of a zone, or the home."""
    return place_title(place) if place in HOMES.values() else place.partition("/")[0]


def _earned(view: WarView, side: Side, sector: str, moves: Sequence[Move]) -> int:
    """What a sector's zones paid the side; a home is paid for in its sectors."""
    if sector not in view.chart.order:
        return 0
    zones = [view.chart.zone(sector, zones_at(moves, turn)[sector] - 1) for turn in paid_turns(view)]
    return sum(zone.income[SIDES.index(side)] for zone in zones)


def _sum(places: Sequence[PlaceLine]) -> PlaceLine:
    return PlaceLine(
        "Total",
        sum(line.earned for line in places),
        sum(line.enemy_earned for line in places),
        sum(line.lost for line in places),
        sum(line.destroyed for line in places),
        sum(line.given_up for line in places),
        sum(line.unopposed for line in places),
    )
