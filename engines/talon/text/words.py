"""Words of the notation: hexes, names, references and their places in the text (`docs/notation.md`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from engines.seam.refusals import Refusal, Refused
from engines.seam.sides import SIDES
from engines.seam.words.articles import with_article
from engines.talon.aims import bombardment
from engines.talon.hexes import ARCS, Hex, at, axial
from engines.talon.orders import MISSILES, PLANET
from engines.talon.state import IMPULSES, Battle
from engines.talon.units import Unit

WORD = re.compile(r'#.*|(?:[^\s"]|"[^"]*")+|"')
"""A comment, a word with any quotes in it closed, or a quote that is not closed."""
LINE_END = re.compile(r"\r\n|\r|\n")
PLAIN_NAME = re.compile(r"(?!m[0-9]+$|nothing$|found$|~$)[^\s\"#:/,][^\s\":/,]*")
QUOTED_NAME = re.compile(r'"((?:[^"]|"")+)"')
PLANET_WORD = "planet"
"""The planet as a target, in a battle in which it is one."""
FIGHTER = re.compile(r'((?:[^"/]|"[^"]*")+)/([^"/]*)')


class Named(Protocol):
    """A battle, or whatever else knows every unit by its number."""

    @property
    def units(self) -> Sequence[Unit]:
        """Every unit, in the order of the numbers."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place: line and column, counted from 1."""

    text: str
    line: int
    column: int

    def wrong(self, reason: str) -> Refused:
        """The refusal of this malformed word; it breaks no rule of the game."""
        return Refused(self.refusal("", reason))

    def refusal(self, rule: str, reason: str) -> Refusal:
        """The refusal of what this word says, by a rule."""
        where = f"{self.line}:{self.column}"
        return Refusal(rule, f"Line {self.line}, column {self.column}: {reason}", where)

    def part(self, text: str, offset: int) -> "Word":
        """A part of the word, so many characters in."""
        return Word(text, self.line, self.column + offset)


def lines_of(source: str) -> list[str]:
    """The lines of a text; only the line ends of current systems begin a new one."""
    lines = LINE_END.split(source)
    return lines if lines[-1] else lines[:-1]


def words_of(line: str, number: int = 1) -> list[Word]:
    """The words of a line without its comment; `Refused` for a quote that is not closed."""
    found: list[Word] = []
    for match in WORD.finditer(line):
        word = Word(match[0], number, match.start() + 1)
        if word.text == '"':
            raise word.wrong("this quote is not closed.")
        if word.text.startswith("#"):
            break
        found.append(word)
    return found


def number_of(word: Word, low: int, high: int, what: str) -> int:
    """A whole number between two bounds."""
    if not re.fullmatch(r"-?[0-9]{1,6}", word.text) or not low <= int(word.text) <= high:
        raise word.wrong(f"{word.text!r} is not {what}, a whole number from {low} to {high}.")
    return int(word.text)


def choice_of(word: Word, among: tuple[str, ...], what: str) -> int:
    """The place of a word among those that may stand here."""
    if word.text not in among:
        raise word.wrong(f"{word.text!r} is not {what}: {', '.join(among)}.")
    return among.index(word.text)


def hex_of(word: Word) -> Hex:
    """A hex, as "3,-1"."""
    if not re.fullmatch(r"-?[0-9]{1,3},-?[0-9]{1,3}", word.text):
        raise word.wrong(f"{word.text!r} is not a hex: write q,r as in 3,-1.")
    q, r = (int(part) for part in word.text.split(","))
    if abs(q) > 400 or abs(r) > 400:
        raise word.wrong(f"{word.text!r} is out of range: q and r are at most 400.")
    return at(q, r)


def write_hex(place: Hex) -> str:
    """A hex as "3,-1"."""
    q, r = axial(place)
    return f"{q},{r}"


@lru_cache(1024)
def write_name(name: str) -> str:
    """A name as one word: with `_` for blanks; or in quotes, its own doubled, if it would not read back as the same."""
    joined = name.replace(" ", "_")
    readable = PLAIN_NAME.fullmatch(joined) and "_" not in name
    return joined if readable else '"' + name.replace('"', '""') + '"'


