"""Names of new ships: the printed ones first, then "<class> <number>", each once in a war (S34)."""

from collections.abc import Collection, Iterator
from itertools import count

from engines.seam.looks import look
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, classes_of, ship_class


def christen(side: Side, key: str, taken: Collection[str], *, by_look: bool = False) -> str:
    """The next name for a ship of the class that is not `taken`, by ships of the war that are there or gone (S34).

    `by_look`: nor does it look like one that is taken. Names that are given here look like no other.

    >>> christen("terran", "scout", {"Explorer"}), christen("terran", "scout", {"Explorer", "Voyager"})
    ('Voyager', 'Scout 3')
    """
    looks = {look(name) for name in taken if not _is_given(side, name)} if by_look else set()
    free = (name for name in _names(ship_class(side, key)) if name not in taken)
    return next(name for name in free if not looks or look(name) not in looks)


def _names(kind: ShipClass) -> Iterator[str]:
    """The names of a class in their order, without end."""
    yield from kind.names
    yield from (f"{_title(kind)} {number}" for number in count(len(kind.names) + 1))


def _title(kind: ShipClass) -> str:
    return "Squadron" if kind.fighters else kind.title


def _is_given(side: Side, name: str) -> bool:
    """Whether the name is one that ships get here."""
    title, _, number = name.rpartition(" ")
    numbered = number.isascii() and number.isdigit() and not number.startswith("0")
    return any(name in kind.names or (numbered and title == _title(kind)) for kind in classes_of(side))
