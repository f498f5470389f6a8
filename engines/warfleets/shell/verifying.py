"""verify: whether a battle is lawful, and its dice follow from the seed that it names."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from engines.seam.refusals import Refused
from engines.warfleets.records.dice_check import fault
from engines.warfleets.records.match import replay
from engines.warfleets.shell.files import record_in

HELP = "say whether the orders of a battle are lawful and its dice follow from its seed"
REFUSED = 1
PROMISES = ("commitment", "seal")


def add_arguments(parser: ArgumentParser) -> None:
    """RECORD, and what was promised before the first roll and noted after the last."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a battle that play has written")
    parser.add_argument("--commitment", metavar="HEX", help="what was shown before the first roll")
    parser.add_argument("--seal", metavar="HEX", help="the seal that you noted")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 if every order is lawful and every die follows from the seed, 1 if not."""
    record = record_in(options.file)
    try:
        found = replay(record)
    except Refused as refused:
        out.write(f"{refused.refusals[0]}\n")
        return REFUSED
    wrong = fault(record, found)
    for key in PROMISES:
        promised = getattr(options, key)
        if not wrong and promised is not None and promised != getattr(record.sealed, key):
            wrong = f"The {key} is not the one that you name: this is the record of another battle."
    dice = sum(len(given.dice) for given in record.given)
    out.write(f"{wrong or f'Every order is lawful, and each of the {dice:,} dice follows from the seed.'}\n")
    return REFUSED if wrong else 0
