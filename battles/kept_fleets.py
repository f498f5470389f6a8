"""What is done with fleets that players keep, of whichever game: they are named, shown by a link, and deleted."""

import secrets
from collections.abc import Container, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final, TypeVar

from django.db import transaction

from accounts.models import User
from battles.models.fleets import NAME_LENGTH, KeptFleet
from engines.seam.refusals import Refused, refuse

MOST_FLEETS: Final = 50
"""How many fleets of a game a player can have."""
TOKEN_BYTES: Final = 32
COPY: Final = " (copy)"
Row = TypeVar("Row", bound=KeptFleet)


@contextmanager
def locked(model: type[Row], fleet_id: int, user: User) -> Iterator[Row]:
    """The player's fleet in a transaction, for nobody else to change; DoesNotExist if there is none."""
    with transaction.atomic():
        yield model._default_manager.select_for_update().get(pk=fleet_id, user=user)


def delete_fleet(model: type[KeptFleet], *, fleet_id: int, user: User) -> None:
    """Delete the fleet; what was begun with it keeps its copy. Harmless when done twice."""
    model._default_manager.filter(pk=fleet_id, user=user).delete()


def share_fleet(model: type[KeptFleet], *, fleet_id: int, user: User) -> str:
    """The token of the fleet's link, a new one if there was none: whoever has it sees the fleet and may copy it."""
    with locked(model, fleet_id, user) as row:
        if row.share_token is None:
            row.share_token = secrets.token_urlsafe(TOKEN_BYTES)
            row.save(update_fields=["share_token"])
        return row.share_token


def unshare_fleet(model: type[KeptFleet], *, fleet_id: int, user: User) -> None:
    """Take the fleet's link back: it leads nowhere from now on. Harmless without one; copies stay."""
    with locked(model, fleet_id, user) as row:
        row.share_token = None
        row.save(update_fields=["share_token"])


def shared_fleet(model: type[Row], token: str) -> Row | None:
    """The fleet that the link leads to; None if it was taken back, or never was. One query."""
    return model._default_manager.select_related("user").filter(share_token=token).first() if token else None


def first_name(taken: Container[str]) -> str:
    """A name for a new fleet: "Fleet 1", unless it is taken."""
    return next(name for number in count(1) if (name := f"Fleet {number}") not in taken)


def name_of_copy(row: KeptFleet, user: User) -> str:
    """What a copy of the fleet is called, of one's own or another player's; the player may have one of that name."""
    return f"{row.name[: NAME_LENGTH - len(COPY)].rstrip()}{COPY}" if row.user_id == user.pk else row.name


def numbered(name: str, taken: Container[str]) -> str:
    """The name, with a number if it is taken."""
    found, number = name, 1
    while found in taken:
        number += 1
        end = f" {number}"
        found = f"{name[: NAME_LENGTH - len(end)].rstrip()}{end}"
    return found


def name_taken(name: str) -> Refused:
    """Why a fleet cannot have the name of another."""
    return refuse("", f"You have a fleet called {name}. Choose another name.", "name")
