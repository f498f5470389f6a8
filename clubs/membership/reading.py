"""Who belongs to a club, who organises it, and who may see it."""

from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.models import User
from clubs.models import Club, Joining, Member


def members_of(club: Club) -> list[Member]:
    """The members whose accounts are open, of longest standing first; one query."""
    rows = club.members.select_related("user").filter(user__is_active=True)
    return list(rows.order_by("since", "pk"))


def organisers_among(members: Sequence[Member]) -> list[Member]:
    """Those who organise a club with these members, of longest standing first.

    If no organiser's account is open any more, it is the member of longest standing.
    """
    chosen = [one for one in members if one.organiser_since is not None]
    chosen.sort(key=lambda one: (one.organiser_since, one.pk))
    return chosen or list(members[:1])


def organises(club: Club, user: User) -> bool:
    """Whether the user is one of the club's organisers; one query."""
    return user.pk in [one.user_id for one in organisers_among(members_of(club))]


def seen_by(user: User) -> QuerySet[Club]:
    """The open clubs that a user may see: their own, those they are invited to, and those one can ask to join."""
    open_clubs = Club.objects.filter(closed_at=None)
    own = open_clubs.filter(members__user=user)
    invited = open_clubs.filter(candidates__user=user, candidates__is_invited=True)
    ids = own.order_by().values("pk").union(invited.order_by().values("pk"))
    return open_clubs.filter(joining=Joining.ASK) | open_clubs.filter(pk__in=ids)


def member_in(club: Club, user: User) -> Member | None:
    """The user's place in the club; None for whoever has none."""
    return club.members.filter(user=user).first()
