"""What has happened in a random campaign game, noted beside it, and compared with what is stored and shown."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from accounts.models import LifetimeLine, User
from battles.models import GOING_ON, Battle, LegBattle, Series, SeriesDeadline
from battles.talon.series.files.document import read_game, written
from battles.talon.series.files.exporting import export
from battles.talon.series.files.judging import check_game, state_of_file
from battles.talon.series.phases import standing
from battles.talon.series.reading import state_of
from engines.seam.sides import SIDES, Side

POINTS = {"minor": 1, "great": 2, "devastating": 3}


@dataclass
class Book:
    """What has happened, as somebody beside the table would write it down.

    By leg and half, each battle's number with who won it and how, None while it is fought or if nobody has. `acting`
    are the deputies of now by player, and `known` all who have been one, with whose.
    """

    series: Series
    random: Random
    fought: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    won: dict[int, tuple[str, str] | None] = field(default_factory=dict)
    given_up: str = ""
    acting: dict[str, User] = field(default_factory=dict)
    known: set[tuple[str, int]] = field(default_factory=set)

    def read(self) -> None:
        """Note the battles there are, and their results."""
        for row in LegBattle.objects.filter(leg__series=self.series).select_related("leg", "battle"):
            battles = self.fought.setdefault((row.leg.number, row.half), [])
            if row.battle_id not in battles:
                battles.append(row.battle_id)
            result = row.battle.result_document if row.battle.status == "settled" else None
            self.won[row.battle_id] = None
            if result is not None and result.winner is not None and result.degree is not None:
                mine = row.battle.user_of(result.winner) == self.series.user
                self.won[row.battle_id] = ("user" if mine else "rival", result.degree)

    def last(self, leg: int, half: int) -> tuple[str, str] | None:
        """Who has won the last battle of a leg, and how."""
        battles = self.fought.get((leg, half), [])
        return self.won[battles[-1]] if battles else None

    def points(self, leg: Any) -> tuple[int, int] | None:
        """What a leg brought, not doubled; None without a result."""
        first = self.last(leg.number, 1)
        if not leg.pair:
            return None if first is None else _two(first[0], POINTS[first[1]])
        second = self.last(leg.number, 2)
        if first is None or second is None:
            one = first or second
            return _two(one[0], 1) if one is not None and self.given_up else None
        return _two(first[0], 3) if first[0] == second[0] else (1, 1)


def _two(player: str, points: int) -> tuple[int, int]:
    return (points, 0) if player == "user" else (0, points)


def recount(book: Book) -> None:
    """Compare what is stored and shown with the book."""
    series = Series.objects.get(pk=book.series.pk)
    book.read()
    legs = list(series.legs.order_by("number"))
    each = [book.points(leg) for leg in legs]
    user = rival = 0
    for place, points in enumerate(each, 1):
        if points is not None:
            user += points[0] * (2 if place == len(each) else 1)
            rival += points[1] * (2 if place == len(each) else 1)
    found = state_of(series)
    assert (found.standings.total.user, found.standings.total.rival) == (user, rival)
    over = None not in each or book.given_up != ""
    assert series.stage == ("over" if over else "on")
    assert (series.over_at is not None) == over
    lines = Counter(
        (
            "user" if line.player_id == series.user_id else "rival",
            line.points,
            "series" if line.kind == "series" else "leg",
        )
        for line in LifetimeLine.objects.filter(points__gt=0)
    )
    assert lines == expected(book, legs, each, user, rival, over=over)


def expected(
    book: Book, legs: list[Any], each: list[tuple[int, int] | None], user: int, rival: int, *, over: bool
) -> Counter[tuple[str, int, str]]:
    """The lines of the lifetime score."""
    lines: Counter[tuple[str, int, str]] = Counter()
    for points in each:
        if points is not None:
            for player, number in zip(("user", "rival"), points, strict=True):
                lines[player, number, "leg"] += bool(number)
    done = sum(points is not None for points in each)
    if book.given_up and 2 * done >= len(each):
        lines["rival" if book.given_up == "user" else "user", 5, "series"] += 1
    elif over and not book.given_up and user != rival:
        lines["user" if user > rival else "rival", 5, "series"] += 1
    return +lines


def player_of(book: Book, battle: Battle, side: Side) -> str:
    """Which of the two has a side."""
    return "user" if battle.user_of(side) == book.series.user else "rival"


def recount_deputies(book: Book) -> None:
    """In every battle that player's deputy acts, and nobody else."""
    series = Series.objects.get(pk=book.series.pk)
    now = {player: user.pk for player, user in book.acting.items()}
    columns = {"user": series.user_deputy_id, "rival": series.rival_deputy_id}
    assert {player: pk for player, pk in columns.items() if pk} == now
    for battle in Battle.objects.filter(leg_battle__leg__series=series).select_related(
        "terran_user", "talon_user"
    ):
        for side in SIDES:
            assert battle.deputy_of(side) == now.get(player_of(book, battle, side))


def recount_time(series: Series) -> None:
    """While it is paused every battle is held and nothing is due; otherwise no battle is held."""
    series.refresh_from_db()
    held = [battle.held_at is not None for battle in Battle.objects.filter(status__in=GOING_ON)]
    assert held == [series.paused] * len(held)
    row = SeriesDeadline.objects.filter(series=series).first()
    if series.paused:
        assert row is None or row.falls_at is None
    elif series.stage == "on" and row is not None and row.falls_at is not None:
        now = standing(state_of(series))
        assert now is not None
        assert (now.phase.key, now.falls_at) == (row.key, row.falls_at)


def recount_file(series: Series) -> None:
    """The file of the campaign game can be true, and comes to the same; written again it is the same."""
    data = export(series)[1]
    file = read_game(data)
    check_game(file)
    found, told = state_of(series), state_of_file(file)
    assert (told.standings, told.winner, told.over) == (found.standings, found.winner, found.over)
    assert written(file) == data
