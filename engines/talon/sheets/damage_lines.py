"""Damage as people and the site's own sheets write it: "hull 2 of 6, weapon 1, relays 1", "1 fighter lost", "none"."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engines.seam.refusals import Unreadable
from engines.talon.catalogue import ShipClass
from engines.talon.damage import TalonDamage
from engines.talon.sheets.unit_cards import arc_words

UNDAMAGED: Final = frozenset(
    {"", "none", "no damage", "nothing", "undamaged", "unharmed", "intact", "whole", "-", "–", "—", "0"}
)
BETWEEN: Final = re.compile(r"(?:,(?: ?and(?= ))?| and(?= (?:\d )?[a-z]))(?![^(]*\))")
"""A comma, or an "and" before the next thing, that is not inside brackets: arcs have some of their own."""
LISTED: Final = re.compile(r"(weapons?|fighters?):? \d.*")
"""What is counted by one number after the other, between which people also write commas."""
MORE: Final = re.compile(r"\d(?: (?:and )?\d)*(?: lost)?")
"""Numbers that go on with such a list."""
HOW_TO_WRITE: Final = "Write hull 2, weapon 1, thrusters 1, relays 1 or fighters 2 1 0"
MOST: Final = {
    "hull": 20,
    "weapon": 9,
    "thrusters": 2,
    "relays": 2,
    "fighters lost": 3,
    "fighters damaged": 3,
}


@dataclass
class _Read:
    """What has been read so far of the damage of a ship of a class."""

    kind: ShipClass
    counted: dict[str, int] = field(default_factory=dict)
    weapons: list[int] = field(default_factory=list)
    fighters: tuple[int, ...] = ()

    def count(self, what: str, number: str) -> None:
        """One thing and its number, which is said once."""
        if not 0 <= int(number) <= MOST[what]:
            raise Unreadable(f"“{what} {number}” is no damage. {HOW_TO_WRITE}")
        if what in self.counted:
            raise Unreadable(f"The damage names {what} twice")
        self.counted[what] = int(number)

    def hull(self, found: re.Match[str]) -> None:
        """Hull boxes, of as many as the class has."""
        boxes = len(self.kind.hull)
        if found["of"] and int(found["of"]) != boxes:
            raise Unreadable(f"A {self.kind.title} has {boxes} hull boxes, not {found['of']}")
        self.count("hull", found["number"])

    def weapons_by_number(self, found: re.Match[str]) -> None:
        """Weapons by their places on the sheet."""
        for number in re.findall(r"\d", found["number"]):
            if not 1 <= int(number) <= MOST["weapon"]:
                raise Unreadable(f"“weapon {number}” is no damage. {HOW_TO_WRITE}")
            self.weapons.append(int(number) - 1)

    def weapon_by_name(self, found: re.Match[str]) -> None:
        """A weapon as a sheet names it, the first such that is not lost yet."""
        for number, group in enumerate(self.kind.weapons):
            named = (group.title.lower(), arc_words(group)) == (found["title"], found["arcs"])
            if named and number not in self.weapons:
                self.weapons.append(number)
                return
        raise Unreadable(f"A {self.kind.title} has no other weapon “{found['title']} ({found['arcs']})”")

    def fighters_by_box(self, found: re.Match[str]) -> None:
        """The boxes marked on each fighter."""
        self.fighters += tuple(int(number) for number in found["number"].split())

    def damage(self) -> TalonDamage:
        """All of it."""
        lost, hurt = self.counted.get("fighters lost", 0), self.counted.get("fighters damaged", 0)
        if lost or hurt:
            whole = max(0, self.kind.fighters - lost - hurt)
            self.fighters = (2,) * lost + (1,) * hurt + (0,) * whole
        return TalonDamage(
            self.counted.get("hull", 0),
            tuple(sorted(self.weapons)),
            self.counted.get("thrusters", 0),
            self.counted.get("relays", 0),
            self.fighters,
        )


READERS: Final[dict[str, Callable[[_Read, re.Match[str]], None]]] = {
    r"hull(?: box(?:es)?)?:? (?P<number>\d{1,2})(?: of (?P<of>\d{1,2}))?(?: marked)?": _Read.hull,
    r"(?P<number>\d{1,2})(?: of (?P<of>\d{1,2}))? hull(?: box(?:es)?)?(?: marked)?": _Read.hull,
    r"weapons?:? (?P<number>\d(?: (?:and )?\d)*)(?: lost)?": _Read.weapons_by_number,
    r"(?P<title>[^()]+) \((?P<arcs>[^()]+)\) lost": _Read.weapon_by_name,
    r"fighters?:?(?P<number>(?: [0-2])+)": _Read.fighters_by_box,
    r"(?P<number>\d) fighters? (?P<what>lost|damaged)": (
        lambda read, found: read.count(f"fighters {found['what']}", found["number"])
    ),
    r"thrusters?:? (?:turn radius \+)?(?P<number>\d)(?: lost)?": (
        lambda read, found: read.count("thrusters", found["number"])
    ),
    r"(?P<number>\d) thrusters?(?: lost)?": lambda read, found: read.count("thrusters", found["number"]),
    r"(?:power )?relays?:? (?:power [-−])?(?P<number>\d)(?: lost)?": (
        lambda read, found: read.count("relays", found["number"])
    ),
    r"(?P<number>\d) (?:power )?relays?(?: lost)?": lambda read, found: read.count("relays", found["number"]),
}
"""What each kind of damage looks like, in lower case with single blanks, and what reads it."""


def read_damage(words: str, kind: ShipClass) -> TalonDamage:
    """The damage of a ship of a class; `Unreadable` if the words are none. Whether it can be so is not judged."""
    plain = " ".join(words.lower().split()).removesuffix(".").rstrip()
    read, listed = _Read(kind), ""
    for part in () if plain in UNDAMAGED else map(str.strip, BETWEEN.split(plain)):
        if found := LISTED.fullmatch(part):
            listed = found[1]
        elif not MORE.fullmatch(part):
            listed = ""
        _read_part(read, f"{listed} {part}" if listed and not found else part)
    return read.damage()


def _read_part(read: _Read, part: str) -> None:
    for pattern, reader in READERS.items():
        if (found := re.fullmatch(pattern, part)) is not None:
            reader(read, found)
            return
    raise Unreadable(f"“{part}” is no damage. {HOW_TO_WRITE}")
