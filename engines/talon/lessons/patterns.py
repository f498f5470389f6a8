"""What a line of the notation may look like: the goals, hints and scripts of lessons are written in it."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache

from engines.seam.sides import SIDES

AT_LEAST = "+"


def matches(pattern: str, line: str) -> bool:
    """Whether an order or an event in the notation is as the pattern says.

    In a pattern `*` stands for any word or part of one, `left|right` for either, and `2+` for a number of at least 2.
    An order has to have as many words as its pattern. An event may have more fields, and in another order.

    >>> matches("terran move Patton left|right", "terran move Patton left")
    True
    >>> matches("struck unit Sacrifice shields 1+", "struck unit Sacrifice arc left cause weapon markers 0 shields 0")
    False
    """
    first, *wanted = _words(pattern)
    head, *found = line.split()
    if head != first:
        return False
    if first in SIDES:
        return len(wanted) == len(found) and all(map(_fits, wanted, found))
    fields = dict(zip(found[::2], found[1::2], strict=False))
    pairs = zip(wanted[::2], wanted[1::2], strict=True)
    return all(name in fields and _fits(value, fields[name]) for name, value in pairs)


def any_matches(patterns: Iterable[str], line: str) -> bool:
    """Whether the line is as one of the patterns says."""
    return any(matches(pattern, line) for pattern in patterns)


def first_match(patterns: Iterable[str], lines: Sequence[str]) -> str:
    """The first of the lines that the first possible pattern allows, "" if there is none."""
    return next((line for pattern in patterns for line in lines if matches(pattern, line)), "")


@lru_cache(maxsize=1024)
def _words(pattern: str) -> tuple[str, ...]:
    return tuple(pattern.split())


def _fits(wanted: str, word: str) -> bool:
    if any(fnmatchcase(word, one) for one in wanted.split("|")):
        return True
    least = wanted.removesuffix(AT_LEAST)
    return wanted.endswith(AT_LEAST) and word.isdigit() and int(word) >= int(least)