def name_of(word: Word) -> str:
    """The name a word stands for."""
    quoted = QUOTED_NAME.fullmatch(word.text)
    if quoted:
        return quoted[1].replace('""', '"')
    if not PLAIN_NAME.fullmatch(word.text):
        raise word.wrong(f"{word.text!r} is not a name: put it in quotes.")
    return word.text.replace("_", " ")


def write_unit_ref(battle: Named, number: int) -> str:
    """A unit by its name, with its side where both have the name, or it is the word for a planet."""
    unit = battle.units[number]
    word = write_name(unit.name)
    twice = unit.name == PLANET_WORD or [other.name for other in battle.units].count(unit.name) > 1
    return f"{unit.side}:{word}" if twice else word


def unit_of(battle: Battle, word: Word) -> Unit:
    """The unit a word names."""
    side, colon, rest = word.text.partition(":")
    if not colon or side not in SIDES:
        side, rest = "", word.text
    name = name_of(word.part(rest, len(word.text) - len(rest)))
    found = [unit for unit in battle.units if unit.name == name and side in ("", unit.side)]
    if not found:
        raise word.wrong(f"there is no {word.text} in this battle.")
    if len(found) > 1:
        raise word.wrong(
            f"both sides have {with_article(name)}: write {found[0].side}:{word.text} or {found[1].side}:{word.text}."
        )
    return found[0]


def missile_of(battle: Battle, word: Word) -> int:
    """The number of the missile a word as "m4" names."""
    if not re.fullmatch(r"m[0-9]{1,4}", word.text):
        raise word.wrong(f"{word.text!r} is not a missile: write m and its number, as m4.")
    number = MISSILES + int(word.text[1:])
    if battle.missile(number) is None:
        raise word.wrong(f"there is no missile {word.text} in flight.")
    return number


def write_target(battle: Named, target: int, fighter: int | None = None) -> str:
    """A target: a unit, "Cougar/2" for a fighter, "m4" for a missile, "planet" for the planet that is fired at."""
    if target == PLANET:
        return PLANET_WORD
    if target >= MISSILES:
        return f"m{target - MISSILES}"
    ref = write_unit_ref(battle, target)
    return ref if fighter is None else f"{ref}/{fighter + 1}"


def target_of(battle: Battle, word: Word) -> tuple[int, int | None]:
    """The unit, fighter, missile or planet a word names."""
    if re.fullmatch(r"m[0-9]+", word.text):
        return missile_of(battle, word), None
    if is_planet(battle, word):
        return PLANET, None
    named = FIGHTER.fullmatch(word.text)
    if not named:
        return unit_of(battle, word).number, None
    ref, fighter = named[1], named[2]
    unit = unit_of(battle, word.part(ref, 0))
    if not unit.kind.fighters:
        raise word.wrong(f"{ref} is not a squadron: it has no fighters to name.")
    return unit.number, number_of(word.part(fighter, len(ref) + 1), 1, unit.kind.fighters, "a fighter") - 1


def is_planet(battle: Battle, word: Word) -> bool:
    """Whether a word stands for the planet as a target, in a battle in which it is one (26.8)."""
    return word.text == PLANET_WORD and bombardment(battle.aims) is not None


def goal_of(battle: Battle, word: Word) -> int:
    """The number of the unit a word names at which missiles are aimed, or of the planet."""
    return PLANET if is_planet(battle, word) else unit_of(battle, word).number


def parts_of(word: Word, mark: str = "/") -> list[Word]:
    """The parts of a word between strokes, or between other marks."""
    offset, found = 0, []
    for text in word.text.split(mark):
        found.append(word.part(text, offset))
        offset += len(text) + len(mark)
    return found


def write_marker(marker: int) -> str:
    """A shield reinforcement as "front@C"."""
    return f"{ARCS[marker // 6]}@{IMPULSES[marker % 6]}"


def marker_of(word: Word) -> int:
    """A shield reinforcement, from "front@C"."""
    arc, _, impulse = word.text.partition("@")
    if arc not in ARCS or impulse not in tuple(IMPULSES):
        raise word.wrong(f"{word.text!r} is not a reinforcement: write its arc and impulse, as front@C.")
    return ARCS.index(arc) * 6 + IMPULSES.index(impulse)
