"""fleet: what a fleet costs, and whether it may be played."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from engines.warfleets.building import refusals
from engines.warfleets.fleet import Fleet, fleet_points, ship_points
from engines.warfleets.set_ups import USUAL
from engines.warfleets.shell.files import fleet_in
from engines.warfleets.shell.judging import told

HELP = "say what a fleet costs, and whether it may be played"


def add_arguments(parser: ArgumentParser) -> None:
    """FILE, and the points of the game."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a fleet in TOML")
    parser.add_argument("--points", type=int, default=USUAL, help="of the game (%(default)s unless you say)")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 if the fleet may be played, 1 if not."""
    fleet = fleet_in(options.file)
    where = f"in a game of {options.points} points"
    return told(out, _costs(fleet), refusals(fleet, options.points), where)


def _costs(fleet: Fleet) -> Iterator[str]:
    known = fleet.assets
    yield f"{fleet.name}: {fleet_points(fleet)} points"
    for ship in fleet.ships:
        yield f"  {ship.name}, {known.ships[ship.size].title}: {ship_points(ship, known)}"
    for squadron in fleet.squadrons:
        kind = known.squadrons[squadron.kind]
        yield f"  {squadron.name}, {kind.title}: {kind.points}"
