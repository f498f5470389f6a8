"""What names look like: whether people could take one for another.

The tables of letters take several MB; they are loaded with the first name that is looked at.
"""

from collections.abc import Iterable
from functools import lru_cache
from unicodedata import normalize


def look(name: str) -> str:
    """What a name looks like: the same for two that people could mistake for each other.

    >>> look("Ian") == look("lan") == look("1an")
    True
    >>> look("аnnа") == look("ANNA")  # with a Cyrillic а
    True
    """
    return "".join(map(_plainest, normalize("NFKD", normalize("NFKC", name)))).casefold()


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that looks like the name; None if there is none.

    >>> alike("THOR", ["Patton", "Thor"]), alike("Mule", ["Thor"])
    ('Thor', None)
    """
    looked = look(name)
    return next((other for other in others if look(other) == looked), None)


@lru_cache(4096)
def _plainest(letter: str) -> str:
    """The letter that stands for all that look like this one: the one with most of them."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    alike = [letter, *(found["c"].strip("\u200e") for found in confusables_data.get(letter, ()))]
    return str(max(alike, key=lambda one: (len(confusables_data.get(one, ())), len(one), one == letter)))
