"""odds: captains play the battle of a set-up document out many times, and the ends are counted."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from engines.odds import tally
from engines.odds.chances import Chance
from engines.odds.playing import Question, play_outs, seed_of
from engines.odds.tally import DEGREES, Tally
from engines.seam.documents import Doctrine, Level
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.shell.files import read_setup, wrong
from engines.talon.shell.resolving import LEVELS, STANCES

HELP = "play the battle of a set-up document out many times and print how it ends"
USUAL, MOST, AT_RISK = 200, 100_000, 3


def add_arguments(parser: ArgumentParser) -> None:
    """SETUP, how many play-outs, the seed, each side's stance and captains' level, and the form of the answer."""
    parser.add_argument("file", type=Path, metavar="SETUP", help="a set-up document, as in docs/examples/")
    words = f"how many play-outs (default {USUAL})"
    parser.add_argument("--times", type=_times, default=USUAL, metavar="NUMBER", help=words)
    words = "the same seed gives the same dice (default: it follows from the set-up)"
    parser.add_argument("--seed", help=words)
    parser.add_argument("--json", action="store_true", help="print the tally as a document")
    for side in SIDES:
        words = f"{side}'s stance (default withdraw)"
        parser.add_argument(f"--{side}", choices=STANCES, default="withdraw", help=words)
        words = f"who leads {side}'s ships (default captain)"
        parser.add_argument(f"--{side}-level", choices=LEVELS, default="captain", help=words)


def _times(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= MOST:
        raise ArgumentTypeError(f"{word!r} is not a number from 1 to {MOST}")
    return int(word)


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 when the play-outs are counted and printed; `Wrong` if the battle cannot be fought."""
    try:
        found = play_outs(_question(vars(options)), range(options.times), SeededDice)
    except Refused as refused:
        raise wrong(refused) from refused
    out.write(f"{tally.encode(found).decode()}\n" if options.json else "\n".join([*_lines(found), ""]))
    return 0


def _question(options: Mapping[str, Any]) -> Question:
    setup = read_setup(options["file"])
    doctrines: dict[Side, Doctrine] = {side: Doctrine(stance=options[side]) for side in SIDES}
    levels: dict[Side, Level] = {side: options[f"{side}_level"] for side in SIDES}
    return Question(setup, doctrines, options["seed"] or seed_of(setup), levels)


def _lines(found: Tally) -> Iterator[str]:
    yield f"{found.fought} play-outs by captains. In brackets: where the long run lies, with 95 % certainty."
    for side in SIDES:
        yield f"{side.title()} wins: {_words(found.won(side))}"
        for degree in DEGREES:
            yield f"  {degree}: {_words(found.won(side, degree))}"
    yield f"Nobody wins: {_words(found.chance(lambda ended: not ended.winner))}"
    for side in SIDES:
        yield f"{side.title()} loses {found.points(side).value:.0f} points on average{_at_risk(found, side)}"


def _words(chance: Chance) -> str:
    low, high = chance.interval
    return f"{100 * chance.share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _at_risk(found: Tally, side: Side) -> str:
    """The units lost most often, each with how often."""
    most = list(found.lost(side).by_name.items())[:AT_RISK]
    words = ", ".join(f"{name} in {100 * Chance(times, found.fought).share:.0f} %" for name, times in most)
    return f": {words}" if words else ""
