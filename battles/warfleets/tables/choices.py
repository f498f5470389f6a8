"""What a battle can be begun with: fleets and tables that are ready, and the fleets that a player keeps."""

from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Final

from accounts.models import User
from battles.warfleets.keeping import fleet_in
from battles.warfleets.random_fleets import random_fleet
from engines.seam.refusals import refuse
from engines.seam.words.whole_numbers import whole_number
from engines.warfleets.fleet import Fleet, fleet_points
from engines.warfleets.fleet_files import read_fleet
from engines.warfleets.table_files import read_table
from engines.warfleets.terrain import Terrain

READY: Final = Path(__file__).parent / "ready"
TABLE: Final = ".table"
KEPT: Final = "own-"
"""What stands before the number of a kept fleet."""
RANDOM: Final = "random"
LAID: Final = "laid"
"""The table on which the players lay the terrain themselves (WF53)."""


@cache
def ready_fleets() -> dict[str, Fleet]:
    """The fleets that are ready, by their key."""
    files = sorted(path for path in READY.glob("*.toml") if not path.stem.endswith(TABLE))
    return {path.stem: read_fleet(path.read_bytes()) for path in files}


@cache
def ready_tables() -> dict[str, tuple[Terrain, ...]]:
    """The terrain of the tables that are ready, by their key."""
    files = sorted(READY.glob(f"*{TABLE}.toml"))
    return {path.stem.removesuffix(TABLE): read_table(path.read_bytes()) for path in files}


def fleet_choices(user: User | None) -> list[tuple[str, str]]:
    """The fleets that somebody can bring, the own ones first, each with its cost."""
    kept = [] if user is None else user.warfleets.order_by("name")
    own = [(f"{KEPT}{row.pk}", _words(fleet_in(row))) for row in kept]
    ready = [(key, f"{_words(fleet)}, ready") for key, fleet in ready_fleets().items()]
    return [*own, *ready, (RANDOM, "A random fleet")]


def table_choices() -> list[tuple[str, str]]:
    """The tables, by name."""
    named = [(key, key.replace("-", " ").capitalize()) for key in ready_tables()]
    return [*named, (LAID, "The players lay the terrain")]


def chosen_fleet(key: str, user: User | None, points: int) -> Fleet:
    """The fleet of a choice for a game of so many points, a random one anew each time; `Refused` if it is gone."""
    if key == RANDOM:
        return random_fleet(points, SystemRandom())
    if key in ready_fleets():
        return ready_fleets()[key]
    number = whole_number(key.removeprefix(KEPT))
    row = None if user is None or number is None else user.warfleets.filter(pk=number).first()
    if row is None:
        raise refuse("", "This fleet is there no more. Choose another.")
    return fleet_in(row)


def chosen_table(key: str) -> tuple[Terrain, ...]:
    """The terrain of a choice; none if the players lay it."""
    return ready_tables().get(key, ())


def _words(fleet: Fleet) -> str:
    return f"{fleet.name} ({fleet_points(fleet)} points)"
