"""The commands of `python -m engines.talon`, and how they end."""

import io
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from engines.talon.shell import drawing, odds, playing, replaying, resolving, verifying
from engines.talon.shell.files import Wrong

COMMANDS: dict[str, Any] = {
    "resolve": resolving,
    "odds": odds,
    "play": playing,
    "replay": replaying,
    "draw": drawing,
    "verify": verifying,
}
WRONG = 2
BROKEN_OFF = 130


def parser() -> ArgumentParser:
    """What may be written behind `python -m engines.talon`."""
    found = ArgumentParser(prog="python -m engines.talon", description="Battles of the tactical game.")
    commands = found.add_subparsers(required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        one = commands.add_parser(name, help=module.HELP, description=f"{module.HELP.capitalize()}.")
        module.add_arguments(one)
        one.set_defaults(run=module.run)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 0, 1 if a record is not as it says, 2 if what was asked for cannot be had."""
    options = parser().parse_args(words)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code: int = options.run(options, sys.stdin, sys.stdout)
        sys.stdout.flush()
    except Wrong as wrong:
        sys.stderr.write(f"{wrong}\n")
        return WRONG
    except KeyboardInterrupt:
        return BROKEN_OFF
    return code
