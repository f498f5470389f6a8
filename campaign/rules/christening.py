"""Names of new ships: the printed ones first, then "<class> <number>", each once in a war (S34)."""

from collections.abc import Collection
from itertools import count

from engines.seam.sides import Side
from engines.talon.catalogue import ship_class


def christen(side: Side, key: str, taken: Collection[str]) -> str:
    """The next name for a ship of the class that is not `taken`, by ships of the war that are there or gone (S34).

    >>> christen("terran", "scout", {"Explorer"}), christen("terran", "scout", {"Explorer", "Voyager"})
    ('Voyager', 'Scout 3')
    """
    kind = ship_class(side, key)
    title = "Squadron" if kind.fighters else kind.title
    numbered = (f"{title} {number}" for number in count(len(kind.names) + 1))
    return next(name for names in (kind.names, numbered) for name in names if name not in taken)
