"""A club held by one transaction, and what everybody who changes one must be."""

from accounts.models import User
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Club, Member
from engines.seam.refusals import Refused, refuse


def held(club_id: int) -> Club:
    """The open club, held until the transaction ends; `Refused` once it is closed."""
    club = Club.objects.select_for_update().filter(pk=club_id, closed_at=None).first()
    if club is None:
        raise refuse("", "This club has been closed.")
    return club


def organiser(club: Club, user: User) -> Member:
    """The user as an organiser of the club; `Refused` for everybody else."""
    for one in organisers_among(members_of(club)):
        if one.user_id == user.pk:
            return one
    raise not_an_organiser()


def not_an_organiser() -> Refused:
    """The refusal for whoever is no organiser, or no longer."""
    return refuse("", "Only organisers of the club can do this.")
