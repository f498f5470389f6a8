"""Names in a row, as a sentence has them."""

from collections.abc import Sequence


def in_row(names: Sequence[str]) -> str:
    """One name or more in words.

    >>> in_row(["Mule"]), in_row(["Mule", "Ark"]), in_row(["Mule", "Ark", "Dray"])
    ('Mule', 'Mule and Ark', 'Mule, Ark and Dray')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
