"""Invitations, requests to join, the link, and leaving."""

from typing import Final

from django.db import transaction

from accounts.deliveries import owe
from accounts.deliveries.owing import cancel_owed, cancel_owed_below
from accounts.models import MessageKind, User
from accounts.selectors import person_called
from clubs.membership.founding import refuse_more_clubs
from clubs.membership.locking import held, organiser
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Candidate, Club, ClubNote, Joining, Member
from engines.seam.refusals import refuse

MOST_MEMBERS: Final = 200
MOST_CANDIDATES: Final = 200
"""How many may be invited to a club, or ask to join it, at a time."""


@transaction.atomic
def invite(*, club_id: int, by: User, callsign: str) -> Candidate | None:
    """The invitation of a player, who gets a message; None if they had asked to join, and so are a member now.

    `Refused` if there is no such player, or they are a member.
    """
    club = held(club_id)
    organiser(club, by)
    user = person_called(callsign)
    if user is None or not user.is_active or user.is_computer or user.is_guest:
        raise refuse("", f"Nobody here has the callsign {callsign}. Check how it is spelled.")
    if club.members.filter(user=user).exists():
        raise refuse("", f"{user.username} is a member already.")
    known = club.candidates.filter(user=user).first()
    if known is not None and known.is_invited:
        return known
    if known is not None:
        _admit(club, user, by)
        return None
    _refuse_full(club)
    row = Candidate.objects.create(club=club, user=user, is_invited=True)
    owe(
        user=user,
        kind=MessageKind.INVITATION,
        key=_key(row),
        subject=f"Invitation to {club.name}",
        body=f"{by.username} invites you to join the club {club.name}.",
        path=club.get_absolute_url(),
    )
    return row


@transaction.atomic
def ask_to_join(*, club_id: int, user: User, words: str) -> Candidate | None:
    """The user's request, of which the organisers get a message; None if they were invited, and so are a member now.

    `Refused` if the club takes no requests. Nothing happens for a member.
    """
    User.objects.select_for_update().get(pk=user.pk)
    club = held(club_id)
    if club.members.filter(user=user).exists():
        return None
    known = club.candidates.filter(user=user).first()
    if known is not None and known.is_invited:
        _join(club, user)
        return None
    if club.joining != Joining.ASK:
        raise refuse("", "This club takes no requests. An organiser can invite you.")
    if known is not None:
        return known
    refuse_more_clubs(user)
    _refuse_full(club)
    row = Candidate.objects.create(club=club, user=user, is_invited=False, words=words)
    for one in organisers_among(members_of(club)):
        owe(
            user=one.user,
            kind=MessageKind.PROPOSAL,
            key=_key(row),
            subject=f"{user.username} wants to join {club.name}",
            body=words or "You can let them in, or decline, on the club’s page.",
            path=club.get_absolute_url(),
        )
    return row


@transaction.atomic
def answer(*, club_id: int, by: User, candidate: int, yes: bool) -> None:
    """Lets somebody in who has asked to join, or declines; takes an invitation back with a no.

    Nothing happens if another organiser was faster.
    """
    club = held(club_id)
    organiser(club, by)
    row = club.candidates.select_related("user").filter(pk=candidate).first()
    if row is None:
        return
    if yes and row.is_invited:
        raise refuse("", f"{row.user.username} has yet to accept the invitation.")
    if yes:
        _admit(club, row.user, by)
        return
    _forget(club, row)


@transaction.atomic
def decide(*, club_id: int, user: User, yes: bool) -> None:
    """Accepts the user's invitation, or declines it; a no also takes back a request to join.

    `Refused` if somebody accepts who is not invited, or no longer.
    """
    User.objects.select_for_update().get(pk=user.pk)
    club = held(club_id)
    row = club.candidates.filter(user=user).first()
    if not yes:
        if row is not None:
            _forget(club, row)
        return
    if club.members.filter(user=user).exists():
        return
    if row is None or not row.is_invited:
        raise refuse("", "This invitation has been taken back.")
    _join(club, user)


@transaction.atomic
def join_by_link(*, token: str, user: User) -> Club | None:
    """The club that the user has joined by its link; None if the link leads to none."""
    User.objects.select_for_update().get(pk=user.pk)
    club = Club.objects.select_for_update().filter(token=token, closed_at=None).first()
    if club is not None and not club.members.filter(user=user).exists():
        _join(club, user)
    return club


@transaction.atomic
def leave(*, club_id: int, user: User) -> None:
    """Takes the user out of the club; nothing happens for whoever is not in it.

    `Refused` if they alone organise it while it has other members. The last one of all closes it.
    """
    club = held(club_id)
    mine = club.members.filter(user=user).first()
    if mine is None:
        return
    members = members_of(club)
    if len(members) > 1 and [one.user_id for one in organisers_among(members)] == [user.pk]:
        raise refuse(
            "", "You are the only organiser. Make another member one first, then you can leave the club."
        )
    if len(members) <= 1:
        raise refuse("", "You are the last member. Close the club instead.")
    part(mine)


def part(member: Member) -> None:
    """Delete the place of somebody who goes, with the club's messages to them that have not been sent yet."""
    cancel_owed_below(user=member.user, prefix=f"club:{member.club_id}:")
    member.delete()


def _admit(club: Club, user: User, by: User) -> None:
    _join(club, user)
    ClubNote.objects.create(club=club, kind=ClubNote.Kind.ADMITTED, by=by, whom=user)
    owe(
        user=user,
        kind=MessageKind.NEWS,
        key=f"club:{club.pk}:joined:{club.members.get(user=user).pk}",
        subject=f"You are a member of {club.name}",
        body=f"{by.username} has let you in.",
        path=club.get_absolute_url(),
    )


def _join(club: Club, user: User) -> None:
    refuse_more_clubs(user)
    if club.members.count() >= MOST_MEMBERS:
        raise refuse("", f"The club has {MOST_MEMBERS} members, which is the most.")
    row = club.candidates.filter(user=user).first()
    if row is not None:
        _forget(club, row)
    Member.objects.create(club=club, user=user)


def _forget(club: Club, row: Candidate) -> None:
    """Deletes an invitation or a request, with the messages of it that have not been sent yet."""
    told = [row.user] if row.is_invited else [one.user for one in members_of(club)]
    for one in told:
        cancel_owed(user=one, key=_key(row))
    row.delete()


def _refuse_full(club: Club) -> None:
    if club.candidates.count() >= MOST_CANDIDATES:
        raise refuse("", "Too many requests and invitations of this club wait for an answer.")


def _key(row: Candidate) -> str:
    return f"club:{row.club_id}:candidate:{row.pk}"
