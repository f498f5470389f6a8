"""Draws the plate of one zone: round on Terran ground, cut on Talon ground, half and half at the front."""

from dataclasses import dataclass
from typing import Literal

from campaign.war.chart.shapes import Direction, MapLabel, Plate, Symbol, ZoneSight

Holder = Literal["terran", "talon", "front"]
NARROW, ROOMY = 60, 80
TERRAIN_SYMBOLS = {
    "open": "terrain-open",
    "random": "terrain-random",
    "asteroid chain": "terrain-asteroids",
    "asteroids": "terrain-asteroids",
    "nebula cluster": "terrain-nebula",
    "nebula": "terrain-nebula",
    "nebulae and an asteroid": "terrain-mixed",
    "black hole": "terrain-black-hole",
}


@dataclass(frozen=True, slots=True)
class PlateBox:
    """The box a plate fills, around its middle, the least width that can be tapped, and its drawing."""

    x: int
    y: int
    w: int
    h: int
    reach: int
    direction: Direction

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom."""
        left, top = self.x - self.w // 2, self.y - self.h // 2
        return left, top, left + self.w, top + self.h

    @property
    def is_wide(self) -> bool:
        """Whether it belongs to the wide drawing."""
        return self.direction == "wide"

    @property
    def is_narrow(self) -> bool:
        """Whether ground and base must stand one above the other."""
        return self.w < NARROW


def draw_plate(zone: ZoneSight, frame: PlateBox, holder: Holder, title: str, number: int) -> Plate:
    """Returns the plate of zone `number`, counted from the Terran home's own, 1."""
    is_so = (
        ("plate-marked", zone.has_marker),
        ("plate-home", zone.is_home),
        ("plate-lit", zone.is_lit),
        ("plate-wrong", zone.is_wrong),
        ("plate-open", zone.is_open),
    )
    marks = "".join(f" {word}" for word, true in is_so if true)
    labels = _wide_labels(zone, frame) if frame.is_wide else _tall_labels(zone, frame)
    area = _area(frame, max(frame.reach, frame.w))
    numbers = () if zone.is_home else (_number(number, frame),)
    css = f"plate plate-{holder}{marks}"
    return Plate(outline(holder, frame), area, css, title, zone.href, labels + numbers, _symbols(zone, frame))


def terrain_symbol(terrain: str) -> str:
    """Returns the symbol of a terrain; a pattern without its own is drawn as mixed terrain."""
    return TERRAIN_SYMBOLS.get(terrain, "terrain-mixed")


def _area(frame: PlateBox, width: int) -> str:
    return f"M{frame.x - width // 2} {frame.edges[1]}h{width}v{frame.h}h{-width}Z"


def outline(holder: Holder, frame: PlateBox) -> str:
    """Returns the edge of a plate or counter: round towards the Terran home, cut towards the Talon one."""
    left, top, right, bottom = frame.edges
    r = 18 if min(frame.w, frame.h + 30) >= ROOMY else 9
    finish = _round_right if holder == "terran" else _cut_right
    start = _cut_left if holder == "talon" else _round_left
    right_end, left_end = finish(right, top, bottom, r), start(left, top, bottom, r)
    return f"M{left + r} {top}H{right - r}{right_end}H{left + r}{left_end}Z"


def _round_right(right: int, top: int, bottom: int, r: int) -> str:
    return f"Q{right} {top} {right} {top + r}V{bottom - r}Q{right} {bottom} {right - r} {bottom}"


def _round_left(left: int, top: int, bottom: int, r: int) -> str:
    return f"Q{left} {bottom} {left} {bottom - r}V{top + r}Q{left} {top} {left + r} {top}"


def _cut_right(right: int, top: int, bottom: int, r: int) -> str:
    return f"L{right} {top + r}V{bottom - r}L{right - r} {bottom}"


def _cut_left(left: int, top: int, bottom: int, r: int) -> str:
    return f"L{left} {bottom - r}V{top + r}L{left + r} {top}"


def _number(number: int, frame: PlateBox) -> MapLabel:
    """The zone's number, by which every text names it: below on the right, or in the tall drawing above."""
    _, _, right, bottom = frame.edges
    if frame.is_wide:
        return MapLabel(
            str(number), right - (15 if frame.w >= ROOMY else 8), bottom - 9, "zone-number", "end"
        )
    return MapLabel(str(number), right - (3 if frame.is_narrow else 6), frame.y + 5, "zone-number", "end")


