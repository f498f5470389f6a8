"""Which small faults the tests find: `python -m tests.mutants 300` puts so many into copies of the code, one at a time.

A fault is a comparison, an `and`, a condition, a sum or a number that is changed in one place. They are drawn from the
rules, the seam and the services, the same each time (`--seed` draws others); the tests of their area run until one
fails. `--area accounts/deliveries` takes one area alone. Faults that no test found are printed; the exit code is 1 if
more than 15 in 100 were not.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".git", ".venv", "var", "__pycache__")
MOST_MISSED = 0.15
SECONDS = 900
CASES = ["tests/core/cases", "tests/core"]
BATTLE = ["tests/conformance", "tests/core/battle"]
AREAS = {
    "campaign/rules": [*CASES, "--ignore=tests/core/battle"],
    "engines/talon/rules": BATTLE,
    "engines/talon/refusals": BATTLE,
    "engines/talon/results": BATTLE,
    "engines/seam": [*BATTLE, "tests/core", "tests/engines"],
    "accounts/deliveries": ["tests/site/accounts/deliveries", "tests/site/accounts/owed_work"],
    "accounts/people": ["tests/site/accounts/people"],
    "battles/battle/services": ["tests/site/battles/battle", "tests/site/battles/table"],
    "battles/talon/play/services": ["tests/site/battles/talon/play"],
    "campaign/planning": ["tests/site/campaign/planning"],
    "campaign/seats": ["tests/site/campaign/seats"],
    "campaign/war/services": ["tests/site/campaign/war", "tests/site/campaign/planning"],
}
"""By folder the tests that concern it, those that find most first."""
OTHER: dict[type, Any] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
}


@dataclass(frozen=True)
class Fault:
    """A place in a file of an area, and what stands there instead."""

    area: str
    file: str
    begin: int
    end: int
    line: int
    instead: str

    def put_into(self, root: Path) -> None:
        """Write the file with the fault."""
        source = (ROOT / self.file).read_bytes()
        (root / self.file).write_bytes(source[: self.begin] + self.instead.encode() + source[self.end :])


def faults_of(area: str) -> Iterator[Fault]:
    """Every fault that can be put into an area."""
    for path in sorted((ROOT / area).rglob("*.py")):
        source = path.read_bytes()
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.expr) and (instead := _changed(node)) is not None:
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
                name = str(path.relative_to(ROOT))
                yield Fault(area, name, begin, end, node.lineno, f"({ast.unparse(instead)})")


def _changed(node: ast.expr) -> ast.expr | None:
    """The expression with a fault; None if there is none to make."""
    changed: ast.expr | None = None
    match node:
        case ast.Compare(left, [first, *rest], values) if type(first) in OTHER:
            changed = ast.Compare(left, [OTHER[type(first)], *rest], values)
        case ast.BoolOp(op, values):
            changed = ast.BoolOp(OTHER[type(op)], values)
        case ast.BinOp(left, op, right) if type(op) in OTHER:
            changed = ast.BinOp(left, OTHER[type(op)], right)
        case ast.UnaryOp(ast.Not(), operand):
            changed = operand
        case ast.IfExp(test, body, orelse):
            changed = ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Constant(int(value)) if not isinstance(value, bool):
            changed = ast.Constant(value + 1)
    return changed


def found(root: Path, area: str) -> bool:
    """Whether the tests of the area fail in the copy; tests that do not end count as well."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *AREAS[area]]
    environ = {**os.environ, "ENGINE": "plain"}
    try:
        ended = subprocess.run(
            command, cwd=root, env=environ, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return ended.returncode != 0


def main(arguments: list[str]) -> int:
    """0 if the tests found enough of the faults; 2 if they fail without any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("faults", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--area", action="append", choices=AREAS)
    asked = parser.parse_args(arguments)
    areas = asked.area or list(AREAS)
    all_faults = [fault for area in areas for fault in faults_of(area)]
    drawn = Random(asked.seed).sample(all_faults, min(asked.faults, len(all_faults)))
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if broken := [area for area in sorted({one.area for one in drawn}) if found(root, area)]:
            print(f"The tests fail without a fault: {', '.join(broken)}")
            return 2
        for fault in drawn:
            fault.put_into(root)
            if not found(root, fault.area):
                missed.append(fault)
                print(f"not found: {fault.file}:{fault.line}: {fault.instead}", flush=True)
            shutil.copy(ROOT / fault.file, root / fault.file)
    print(f"{len(drawn) - len(missed)} of {len(drawn)} faults found (of {len(all_faults)} that can be made)")
    return 1 if len(missed) > MOST_MISSED * len(drawn) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
