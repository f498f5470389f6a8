"""Ships as people write them down: a line a ship, "Patton; CA; Antares; hull 2, weapon 1, relays 1"."""

import re
from dataclasses import dataclass
from typing import Final

from campaign.rules.orders import RESERVE, Target
from campaign.rules.strategic_map import StrategicMap
from campaign.rules.taken import MOST_SHIPS, TakenShip
from engines.seam.documents import UNDAMAGED, Damage
from engines.seam.looks import look
from engines.seam.names import fault, tidy
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, purchasable

PARTS = re.compile(r"\s*[;\t]\s*")
WORDS: Final = {"hull": 20, "weapon": 9, "thrusters": 2, "relays": 2}
"""What a damage names, and the highest number."""
DAMAGE = re.compile(r"(hull|weapon|thrusters|relays)\s+(\d{1,2})\Z")
FIGHTERS = re.compile(r"fighters((?:\s+[0-2])+)\Z")
LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line; anything else that could is refused in a name by its own name."""


@dataclass(frozen=True)
class ReadShips:
    """The ships of a text by name, and what is wrong with its lines, as sentences."""

    ships: dict[str, TakenShip]
    faults: tuple[str, ...]


class _Fault(Exception):
    """Why a line is no ship."""


def read_ships(text: str, side: Side, chart: StrategicMap) -> ReadShips:
    """The ships of a side that a text lists; empty lines are passed over."""
    ships: dict[str, TakenShip] = {}
    faults = []
    taken: dict[str, str] = {}
    for number, line in enumerate(LINE_END.split(text), 1):
        if not line.strip():
            continue
        try:
            name, ship = _ship(line.strip(), side, chart)
        except _Fault as wrong:
            faults.append(f"Line {number}: {wrong}.")
            continue
        other = taken.setdefault(look(name), name)
        if name in ships:
            faults.append(f"Line {number}: There is another ship called {name}.")
        elif other != name:
            faults.append(f"Line {number}: {name} looks like {other}. Give one of them another name.")
        ships[name] = ship
    if len(ships) > MOST_SHIPS:
        faults.append(f"At most {MOST_SHIPS} ships can be entered.")
    return ReadShips(ships, tuple(faults))


def _ship(line: str, side: Side, chart: StrategicMap) -> tuple[str, TakenShip]:
    name, *rest = PARTS.split(line)
    if len(rest) not in (2, 3):
        raise _Fault("Write name; class; place, and the damage if there is any")
    name = tidy(name)
    if wrong := fault(name):
        raise _Fault(wrong.removesuffix("."))
    damage = _damage(rest[2]) if len(rest) == 3 and rest[2] else UNDAMAGED
    return name, TakenShip(_class(rest[0], side).key, _place(rest[1], chart), damage)


def _class(word: str, side: Side) -> ShipClass:
    for kind in purchasable(side):
        if word.lower() in (kind.abbreviation.lower(), kind.title.lower(), kind.key):
            return kind
    known = ", ".join(kind.abbreviation for kind in purchasable(side))
    raise _Fault(f"{side.title()} has no class “{word}”. Its classes are {known}")


def _place(word: str, chart: StrategicMap) -> Target:
    for place in (*chart.order, RESERVE):
        if word.lower() == place.lower():
            return place
    raise _Fault(f"“{word}” is no sector. Write {', '.join(chart.order)} or Reserve")


def _damage(words: str) -> Damage:
    counted = dict.fromkeys(("hull", "thrusters", "relays"), 0)
    weapons: list[int] = []
    fighters: tuple[int, ...] = ()
    for word in (part.strip().lower() for part in words.split(",")):
        if found := FIGHTERS.fullmatch(word):
            fighters = tuple(int(number) for number in found[1].split())
        elif (found := DAMAGE.fullmatch(word)) and 1 <= int(found[2]) <= WORDS[found[1]]:
            if found[1] == "weapon":
                weapons.append(int(found[2]) - 1)
            else:
                counted[found[1]] = int(found[2])
        else:
            raise _Fault(
                f"“{word}” is no damage. Write hull 2, weapon 1, thrusters 1, relays 1 or fighters 2 1 0"
            )
    return Damage(counted["hull"], tuple(sorted(weapons)), counted["thrusters"], counted["relays"], fighters)
