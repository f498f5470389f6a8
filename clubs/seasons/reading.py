"""A season as it stands: who takes part, its rounds and games, and the standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import cast

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from clubs.models import Entrant, Pairing, Round, Season
from clubs.rules.standings import DRAW, WIN, Game, Outcome, Row, standings
from clubs.rules.swiss import Met


@dataclass(frozen=True)
class SeasonState:
    """A season with everything that pages show of it."""

    season: Season
    entrants: Sequence[Entrant]
    rounds: Sequence[Round]
    pairings: Sequence[Pairing]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The standings, by the number of the entrant's row; without those of whom no game counts."""
        names = [entrant.pk for entrant in self.entrants if not entrant.struck]
        games = [game for pairing in self.pairings if (game := counted(pairing)) is not None]
        byes = [one.first_id for one in self.pairings if one.second is None and self.season.is_swiss]
        return standings(names, games, byes, swiss=self.season.is_swiss)

    @property
    def history(self) -> list[list[Met]]:
        """What happened in the rounds that have begun, by the numbers of the players."""
        return [[_met(one) for one in self.pairings if one.round_id == row.pk] for row in self.begun]

    @property
    def begun(self) -> list[Round]:
        """The rounds that have begun."""
        return [one for one in self.rounds if one.begun_at is not None]

    @property
    def next_round(self) -> int | None:
        """The number of the round that begins next; None if none does."""
        number = len(self.begun) + 1
        return number if self.season.stage == Season.Stage.ON and number <= self.season.rounds else None

    @property
    def undecided(self) -> list[Pairing]:
        """The games of the rounds that have begun which are not decided."""
        return [one for one in self.pairings if one.round.begun_at is not None and is_undecided(one)]

    @property
    def over(self) -> bool:
        """Whether all games of all rounds are decided."""
        return self.season.stage == Season.Stage.ON and self.next_round is None and not self.undecided

    def entrant_of(self, user: User) -> Entrant | None:
        """The user's place in the season; None without one."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user.pk), None)


def state_of(season: Season) -> SeasonState:
    """The season as it stands; three queries."""
    entrants = season.entrants.select_related("user").order_by("number", "pk")
    pairings = Pairing.objects.filter(round__season=season).select_related(
        "round__season", "first__user", "second__user", "ruled_by"
    )
    return SeasonState(
        season,
        list(entrants),
        list(season.round_set.all()),
        list(pairings.order_by("round__number", "table")),
    )


def counted(pairing: Pairing) -> Game | None:
    """The game as it counts in the standings; None if it does not, or not yet. What is ruled has no points."""
    if pairing.second is None or pairing.first.struck or pairing.second.struck:
        return None
    names = pairing.first_id, pairing.second.pk
    if pairing.ruled:
        return None if pairing.ruled == Pairing.Ruled.VOID else Game(*names, cast("Outcome", pairing.ruled))
    if not pairing.outcome:
        return None
    return Game(*names, cast("Outcome", pairing.outcome), pairing.first_points, pairing.second_points)


def _met(pairing: Pairing) -> Met:
    """What a pairing scored for both: a bye as much as a win, a game that does not count nothing."""
    first, second = cast("int", pairing.first.number), pairing.second
    if second is None:
        return Met(first, None, WIN)
    game = counted(pairing)
    scores: dict[Outcome | None, tuple[int, int]] = {
        "first": (WIN, 0),
        "drawn": (DRAW, DRAW),
        "second": (0, WIN),
        None: (0, 0),
    }
    return Met(first, second.number, *scores[None if game is None else game.outcome])


def is_undecided(pairing: Pairing) -> bool:
    """Whether a game still has to be played, or decided by an organiser."""
    second = pairing.second
    if second is None or pairing.outcome or pairing.ruled:
        return False
    return not (pairing.first.struck or second.struck)


def players_of(pairing: Pairing) -> list[int]:
    """The users who play a game."""
    return [entrant.user_id for entrant in (pairing.first, pairing.second) if entrant is not None]


def is_late(pairing: Pairing, now: datetime | None = None) -> bool:
    """Whether the deadline of the round has passed, and the game is not decided."""
    due = pairing.round.due_at
    return due is not None and due < (now or timezone.now()) and is_undecided(pairing)


def seasons_of(user: User, club_id: int) -> list[Season]:
    """The seasons of a club of which the user is a member, the newest first; one query."""
    return list(_seen(user).filter(club=club_id).order_by("-pk"))


def season_seen(user: User, club_id: int, season_id: int) -> Season | None:
    """The season, if the user is a member of its club; one query."""
    return _seen(user).select_related("club", "war_terms").filter(club=club_id, pk=season_id).first()


def is_seen(season: Season, user: User) -> bool:
    """Whether the user sees the season; one query."""
    return _seen(user).filter(pk=season.pk).exists()


def pairing_seen(season: Season, number: int) -> Pairing | None:
    """A game of the season that has two players."""
    rows = Pairing.objects.select_related(
        "round__season", "first__user", "second__user", "ruled_by", "series__user", "series__rival", "war"
    )
    return rows.filter(~Q(second=None), round__season=season, pk=number).first()


def _seen(user: User) -> QuerySet[Season]:
    rows = Season.objects.filter(club__closed_at=None, club__members__user=user)
    return rows.exclude(stage=Season.Stage.CALLED_OFF)
