"""The strategic map: lanes of conflict zones from the Terran home to the Talon home (31, S17, S31)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.seam.refusals import Refusal, refuse_all
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system

TITLE = r"\A[^\s/\x00-\x1f\x7f]([^/\x00-\x1f\x7f]*[^\s/\x00-\x1f\x7f])?\Z"
"""A name without the stroke that divides a place; `map_files` judges what else a name can be."""
LONGEST_TITLE = 40
Points = Annotated[int, Meta(ge=0, le=1000)]
Die = Annotated[int, Meta(ge=1, le=6)]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=TITLE)]
Place = str
"""One place for bases and planets: "Antares/4" (zone 4 from the Terran home), "home/terran", "home/talon"."""

HOMES: dict[Side, Place] = {"terran": "home/terran", "talon": "home/talon"}


class Zone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A conflict zone. `income` in Ship Points, Terran and Talon; `terrain` "open", "random", "planet" or a pattern."""

    income: tuple[Points, Points]
    terrain: Text = "open"
    owner: Side | None = None
    home: bool = False
    start: bool = False
    base: Side | None = None


class Lane(Struct, frozen=True, forbid_unknown_fields=True):
    """The zones of one sector, from the Terran home to the Talon home."""

    zones: Annotated[tuple[Zone, ...], Meta(min_length=3, max_length=21)]


OWN_TERRAIN = ("open", "random", "planet")
"""What a zone's terrain can be without a pattern of the map."""
MOST_SECTORS = 6  # of more, the assignment nearest to a minimum that cannot be met may take long to find (S8)


