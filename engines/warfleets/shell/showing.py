"""show: a picture of a battle."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from msgspec.structs import replace

from engines.seam.refusals import refuse
from engines.warfleets.drawing import drawing
from engines.warfleets.records.match import replay
from engines.warfleets.shell.files import record_in
from engines.warfleets.view import view

HELP = "draw a battle as SVG, at its end or after some of its orders"


def add_arguments(parser: ArgumentParser) -> None:
    """RECORD, after how many orders, and where the picture goes."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a battle that play has written")
    parser.add_argument("--after", type=int, metavar="N", help="orders (all unless you say)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it to a file, not to the screen")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 when it is drawn; `Refused` if the battle cannot have gone like that, or not so far."""
    record = record_in(options.file)
    found, orders = replay(record), len(record.given)
    if options.after is not None and not 0 <= options.after <= orders:
        raise refuse("", f"The battle has {orders} orders: choose 0 to {orders}.")
    if options.after is not None and options.after < orders:
        found = replay(replace(record, given=record.given[: options.after], result="unfinished"))
    picture = drawing(view(found.battle, None))
    if options.out is None:
        out.write(picture)
    else:
        options.out.write_text(picture, encoding="utf-8")
    return 0
