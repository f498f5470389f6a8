"""Players' fleets of Warfleets: made, changed, copied, deleted, and shown to others by a link."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from django.db import transaction
from msgspec import UNSET
from msgspec.structs import replace

from accounts.models import User
from battles import kept_fleets
from battles.kept_fleets import MOST_FLEETS, first_name, locked, name_of_copy, name_taken, numbered
from battles.models import WarfleetsFleet
from engines.seam.refusals import refuse
from engines.seam.words.names import fault
from engines.warfleets.catalogue import Catalogue
from engines.warfleets.factions import Faction
from engines.warfleets.fleet import Fleet, Ship, Squadron
from engines.warfleets.toml_files import MOST_BYTES

MOST_SHIPS: Final = 20
MOST_SQUADRONS: Final = 40
_fleet = msgspec.json.Decoder(Fleet)
delete_fleet = partial(kept_fleets.delete_fleet, WarfleetsFleet)
share_fleet = partial(kept_fleets.share_fleet, WarfleetsFleet)
unshare_fleet = partial(kept_fleets.unshare_fleet, WarfleetsFleet)
shared_fleet = partial(kept_fleets.shared_fleet, WarfleetsFleet)


class FaultOfName(NamedTuple):
    """What is wrong with the name of a model, which a file names as "ships[1]"."""

    model: str
    words: str


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
        raise name_taken(fleet.name)
    if user.warfleets.count() >= MOST_FLEETS:
        raise refuse("", f"You have {MOST_FLEETS} fleets of Warfleets. Delete one first.")
    return WarfleetsFleet.objects.create(user=user, name=fleet.name, points=points, fleet=document)


def free_name(user: User | None) -> str:
    """A name that none of the player's fleets has: "Fleet 1"."""
    return first_name(set() if user is None else set(user.warfleets.values_list("name", flat=True)))


def save_fleet(*, fleet_id: int, user: User, fleet: Fleet, points: int, version: int) -> WarfleetsFleet:
    """The fleet as it is now, whatever the rules say of it.

    `Refused` if it was changed elsewhere since that version, if it is too large to keep, or if its name is taken.
    """
    with locked(WarfleetsFleet, fleet_id, user) as row:
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
            raise name_taken(fleet.name)
        row.name, row.points, row.fleet, row.version = fleet.name, points, document, row.version + 1
        row.save()
        return row


def take_faction(*, fleet_id: int, user: User, faction: Faction | None) -> WarfleetsFleet:
    """The fleet with that faction or none; what its ships then cannot have is taken off them.

    `Refused` if it is too large to keep.
    """
    with locked(WarfleetsFleet, fleet_id, user) as row:
        fleet = replace(fleet_in(row), faction=faction or UNSET)
        known = fleet.assets
        fleet = replace(fleet, ships=tuple(_allowed(ship, known) for ship in fleet.ships))
        document = document_of(fleet)
        if bytes(row.fleet) != document:
            row.fleet, row.version = document, row.version + 1
            row.save()
        return row


def _allowed(ship: Ship, known: Catalogue) -> Ship:
    """The ship without what nobody knows."""
    return replace(
        ship,
        upgrades=tuple(one for one in ship.upgrades if one in known.upgrades),
        weapons=tuple(one for one in ship.weapons if one.weapon in known.weapons),
        hero=ship.hero if ship.hero in known.heroes else "",
        title=ship.title if ship.title in known.titles else "",
    )


def factions_of(user: User) -> dict[str, Faction]:
    """The factions of the player's fleets by name, the one last saved where two have the same."""
    fleets = (fleet_in(row) for row in user.warfleets.order_by("version", "pk"))
    return {fleet.faction.name: fleet.faction for fleet in fleets if fleet.faction}


def document_of(fleet: Fleet) -> bytes:
    """The fleet as it is stored; `Refused` if it is too large, or if a name in it cannot be one."""
    if len(fleet.ships) > MOST_SHIPS or len(fleet.squadrons) > MOST_SQUADRONS:
        raise refuse(
            "", f"A fleet on this site has {MOST_SHIPS} ships and {MOST_SQUADRONS} squadrons at most."
        )
    document = msgspec.json.encode(fleet)
    if len(document) > MOST_BYTES:
        instead = "use a smaller faction, or shorten its names" if fleet.faction else "shorten its names"
        raise refuse("", f"The fleet is too large to be saved: {instead}.")
    if wrong := next(faults_of_names(fleet), None):
        raise refuse("", wrong.words)
    return document


def faults_of_names(fleet: Fleet) -> Iterator[FaultOfName]:
    """What is wrong with the names of its models; one that has none yet is only kept from playing (WF14)."""
    groups: dict[str, Sequence[Ship | Squadron]] = {"ship": fleet.ships, "squadron": fleet.squadrons}
    for what, models in groups.items():
        for place, one in enumerate(models):
            if one.name and (wrong := fault(one.name, what=f"name of {what} {place + 1}")):
                yield FaultOfName(f"{what}s[{place}]", wrong)


def copy_fleet(*, user: User, row: WarfleetsFleet) -> WarfleetsFleet:
    """A copy of a fleet, of one's own or another player's, under a name that the player does not have yet.

    The last copy if nothing has been changed in it since, as after two clicks.
    """
    taken = {one.name: one for one in user.warfleets.all()}
    name = name_of_copy(row, user)
    fleet, last = replace(fleet_in(row), name=name), taken.get(name)
    if last is not None and last.version == 1 and bytes(last.fleet) == document_of(fleet):
        return last
    return make_fleet(user=user, fleet=replace(fleet, name=numbered(name, taken)), points=row.points)
