"""The two sides of every battle and every war."""

from typing import Final, Literal

Side = Literal["terran", "talon"]
SIDES: Final[tuple[Side, Side]] = ("terran", "talon")
SIDE_TITLES: Final[dict[Side, str]] = {"terran": "Terran", "talon": "Talon"}


def opponent(side: Side) -> Side:
    """The other side."""
    return "talon" if side == "terran" else "terran"


def as_side(word: str) -> Side:
    """The side of that name; ValueError if there is none.

    >>> as_side("talon")
    'talon'
    """
    if word not in SIDES:
        raise ValueError(f"{word!r} is no side")
    return "terran" if word == "terran" else "talon"
