"""Who organises a club, and taking members out of it."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from clubs.membership.joining import part
from clubs.membership.locking import held, organiser
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Club, ClubNote, Member
from engines.seam.refusals import refuse


@transaction.atomic
def appoint(*, club_id: int, by: User, member: int) -> None:
    """Makes a member an organiser; nothing happens for one who is, or for whoever has left."""
    club = held(club_id)
    mine = organiser(club, by)
    row = _found(club, member)
    if row is None or row.organiser_since is not None:
        return
    if mine.organiser_since is None:  # of longest standing, for want of an organiser
        mine.organiser_since = timezone.now()
        mine.save(update_fields=["organiser_since"])
        if mine.pk == row.pk:
            return
    row.organiser_since = timezone.now()
    row.save(update_fields=["organiser_since"])
    _note(club, ClubNote.Kind.APPOINTED, by, row.user)


@transaction.atomic
def dismiss(*, club_id: int, by: User, member: int) -> None:
    """Ends a member's time as an organiser, the user's own too; nothing happens for one who is none.

    `Refused` for organisers of longer standing, and for the last one.
    """
    club = held(club_id)
    mine = organiser(club, by)
    row = _found(club, member)
    if row is None or row.organiser_since is None:
        return
    organisers = organisers_among(members_of(club))
    if len(organisers) == 1:
        raise refuse("", "A club needs an organiser. Make another member one first.")
    _refuse_senior(organisers, mine, row)
    row.organiser_since = None
    row.save(update_fields=["organiser_since"])
    if row.pk == mine.pk:
        _note(club, ClubNote.Kind.STEPPED_DOWN, by, None)
    else:
        _note(club, ClubNote.Kind.DISMISSED, by, row.user)


@transaction.atomic
def remove(*, club_id: int, by: User, member: int) -> None:
    """Takes a member out of the club; nothing happens for whoever has left.

    `Refused` for the user's own place, and for organisers of longer standing.
    """
    club = held(club_id)
    mine = organiser(club, by)
    row = _found(club, member)
    if row is None:
        return
    if row.pk == mine.pk:
        raise refuse("", "You cannot remove yourself. Leave the club instead.")
    _refuse_senior(organisers_among(members_of(club)), mine, row)
    _note(club, ClubNote.Kind.REMOVED, by, row.user)
    part(row)


def _refuse_senior(organisers: list[Member], mine: Member, row: Member) -> None:
    places = [one.pk for one in organisers]
    if row.pk in places and places.index(row.pk) < places.index(mine.pk):
        raise refuse("", f"{row.user.username} has been an organiser for longer than you.")


def _found(club: Club, member: int) -> Member | None:
    return club.members.select_related("user").filter(pk=member).first()


def _note(club: Club, kind: ClubNote.Kind, by: User, whom: User | None) -> None:
    ClubNote.objects.create(club=club, kind=kind, by=by, whom=whom)
