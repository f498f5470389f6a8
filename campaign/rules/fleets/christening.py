"""Names of new ships: the printed ones first, then those of this site, each once in a war (S34)."""

from collections.abc import Collection, Iterator
from itertools import count

from campaign.rules.state import RULES, Rules
from engines.seam.looks import look
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, classes_of, ship_class
from engines.talon.ship_names import is_own, names_of


def christen(side: Side, key: str, taken: Collection[str], rules: Rules = RULES) -> str:
    """The next name for a ship of the class that is not `taken`, by ships of the war that are there or gone (S34).

    By the `rules` 3 and later, nor does it look like one that is taken. Names that are given here look like no other.
    Bases, and ships of wars that began by rules before 4, have numbers after the printed names (S55).

    >>> christen("terran", "scout", {"Explorer", "Voyager"}), christen("terran", "scout", {"Explorer", "Voyager"}, 3)
    ('Pathfinder', 'Scout 3')
    >>> christen("talon", "base", {"Hope"})
    'Base 2'
    """
    kind = ship_class(side, key)
    looks = {look(name) for name in taken if not _is_given(side, name)} if rules > 2 else set()
    names = _numbered(kind) if rules <= 3 or key == "base" else names_of(kind)
    free = (name for name in names if name not in taken)
    return next(name for name in free if not looks or look(name) not in looks)


def _numbered(kind: ShipClass) -> Iterator[str]:
    """The printed names of a class in their order, and then numbers, without end."""
    yield from kind.names
    yield from (f"{_title(kind)} {number}" for number in count(len(kind.names) + 1))


def _title(kind: ShipClass) -> str:
    return "Squadron" if kind.fighters else kind.title


def _is_given(side: Side, name: str) -> bool:
    """Whether the name is one that ships get here."""
    title, _, number = name.rpartition(" ")
    numbered = number.isascii() and number.isdigit() and not number.startswith("0")
    return any(is_own(kind, name) or (numbered and title == _title(kind)) for kind in classes_of(side))
