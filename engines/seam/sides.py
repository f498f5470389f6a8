"""The two sides of every battle and every war."""

from typing import Final, Literal

Side = Literal["terran", "talon"]
SIDES: Final[tuple[Side, Side]] = ("terran", "talon")


def opponent(side: Side) -> Side:
    """The other side."""
    return "talon" if side == "terran" else "terran"
