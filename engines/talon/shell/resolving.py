"""resolve: two captains fight the battle of a set-up document."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO, get_args

from engines.seam import codec
from engines.seam.documents import Doctrine, Level
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.records.exchange import written_of
from engines.talon.records.record import fight_out
from engines.talon.shell.files import check_form, headers_of, read_doctrine, read_setup, write_record, wrong
from engines.talon.shell.results import of_record

HELP = "fight the battle of a set-up document with two captains and print the result"
LEVELS: tuple[Level, ...] = get_args(Level)
STANCES = get_args(Doctrine.__annotations__["stance"])


def add_arguments(parser: ArgumentParser) -> None:
    """SETUP, the seed, each side's doctrine and captains' level, and the form of the answer."""
    parser.add_argument("file", type=Path, metavar="SETUP", help="a set-up document, as in docs/examples/")
    parser.add_argument("--seed", default="1", help="the same seed gives the same battle (default 1)")
    parser.add_argument("--json", action="store_true", help="print the result document")
    words = "write the battle's record to a file, as text (.txt) or as JSON (.json)"
    parser.add_argument("--record", type=Path, metavar="FILE", help=words)
    for side in SIDES:
        parser.add_argument(
            f"--{side}", choices=STANCES, default="withdraw", help=f"{side}'s stance (default withdraw)"
        )
        words = f"{side}'s whole doctrine, a document; its stance counts then"
        parser.add_argument(f"--{side}-doctrine", type=Path, metavar="FILE", help=words)
        words = f"who leads {side}'s ships (default captain)"
        parser.add_argument(f"--{side}-level", choices=LEVELS, default="captain", help=words)


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 when the battle is fought and its result printed."""
    out.write(outcome(vars(options)))
    return 0


def outcome(options: Mapping[str, Any]) -> str:
    """The result of the battle, in words or as a document; `Wrong` if it cannot be fought or written down."""
    setup, target = read_setup(options["file"]), options["record"]
    if target is not None:
        check_form(target)
    doctrines = {side: _doctrine(options, side) for side in SIDES}
    levels: dict[Side, Level] = {side: options[f"{side}_level"] for side in SIDES}
    try:
        record = fight_out(setup, doctrines, SeededDice(str(options["seed"])), levels=levels)
    except Refused as refused:
        raise wrong(refused) from refused
    if target is not None:
        write_record(target, written_of(record, headers_of(setup)))
    return f"{codec.encode(record.result).decode()}\n" if options["json"] else of_record(record)


def _doctrine(options: Mapping[str, Any], side: Side) -> Doctrine:
    document = options[f"{side}_doctrine"]
    return Doctrine(stance=options[side]) if document is None else read_doctrine(document)
