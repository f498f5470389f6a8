"""The command of `python -m engines.warfleets`, and how it ends."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from engines.seam.refusals import Refusal, Unreadable
from engines.warfleets.building import refusals
from engines.warfleets.catalogue import catalogue
from engines.warfleets.fleet import Fleet, fleet_points, ship_points
from engines.warfleets.fleet_files import read_fleet
from engines.warfleets.set_ups import table_refusals
from engines.warfleets.table_files import read_table
from engines.warfleets.toml_files import MOST_BYTES

USUAL: Final = 300
"""Points of a first game (W3)."""
REFUSED: Final = 1
WRONG: Final = 2


def parser() -> ArgumentParser:
    """What may be written behind `python -m engines.warfleets`."""
    found = ArgumentParser(
        prog="python -m engines.warfleets", description="Fleets and tables of Warfleets: FTL."
    )
    commands = found.add_subparsers(required=True, metavar="COMMAND")
    words = "say what a fleet costs, and whether it may be played"
    one = commands.add_parser("fleet", help=words, description=f"{words.capitalize()}.")
    one.add_argument("file", type=Path, metavar="FILE", help="a fleet in TOML")
    one.add_argument("--points", type=int, default=USUAL, help="of the game (%(default)s unless you say)")
    one.set_defaults(judge=_judge_fleet)
    words = "say whether a table may be played on"
    one = commands.add_parser("table", help=words, description=f"{words.capitalize()}.")
    one.add_argument("file", type=Path, metavar="FILE", help="terrain in TOML")
    one.set_defaults(judge=_judge_table)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 0 if the fleet or table may be played, 1 if not, 2 if there is none to judge."""
    options = parser().parse_args(words)
    try:
        with options.file.open("rb") as file:
            judge: Callable[[bytes, Namespace], int] = options.judge
            return judge(file.read(MOST_BYTES + 1), options)
    except OSError as error:
        sys.stderr.write(f"{options.file} cannot be read: {error.strerror}.\n")
        return WRONG
    except Unreadable as unreadable:
        sys.stderr.write(f"{unreadable}.\n")
        return WRONG


def _judge_fleet(raw: bytes, options: Namespace) -> int:
    fleet = read_fleet(raw)
    return _told(_costs(fleet), refusals(fleet, options.points), f"in a game of {options.points} points")


def _judge_table(raw: bytes, _options: Namespace) -> int:
    terrain = read_table(raw)
    return _told(
        (f"{piece.name}: {', '.join(piece.kinds)}" for piece in terrain), table_refusals(terrain), "on"
    )


def _told(lines: Iterable[str], found: Sequence[Refusal], where: str) -> int:
    sys.stdout.write("".join(f"{line}\n" for line in (*lines, *map(str, found))))
    if not found:
        sys.stdout.write(f"It may be played {where}.\n")
    return REFUSED if found else 0


def _costs(fleet: Fleet) -> Iterator[str]:
    known = catalogue()
    yield f"{fleet.name}: {fleet_points(fleet)} points"
    for ship in fleet.ships:
        yield f"  {ship.name}, {known.ships[ship.size].title}: {ship_points(ship)}"
    for squadron in fleet.squadrons:
        kind = known.squadrons[squadron.kind]
        yield f"  {squadron.name}, {kind.title}: {kind.points}"
