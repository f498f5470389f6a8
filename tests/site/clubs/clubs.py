"""Clubs for tests."""

from accounts.models import User
from clubs.membership.founding import found_club
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Club, Joining, Member


def make_club(user: User, name: str = "Thursday Fleet", joining: Joining = Joining.ASK) -> Club:
    """A club that the user has founded."""
    return found_club(user=user, name=name, about="We meet at eight.", joining=joining)


def join(club: Club, *users: User) -> list[Member]:
    """The places of these users, who are members from now on."""
    return [Member.objects.create(club=club, user=user) for user in users]


def names(club: Club) -> list[str]:
    """The callsigns of the members, of longest standing first."""
    return [one.user.username for one in members_of(club)]


def organisers(club: Club) -> list[str]:
    """The callsigns of the organisers, of longest standing first."""
    return [one.user.username for one in organisers_among(members_of(club))]
