"""The lines of a position about what sets a battle apart: aims, zones, arrivals (`docs/notation.md`)."""

import re
from typing import Final, cast, get_args, get_type_hints

import msgspec
from msgspec.structs import fields

from engines.seam.sides import SIDES
from engines.talon.aim_documents import Aim
from engines.talon.layout import Arrival, Edge, Layout, Looking, Strip, Zone
from engines.talon.text.words import Word, choice_of, name_of, number_of, write_name

KINDS: Final[dict[str, type[Aim]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Aim)}
STRIP: Final = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
NAMES: Final = ("unit", "planet")
"""What an aim says that is a name."""
LOOKING: Final[tuple[str, ...]] = get_args(Looking)
LAST: Final = 40
"""The last round there can be (R45)."""
EDGES: Final[tuple[str, ...]] = get_args(Edge)


def write_aim(aim: Aim) -> str:
    """An aim as a line: its kind, the side, then what is not as usual, as "aim land talon needs 2 net"."""
    words = ["aim", str(aim.__struct_config__.tag), aim.side]
    for field in fields(aim):
        value = getattr(aim, field.name)
        if field.name != "side" and value != field.default:
            word = write_name(value) if field.name in NAMES else str(value)
            words += [field.name] if value is True else [field.name, word]
    return " ".join(words)


def read_aim(words: list[Word]) -> Aim | None:
    """The aim of a line; None of the line "aim none", of a battle over a planet that is about nothing else."""
    if [word.text for word in words[1:]] == ["none"]:
        return None
    if len(words) < 3:
        raise words[-1].wrong("this line is written as: aim land talon needs 2 net.")
    kind = KINDS[tuple(KINDS)[choice_of(words[1], tuple(KINDS), "an aim")]]
    types = get_type_hints(kind)
    found: dict[str, object] = {"side": SIDES[choice_of(words[2], SIDES, "a side")]}
    rest = words[3:]
    while rest:
        word = rest.pop(0)
        names = tuple(name for name in types if name != "side" and not name.startswith("__"))
        name = names[choice_of(word, names, f"what an aim {words[1].text} says")]
        if name in found:
            raise word.wrong(f"{name} appears twice.")
        if types[name] is bool:
            found[name] = True
        elif not rest:
            raise word.wrong(f"the value of {name} is missing.")
        else:
            found[name] = _value(rest.pop(0), name, types[name])
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise words[0].wrong(f"this aim is not whole: {error}.") from error


def _value(word: Word, name: str, kind: object) -> object:
    if kind is not int:
        return name_of(word) if name in NAMES else word.text
    if not re.fullmatch(r"[0-9]{1,3}", word.text):
        raise word.wrong(f"{name} is a whole number; {word.text!r} is none.")
    return int(word.text)


def write_layout(layout: Layout) -> list[str]:
    """The zones of a layout, each as a line: "zone terran 8 9:1-4 for Patton facing any"; then its arrivals."""
    return [*map(_zone, layout.zones), *map(_arrival, layout.arrivals)]


def _zone(zone: Zone) -> str:
    words = ["zone", zone.side, *map(_strip, zone.strips), *(["near-hole"] if zone.near_hole else [])]
    if zone.units:
        words += ["for", *map(write_name, zone.units)]
    return " ".join(words if zone.facing == "forward" else [*words, "facing", zone.facing])


def _strip(strip: Strip) -> str:
    whole = Strip(strip.row)
    return str(strip.row) if strip == whole else f"{strip.row}:{strip.first}-{strip.last}"


def _arrival(arrival: Arrival) -> str:
    """An arrival as a line: "arrival talon 2 top bottom for Indomitable"."""
    names = map(write_name, arrival.units)
    return " ".join(["arrival", arrival.side, str(arrival.first), *arrival.edges, "for", *names])


def read_arrival(words: list[Word]) -> Arrival:
    """The arrival of a line."""
    at = next((number for number, word in enumerate(words) if word.text == "for"), len(words))
    if at < 4 or at + 1 >= len(words):
        raise words[-1].wrong("this line is written as: arrival talon 2 top bottom for Indomitable.")
    side = SIDES[choice_of(words[1], SIDES, "a side")]
    edges = [EDGES[choice_of(word, EDGES, "an edge of the map")] for word in words[3:at]]
    units = [name_of(word) for word in words[at + 1 :]]
    return Arrival(
        side, number_of(words[2], 1, LAST, "a round"), tuple(units), tuple(cast("list[Edge]", edges))
    )


def read_zone(words: list[Word]) -> Zone:
    """The zone of a line."""
    if len(words) < 3:
        raise words[-1].wrong("this line is written as: zone terran 8 9:1-4 for Patton facing any.")
    side = SIDES[choice_of(words[1], SIDES, "a side")]
    rest, facing = words[2:], "forward"
    strips: list[Strip] = []
    units: list[str] = []
    while rest and STRIP.fullmatch(rest[0].text):
        strips.append(_read_strip(rest.pop(0)))
    if not strips:
        raise words[2].wrong(f"{words[2].text!r} is not a row with its columns, as 9 or 9:1-4.")
    near = bool(rest) and rest[0].text == "near-hole"
    if near:
        rest.pop(0)
    if rest and rest[0].text == "for":
        rest.pop(0)
        while rest and rest[0].text != "facing":
            units.append(name_of(rest.pop(0)))
    if rest and rest[0].text == "facing" and len(rest) == 2:
        facing = LOOKING[choice_of(rest[1], LOOKING, "a way to face")]
        rest = []
    if rest:
        raise rest[0].wrong("after its rows a zone has only its units, and the way they face.")
    return Zone(side, tuple(strips), tuple(units), cast("Looking", facing), near)


def _read_strip(word: Word) -> Strip:
    numbers = re.findall("[0-9]+", word.text)
    if len(numbers) == 2:  # one column
        numbers.append(numbers[1])
    parts = zip(("row", "first", "last"), numbers, strict=False)
    try:
        return msgspec.convert({name: int(part) for name, part in parts}, Strip)
    except msgspec.ValidationError as error:
        raise word.wrong("a row is 1 to 11, a column 1 to 16.") from error
