"""A season starts, and its rounds begin: games are arranged, and players told."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.work import DONE, QUEUED, Bell, TakenOver, Work
from battles.models import Way
from battles.talon.series.arranged import arrange
from battles.talon.series.arranging import PlannedLeg
from battles.talon.series.planning import Choice, planned, planned_pair
from clubs.models import ClubNote, Entrant, OwedRound, Pairing, Round, Season
from clubs.rules.berger import berger
from clubs.seasons.reading import is_undecided, state_of
from clubs.seasons.setting_up import held_by_organiser, locked, not_started, note
from clubs.seasons.telling import tell_over, tell_round
from clubs.seasons.withdrawing import take_out
from engines.seam.refusals import refuse

LEAST: Final = 3
"""How many must take part in a round robin."""
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
    if len(entrants) < LEAST:
        raise refuse("", f"A season needs {LEAST} players. Wait until more have signed up.")
    tables = berger(len(entrants), twice=row.system == Season.System.ROBIN_TWICE)
    row.stage, row.started_at, row.rounds = Season.Stage.ON, timezone.now(), len(tables)
    row.save(update_fields=["stage", "started_at", "rounds"])
    for number, table in enumerate(tables, 1):
        store_round(
            row,
            number,
            [(entrants[one - 1], None if two is None else entrants[two - 1]) for one, two in table],
        )
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


def store_round(row: Season, number: int, pairs: list[tuple[Entrant, Entrant | None]]) -> None:
    """Stores a round with its pairs, which begins later."""
    made = Round.objects.create(season=row, number=number)
    Pairing.objects.bulk_create(
        Pairing(round=made, table=table, first=one, second=two) for table, (one, two) in enumerate(pairs, 1)
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


class BeginningRounds(Work[OwedRound, None]):
    """Rounds that are to begin."""

    model = OwedRound
    related = ("season",)
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1), timedelta(seconds=10), timedelta(minutes=1), *[timedelta(hours=1)] * 200)
    went_wrong = "Something went wrong when the round was to begin."

    def perform(self, row: OwedRound) -> None:
        """Nothing outside the transaction."""

    def settle(self, row: OwedRound, outcome: None) -> bool:  # noqa: ARG002
        """Whether the round began: not if it had, nor if a result was taken back meanwhile."""
        with transaction.atomic():
            season = locked(row.season)
            if not self.held(row).exists():
                raise TakenOver
            found = state_of(season)
            due = found.next_round == row.number and not found.undecided and season.club.closed_at is None
            self.book(row, DONE, done_at=timezone.now(), last_error="")
            if due:
                _begin(season, row.number)
        return due


ROUNDS = BeginningRounds()


def _begin(row: Season, number: int) -> None:
    """Begins a round: its games are made, and everybody is told."""
    take_out_who_left(row)
    now = timezone.now()
    due = now + timedelta(days=row.days) if row.days else None
    Round.objects.filter(season=row, number=number, begun_at=None).update(begun_at=now, due_at=due)
    found = state_of(row)
    mine = [one for one in found.pairings if one.round.number == number]
    legs = legs_of(row)
    for pairing in mine:
        if pairing.second is not None and pairing.series_id is None and is_undecided(pairing):
            pairing.series = arrange(
                user=pairing.first.user,
                rival=pairing.second.user,
                name=f"{row.name}, round {number}",
                legs=legs,
                way=Way(row.way),
                tempo=row.tempo,
            )
            pairing.save(update_fields=["series"])
    tell_round(row, found.rounds[number - 1], mine)
    go_on(row)


def take_out_who_left(row: Season) -> None:
    """Withdraws those who have left the club, or whose account is closed."""
    here = set(row.club.members.filter(user__is_active=True).values_list("user_id", flat=True))
    for entrant in state_of(row).entrants:
        if entrant.withdrawn_at is None and entrant.user_id not in here:
            take_out(entrant, f"{entrant.user.username} has left the club.")


def legs_of(row: Season) -> list[PlannedLeg]:
    """The legs of each game of the season; the first-named begins as Terran."""
    if row.legs == Season.Legs.PAIR:
        return planned_pair(row.scenarios[0])
    choices: dict[str, Choice] = {"best": "best", "once": "once", "picked": "picked"}
    return planned(choices[row.legs], row.scenarios, (), "turn-terran")
