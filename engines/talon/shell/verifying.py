"""verify: whether a record's dice follow from the seed it names, and whether it is the battle that was promised."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from engines.talon.documents.written import BattleRecord
from engines.talon.records.dice_check import fault, has_commitment
from engines.talon.shell.files import Wrong, read_bytes, wrong_of
from engines.talon.shell.replayed import replay

HELP = "say whether the dice of a record follow from the seed it names"
PROMISES = ("commitment", "seal")


def add_arguments(parser: ArgumentParser) -> None:
    """RECORD, and what was promised before the first roll and noted after the last."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a battle record with sealed dice")
    parser.add_argument("--commitment", metavar="HEX", help="what was shown before the first roll")
    parser.add_argument("--seal", metavar="HEX", help="the seal that you noted")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 if every order is legal and every die follows from the seed, 1 if not; `Wrong` if no seed is named."""
    found = replay(read_bytes(options.file))
    if found.written is None:
        raise Wrong(f"{options.file} cannot be played. {wrong_of(found.refusals)}")
    if not has_commitment(found.written):
        raise Wrong(f"{options.file} names no seed: its dice are not sealed.")
    wrong = fault(found.written) or _other_promise(found.written, vars(options))
    dice = sum(len(given.dice) for given in found.written.given)
    right = f"Every order is legal, and each of the {dice:,} dice follows from the seed."
    out.write(f"{wrong or right}\n")
    return 1 if wrong else 0


def _other_promise(written: BattleRecord, options: dict[str, str | None]) -> str:
    """What of the promise is not the record's, as a sentence; "" if nothing."""
    for key in PROMISES:
        if options[key] is not None and options[key] != written.headers[key]:
            return f"The {key} is not the one that you name: this is the record of another battle."
    return ""
