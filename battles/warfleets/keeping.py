"""Players' fleets of Warfleets: made, changed, copied, deleted, and shown to others by a link."""

import secrets
from collections.abc import Container, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

import msgspec
from django.db import transaction
from msgspec.structs import replace

from accounts.models import User
from battles.models import WarfleetsFleet
from battles.models.fleets import NAME_LENGTH
from engines.seam.refusals import Refused, refuse
from engines.warfleets.fleet import Fleet
from engines.warfleets.fleet_files import MOST_BYTES

MOST_FLEETS: Final = 50
"""How many fleets of Warfleets a player can have."""
MOST_SHIPS: Final = 20
MOST_SQUADRONS: Final = 40
TOKEN_BYTES: Final = 32
COPY: Final = " (copy)"
_fleet = msgspec.json.Decoder(Fleet)


def fleet_in(row: WarfleetsFleet) -> Fleet:
    """The fleet of a row."""
    return _fleet.decode(bytes(row.fleet))


@transaction.atomic
def make_fleet(*, user: User, fleet: Fleet, points: int) -> WarfleetsFleet:
    """A new fleet of the player's; the one of that name if it is the same and unchanged, as after two clicks.

    `Refused` at the limit, or if the player has another of that name. The rules are not asked: it is a beginning.
    """
    User.objects.select_for_update().get(pk=user.pk)
    document = document_of(fleet)
    same = user.warfleets.filter(name=fleet.name).first()
    if same is not None and (same.version, same.points, bytes(same.fleet)) == (1, points, document):
        return same
    if same is not None:
        raise _name_taken(fleet.name)
    if user.warfleets.count() >= MOST_FLEETS:
        raise refuse("", f"You have {MOST_FLEETS} fleets of Warfleets. Delete one first.")
    return WarfleetsFleet.objects.create(user=user, name=fleet.name, points=points, fleet=document)


def free_name(user: User | None) -> str:
    """A name that none of the player's fleets has: "Fleet 1"."""
    taken = set() if user is None else set(user.warfleets.values_list("name", flat=True))
    return next(name for number in count(1) if (name := f"Fleet {number}") not in taken)


def save_fleet(*, fleet_id: int, user: User, fleet: Fleet, points: int, version: int) -> WarfleetsFleet:
    """The fleet as it is now, whatever the rules say of it.

    `Refused` if it was changed elsewhere since that version, if it is too large to keep, or if its name is taken.
    """
    with _locked(fleet_id, user) as row:
        document = document_of(fleet)
        if (row.name, row.points, bytes(row.fleet)) == (fleet.name, points, document):
            return row
        if row.version != version:
            raise refuse(
                "",
                "The fleet was changed in another window meanwhile, and nothing was saved here. "
                "Save once more to replace it with what you see.",
            )
        if user.warfleets.filter(name=fleet.name).exclude(pk=row.pk).exists():
            raise _name_taken(fleet.name)
        row.name, row.points, row.fleet, row.version = fleet.name, points, document, row.version + 1
        row.save()
        return row


def document_of(fleet: Fleet) -> bytes:
    """The fleet as it is stored; `Refused` if it is too large."""
    if len(fleet.ships) > MOST_SHIPS or len(fleet.squadrons) > MOST_SQUADRONS:
        raise refuse(
            "", f"A fleet on this site has {MOST_SHIPS} ships and {MOST_SQUADRONS} squadrons at most."
        )
    document = msgspec.json.encode(fleet)
    if len(document) > MOST_BYTES:
        raise refuse("", "The names of the models are too long to be saved.")
    return document


def copy_fleet(*, user: User, row: WarfleetsFleet) -> WarfleetsFleet:
    """A copy of a fleet, of one's own or another player's, under a name that the player does not have yet.

    The last copy if nothing has been changed in it since, as after two clicks.
    """
    taken = {one.name: one for one in user.warfleets.all()}
    name = row.name
    if row.user_id == user.pk:
        name = f"{row.name[: NAME_LENGTH - len(COPY)]}{COPY}"
    fleet, last = replace(fleet_in(row), name=name), taken.get(name)
    if last is not None and last.version == 1 and bytes(last.fleet) == document_of(fleet):
        return last
    return make_fleet(user=user, fleet=replace(fleet, name=_free(name, taken)), points=row.points)


def delete_fleet(*, fleet_id: int, user: User) -> None:
    """Delete the fleet. Harmless when done twice."""
    WarfleetsFleet.objects.filter(pk=fleet_id, user=user).delete()


def share_fleet(*, fleet_id: int, user: User) -> str:
    """The token of the fleet's link, a new one if there was none: whoever has it sees the fleet and may copy it."""
    with _locked(fleet_id, user) as row:
        if row.share_token is None:
            row.share_token = secrets.token_urlsafe(TOKEN_BYTES)
            row.save(update_fields=["share_token"])
        return row.share_token


def unshare_fleet(*, fleet_id: int, user: User) -> None:
    """Take the fleet's link back: it leads nowhere from now on. Harmless without one; copies stay."""
    with _locked(fleet_id, user) as row:
        row.share_token = None
        row.save(update_fields=["share_token"])


def shared_fleet(token: str) -> WarfleetsFleet | None:
    """The fleet that the link leads to; None if it was taken back, or never was. One query."""
    return WarfleetsFleet.objects.select_related("user").filter(share_token=token).first() if token else None


@contextmanager
def _locked(fleet_id: int, user: User) -> Iterator[WarfleetsFleet]:
    """The player's fleet in a transaction, for nobody else to change; DoesNotExist if there is none."""
    with transaction.atomic():
        yield WarfleetsFleet.objects.select_for_update().get(pk=fleet_id, user=user)


def _free(name: str, taken: Container[str]) -> str:
    """The name, with a number if it is taken."""
    found, number = name, 1
    while found in taken:
        number += 1
        end = f" {number}"
        found = f"{name[: NAME_LENGTH - len(end)]}{end}"
    return found


def _name_taken(name: str) -> Refused:
    return refuse("", f"You have a fleet called {name}. Choose another name.", "name")
