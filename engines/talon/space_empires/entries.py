"""Ships as they are counted on the other game's map: groups of one class with one technology and one crew (32.4)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.seam.sides import Side
from engines.talon.catalogue import ship_class
from engines.talon.fleets.ship_names import names_of
from engines.talon.space_empires.brief import BriefShip


class Group(Struct, frozen=True):
    """So many ships of a class that are alike; `name` is that of the first, "" for one of the game's."""

    ship_class: str
    count: int = 1
    name: str = ""
    attack: int = 0
    defence: int = 0
    experience: int = 0
    legendary: bool = False


def ships_of(side: Side, groups: Sequence[Group]) -> tuple[BriefShip, ...]:
    """The ships of some groups, with names of the game where the players gave none.

    Of a group with a name all ships have it, from the second on with a number.
    """
    taken = Counter(group.name for group in groups)
    printed: dict[str, Iterator[str]] = {}
    found: list[BriefShip] = []
    for group in groups:
        own = printed.setdefault(group.ship_class, names_of(ship_class(side, group.ship_class)))
        for number in range(1, group.count + 1):
            name = _name(group.name, number) if group.name else next(one for one in own if one not in taken)
            found.append(
                BriefShip(
                    name, group.ship_class, group.attack, group.defence, group.experience, group.legendary
                )
            )
    return tuple(found)


def _name(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"
