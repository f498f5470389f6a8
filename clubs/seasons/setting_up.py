"""Opening a season, signing up for it, and calling it off before it starts."""

from typing import Final

from django.db import transaction

from accounts.models import User
from clubs.games.terms import Terms, stored_war
from clubs.membership.locking import held, organiser
from clubs.models import Club, ClubNote, Entrant, Season
from clubs.rules.swiss import MOST
from clubs.seasons.telling import tell, tell_opened
from engines.seam.refusals import Refused, refuse

MOST_OPEN: Final = 10
"""How many seasons of a club can take entries at a time."""
MOST_IN_ROBIN: Final = 20
"""How many can take part in a round robin."""


@transaction.atomic
def open_season(
    *, club_id: int, by: User, name: str, system: Season.System, terms: Terms, rounds: int = 0
) -> Season:
    """A season for which members can sign up, of which they get a message; `rounds` are those of a Swiss at most.

    The same one if it has just been opened so; `Refused` if there is one of that name, or too many take entries.
    """
    club = held(club_id)
    organiser(club, by)
    same = club.seasons.filter(name=name).exclude(stage=Season.Stage.CALLED_OFF).first()
    if same is not None:
        agreed = (same.system, same.rounds) == (system, rounds) and terms.are_of(same)
        if agreed and not same.entrants.exists():
            return same
        raise refuse("", "There is a season of that name already. Choose another name.")
    if club.seasons.filter(stage=Season.Stage.OPEN).count() >= MOST_OPEN:
        raise refuse(
            "", f"{MOST_OPEN} seasons of this club take entries, which is the most. Start one first."
        )
    row = Season.objects.create(
        club=club,
        name=name,
        system=system,
        rounds=rounds,
        war_terms=stored_war(terms.war),
        **terms.columns,
    )
    note(club, ClubNote.Kind.SEASON_MADE, by, name)
    tell_opened(row, by)
    return row


@transaction.atomic
def sign_up(*, season: Season, user: User) -> None:
    """Enters a member for the season; harmless when done twice. `Refused` once it has started, or if it is full."""
    club = held(season.club_id)
    row = locked(season)
    if not club.members.filter(user=user).exists():
        raise refuse("", "Only members of the club can take part.")
    _check_open(row)
    if row.entrants.filter(user=user).exists():
        return
    most = MOST if row.is_swiss else MOST_IN_ROBIN
    if row.entrants.count() >= most:
        raise refuse("", f"{most} players take part, which is the most.")
    Entrant.objects.create(season=row, user=user)


@transaction.atomic
def sign_off(*, season: Season, user: User) -> None:
    """Takes the member’s entry back; harmless without one. `Refused` once the season has started."""
    held(season.club_id)
    row = locked(season)
    _check_open(row)
    row.entrants.filter(user=user).delete()


@transaction.atomic
def call_off(*, season: Season, by: User) -> None:
    """Calls a season off before it starts; harmless when done twice. `Refused` afterwards."""
    club, row = held_by_organiser(season, by)
    if row.stage == Season.Stage.CALLED_OFF:
        return
    _check_open(row)
    row.stage = Season.Stage.CALLED_OFF
    row.save(update_fields=["stage"])
    note(club, ClubNote.Kind.SEASON_OFF, by, row.name)
    others = [one.user for one in row.entrants.select_related("user") if one.user_id != by.pk]
    tell(
        row,
        others,
        "called off",
        f"{by.username} has called the season {row.name} off.",
        club.get_absolute_url(),
    )


def held_by_organiser(season: Season, by: User) -> tuple[Club, Season]:
    """The club and then the season, both held, for a deed of one of the club's organisers; `Refused` for others."""
    club = held(season.club_id)
    organiser(club, by)
    return club, locked(season)


def locked(season: Season) -> Season:
    """The season with its club, held until the transaction ends."""
    return Season.objects.select_for_update(of=("self",)).select_related("club").get(pk=season.pk)


def note(club: Club, kind: ClubNote.Kind, by: User, words: str, whom: User | None = None) -> None:
    """Writes down what an organiser has done, for every member to see."""
    ClubNote.objects.create(club=club, kind=kind, by=by, whom=whom, words=words)


def not_started() -> Refused:
    """The refusal for what can be done only in a season that has started."""
    return refuse("", "This season has not started.")


def _check_open(row: Season) -> None:
    if row.stage == Season.Stage.CALLED_OFF:
        raise refuse("", "This season was called off.")
    if row.stage != Season.Stage.OPEN:
        raise refuse("", "This season has started. Entries are closed.")
