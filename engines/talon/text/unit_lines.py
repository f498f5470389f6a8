"""A unit's line of a position as it is read (`docs/notation.md`)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from engines.seam.classes import key_in
from engines.seam.documents import Quality
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.articles import with_article
from engines.talon.catalogue import classes_of
from engines.talon.hexes import FACINGS
from engines.talon.qualities import PLAIN
from engines.talon.rules.hits.damage import FIGHTER_BOXES
from engines.talon.ships import Kind, kind_of
from engines.talon.state import IMPULSES, Qualities
from engines.talon.text.units import (
    CRITICAL_FIELDS,
    FLAGS,
    ITEMS,
    JURY_STATES,
    RATINGS,
    SAID,
    usual_row,
)
from engines.talon.text.words import Word, choice_of, hex_of, marker_of, name_of, number_of, parts_of
from engines.talon.units import FRESH, STANDING, Unit, fresh, put

OFF_MAP = (
    "undeployed",
    "waiting",
    "out",
    "docked",
    "boarded",
    "destroyed",
    "jumped",
    "left",
    "through",
    "landed",
    "landed-after",
)
CRITICALS = tuple(CRITICAL_FIELDS)
MANY = 99
MOST = 3
"""The highest level of technology and of a crew (32)."""


@dataclass(slots=True)
class UnitLine:
    """A unit's line being read: the unit, and the word of each item; what stands before the items is among them."""

    unit: Unit
    words: dict[str, Word]

    def word_of(self, field: str) -> Word:
        """The word for a field of the unit, as "hull" or "red[1]"; its name's if the line leaves it out."""
        name, _, part = field.partition("[")
        found = next((self.words[item] for item in ITEMS_OF.get(name, (name,)) if item in self.words), None)
        if found is None:
            return self.words["name"]
        parts = parts_of(found)
        at = int(part.rstrip("]")) if part else 0
        return parts[at] if part and at < len(parts) else found


ITEMS_OF = {
    "row": ("speed",),
    "red": ("charge",),
    "yellow": ("charge",),
    "lost": ("charge", "fighters"),
    "shields_down": ("criticals",),
    "helm_down": ("criticals",),
    "power_loss": ("criticals",),
    "ftl_offline": ("criticals",),
    "firing": ("firing", "fired"),
    "curve_set": ("set",),
    "carrier": ("docked", "boarded", "aboard"),
    "boarded": ("since",),
    "broken": ("jury",),
    "place": ("where",),
    "status": ("where",),
}
"""The items of a field, where their names differ."""


def read_unit(words: list[Word]) -> UnitLine:
    """The unit of a line, not numbered yet; where it is docked or inside, and its "home", are only noted."""
    side = cast("Side", words[0].text)
    if len(words) < 4:
        raise words[-1].wrong(
            "a unit's line has side, class, name, then hex and facing, or where it is instead."
        )
    line = UnitLine(_blank(side, _kind_of(side, words[1]), name_of(words[2])), {"name": words[2]})
    rest = _read_where(line, words[3:])
    while rest:
        item = rest.pop(0)
        if item.text not in ITEMS:
            raise item.wrong(f"{item.text!r} is not an item of a unit: {', '.join(ITEMS)}.")
        if item.text in line.words:
            raise item.wrong(f"{item.text} appears twice.")
        _read_item(line, item, rest)
    _fill_in(line)
    return line


def _kind_of(side: Side, word: Word) -> Kind:
    """The class a word names, of the other faction if that stands before it, as "terran:CA" (33.2)."""
    named, mark, _ = word.text.rpartition(":")
    if mark and (named not in SIDES or named == side):
        raise word.wrong(f"{named!r} is not the other faction, {opponent(side)}.")
    faction = opponent(side) if mark else side
    abbreviation = word.text.rpartition(":")[2]
    known = {kind.abbreviation: kind.key for kind in classes_of(faction)}
    if abbreviation not in known:
        raise word.wrong(f"{abbreviation!r} is not a class of {faction.title()}: {', '.join(known)}.")
    return kind_of(side, key_in(side, faction, known[abbreviation]))


