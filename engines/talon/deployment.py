"""How many of a class start on the map, wait for later and sit out (21, 23, 31.6, 31.8, R37, S20, S24, S25, S45).

A battle in play asks here, and so do the sheets and checks of one fought at a table.
"""

from typing import Final

SQUADRONS_CARRIED: Final = 4
"""The squadrons that a carrier or base takes (12.2, 31.6)."""
TRANSPORTS_AT_START: Final = 2
NO_LIMIT: Final = 10**6


def takes_squadrons(role: str) -> bool:
    """Whether squadrons are based on units of that role: carriers and bases (16, 31.6)."""
    return role in ("carrier", "base")


def squadrons_fighting(squadrons: int, carriers: int) -> int:
    """How many of the squadrons take part: four for each carrier or base, waiting ones too (S20, S45)."""
    return min(squadrons, SQUADRONS_CARRIED * carriers)


def counters_at_once(counters: int, boxes: int, base: bool) -> int:
    """How many of a class a side has on the map at once; bases are limited by their zone alone (31.6, S25)."""
    return NO_LIMIT if base else counters * boxes


def most_at_start(limit: int, transport: bool, later: bool) -> int:
    """The most of a class down at the start; transports that come `later` are not set up (23, 31.8, S24)."""
    if not transport:
        return limit
    return 0 if later else min(limit, TRANSPORTS_AT_START)


def shares(total: int, fighting: int, most: int) -> tuple[int, int, int]:
    """How many of a class start, wait for later and sit out, when so many take part (21, 31.6, S20).

    >>> shares(6, 4, 3)
    (3, 1, 2)
    """
    start = min(fighting, most)
    return start, fighting - start, total - fighting
