"""A match as it stands: its teams, its boards, and the table of both clubs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, cast

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from clubs.models import Board, Club, Match, TeamPlace
from clubs.rules.standings import Game, Outcome, Row, standings

GIVEN_UP: Final[dict[str, Outcome]] = {"first": "second", "second": "first"}
"""Who has won a board that was given up for a player."""


@dataclass(frozen=True)
class MatchState:
    """A match with everything that pages show of it."""

    match: Match
    places: Sequence[TeamPlace]
    boards: Sequence[Board]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The table of both clubs by their numbers, the better first; level clubs share a place."""
        games = [game for board in self.boards if (game := counted(board)) is not None]
        return standings([self.match.home_id, self.match.away_id], games)

    @property
    def undecided(self) -> list[Board]:
        """The boards that are not decided."""
        return [one for one in self.boards if not outcome_of(one)]

    @property
    def over(self) -> bool:
        """Whether all boards are decided."""
        return self.match.stage == Match.Stage.ON and not self.undecided

    def team(self, club: Club) -> list[TeamPlace]:
        """Who plays for a club, from board 1 on; nobody before its team is named."""
        return sorted((one for one in self.places if one.club_id == club.pk), key=lambda one: one.board)


def state_of(match: Match) -> MatchState:
    """The match as it stands; two queries."""
    places = match.places.select_related("user")
    boards = match.board_set.select_related("first__user", "second__user", "first__club", "second__club")
    return MatchState(match, list(places), list(boards))


def outcome_of(board: Board) -> Outcome | str:
    """Who has won the board, "" while nobody knows. What was given up is decided so, whatever is played."""
    return GIVEN_UP.get(board.given_up, cast("Outcome", board.outcome))


def counted(board: Board) -> Game | None:
    """The board as it counts in the table; None if it does not yet. What was given up has no points."""
    outcome = outcome_of(board)
    if not outcome:
        return None
    points = (0, 0) if board.given_up else (board.first_points, board.second_points)
    return Game(board.first.club_id, board.second.club_id, cast("Outcome", outcome), *points)


def is_late(board: Board, due: datetime | None) -> bool:
    """Whether the deadline has passed and the board is not decided."""
    return due is not None and due < timezone.now() and not outcome_of(board)


def match_seen(user: User, match_id: int) -> Match | None:
    """The match, if the user is a member of one of its clubs; one query."""
    return _seen(user).select_related("home", "away", "war_terms").filter(pk=match_id).first()


def is_seen(match: Match, user: User) -> bool:
    """Whether the user sees the match; one query."""
    return _seen(user).filter(pk=match.pk).exists()


def matches_of(club: Club) -> list[Match]:
    """The matches of a club, the newest first, for its members; one query."""
    rows = _shown().filter(Q(home=club) | Q(away=club)).select_related("home", "away")
    return list(rows.order_by("-pk"))


def board_seen(match: Match, number: int) -> Board | None:
    """A board of the match."""
    rows = match.board_set.select_related(
        "first__user", "second__user", "first__club", "second__club", "series__user", "series__rival", "war"
    )
    return rows.filter(number=number).first()


def _shown() -> QuerySet[Match]:
    """The matches that are not called off; of those with a club that is closed, the ones that have begun."""
    both_open = Q(home__closed_at=None, away__closed_at=None)
    return Match.objects.exclude(stage=Match.Stage.CALLED_OFF).filter(both_open | Q(stage=Match.Stage.ON))


def _seen(user: User) -> QuerySet[Match]:
    mine = Club.objects.filter(members__user=user, closed_at=None).values("pk")
    return _shown().filter(Q(home__in=mine) | Q(away__in=mine))
