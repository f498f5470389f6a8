"""The maps on which a player can begin a war: the site's, those on the host's shelf, the player's own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accounts.models import User
from campaign.models import ShelfMap, War
from campaign.rules.map.strategic_map import StrategicMap
from campaign.war.chart.map_library import shipped_maps
from campaign.war.log.documents import decode_chart
from engines.seam.words.whole_numbers import whole_number

OWN, SHELVED, OF_WAR = "own-", "shelf-", "war-"
GONE: Final = "Choose one of the maps shown. A map with problems is not among them."


@dataclass(frozen=True, slots=True)
class Offer:
    """A map that a war can be begun on. `note` says whose it is; `is_open`: strangers may read its names."""

    key: str
    chart: StrategicMap
    note: str = ""
    is_open: bool = True


Offers = Mapping[str, Offer]


def offers(user: User | None, *asked: object) -> dict[str, Offer]:
    """Every map that the user can begin a war on, by key; the site's own and the host's shelf without a user.

    `asked` are keys that a form was sent with: the map of a war in which the user plays is offered to a rematch.
    """
    found = [Offer(key, chart) for key, chart in shipped_maps().items()]
    found += _shelved()
    if user is not None:
        found += _own(user)
        found += [offer for key in dict.fromkeys(asked) if (offer := _of_a_war(user, str(key)))]
    return {offer.key: offer for offer in found}


def key_of(found: Offers, war: War) -> str:
    """The key of the war's map among those offered, the newest of the same; else that of the war's own copy."""
    chart = decode_chart(bytes(war.chart))
    same = [key for key, offer in found.items() if offer.chart == chart]
    return same[0] if same else f"{OF_WAR}{war.pk}"


def _shelved() -> Iterator[Offer]:
    for one in ShelfMap.objects.filter(is_shelved=True).select_related("maker").order_by("name", "pk"):
        note = f"By {one.maker.username}" if one.maker else "By a player"
        yield Offer(f"{SHELVED}{one.pk}", decode_chart(bytes(one.chart)), note)


def _own(user: User) -> Iterator[Offer]:
    for one in user.maps.filter(faults=0).order_by("name"):
        yield Offer(f"{OWN}{one.pk}", decode_chart(bytes(one.chart)), "Your map", is_open=False)


def _of_a_war(user: User, key: str) -> Offer | None:
    """The map of the war that a key names, if the user plays in it."""
    number = whole_number(key.removeprefix(OF_WAR)) if key.startswith(OF_WAR) else None
    if number is None:
        return None
    war = War.objects.filter(pk=number, seats__user=user, sandbox_of=None).only("chart", "name").first()
    return (
        None
        if war is None
        else Offer(key, decode_chart(bytes(war.chart)), f"As in {war.name}", is_open=False)
    )