def _wide_labels(zone: ZoneSight, frame: PlateBox) -> tuple[MapLabel, ...]:
    left, top, right, bottom = frame.edges
    inset = 14 if frame.w >= ROOMY else 7
    incomes = (
        MapLabel(str(zone.terran_income), left + inset, top + 20, "income income-terran", "start"),
        MapLabel(str(zone.talon_income), right - inset, top + 20, "income income-talon", "end"),
    )
    turns = _last_turn(zone)
    return (*incomes, MapLabel(turns, left + inset - 3, bottom - 8, "turns", "start")) if turns else incomes


def _tall_labels(zone: ZoneSight, frame: PlateBox) -> tuple[MapLabel, ...]:
    left, top, _, bottom = frame.edges
    incomes = (
        MapLabel(str(zone.talon_income), frame.x, top + 14, "income income-talon"),
        MapLabel(str(zone.terran_income), frame.x, bottom - 4, "income income-terran"),
    )
    turns = "" if zone.has_marker or frame.is_narrow else _last_turn(zone)
    return (*incomes, MapLabel(turns, left + 5, frame.y + 5, "turns", "start")) if turns else incomes


def _last_turn(zone: ZoneSight) -> str:
    """The last turn in which the marker stood here, "T7"; "" without one. The zone's sheet names them all."""
    return f"T{zone.visited[-1]}" if zone.visited else ""


def _symbols(zone: ZoneSight, frame: PlateBox) -> tuple[Symbol, ...]:
    base = [_base(zone, frame)] if zone.base_side else []
    marker = [_marker(zone, frame)] if zone.has_marker else []
    wrong = [_warning(frame)] if zone.is_wrong else []
    return (_ground(zone, frame), *base, *marker, *wrong)


def _warning(frame: PlateBox) -> Symbol:
    """The sign of a zone that breaks a rule: below on the left, or in the tall drawing above on the right."""
    left, top, right, bottom = frame.edges
    place = (left + 19, bottom - 16) if frame.is_wide else (right - 11, top + 11)
    return Symbol.centred("warning", place, 24 if frame.is_wide else 20, "wrong-mark")


def _ground_size(zone: ZoneSight, frame: PlateBox) -> int:
    if frame.is_wide:
        return 38
    return 20 if zone.base_side and frame.is_narrow else min(28, frame.w - 6)


def _ground(zone: ZoneSight, frame: PlateBox) -> Symbol:
    stacked, beside = _base_place(frame)
    aside, lift = (0, 10) if stacked else (beside // 3, 0)
    middle = (frame.x - aside, frame.y + 2 - lift) if zone.base_side else (frame.x, frame.y + 2)
    size = _ground_size(zone, frame)
    if not zone.has_planet:
        return Symbol.centred(terrain_symbol(zone.terrain), middle, size, "ground")
    name = f"planet-{zone.planet_owner}" if zone.planet_owner else "planet"
    return Symbol.centred(name, middle, size, f"planet planet-{zone.planet_owner or 'nobody'}")


def _base(zone: ZoneSight, frame: PlateBox) -> Symbol:
    stacked, beside = _base_place(frame)
    place = (frame.x, frame.y + 16) if stacked else (frame.x + beside * 2 // 3 + 1, frame.y + 2)
    name = f"base-{zone.base_side}"
    return Symbol.centred(name, place, 26 if frame.is_wide else 20, name)


def _base_place(frame: PlateBox) -> tuple[bool, int]:
    """Whether a base stands below the ground, and else how far it stands beside it."""
    return frame.is_narrow and not frame.is_wide, 37 if frame.is_wide else 24


def _marker(zone: ZoneSight, frame: PlateBox) -> Symbol:
    left, top, _, bottom = frame.edges
    if frame.is_wide and zone.is_home:
        return Symbol.centred("front-line", (frame.x, bottom + 10), 30, "marker")
    if frame.is_wide:
        return Symbol.centred("front-line", (frame.x, top - 10), 36, "marker")
    inset, size = (4, 20) if frame.is_narrow else (10, 26)
    return Symbol.centred("front-line", (left + inset, frame.y), size, "marker")