class StrategicMap(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole map: sectors in battle order (neighbours are adjacent), and the settings it suggests."""

    name: Text
    order: Annotated[tuple[Text, ...], Meta(min_length=2, max_length=MOST_SECTORS)]
    sectors: dict[Text, Lane]
    patterns: dict[Text, tuple[Die, Die]] = {}
    start_treasury: int = 2000
    reserve_points: int = 500
    free_bases: int = 3
    boxes: int = 1
    black_holes: bool = False
    format: Literal[1] = 1

    def zones(self, sector: str) -> tuple[Zone, ...]:
        """The zones of a sector, from the Terran home."""
        return self.sectors[sector].zones

    def zone(self, sector: str, index: int) -> Zone:
        """Zone `index` (from 0, the Terran home) of a sector."""
        return self.zones(sector)[index]

    def place(self, sector: str, index: int) -> Place:
        """The place of a zone; every first zone is the Terran home, every last the Talon home (S17)."""
        if index == 0:
            return HOMES["terran"]
        return HOMES["talon"] if index == len(self.zones(sector)) - 1 else f"{sector}/{index + 1}"

    def start(self, sector: str) -> int:
        """The index of the zone in which the sector's front line marker begins (31.2)."""
        return next(index for index, zone in enumerate(self.zones(sector)) if zone.start)

    def places(self) -> Iterator[tuple[Place, str, int, Zone]]:
        """Every place once, with the first sector, index and zone that it stands for."""
        seen = set()
        for sector in self.order:
            for index, zone in enumerate(self.zones(sector)):
                place = self.place(sector, index)
                if place not in seen:
                    seen.add(place)
                    yield place, sector, index, zone

    def zone_at(self, place: Place) -> Zone:
        """The zone of a place; KeyError if the map has no such place."""
        for name, _, _, zone in self.places():
            if name == place:
                return zone
        raise KeyError(place)

    def neighbours(self, sector: str) -> tuple[str, ...]:
        """The sectors adjacent in battle order, a line and not a ring (31.5)."""
        at = self.order.index(sector)
        return self.order[max(0, at - 1) : at] + self.order[at + 1 : at + 2]

    def has_fixed_black_hole(self) -> bool:
        """Whether some zone's own terrain holds a black hole (18)."""
        known = system(DEFAULT).catalogue.terrain_kinds()
        patterns = (self.patterns.get(zone.terrain) for _, _, _, zone in self.places())
        return any(dice is not None and "black_hole" in known[dice] for dice in patterns)


def place_title(place: Place) -> str:
    """A place in words: "Antares 4", "Terran home".

    >>> place_title("Antares/4"), place_title("home/talon")
    ('Antares 4', 'Talon home')
    """
    sector, _, rest = place.partition("/")
    return f"{rest.title()} home" if sector == "home" else f"{sector} {rest}"


def place_in_text(place: Place) -> str:
    """A place as a sentence names it: "Antares 4", "the Terran home".

    >>> place_in_text("Antares/4"), place_in_text("home/talon")
    ('Antares 4', 'the Talon home')
    """
    return f"{'the ' if place.startswith('home/') else ''}{place_title(place)}"


def check_map(chart: StrategicMap) -> None:
    """Raise `Refused` with what keeps a map from being played on: its order first, then its lanes, then its homes."""
    refuse_all(order_faults(chart))
    refuse_all(fault for sector in chart.order for fault in _lane_faults(chart, sector))
    refuse_all(_home_faults(chart))


def board_faults(chart: StrategicMap) -> Iterator[Refusal]:
    """Everything that keeps a map from being played on; the sectors are not judged where their order is wrong."""
    wrong = list(order_faults(chart))
    yield from wrong
    if not wrong:
        for sector in chart.order:
            yield from _lane_faults(chart, sector)
        yield from _home_faults(chart)


def order_faults(chart: StrategicMap) -> Iterator[Refusal]:
    """Why the battle order does not name the map's sectors."""
    if sorted(chart.order) != sorted(chart.sectors) or {"home", "reserve"} & set(chart.order):
        reason = "The battle order must name every sector once. No sector may be called home or reserve."
        yield Refusal("31", reason, "order")


def zone_in_faults(sector: str, index: int) -> str:
    """What faults name as the place of zone `index` (from 0) of a sector."""
    return f"{sector} zone {index + 1}"


def _home_faults(chart: StrategicMap) -> Iterator[Refusal]:
    """The homes are one place each (S17), so every lane has to say the same of their bases."""
    for end, side in enumerate(SIDES):
        if len({chart.zones(sector)[-end].base for sector in chart.order}) > 1:
            reason = (
                f"Every lane's {side.title()} home is one place: give all of them the same base, or none."
            )
            yield Refusal("S17", reason, HOMES[side])


def _lane_faults(chart: StrategicMap, sector: str) -> Iterator[Refusal]:
    zones = chart.zones(sector)
    starts = [index for index, zone in enumerate(zones) if zone.start]
    if len(starts) != 1 or starts[0] in (0, len(zones) - 1):
        yield Refusal("31.2", f"{sector} needs exactly one start zone, not on a home.", sector)
    for index, zone in enumerate(zones):
        where = zone_in_faults(sector, index)
        yield from _zone_faults(chart, zone, where, end=index in (0, len(zones) - 1))
        if len(starts) == 1:
            yield from _side_faults(zone, where, _side_of(index, starts[0]))
    for zone, side in ((zones[0], SIDES[0]), (zones[-1], SIDES[1])):
        if not zone.home or zone.owner != side or zone.terrain != "planet":
            yield Refusal("31.1", f"{sector} must run from the Terran to the Talon home planet.", sector)


def _zone_faults(chart: StrategicMap, zone: Zone, where: str, *, end: bool) -> Iterator[Refusal]:
    if zone.home and not end:
        yield Refusal("31.1", f"{where} is not the end of a lane and cannot be a home.", where)
    if (zone.terrain == "planet") != (zone.owner is not None):
        yield Refusal("31.8", f"{where}: a planet needs an owner, and nothing else has one.", where)
    if zone.base is not None and zone.terrain == "random":
        yield Refusal("31.2", f"{where}: no base in a zone whose terrain is rolled. Move it.", where)
    if zone.terrain not in OWN_TERRAIN and zone.terrain not in chart.patterns:
        yield Refusal("31.7", f'{where}: no terrain pattern is called "{zone.terrain}".', where)


def _side_of(index: int, start: int) -> Side | None:
    """The side on whose side of the start zone a zone lies; None for the start zone itself."""
    if index == start:
        return None
    return "terran" if index < start else "talon"


def _side_faults(zone: Zone, where: str, side: Side | None) -> Iterator[Refusal]:
    """Planets and bases belong to the side on whose side of the front line they are (31.2, 31.8)."""
    if zone.owner is not None and side is not None and zone.owner != side:
        reason = f"{where} is on {side.title()}'s side of the start zone, so its planet is {side.title()}'s."
        yield Refusal("31.8", reason, where)
    if zone.base is not None and side is None:
        yield Refusal("31.2", f"{where}: no base in a start zone. Move it.", where)
    elif zone.base is not None and zone.base != side:
        reason = (
            f"{where}: a {zone.base.title()} base cannot stand on the other side of the start zone. Move it."
        )
        yield Refusal("31.2", reason, where)
