"""Players' own fleets: made, changed, renamed, copied, deleted, and shown to others by a link."""

import secrets
from collections.abc import Container, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

import msgspec
from django.db import transaction
from msgspec.structs import replace

from accounts.models import User
from battles.models import SavedFleet
from battles.models.fleets import NAME_LENGTH
from engines.seam.refusals import Refused, refuse, refuse_all
from engines.talon.fleets.own import OwnFleet, fleet_refusals, with_number

MOST_FLEETS: Final = 50
"""How many fleets a player can have."""
TOKEN_BYTES: Final = 32
COPY: Final = " (copy)"
_fleet = msgspec.json.Decoder(OwnFleet)


def fleet_in(row: SavedFleet) -> OwnFleet:
    """The fleet of a row."""
    return _fleet.decode(bytes(row.fleet))


@transaction.atomic
def make_fleet(*, user: User, name: str, fleet: OwnFleet) -> SavedFleet:
    """A new fleet of the player's; the one of that name if it is the same and unchanged, as after two clicks.

    `Refused` at the limit, if the player has another of that name, or if the rules do not allow it.
    """
    User.objects.select_for_update().get(pk=user.pk)
    document = msgspec.json.encode(fleet)
    same = user.fleets.filter(name=name).first()
    if same is not None and same.version == 1 and bytes(same.fleet) == document:
        return same
    if same is not None:
        raise _name_taken(name)
    if user.fleets.count() >= MOST_FLEETS:
        raise refuse("", f"You have {MOST_FLEETS} fleets. Delete one first.")
    refuse_all(fleet_refusals(fleet))
    return SavedFleet.objects.create(user=user, name=name, fleet=document)


def free_name(user: User | None) -> str:
    """A name that none of the player's fleets has: "Fleet 1"."""
    taken = set() if user is None else set(user.fleets.values_list("name", flat=True))
    return next(name for number in count(1) if (name := f"Fleet {number}") not in taken)


def set_number(*, fleet_id: int, user: User, key: str, number: int) -> SavedFleet:
    """The fleet with so many ships of a class; `Refused` with each reason, KeyError if there is no such class."""
    with _locked(fleet_id, user) as row:
        return _store(row, with_number(fleet_in(row), key, number))


def set_size(*, fleet_id: int, user: User, size: int) -> SavedFleet:
    """The fleet with another size; `Refused` if it costs more."""
    with _locked(fleet_id, user) as row:
        return _store(row, replace(fleet_in(row), size=size))


def rename_fleet(*, fleet_id: int, user: User, name: str) -> SavedFleet:
    """The fleet under another name; `Refused` if the player has another fleet of that name."""
    with _locked(fleet_id, user) as row:
        if user.fleets.filter(name=name).exclude(pk=row.pk).exists():
            raise _name_taken(name)
        if row.name != name:
            row.name, row.version = name, row.version + 1
            row.save()
        return row


def copy_fleet(*, user: User, row: SavedFleet) -> SavedFleet:
    """A copy of a fleet, of one's own or another player's, under a name that the player does not have yet.

    The last copy if nothing has been changed in it since, as after two clicks.
    """
    taken = {one.name: one for one in user.fleets.all()}
    name = row.name
    if row.user_id == user.pk:
        name = f"{row.name[: NAME_LENGTH - len(COPY)]}{COPY}"
    last = taken.get(name)
    if last is not None and last.version == 1 and bytes(last.fleet) == bytes(row.fleet):
        return last
    return make_fleet(user=user, name=_free(name, taken), fleet=fleet_in(row))


def delete_fleet(*, fleet_id: int, user: User) -> None:
    """Delete the fleet; battles that were begun with it keep their copies. Harmless when done twice."""
    SavedFleet.objects.filter(pk=fleet_id, user=user).delete()


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


def shared_fleet(token: str) -> SavedFleet | None:
    """The fleet that the link leads to; None if it was taken back, or never was. One query."""
    return SavedFleet.objects.select_related("user").filter(share_token=token).first() if token else None


@contextmanager
def _locked(fleet_id: int, user: User) -> Iterator[SavedFleet]:
    """The player's fleet in a transaction, for nobody else to change; SavedFleet.DoesNotExist if there is none."""
    with transaction.atomic():
        yield SavedFleet.objects.select_for_update().get(pk=fleet_id, user=user)


def _store(row: SavedFleet, fleet: OwnFleet) -> SavedFleet:
    refuse_all(fleet_refusals(fleet))
    document = msgspec.json.encode(fleet)
    if document != bytes(row.fleet):
        row.fleet, row.version = document, row.version + 1
        row.save()
    return row


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
