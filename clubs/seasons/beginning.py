"""A season starts, and its rounds begin: games are arranged, and players told."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.work import DONE, QUEUED, Bell, TakenOver, Work
from clubs.games.arranging import arrange_games
from clubs.models import ClubNote, Entrant, OwedRound, Pairing, Round, Season
from clubs.rules.berger import Table, berger
from clubs.rules.swiss import History, pair
from clubs.seasons.reading import is_undecided, state_of
from clubs.seasons.setting_up import held_by_organiser, locked, not_started, note
from clubs.seasons.telling import tell_over, tell_round
from clubs.seasons.withdrawing import take_out
from engines.seam.refusals import refuse

LEAST: Final = 3
LEAST_IN_SWISS: Final = 4
"""How many must take part."""
BELL = Bell("clubs.tasks.begin_round")


@transaction.atomic
def start_season(*, season: Season, by: User) -> Season:
    """The season, whose entries are closed now and whose first round begins; harmless when done twice.

    `Refused` with too few players.
    """
    club, row = held_by_organiser(season, by)
    if row.stage == Season.Stage.ON:
        return row
    if row.stage != Season.Stage.OPEN:
        raise refuse("", "This season was called off.")
    entrants = _numbered(row)
    if len(entrants) < least_in(row):
        raise refuse("", f"A season needs {least_in(row)} players. Wait until more have signed up.")
    if row.is_swiss:
        rounds = min(row.rounds, len(entrants) // 2)
        tables = [pair(range(1, len(entrants) + 1), [], rounds)]
    else:
        tables = [*berger(len(entrants), twice=row.system == Season.System.ROBIN_TWICE)]
        rounds = len(tables)
    row.stage, row.started_at, row.rounds = Season.Stage.ON, timezone.now(), rounds
    row.save(update_fields=["stage", "started_at", "rounds"])
    for number, table in enumerate(tables, 1):
        store_round(row, number, table or ())
    note(club, ClubNote.Kind.SEASON_ON, by, row.name)
    _begin(row, 1)
    return row


def _numbered(row: Season) -> list[Entrant]:
    """Those who take part, numbered as they signed up; without those who have left the club or closed their account."""
    gone = row.entrants.exclude(user__is_active=True, user__memberships__club=row.club_id)
    Entrant.objects.filter(pk__in=list(gone.values_list("pk", flat=True))).delete()
    entrants = list(row.entrants.select_related("user").order_by("pk"))
    for number, entrant in enumerate(entrants, 1):
        entrant.number = number
    Entrant.objects.bulk_update(entrants, ["number"])
    return entrants


def least_in(row: Season) -> int:
    """How many must take part."""
    return LEAST_IN_SWISS if row.is_swiss else LEAST


def store_round(row: Season, number: int, table: Table) -> None:
    """Stores a round with its pairs, which begins later."""
    made = Round.objects.create(season=row, number=number)
    by_number = {entrant.number: entrant for entrant in row.entrants.all()}
    Pairing.objects.bulk_create(
        Pairing(round=made, table=place, first=by_number[one], second=None if two is None else by_number[two])
        for place, (one, two) in enumerate(table, 1)
    )


@transaction.atomic
def begin_next(*, season: Season, by: User, number: int) -> None:
    """Begins the next round of a round robin though games of the last one are not decided.

    Nothing happens if that round has begun. `Refused` if it is not the next.
    """
    club, row = held_by_organiser(season, by)
    found = state_of(row)
    if row.stage != Season.Stage.ON:
        raise not_started()
    if row.is_swiss:
        raise refuse("", "The next round of a Swiss is paired once all games are decided.")
    if number <= len(found.begun):
        return
    if number != found.next_round:
        raise refuse("", "Another round is the next one. Look again.")
    note(club, ClubNote.Kind.ROUND_BEGUN, by, f"round {number} of {row.name}")
    _begin(row, number)


def go_on(row: Season) -> None:
    """Owes the next round, or says that the season is over, once all games are decided; the season is held."""
    found = state_of(row)
    if row.stage != Season.Stage.ON or found.undecided:
        return
    if found.next_round is None:
        tell_over(row, found.entrants)
        return
    now = timezone.now()
    owed, made = OwedRound.objects.get_or_create(
        season=row, number=found.next_round, defaults={"due_at": now}
    )
    if not made and owed.status not in (QUEUED, "running"):
        OwedRound.objects.filter(pk=owed.pk).update(status=QUEUED, due_at=now, attempts=0, last_error="")
    BELL.ring(owed.pk)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the pairing of a round follows from: who plays on, and what happened before."""

    players: tuple[int, ...]
    history: History
    rounds: int


