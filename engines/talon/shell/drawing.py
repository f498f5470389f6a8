"""draw: the board of a record, a set-up or a position, with characters."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from engines.talon.shell.boards import board
from engines.talon.shell.files import read_match
from engines.talon.shell.replaying import count

HELP = "draw the board of a battle record, a set-up or a position"


def add_arguments(parser: ArgumentParser) -> None:
    """The file, and how far a record is played."""
    words = "a battle record, a set-up document, or a position in the notation"
    parser.add_argument("file", type=Path, metavar="RECORD|SETUP", help=words)
    parser.add_argument(
        "--order", type=count, metavar="N", help="as a record stands after N orders (default: all)"
    )


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 when the board is drawn."""
    out.write(board(read_match(options.file, options.order).battle))
    return 0
