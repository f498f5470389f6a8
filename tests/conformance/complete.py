"""Writes into case files what came of their orders: `python -m tests.conformance.complete FILE...`.

Only cases without an `end` are completed: dice get their names, orders their events, the case its end, and a position
without the line `map` the one that lies around its units. Where what a
case says is not what is found nothing is written and the differences are told; `--anew` forgets the dice's names, the
events and the ends told so far and writes them all again. What a case looks at (`! + - ? : |`) is never written.
"""

import argparse
import sys
from pathlib import Path

from tests.conformance.playing import Play, play
from tests.conformance.reading import Case, Malformed, read_file


def main(arguments: list[str]) -> int:
    """0 when every file says now what is found."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.complete", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--anew", action="store_true", help="forget the events and ends that are told")
    told = parser.parse_args(arguments)
    return max(complete(path, anew=told.anew) for path in told.files)


def complete(path: Path, *, anew: bool = False) -> int:
    """Complete a file; 1, with the differences on the screen and nothing written, if there are any."""
    try:
        cases = read_file(path)
    except Malformed as malformed:
        print(malformed, file=sys.stderr)
        return 1
    if anew:
        for case in cases:
            _forget(case)
    plays = [play(case) for case in cases]
    wrong = [one for found in plays for one in found.wrong]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    if wrong:
        return 1
    path.write_text(completed(path.read_text(encoding="utf-8"), plays), encoding="utf-8")
    return 0


def _forget(case: Case) -> None:
    case.end = None
    for step in case.steps:
        step.events = []
        step.dice = [type(die)(die.number, die.text[:1]) for die in step.dice]


def completed(source: str, plays: list[Play]) -> str:
    """The text with dice, events and end of the cases that have none."""
    lines: list[str | None] = list(source.splitlines())
    added: dict[int, list[str]] = {}
    for found in plays:
        if not found.case.is_complete:
            _rewrite(found, lines, added)
    out: list[str] = []
    for number, line in enumerate(lines, 1):
        out += [] if line is None else [line]
        out += added.get(number, [])
    return "\n".join(out).rstrip() + "\n"


def _rewrite(found: Play, lines: list[str | None], added: dict[int, list[str]]) -> None:
    """Take out what stands in the file of dice, events and end, and note what comes after which line."""
    case = found.case
    if not any(line.text.startswith("map ") for line in case.position):
        clock = next(line.number for line in case.position if line.text.startswith("clock "))
        added[clock] = [found.map]
    ended = _drop(lines, case)
    for step in case.steps:
        if not step.sign:
            done = found.done[step.line]
            added[step.line] = [f"  {die}" for die in done.dice] + [f"  = {event}" for event in done.events]
    added[ended] = [*added.get(ended, []), "end", *found.end]


def _drop(lines: list[str | None], case: Case) -> int:
    """Take a case's dice, events and end out; the number of the last line that stays."""
    stays = case.steps[0].line
    for number in range(case.steps[0].line + 1, case.last + 1):
        line = lines[number - 1] or ""
        if line == "end":
            lines[number - 1 : case.last] = [None] * (case.last - number + 1)
            break
        if line.startswith("  ") and not line.startswith("  ; "):
            lines[number - 1] = None
        elif line.strip():
            stays = number
    return stays


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
