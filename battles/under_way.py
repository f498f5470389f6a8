"""Battles of other systems that the page of single battles lists beside its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from config.hook import Hook


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle in a list: where it leads, against whom, and how it stands; `waits`: it is the reader's turn."""

    path: str
    game: str
    rival: str
    points: int
    words: str
    waits: bool


UNDER_WAY: Hook[[User], Iterable[BattleLine]] = Hook()
"""The battles of a player that are not over, those that wait for somebody too."""
