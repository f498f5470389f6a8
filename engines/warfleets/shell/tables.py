"""table: whether terrain may be played on."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from engines.warfleets.set_ups import table_refusals
from engines.warfleets.shell.files import table_in
from engines.warfleets.shell.judging import told

HELP = "say whether a table may be played on"


def add_arguments(parser: ArgumentParser) -> None:
    """FILE."""
    parser.add_argument("file", type=Path, metavar="FILE", help="terrain in TOML")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 if the table may be played on, 1 if not."""
    terrain = table_in(options.file)
    lines = [f"{piece.name}: {', '.join(piece.kinds)}" for piece in terrain]
    return told(out, lines, table_refusals(terrain), "on")
