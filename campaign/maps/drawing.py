"""Players' own maps: made, changed, undone, deleted, and offered to the host for everybody.

A war keeps its own copy of its map, so nothing here changes a war that has begun.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from campaign.models import MapVersion, PlayerMap, ShelfMap
from campaign.rules.map.map_files import check_offer, map_faults
from campaign.rules.map.strategic_map import StrategicMap
from campaign.war.log.documents import decode_chart, encoded
from engines.seam.refusals import Refused, refuse

MOST_MAPS: Final = 12
"""How many maps a player can have."""
MOST_VERSIONS: Final = 20
"""How many changes can be undone."""
TOKEN_BYTES: Final = 32
Change = Callable[[StrategicMap], StrategicMap]


class StaleMap(Exception):
    """The page was older than the map: nothing was changed; `map` is the map as it is now."""

    def __init__(self, found: PlayerMap) -> None:
        super().__init__("This map has been changed in another tab since you opened this page.")
        self.map = found


@dataclass(frozen=True)
class Edit:
    """A change to a map: what it is in words, the version that the page showed, and the digest of its form."""

    change: Change
    words: str
    seen: int
    form: str = ""


def make_map(*, owner: User, chart: StrategicMap) -> PlayerMap:
    """A new map of the player's; `Refused` for a guest, at the limit, or if the player has one of that name."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if owner.is_guest:
            raise refuse("", "Create an account before you draw maps.")
        if owner.maps.count() >= MOST_MAPS:
            raise refuse("", f"You have {MOST_MAPS} maps. Delete one first.")
        if owner.maps.filter(name=chart.name).exists():
            raise _name_taken(chart.name)
        return PlayerMap.objects.create(
            owner=owner, name=chart.name, chart=encoded(chart), faults=_count(chart)
        )


def change_map(*, map_id: int, owner: User, edit: Edit) -> PlayerMap:
    """The map with the change, once for a form; a change that changes nothing is no version.

    `StaleMap` if the page was older than the map, `Refused` if the change cannot be made; nothing has changed then.
    """
    with _locked(map_id, owner) as found:
        if found.version == edit.seen + 1 and edit.form and edit.form == found.last_form:
            return found
        before = decode_chart(bytes(found.chart))
        if found.version != edit.seen:
            raise StaleMap(found)
        after = edit.change(before)
        if after == before:
            return found
        MapVersion.objects.create(map=found, number=found.version, chart=found.chart, words=edit.words[:120])
        _forget_old(found)
        return _store(found, after, edit.form)


def undo(*, map_id: int, owner: User, seen: int) -> PlayerMap:
    """The map as it was before its last change; `StaleMap` as above, `Refused` if no earlier version is kept."""
    with _locked(map_id, owner) as found:
        if found.version != seen:
            raise StaleMap(found)
        last = found.versions.order_by("-number").first()
        if last is None:
            raise refuse("", "There is nothing to undo.")
        chart = decode_chart(bytes(last.chart))
        last.delete()
        return _store(found, chart, "")


def delete_map(*, map_id: int, owner: User) -> None:
    """Delete a map with its versions; wars played on it and a copy on the shelf stay, an offer is withdrawn."""
    with _locked(map_id, owner) as found:
        found.copies.filter(is_shelved=False).delete()
        found.delete()


def offer_to_host(*, map_id: int, owner: User) -> ShelfMap:
    """Offer a copy of the map as it is now to the host; `Refused` with everything that is wrong with it."""
    with _locked(map_id, owner) as found:
        chart = decode_chart(bytes(found.chart))
        check_offer(chart)
        found.copies.filter(is_shelved=False).delete()
        return ShelfMap.objects.create(source=found, maker=owner, name=found.name, chart=found.chart)


def withdraw_offer(*, map_id: int, owner: User) -> None:
    """Take back what was offered and is not on the shelf yet."""
    with _locked(map_id, owner) as found:
        found.copies.filter(is_shelved=False).delete()


def put_on_shelf(copy: ShelfMap) -> None:
    """Let everybody begin wars on an offered copy; it takes the place of an older one of the same map."""
    with transaction.atomic():
        if copy.source_id is not None:
            ShelfMap.objects.filter(source=copy.source_id, is_shelved=True).exclude(pk=copy.pk).delete()
        if not ShelfMap.objects.filter(pk=copy.pk).update(is_shelved=True):
            raise refuse("", f"{copy.name} is no longer offered.")


def take_off_shelf(copy: ShelfMap) -> None:
    """Delete the copy: nobody can begin a war on it any more."""
    copy.delete()


def share(*, map_id: int, owner: User) -> str:
    """The token of the map's link, a new one if there was none: whoever has it sees the map and may copy it."""
    with _locked(map_id, owner) as found:
        if found.share_token is None:
            found.share_token = secrets.token_urlsafe(TOKEN_BYTES)
            found.save(update_fields=["share_token"])
        return found.share_token


def unshare(*, map_id: int, owner: User) -> None:
    """Take the map's link back: it leads nowhere from now on. Harmless without one; copies stay."""
    with _locked(map_id, owner) as found:
        found.share_token = None
        found.save(update_fields=["share_token"])


def shared_map(token: str) -> PlayerMap | None:
    """The map that a link shows; None if the link was taken back, or never was."""
    return PlayerMap.objects.select_related("owner").filter(share_token=token).first() if token else None


@contextmanager
def _locked(map_id: int, owner: User) -> Iterator[PlayerMap]:
    """The player's map, held in a transaction; PlayerMap.DoesNotExist if the player has none of that number."""
    with transaction.atomic():
        yield PlayerMap.objects.select_for_update().get(pk=map_id, owner=owner)


def _store(found: PlayerMap, chart: StrategicMap, form: str) -> PlayerMap:
    seen = found.version
    found.name, found.chart, found.faults = chart.name, encoded(chart), _count(chart)
    found.version, found.last_form, found.saved_at = seen + 1, form, timezone.now()
    fields = ("name", "chart", "faults", "version", "last_form", "saved_at")
    values = {name: getattr(found, name) for name in fields}
    try:
        with transaction.atomic():
            stored = PlayerMap.objects.filter(pk=found.pk, version=seen).update(**values)
    except IntegrityError as error:
        raise _name_taken(chart.name) from error
    if not stored:
        raise StaleMap(PlayerMap.objects.get(pk=found.pk))
    return found


def _forget_old(found: PlayerMap) -> None:
    kept = found.versions.order_by("-number").values_list("pk", flat=True)[:MOST_VERSIONS]
    found.versions.exclude(pk__in=list(kept)).delete()


def _count(chart: StrategicMap) -> int:
    return sum(1 for _ in map_faults(chart))


def _name_taken(name: str) -> Refused:
    return refuse("", f"You already have a map called {name}. Choose another name.", "name")