Paired: TypeAlias = tuple[Asked, Table | None]
"""What was asked, and the table; None if there is none, as in a round robin."""


def asked_now(row: Season) -> Asked:
    """What the next round of a Swiss follows from now."""
    found, here = state_of(row), _here(row)
    players = [one.number for one in found.entrants if one.withdrawn_at is None and one.user_id in here]
    return Asked(tuple(number for number in players if number is not None), found.history, row.rounds)


class BeginningRounds(Work[OwedRound, Paired]):
    """Rounds that are to begin."""

    model = OwedRound
    related = ("season__club",)
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1), timedelta(seconds=10), timedelta(minutes=1), *[timedelta(hours=1)] * 200)
    went_wrong = "Something went wrong when the round was to begin."

    def perform(self, row: OwedRound) -> Paired:
        """The pairs of a Swiss, which can take seconds."""
        asked = asked_now(row.season)
        return asked, pair(asked.players, asked.history, asked.rounds) if row.season.is_swiss else None

    def settle(self, row: OwedRound, outcome: Paired) -> bool:
        """Whether the round began: not if it had, nor if a result was taken back meanwhile.

        If anything has changed from which the pairs follow, they are made once more. If nobody can meet anybody new,
        the season is over.
        """
        asked, table = outcome
        with transaction.atomic():
            season = locked(row.season)
            if not self.held(row).exists():
                raise TakenOver
            found = state_of(season)
            if found.next_round != row.number or found.undecided or season.club.closed_at is not None:
                self.book(row, DONE, done_at=timezone.now(), last_error="")
                return False
            if season.is_swiss and asked != asked_now(season):
                self.book(row, QUEUED, due_at=timezone.now(), attempts=0)
                return False
            self.book(row, DONE, done_at=timezone.now(), last_error="")
            if season.is_swiss and table is None:
                season.rounds = len(found.begun)
                season.save(update_fields=["rounds"])
                tell_over(season, found.entrants)
                return False
            if table is not None:
                store_round(season, row.number, table)
            _begin(season, row.number)
        return True


ROUNDS = BeginningRounds()


def _begin(row: Season, number: int) -> None:
    """Begins a round: its games are made, and everybody is told."""
    take_out_who_left(row)
    now = timezone.now()
    due = now + timedelta(days=row.days) if row.days else None
    Round.objects.filter(season=row, number=number, begun_at=None).update(begun_at=now, due_at=due)
    found = state_of(row)
    mine = [one for one in found.pairings if one.round.number == number]
    to_make = [one for one in mine if not one.is_made and is_undecided(one)]
    games = [(one, one.first.user, one.second.user) for one in to_make if one.second is not None]
    arrange_games(row, f"{row.name}, round {number}", games)
    tell_round(row, found.rounds[number - 1], mine)
    go_on(row)


def take_out_who_left(row: Season) -> None:
    """Withdraws those who have left the club, or whose account is closed."""
    here = _here(row)
    for entrant in state_of(row).entrants:
        if entrant.withdrawn_at is None and entrant.user_id not in here:
            take_out(entrant, f"{entrant.user.username} has left the club.")


def _here(row: Season) -> set[int]:
    """The members of the club whose accounts are open."""
    return set(row.club.members.filter(user__is_active=True).values_list("user_id", flat=True))