def _blank(side: Side, kind: Kind, name: str) -> Unit:
    unit = Unit(0, side, kind, name)
    unit.lost, unit.fighters = (False,) * len(kind.groups), (0,) * kind.fighters
    return fresh(unit)


def _read_where(line: UnitLine, words: list[Word]) -> list[Word]:
    """Where the unit is; the words after that."""
    first = line.words["where"] = words[0]
    unit = line.unit
    if first.text not in OFF_MAP:
        unit.status, unit.place = "map", hex_of(first)
        if len(words) < 2:
            raise first.wrong("the facing is missing after this hex.")
        unit.facing = choice_of(words[1], FACINGS, "a hex side")
        return words[2:]
    unit.status = first.text
    if first.text not in ("docked", "boarded"):
        return words[1:]
    if len(words) < 2:
        raise first.wrong("the carrier or base is missing after this word.")
    line.words[first.text] = words[1]
    return words[2:] if first.text == "docked" else _read_since(line, words)


def _read_since(line: UnitLine, words: list[Word]) -> list[Word]:
    """When a squadron boarded the base it is in, as "2C"; the words after that."""
    if len(words) < 3:
        raise words[-1].wrong("the round and impulse of boarding are missing after this word, as 2C.")
    found = re.fullmatch(rf"([0-9]{{1,2}})([{IMPULSES}])", words[2].text)
    if found is None:
        raise words[2].wrong(f"{words[2].text!r} is not a round and an impulse, as 2C.")
    line.words["since"] = words[2]
    line.unit.boarded = len(IMPULSES) * int(found[1]) + IMPULSES.index(found[2])
    return words[3:]


def _read_item(line: UnitLine, item: Word, rest: list[Word]) -> None:
    if item.text in FLAGS:
        line.words[item.text] = item
        setattr(line.unit, FLAGS[item.text], True)
        return
    if item.text in SAID:
        line.words[item.text] = item
        return
    if not rest:
        raise item.wrong(f"the value of {item.text} is missing.")
    value = line.words[item.text] = rest.pop(0)
    if item.text in VALUES:
        VALUES[item.text](line.unit, value)


def _parts(word: Word, count: int, what: str) -> list[Word]:
    """The parts of a word between strokes, exactly so many."""
    found = parts_of(word)
    if len(found) != count:
        raise word.wrong(
            f"{what} has {count} parts here, as {'/'.join('0' * count)}; {len(found)} are given."
        )
    return found


def _speed(unit: Unit, word: Word) -> None:
    speeds = tuple(str(row[1]) for row in unit.kind.curve)
    unit.row = choice_of(word, speeds, f"a Speed of {with_article(unit.kind.abbreviation)}")


def _shields(unit: Unit, word: Word) -> None:
    parts = _parts(word, 4, "shields")
    unit.shields = tuple(number_of(part, 0, MANY, "boxes left on an arc") for part in parts)


def _markers(unit: Unit, word: Word) -> None:
    unit.markers = tuple(marker_of(part) for part in parts_of(word, ","))


def _read_charge(unit: Unit, word: Word) -> None:
    if not unit.kind.groups:
        raise word.wrong(f"{with_article(unit.kind.abbreviation)} has no weapons to charge.")
    for at, part in enumerate(_parts(word, len(unit.kind.groups), "charge")):
        if part.text == "lost":
            unit.lose_group(at)
            continue
        boxes = parts_of(part, "+")
        if len(boxes) != 2:
            raise part.wrong("write red+yellow boxes marked, as 1+0, or lost.")
        unit.red = put(unit.red, at, number_of(boxes[0], 0, MANY, "red boxes"))
        unit.yellow = put(unit.yellow, at, number_of(boxes[1], 0, MANY, "yellow boxes"))


