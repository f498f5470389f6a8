"""Names of new ships: the printed ones first, then those of this site, each once in a war (S34)."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import count

from campaign.rules.state import RULES, Rules
from engines.seam.classes import UnitClass
from engines.seam.looks import look
from engines.seam.registry import system_key_of
from engines.seam.sides import Side
from engines.seam.systems import system, unit_class


def next_name(side: Side, key: str, taken: Collection[str], rules: Rules = RULES) -> str:
    """The next name for a ship of the class that is not `taken`, by ships of the war that are there or gone (S34).

    By the `rules` 3 and later, nor does it look like one that is taken. Names that are given here look like no other.
    Bases, and ships of wars that began by rules before 4, have numbers after the printed names (S55).

    >>> next_name("terran", "scout", {"Explorer", "Voyager"}), next_name("terran", "scout", {"Explorer", "Voyager"}, 3)
    ('Pathfinder', 'Scout 3')
    >>> next_name("talon", "base", {"Hope"})
    'Base 2'
    """
    kind, system_key = unit_class(side, key), system_key_of(key)
    looks = {look(name) for name in taken if not _is_given(system_key, side, name)} if rules > 2 else set()
    numbered = rules <= 3 or kind.role == "base"
    names = _numbered(kind) if numbered else system(system_key).catalogue.names_of(kind)
    free = (name for name in names if name not in taken)
    return next(name for name in free if not looks or look(name) not in looks)


def _numbered(kind: UnitClass) -> Iterator[str]:
    """The printed names of a class in their order, and then numbers, without end."""
    yield from kind.names
    yield from (f"{kind.numbered_title} {number}" for number in count(len(kind.names) + 1))


@lru_cache(maxsize=8192)  # asked of every ship for each that is bought
def _is_given(system_key: str, side: Side, name: str) -> bool:
    """Whether the name is one that ships get here."""
    title, _, number = name.rpartition(" ")
    numbered = number.isascii() and number.isdigit() and not number.startswith("0")
    catalogue = system(system_key).catalogue
    return any(
        catalogue.is_own_name(kind, name) or (numbered and title == kind.numbered_title)
        for kind in catalogue.classes(side)
    )
