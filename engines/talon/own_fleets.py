"""Fleets of one's own: the sizes of a battle by their names (27)."""

import tomllib
from functools import cache

import msgspec
from msgspec import Struct

from engines.talon.catalogue import TABLES


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """What each side of a battle may spend, and what that is called."""

    points: int
    title: str


@cache
def sizes() -> tuple[Size, ...]:
    """Every size, the smallest first (27)."""
    table = tomllib.loads((TABLES / "sizes.toml").read_text("utf-8"))
    return msgspec.convert(table["size"], tuple[Size, ...])