def _read_criticals(unit: Unit, word: Word) -> None:
    for part in parts_of(word, ","):
        name = CRITICALS[choice_of(part.part(part.text.removesuffix("!"), 0), CRITICALS, "a critical")]
        if getattr(unit, CRITICAL_FIELDS[name]):
            raise part.wrong(f"{name} appears twice.")
        if name == "ftl" and part.text.endswith("!"):
            raise part.wrong("FTL offline is never repaired in a battle: leave the ! out (8.7).")
        state = FRESH if part.text.endswith("!") else STANDING
        setattr(unit, CRITICAL_FIELDS[name], True if name == "ftl" else state)


def _jury(unit: Unit, word: Word) -> None:
    if not unit.kind.groups or unit.kind.fighters:
        raise word.wrong(f"{with_article(unit.kind.abbreviation)} has no weapon group to be jury rigged.")
    parts = parts_of(word)
    if len(parts) != 2:
        raise word.wrong("write the group and its state, as 2/broken, 2/broken! or 2/works.")
    unit.jury = number_of(parts[0], 1, len(unit.kind.groups), "a group") - 1
    unit.broken = (0, STANDING, FRESH)[choice_of(parts[1], JURY_STATES, "the state of a jury rig")]


def _fighters(unit: Unit, word: Word) -> None:
    if not unit.kind.fighters:
        raise word.wrong("only a squadron has fighters.")
    parts = _parts(word, unit.kind.fighters, "fighters")
    unit.fighters = tuple(number_of(part, 0, MANY, "boxes of a fighter") for part in parts)


def _number(field: str, what: str, low: int = 0) -> Callable[[Unit, Word], None]:
    def read(unit: Unit, word: Word) -> None:
        setattr(unit, field, number_of(word, low, MANY, what))

    return read


def _vote(unit: Unit, word: Word) -> None:
    unit.vote = ("change", "defend")[choice_of(word, ("change", "defend"), "an initiative marker")]


VALUES: dict[str, Callable[[Unit, Word], None]] = {
    "speed": _speed,
    "power": _number("power", "a Power", -MANY),
    "turn": _number("turn", "a turn count"),
    "shields": _shields,
    "markers": _markers,
    "hull": _number("hull", "hull boxes marked"),
    "charge": _read_charge,
    "afterburners": _number("afterburners", "afterburners left"),
    "criticals": _read_criticals,
    "thrusters": _number("thrusters", "thruster criticals"),
    "relays": _number("relays", "power relay criticals"),
    "vote": _vote,
    "fighters": _fighters,
    "jury": _jury,
}


def qualities_of(lines: Sequence[UnitLine]) -> Qualities | None:
    """What the lines say of technology and crews; None if they say nothing (32)."""
    said = {*RATINGS, "legendary", "extra"}
    if not any(said & line.words.keys() for line in lines):
        return None
    return Qualities(
        tuple(_quality(line.words) for line in lines),
        [at for at, line in enumerate(lines) if "extra" in line.words],
    )


def _quality(words: dict[str, Word]) -> Quality:
    attack, defence, experience = (
        number_of(words[name], 0, MOST, f"a level of {name}") if name in words else getattr(PLAIN, name)
        for name in RATINGS
    )
    return Quality(attack, defence, experience, "legendary" in words)


def _fill_in(line: UnitLine) -> None:
    """Fill in what was left out: lost fighters and their empty bars, the usual row, the Power of the row."""
    unit = line.unit
    if "jury" in line.words:
        _jury(unit, line.words["jury"])  # whatever its bar's part says after it
    for at, boxes in enumerate(unit.fighters):
        if boxes == FIGHTER_BOXES:
            unit.lose_group(at)
    if "speed" not in line.words:
        unit.row = usual_row(unit)
    if "power" not in line.words:
        unit.power = max(0, unit.power_on(unit.row))
