"""The impulse chart (4.1)."""

import tomllib
from typing import Final

from engines.talon.catalogue import TABLES

_chart = tomllib.loads((TABLES / "sequence.toml").read_text(encoding="utf-8"))["acts"]
ACTS: Final[tuple[tuple[bool, ...], ...]] = tuple(
    tuple(letter in _chart[str(rating)] for letter in "ABCDEF") for rating in range(7)
)
"""Whether a Power or Speed acts in an impulse: `ACTS[rating][impulse]`."""
