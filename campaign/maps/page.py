"""The player's maps, the editor of one, and a map that is offered to everybody."""

from dataclasses import dataclass
from typing import ClassVar

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import User
from campaign.maps.draft import Fault, Spot, draft_picture, faults_of, spot_address, spot_named
from campaign.maps.drawing import MOST_MAPS
from campaign.maps.forms import MapFileForm, MapForm, NewMapForm, SectorForm, ZoneForm
from campaign.models import MapVersion, PlayerMap, ShelfMap
from campaign.new_war.maps import offers
from campaign.rules.map.map_edits import LEAST_SECTORS, LEAST_ZONES, MOST_ZONES
from campaign.rules.map.strategic_map import MOST_SECTORS, StrategicMap
from campaign.war.chart.map_library import in_words
from campaign.war.chart.shapes import MapDrawing
from campaign.war.log.documents import decode_chart
from config.pages import Page


@dataclass(frozen=True, slots=True)
class MapCard:
    """A map of the player's: its number, name and sectors, how many problems it has, and its picture."""

    number: int
    name: str
    words: str
    faults: int
    board: MapDrawing

    @property
    def state(self) -> str:
        """Whether it can be played on, or how many problems keep it from that."""
        return f"{self.faults} problem{'' if self.faults == 1 else 's'}" if self.faults else "Ready to play"


@dataclass(frozen=True, slots=True)
class MapsPage(Page):
    """The player's maps, and the forms for one more; `is_full`: there can be no more, `most` is the limit."""

    template: ClassVar = "campaign/maps.html"
    maps: list[MapCard]
    form: NewMapForm
    file_form: MapFileForm
    is_full: bool
    most: int


def maps_page(user: User, form: NewMapForm | None = None, file_form: MapFileForm | None = None) -> MapsPage:
    """The page with the forms as they are; empty ones if none was sent."""
    cards = [_card(one) for one in user.maps.order_by("-saved_at", "-pk")]
    form = form or NewMapForm(offers=offers(user))
    return MapsPage(cards, form, file_form or MapFileForm(), len(cards) >= MOST_MAPS, MOST_MAPS)


@dataclass(frozen=True, slots=True)
class SectorRow:
    """A sector in battle order: how many zones it has, and the form with its name."""

    name: str
    zones: int
    form: SectorForm
    is_first: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class ZoneFields:
    """The fields of one zone, with what is wrong with it and where its neighbours are.

    `spot` is its name in addresses. `said`: why a change was not made.
    """

    title: str
    spot: str
    form: ZoneForm
    is_home: bool
    may_add_before: bool
    may_add_after: bool
    may_remove: bool
    faults: list[Fault]
    before: str
    after: str
    close: str


@dataclass(frozen=True, slots=True)
class MapEditorPage(Page):
    """A map while it is drawn. `zone` is the zone whose fields are open; `undoes` says what undoing takes back.

    `said` is why a change was not made. `offered` and `shelved`: whether a copy of it is offered to the host, or on
    the shelf. `link` is the path that shows it to whoever has it, "" without one. `key` is how the form of a new war
    names the map.
    """

    template: ClassVar = "campaign/map_editor.html"
    path: str
    name: str
    version: int
    board: MapDrawing
    faults: list[Fault]
    sectors: list[SectorRow]
    may_add_sector: bool
    may_remove_sector: bool
    map_form: MapForm
    zone: ZoneFields | None
    undoes: str
    said: str
    offered: bool
    shelved: bool
    link: str
    key: str


@dataclass(frozen=True, slots=True)
class Sent:
    """What was sent to the editor and not taken: the forms with their errors, and why in a sentence."""

    zone: ZoneForm | None = None
    sector: tuple[str, SectorForm] | None = None
    map: MapForm | None = None
    said: str = ""


NOTHING = Sent()


