"""replay: a battle record is played again by the rules, and compared with what it says."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TextIO

from engines.talon import text
from engines.talon.shell.files import Wrong, read_bytes, wrong_of
from engines.talon.shell.replayed import Replayed, as_board, as_events, as_json, replay

HELP = "play a battle record again by the rules and say whether it comes out as it says"
NO_COUNT = "so many orders are replayed: a whole number, 0 or more."


def count(word: str) -> int:
    """A number of orders."""
    if not word.isdecimal():
        raise ArgumentTypeError(NO_COUNT)
    return int(word)


def add_arguments(parser: ArgumentParser) -> None:
    """RECORD, how far, and the form of the answer."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a battle record, text or JSON")
    parser.add_argument(
        "--order", type=count, metavar="N", help="stop after N orders and say where it stands"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--events", action="store_true", help="print every order with what happened")
    form.add_argument("--json", action="store_true", help="print events and final position as JSON")
    form.add_argument("--show", action="store_true", help="draw the final position")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 if the record comes out as it says, 1 if it does not; `Wrong` if there is nothing to play."""
    found = replay(read_bytes(options.file), options.order)
    if found.match is None and not options.json:
        raise Wrong(f"{options.file} cannot be played. {wrong_of(found.refusals)}")
    if options.order is not None and found.match is not None and not found.refusals:
        _check_order(options.order, found, options.file)
    out.write(_form(options, found))
    if not found.refusals:
        return 0
    if not options.json:
        out.write(f"{wrong_of(found.refusals)}\nThe record does not come out as it says.\n")
    return 1


def _check_order(order: int, found: Replayed, path: Path) -> None:
    many = len(found.match.given) if found.match else 0
    if order > many:
        raise Wrong(f"There is no order {order} in {path}: it has {many}.")


def _form(options: Namespace, found: Replayed) -> str:
    if options.json:
        return as_json(found)
    if options.events:
        return as_events(found)
    if options.show:
        return as_board(found)
    return _verdict(found, whole=options.order is None)


def _verdict(found: Replayed, *, whole: bool) -> str:
    """How many orders and dice were played, and how it ended or where it stands."""
    match, battle = found.match, found.battle
    if match is None or battle is None:
        return ""
    dice = len(match.opening) + sum(len(given.dice) for given in match.given)
    played = f"Played by the rules: {_many(len(match.given), 'order')}, {_many(dice, 'die', 'dice')}.\n"
    if not whole:
        return f"{played}\n{text.write_position(battle)}"
    if found.refusals:
        return played
    ending = text.write_ending(battle)
    end = f"It is over: {ending}" if ending else f"It is not over: {text.write_clock(battle)}"
    says = found.written is not None and "result" in found.written.headers
    return f"{played}{end}{', as the record says' if says else '; the record does not say how it ends'}.\n"


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"
