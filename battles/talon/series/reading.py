"""What a campaign game has come to: its legs with their battles, and the score that follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

from django.db.models import Exists, OuterRef, Prefetch, Subquery
from django.utils import timezone

from accounts.models import User
from battles.models import GOING_ON, Battle, Leg, LegBattle, Resolution, SealedFleet, Series, Status
from battles.proposals import ANSWER_WITHIN, Proposal
from engines.seam import codec
from engines.seam.documents import Degree
from engines.seam.series import (
    DEGREES,
    POINTS,
    LegResult,
    Player,
    Points,
    Standings,
    Won,
    other,
    pair_result,
    single_leg,
    standings,
    still_open,
    winner,
)
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon.terms import terms_of

OWED: Final = (Resolution.Status.QUEUED, Resolution.Status.RUNNING, Resolution.Status.FAILED)
"""Captains have a battle, or have failed at it."""
LegStage: TypeAlias = Literal["over", "going", "next", "later"]


@dataclass(frozen=True, slots=True)
class Fight:
    """One battle of a leg, the second of a pair with sides changed: the last attempt at it, None before the first.

    `attempts` counts those so far. `won` is None until somebody has won. `captains` says how far captains are who
    fight it: the status of what they owe, "" if they owe nothing.
    """

    half: int
    user_side: Side
    attempts: int
    battle: Battle | None
    won: Won | None
    captains: str = ""

    @property
    def going(self) -> bool:
        """Whether it is being fought."""
        return self.battle is not None and self.battle.status in GOING_ON

    @property
    def again(self) -> bool:
        """Whether it has ended without a winner, and is fought again (20.4)."""
        return self.battle is not None and not self.going and self.won is None


@dataclass(frozen=True, slots=True)
class LegState:
    """A leg, its battles, what it came to before it is doubled, and the highest degree of a victory in it."""

    leg: Leg
    fights: tuple[Fight, ...]
    result: LegResult
    most: Degree
    is_last: bool

    @property
    def going(self) -> Fight | None:
        """The battle of the leg that is being fought."""
        return next((fight for fight in self.fights if fight.going), None)

    @property
    def to_fight(self) -> Fight | None:
        """The battle of the leg that is fought next; None while one is being fought, and when all are won."""
        return None if self.going else next((fight for fight in self.fights if fight.won is None), None)

    @property
    def unsealed(self) -> frozenset[Player]:
        """Who is still to choose a fleet in secret; nobody once the battle of the leg is known."""
        if self.leg.design is None or self.leg.setup:
            return frozenset()
        mine = as_side(self.leg.user_side)
        sides: dict[Player, Side] = {"user": mine, "rival": opponent(mine)}
        return frozenset(
            player for player, side in sides.items() if not getattr(self.leg, f"sealed_{side}", False)
        )


@dataclass(frozen=True, slots=True)
class SeriesState:
    """A campaign game as it stands."""

    series: Series
    legs: tuple[LegState, ...]
    standings: Standings

    @property
    def over(self) -> bool:
        """Whether every leg has a result, or a player has conceded."""
        return self.standings.over or self.series.conceded_by != ""

    @property
    def winner(self) -> Player | None:
        """Who has won it; None while it goes on, and for equal points (S81)."""
        if self.series.conceded_by:
            return other(cast("Player", self.series.conceded_by))
        return winner(self.standings)

    @property
    def counts_bonus(self) -> bool:
        """Whether winning it counts in the lifetime score: not if conceded before half of the legs (S82)."""
        done = len(self.legs) - self.standings.left
        return not self.series.conceded_by or 2 * done >= len(self.legs)

    @property
    def next(self) -> LegState | None:
        """The first leg without a result; None when all have one."""
        return next((leg for leg in self.legs if leg.result.points is None), None)

    @property
    def going(self) -> LegState | None:
        """The leg that is being fought."""
        return next((leg for leg in self.legs if leg.going), None)

    def stage_of(self, leg: LegState) -> LegStage:
        """Where a leg is."""
        if leg.result.points is not None:
            return "over"
        if leg.going:
            return "going"
        on = self.series.stage == Series.Stage.ON
        return "next" if on and leg is self.next else "later"


def state_of(series: Series) -> SeriesState:
    """The campaign game with all its legs; three queries."""
    return states_of([series])[0]


def states_of(rows: Sequence[Series]) -> list[SeriesState]:
    """Campaign games with all their legs; three queries."""
    owed = Resolution.objects.filter(battle=OuterRef("pk"), status__in=OWED).values("status")[:1]
    battles = Prefetch("battle", Battle.objects.defer("setup", "report").annotate(captains=Subquery(owed)))
    tried = Prefetch("battles", LegBattle.objects.prefetch_related(battles))
    sealed = SealedFleet.objects.filter(designed__leg=OuterRef("pk"))
    legs = (
        Leg.objects.filter(series__in=rows)
        .annotate(**{f"sealed_{side}": Exists(sealed.filter(side=side)) for side in SIDES})
        .prefetch_related(tried)
        .order_by("series", "number")
    )
    by_series: dict[int, list[Leg]] = {row.pk: [] for row in rows}
    for leg in legs:
        by_series[leg.series_id].append(leg)
    return [_state(row, by_series[row.pk]) for row in rows]


def _state(series: Series, rows: Sequence[Leg]) -> SeriesState:
    legs = tuple(_leg(leg, len(rows), given_up=series.conceded_by != "") for leg in rows)
    return SeriesState(series, legs, standings([leg.result for leg in legs]))


def player_in(series: Series, user: User | None) -> Player | None:
    """Which of the two the user is; None for anybody else."""
    if user is None:
        return None
    return "user" if user.pk == series.user_id else "rival" if user.pk == series.rival_id else None


def closed_of(series: Series) -> User | None:
    """The player whose account is closed; of two the opponent, None if neither is (S87)."""
    players = (series.rival, series.user)
    return next((user for user in players if user is not None and not user.is_active), None)


def proposal_of(series: Series) -> Proposal:
    """What a player proposes about the time, as long as the other can answer it (S65)."""
    asked_at = series.time_asked_at
    if asked_at is None or asked_at + ANSWER_WITHIN <= timezone.now():
        return Proposal()
    return Proposal(series.time_asked, series.time_asked_by)


def user_of(series: Series, player: Player) -> User | None:
    """Who that player is; None for a rival while nobody has accepted."""
    return series.user if player == "user" else series.rival


def side_of(fight: Fight, player: Player) -> Side:
    """The side that a player has in a battle."""
    return fight.user_side if player == "user" else opponent(fight.user_side)


def _leg(leg: Leg, number: int, *, given_up: bool) -> LegState:
    """A leg of a campaign game of so many."""
    tried = list(leg.battles.all())
    fights = tuple(_fight(leg, half, tried) for half in ((1, 2) if leg.pair else (1,)))
    return leg_state(leg, fights, number, given_up=given_up)


def leg_state(leg: Leg, fights: tuple[Fight, ...], number: int, *, given_up: bool) -> LegState:
    """A leg of a campaign game of so many, by how its battles stand.

    If it was `given_up`, one battle of a pair counts by itself (S82).
    """
    last = leg.number == number
    most = _most(bytes(leg.setup))
    if leg.pair:
        result = pair_result(fights[0].won, fights[1].won)
        alone = next((fight.won for fight in fights if fight.won is not None), None)
        if given_up and result.points is None and alone is not None:
            result = LegResult(single_leg(alone), Points())
        return LegState(leg, fights, result, most, last)
    points = single_leg(fights[0].won)
    result = still_open(POINTS[most]) if points is None else LegResult(points, Points())
    return LegState(leg, fights, result, most, last)


def _fight(leg: Leg, half: int, tried: Sequence[LegBattle]) -> Fight:
    rows = [row for row in tried if row.half == half]
    side = as_side(leg.user_side) if half == 1 else opponent(as_side(leg.user_side))
    battle = rows[-1].battle if rows else None
    if battle is None:
        return Fight(half, side, len(rows), None, None)
    captains: str | None = getattr(battle, "captains", None)
    return Fight(half, side, len(rows), battle, _won(battle, side), captains or "")


def _won(battle: Battle, user_side: Side) -> Won | None:
    result = battle.result_document if battle.status == Status.SETTLED else None
    if result is None or result.winner is None or result.degree is None:
        return None
    return Won("user" if result.winner == user_side else "rival", result.degree)


@lru_cache(maxsize=256)
def _most(setup: bytes) -> Degree:
    """The highest degree by which a battle with this set-up can be won; printed scenarios are read once.

    Where the fleets are still to be chosen there is none, and every degree is possible.
    """
    if not setup:
        return DEGREES[-1]
    return terms_of(codec.decode_setup(setup)).most


def points_of(found: SeriesState, leg: LegState) -> Points | None:
    """What a leg counts, doubled if it is the last; None until it is over."""
    return found.standings.legs[leg.leg.number - 1]