def editor_page(found: PlayerMap, opened: str, sent: Sent = NOTHING) -> MapEditorPage:
    """The editor of a map with the fields of the zone `opened` ("Antares/4"), if the map has it."""
    path, chart = reverse("map-edit", args=[found.pk]), decode_chart(bytes(found.chart))
    spot, faults = spot_named(chart, opened), faults_of(chart, path)
    last = MapVersion.objects.filter(map=found).order_by("-number").first()
    copies = {one.is_shelved for one in found.copies.all()}
    return MapEditorPage(
        path=path,
        name=found.name,
        version=found.version,
        board=draft_picture(chart, faults, path, spot),
        faults=faults,
        sectors=_rows(chart, sent),
        may_add_sector=len(chart.order) < MOST_SECTORS,
        may_remove_sector=len(chart.order) > LEAST_SECTORS,
        map_form=sent.map or MapForm(chart=chart),
        zone=None if spot is None else _fields(chart, spot, faults, path, sent.zone),
        undoes=last.words if last is not None else "",
        said=sent.said,
        offered=False in copies,
        shelved=True in copies,
        link=reverse("map-shared", args=[found.share_token]) if found.share_token else "",
        key=f"own-{found.pk}",
    )


@dataclass(frozen=True, slots=True)
class MapOfferedPage(Page):
    """A copy of a player's map that is offered to everybody."""

    template: ClassVar = "campaign/map_offered.html"
    copy: ShelfMap
    maker: str
    words: str
    board: MapDrawing


def map_offered_page(copy: ShelfMap) -> MapOfferedPage:
    """The page of the copy."""
    chart = decode_chart(bytes(copy.chart))
    maker = copy.maker.username if copy.maker is not None else ""
    return MapOfferedPage(copy, maker, in_words(chart), draft_picture(chart))


@dataclass(frozen=True, slots=True)
class MapSharedPage(Page):
    """A map that its maker shares by a link, which is `path`; `is_own`: the reader is the maker.

    `faults` counts what keeps it from being played on; `said` is why it was not copied.
    """

    template: ClassVar = "campaign/map_shared.html"
    path: str
    number: int
    name: str
    maker: str
    words: str
    faults: int
    board: MapDrawing
    is_own: bool
    said: str


def shared_map_page(found: PlayerMap, reader: User | AnonymousUser, said: str = "") -> MapSharedPage:
    """The page of a shared map as it is now."""
    chart = decode_chart(bytes(found.chart))
    return MapSharedPage(
        path=reverse("map-shared", args=[found.share_token]),
        number=found.pk,
        name=found.name,
        maker=found.owner.username,
        words=in_words(chart),
        faults=found.faults,
        board=draft_picture(chart),
        is_own=found.owner_id == reader.pk,
        said=said,
    )


def _card(one: PlayerMap) -> MapCard:
    chart = decode_chart(bytes(one.chart))
    return MapCard(one.pk, one.name, in_words(chart), one.faults, draft_picture(chart, faults_of(chart)))


def _rows(chart: StrategicMap, sent: Sent) -> list[SectorRow]:
    rows = []
    for at, sector in enumerate(chart.order):
        given = sent.sector[1] if sent.sector and sent.sector[0] == sector else None
        form = given or SectorForm(initial={"name": sector})
        form.auto_id = f"sector_{at + 1}_%s"
        is_last = at == len(chart.order) - 1
        rows.append(SectorRow(sector, len(chart.zones(sector)), form, is_first=at == 0, is_last=is_last))
    return rows


def _fields(
    chart: StrategicMap, spot: Spot, faults: list[Fault], path: str, given: ZoneForm | None
) -> ZoneFields:
    sector, index = spot
    zone, count = chart.zone(sector, index), len(chart.zones(sector))
    form = given or ZoneForm(chart=chart, sector=sector, index=index)
    form.auto_id = "zone_%s"
    spots = [(name, at) for name in chart.order for at in range(len(chart.zones(name)))]
    here = spots.index(spot)
    return ZoneFields(
        title=_title(spot, count),
        spot=f"{sector}/{index + 1}",
        form=form,
        is_home=zone.home,
        may_add_before=index > 0 and count < MOST_ZONES,
        may_add_after=index < count - 1 and count < MOST_ZONES,
        may_remove=not zone.home and count > LEAST_ZONES,
        faults=[fault for fault in faults if spot in fault.spots],
        before=spot_address(path, spots[here - 1]),
        after=spot_address(path, spots[(here + 1) % len(spots)]),
        close=path,
    )


def _title(spot: Spot, count: int) -> str:
    sector, index = spot
    if index == 0:
        return f"Terran home, {sector}"
    return f"Talon home, {sector}" if index == count - 1 else f"{sector} {index + 1}"
