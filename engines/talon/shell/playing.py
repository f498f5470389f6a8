"""play: a battle in the terminal, for one side or both, against a computer's captain."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO
from zlib import crc32

from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.captains.fight import Player
from engines.talon.captains.levels import player_of
from engines.talon.results.degree import result_for
from engines.talon.shell.files import begun, check_form, headers_of, read_setup, write_record
from engines.talon.shell.resolving import LEVELS, STANCES
from engines.talon.shell.results import of_result
from engines.talon.shell.table import ShellTable

HELP = "play the battle of a set-up document in the terminal"


def add_arguments(parser: ArgumentParser) -> None:
    """SETUP, who plays which side, the seed of the dice, and where the record goes."""
    parser.add_argument("file", type=Path, metavar="SETUP", help="a set-up document, as in docs/examples/")
    parser.add_argument(
        "--side", choices=(*SIDES, "both"), required=True, help="the side that you play, or both"
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same dice (default 1)")
    words = "who leads the other side's ships (default captain)"
    parser.add_argument("--level", choices=LEVELS, default="captain", help=words)
    parser.add_argument("--stance", choices=STANCES, default="withdraw", help="its stance (default withdraw)")
    words = "write the record of the battle, or of as much as was played, to a .txt or .json file"
    parser.add_argument("--record", type=Path, metavar="FILE", help=words)


def run(options: Namespace, answers: TextIO, out: TextIO) -> int:
    """0 when the battle is over, or was left."""
    setup = read_setup(options.file)
    if options.record is not None:
        check_form(options.record)
    match = begun(setup)
    try:
        ShellTable(match, SeededDice(options.seed), _computers(options), answers, out).play()
    finally:
        if options.record is not None:
            result = text.write_ending(match.battle) or "unfinished"
            write_record(options.record, match.written({**headers_of(setup), "result": result}))
    if match.battle.ending:
        out.write("\n" + of_result(result_for(setup, game.report(match.battle)), dict.fromkeys(SIDES, "")))
    return 0


def _computers(options: Namespace) -> dict[Side, Player]:
    """Who plays the sides that the person does not play."""
    doctrine = Doctrine(stance=options.stance)
    return {
        side: player_of(options.level, doctrine, crc32(f"{options.seed}/{side}".encode()) >> 1)
        for side in SIDES
        if options.side not in (side, "both")
    }
