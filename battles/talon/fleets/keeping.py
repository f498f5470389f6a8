"""Players' own fleets: made, changed, renamed, copied, deleted, and shown to others by a link."""

from functools import partial

import msgspec
from django.db import transaction
from msgspec.structs import replace

from accounts.models import User
from battles import kept_fleets
from battles.kept_fleets import MOST_FLEETS, first_name, locked, name_of_copy, name_taken, numbered
from battles.models import SavedFleet
from engines.seam.refusals import refuse, refuse_all
from engines.talon.fleets.own import OwnFleet, fleet_refusals, with_number

_fleet = msgspec.json.Decoder(OwnFleet)
delete_fleet = partial(kept_fleets.delete_fleet, SavedFleet)
share_fleet = partial(kept_fleets.share_fleet, SavedFleet)
unshare_fleet = partial(kept_fleets.unshare_fleet, SavedFleet)
shared_fleet = partial(kept_fleets.shared_fleet, SavedFleet)


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
        raise name_taken(name)
    if user.fleets.count() >= MOST_FLEETS:
        raise refuse("", f"You have {MOST_FLEETS} fleets. Delete one first.")
    refuse_all(fleet_refusals(fleet))
    return SavedFleet.objects.create(user=user, name=name, fleet=document)


def free_name(user: User | None) -> str:
    """A name that none of the player's fleets has: "Fleet 1"."""
    return first_name(set() if user is None else set(user.fleets.values_list("name", flat=True)))


def set_number(*, fleet_id: int, user: User, key: str, number: int) -> SavedFleet:
    """The fleet with so many ships of a class; `Refused` with each reason, KeyError if there is no such class."""
    with locked(SavedFleet, fleet_id, user) as row:
        return _store(row, with_number(fleet_in(row), key, number))


def set_size(*, fleet_id: int, user: User, size: int) -> SavedFleet:
    """The fleet with another size; `Refused` if it costs more."""
    with locked(SavedFleet, fleet_id, user) as row:
        return _store(row, replace(fleet_in(row), size=size))


def rename_fleet(*, fleet_id: int, user: User, name: str) -> SavedFleet:
    """The fleet under another name; `Refused` if the player has another fleet of that name."""
    with locked(SavedFleet, fleet_id, user) as row:
        if user.fleets.filter(name=name).exclude(pk=row.pk).exists():
            raise name_taken(name)
        if row.name != name:
            row.name, row.version = name, row.version + 1
            row.save()
        return row


def copy_fleet(*, user: User, row: SavedFleet) -> SavedFleet:
    """A copy of a fleet, of one's own or another player's, under a name that the player does not have yet.

    The last copy if nothing has been changed in it since, as after two clicks.
    """
    taken = {one.name: one for one in user.fleets.all()}
    name = name_of_copy(row, user)
    last = taken.get(name)
    if last is not None and last.version == 1 and bytes(last.fleet) == bytes(row.fleet):
        return last
    return make_fleet(user=user, name=numbered(name, taken), fleet=fleet_in(row))


def _store(row: SavedFleet, fleet: OwnFleet) -> SavedFleet:
    refuse_all(fleet_refusals(fleet))
    document = msgspec.json.encode(fleet)
    if document != bytes(row.fleet):
        row.fleet, row.version = document, row.version + 1
        row.save()
    return row
