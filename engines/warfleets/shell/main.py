"""The commands of `python -m engines.warfleets`, and how they end."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from engines.seam.refusals import Refused, Unreadable
from engines.warfleets.shell import (
    factions,
    fleets,
    foretelling,
    playing,
    replaying,
    showing,
    tables,
    verifying,
)

COMMANDS: Final[dict[str, Any]] = {
    "fleet": fleets,
    "table": tables,
    "faction": factions,
    "play": playing,
    "odds": foretelling,
    "replay": replaying,
    "show": showing,
    "verify": verifying,
}
WRONG: Final = 2
BROKEN_OFF: Final = 130


def parser() -> ArgumentParser:
    """What may be written behind `python -m engines.warfleets`."""
    found = ArgumentParser(
        prog="python -m engines.warfleets", description="Fleets, tables and battles of Warfleets: FTL."
    )
    commands = found.add_subparsers(required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        one = commands.add_parser(name, help=module.HELP, description=f"{module.HELP.capitalize()}.")
        module.add_arguments(one)
        one.set_defaults(run=module.run)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 0, 1 if what was judged is not as it must be, 2 if there is none to judge."""
    options = parser().parse_args(words)
    try:
        code: int = options.run(options, sys.stdin, sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:
        with suppress(BrokenPipeError):
            sys.stdout.close()
        return BROKEN_OFF
    except OSError as error:
        sys.stderr.write(f"{error.filename} cannot be written: {error.strerror}.\n")
        return WRONG
    except Unreadable as unreadable:
        sys.stderr.write(f"{unreadable}.\n")
        return WRONG
    except Refused as refused:
        sys.stderr.write("".join(f"{one}\n" for one in refused.refusals))
        return WRONG
    except KeyboardInterrupt:
        return BROKEN_OFF
    return code
