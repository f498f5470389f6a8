"""What the page of the first bases shows: the places by sector, why a place cannot be, what the choice costs."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from campaign.planning.editor.shipyard import Figure
from campaign.rules import start
from campaign.rules.fleets.building import one_of_each
from campaign.rules.map.strategic_map import HOMES, Place, place_title
from campaign.rules.orders import PlaceBases
from campaign.rules.position import Position
from campaign.war.chart.words import TERRAIN_WORDS
from engines.seam.refusals import Refusal
from engines.seam.sides import Side


@dataclass(frozen=True)
class PlaceLine:
    """A zone as a place for a base: `why_not` in words where none can stand."""

    place: Place
    anchor: str
    title: str
    words: str
    chosen: bool
    home: bool
    why_not: str


@dataclass(frozen=True)
class PlaceGroup:
    """The places of one sector, or the home."""

    title: str
    lines: tuple[PlaceLine, ...]

    @property
    def open(self) -> list[PlaceLine]:
        """Those where a base can stand."""
        return [line for line in self.lines if not line.why_not]

    @property
    def shut(self) -> list[PlaceLine]:
        """Those where none can."""
        return [line for line in self.lines if line.why_not]


def proposal(war: Position, side: Side) -> PlaceBases:
    """The choice a player finds: home, then planets, then zones nearest to the front; only the free bases."""
    legal = start.base_places(war, side)
    home = [place for place in legal if place == HOMES[side]]
    others = sorted((place for place in legal if place != HOMES[side]), key=lambda place: _merit(war, place))
    return PlaceBases(tuple((home + others)[: start.free_bases(war, side)]))


def _merit(war: Position, place: Place) -> tuple[bool, int]:
    for name, sector, index, zone in war.chart.places():
        if name == place:
            return zone.terrain != "planet", abs(war.markers[sector] - index)
    return True, 0


def in_map_order(war: Position, places: Collection[Place]) -> PlaceBases:
    """The chosen places, each once and in the map's order; unknown ones last, to be refused."""
    known = [place for place, _, _, _ in war.chart.places()]
    unknown = sorted(set(places) - set(known))
    return PlaceBases(tuple([place for place in known if place in places] + unknown))


def anchor_of(war: Position, place: Place) -> str:
    """The id of a place's line on the page."""
    found = [name for name, _, _, _ in war.chart.places()]
    return f"place-{found.index(place) + 1}"


def groups(war: Position, side: Side, chosen: Collection[Place]) -> list[PlaceGroup]:
    """Every zone on the side's half of each lane, and under the markers; the own home first."""
    legal = set(start.base_places(war, side))
    every = [place for place, _, _, _ in war.chart.places()]
    reasons = {place: start.why_not(war, place) for place in every if place not in legal}
    mine = [
        (s, _line(war, side, p, chosen, reasons))
        for p, s, i, _ in war.chart.places()
        if _near(war, side, s, i)
    ]
    home = PlaceGroup("Home", tuple(line for _, line in mine if line.home))
    sectors = (
        PlaceGroup(sector, tuple(line for lane, line in mine if lane == sector and not line.home))
        for sector in war.chart.order
    )
    return [group for group in (home, *sectors) if group.lines]


def _near(war: Position, side: Side, sector: str, index: int) -> bool:
    marker = war.markers[sector]
    return index <= marker if side == "terran" else index >= marker


def _line(
    war: Position, side: Side, place: Place, chosen: Collection[Place], reasons: dict[Place, str]
) -> PlaceLine:
    zone = war.chart.zone_at(place)
    words = TERRAIN_WORDS.get(zone.terrain, zone.terrain)
    return PlaceLine(
        place=place,
        anchor=anchor_of(war, place),
        title=place_title(place),
        words=f"{words}{', start zone' if zone.start else ''}",
        chosen=place in chosen,
        home=place == HOMES[side],
        why_not=reasons.get(place, ""),
    )


def figures(war: Position, side: Side, number: int) -> list[Figure]:
    """Free bases used, extra ones and their price, and what is left for ships."""
    free, cost = start.free_bases(war, side), start.bases_cost(war, side, number)
    left = war.fleet(side).treasury - cost
    return [
        Figure("Free bases", f"{min(number, free)} of {free}"),
        Figure("Extra", f"{max(0, number - free)} for {cost}" if cost else "none"),
        Figure("Left for ships", left, main=True, over=left < one_of_each(war.settings, side)),
    ]


def at(refusals: Iterable[Refusal], where: str) -> list[Refusal]:
    """The refusals found at one place."""
    return [refusal for refusal in refusals if refusal.where == where]
