"""replay: the orders and events of a battle, as lines."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from engines.warfleets.notation.lines import write_event, write_order
from engines.warfleets.records.match import replay
from engines.warfleets.shell.files import record_in

HELP = "print the orders and events of a battle"


def add_arguments(parser: ArgumentParser) -> None:
    """RECORD."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a battle that play has written")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 when the battle is printed; `Refused` if it cannot have gone like that."""
    record = record_in(options.file)
    found = replay(record)
    models = found.battle.models
    for given, events in zip(record.given, found.events, strict=True):
        out.write(f"{write_order(given.order, models)}\n")
        out.write("".join(f"  {write_event(event, models)}\n" for event in events))
    out.write(f"{record.result}\n")
    return 0
