"""Founding a club, changing what it says about itself, its link, and closing it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from clubs.membership.locking import held, organiser
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Candidate, Club, ClubNote, Joining, Member
from engines.seam.refusals import Refused, refuse

MOST_CLUBS: Final = 20
"""How many clubs a player can belong to."""
TOKEN_BYTES: Final = 32


@transaction.atomic
def found_club(*, user: User, name: str, about: str, joining: Joining) -> Club:
    """A new club, with the user as its organiser; the one that they have just founded under that name if there is one.

    `Refused` if the name is taken, or if the player belongs to as many clubs as one can.
    """
    User.objects.select_for_update().get(pk=user.pk)
    taken = Club.objects.filter(name__iexact=name, closed_at=None).first()
    if taken is not None:
        only = list(taken.members.values_list("user_id", flat=True)) == [user.pk]
        if only and not taken.notes.exclude(kind=ClubNote.Kind.FOUNDED).exists():
            return taken
        raise _name_taken()
    refuse_more_clubs(user)
    with _one_of_a_name():
        club = Club.objects.create(name=name, about=about, joining=joining)
    Member.objects.create(club=club, user=user, organiser_since=timezone.now())
    ClubNote.objects.create(club=club, kind=ClubNote.Kind.FOUNDED, by=user)
    return club


@transaction.atomic
def change_club(*, club_id: int, user: User, name: str, about: str, joining: Joining) -> Club:
    """The club with another name, text or way to join; `Refused` if the name is taken."""
    club = held(club_id)
    organiser(club, user)
    before = (club.name, club.about, club.joining)
    if before == (name, about, joining):
        return club
    if Club.objects.filter(name__iexact=name, closed_at=None).exclude(pk=club.pk).exists():
        raise _name_taken()
    club.name, club.about, club.joining = name, about, joining
    with _one_of_a_name():
        club.save(update_fields=["name", "about", "joining"])
    ClubNote.objects.create(club=club, kind=ClubNote.Kind.CHANGED, by=user)
    return club


@transaction.atomic
def make_link(*, club_id: int, user: User) -> Club:
    """The club with a link by which one joins; the one it has if there is one."""
    club = held(club_id)
    organiser(club, user)
    if club.token is None:
        club.token = secrets.token_urlsafe(TOKEN_BYTES)
        club.save(update_fields=["token"])
    return club


@transaction.atomic
def withdraw_link(*, club_id: int, user: User) -> Club:
    """The club without a link: the one of before leads nowhere."""
    club = held(club_id)
    organiser(club, user)
    club.token = None
    club.save(update_fields=["token"])
    return club


@transaction.atomic
def close_club(*, club_id: int, user: User) -> None:
    """Closes the club for good; `Refused` but for the organiser of longest standing. Its name is free again."""
    club = held(club_id)
    if organisers_among(members_of(club))[0].user_id != user.pk:
        raise refuse("", "Only the organiser of longest standing can close the club.")
    club.closed_at, club.token = timezone.now(), None
    club.save(update_fields=["closed_at", "token"])
    Candidate.objects.filter(club=club).delete()


def refuse_more_clubs(user: User) -> None:
    """`Refused` if the player belongs to as many clubs as one can."""
    if user.memberships.filter(club__closed_at=None).count() >= MOST_CLUBS:
        raise refuse("", f"You belong to {MOST_CLUBS} clubs, which is the most. Leave one first.")


@contextmanager
def _one_of_a_name() -> Iterator[None]:
    """`Refused` if somebody else has taken the name at the same moment."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise _name_taken() from error


def _name_taken() -> Refused:
    return refuse("", "There is a club of that name already. Choose another name.")
