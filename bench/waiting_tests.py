"""Every test that waits, many times on a busy machine: python -m bench.waiting_tests [--times 50] [-k WORDS] [--list]

A test waits if it sleeps or waits for something that another thread or process does, by itself or in what it calls or
uses of its own module; all of those that start a worker do. They are found in the code, so none is missing from a list.
Browser tests are left out: all of them wait, and the browser's library does it. The tests run again and again beside
loops that keep every core busy. A line for each test says how often it passed and failed; the exit code is 1 if one
failed.
"""

import argparse
import ast
import contextlib
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from config.serving.supervise import end_with_parent

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ROOT / "tests"
WAITS: Final = frozenset({"sleep", "wait", "wait_for", "wait_for_page", "wait_until"})
"""What is called by whoever waits."""
MARKER: Final = "worker"
BUSY_A_CORE: Final = 2
Function = ast.FunctionDef | ast.AsyncFunctionDef
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


def waiting_tests(folder: Path = TESTS) -> list[str]:
    """The tests in a folder that wait, as pytest is told of them."""
    found = sorted(folder.rglob("test_*.py"))
    return [test for path in found if "browser" not in path.parts for test in _in_module(path)]


def _in_module(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    waiting = {one.name for one in functions if _named(one) & WAITS or _is_marked(one)}
    while more := {one.name for one in functions if _used(one) & waiting} - waiting:
        waiting |= more
    for where, one in _tests(tree):
        if one.name in waiting:
            yield "::".join([str(path), *where, one.name])


def _tests(tree: ast.Module) -> Iterator[tuple[list[str], Function]]:
    """Each test, and the name of its class if it has one."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in inside:
            if isinstance(one, Function) and one.name.startswith("test_"):
                yield ([node.name] if isinstance(node, ast.ClassDef) else []), one


def _named(function: Function) -> set[str]:
    """The last names of what it calls."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls}


def _used(function: Function) -> set[str]:
    """What it names or calls, and its fixtures."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    marks = {
        str(node.value)
        for one in function.decorator_list
        for node in ast.walk(one)
        if isinstance(node, ast.Constant)
    }
    return names | marks | _named(function) | {one.arg for one in function.args.args}


def _is_marked(function: Function) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr == MARKER
        for one in function.decorator_list
        for node in ast.walk(one)
    )


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """Keeps as many cores busy while the block runs."""
    command = [sys.executable, "-c", "while True: pass"]
    started = [
        subprocess.Popen(command, preexec_fn=end_with_parent)  # noqa: PLW1509 - this process has no threads
        for _ in range(loops)
    ]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


def run_once(tests: Sequence[str], words: str = "") -> dict[str, str]:
    """How each test ended; RuntimeError, with what pytest said, if it did not get so far."""
    with tempfile.TemporaryDirectory(prefix="front-line-waiting-") as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"--junitxml={report}", *tests]
        command += ["-k", words] if words else []
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1) or not report.exists():
            raise RuntimeError(f"{done.stdout}{done.stderr}"[-2000:])
        return {f"{case.get('classname')}::{case.get('name')}": _ended(case) for case in _cases(report)}


def _cases(report: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(report).iter("testcase"))


def _ended(case: ElementTree.Element) -> str:
    kinds = {one.tag for one in case}
    return FAILED if kinds & {"failure", "error"} else SKIPPED if SKIPPED in kinds else PASSED


def run(tests: Sequence[str], times: int, loops: int, words: str = "") -> dict[str, Counter[str]]:
    """How often each test passed and failed on the busy machine."""
    found: dict[str, Counter[str]] = {}
    with busy(loops):
        for number in range(1, times + 1):
            ended = run_once(tests, words)
            for test, how in ended.items():
                found.setdefault(test, Counter())[how] += 1
            failed = [test for test, how in ended.items() if how == FAILED]
            print(f"{number} of {times}: {', '.join(failed) or 'none'} failed", flush=True)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 1 if a test failed."""
    parser = argparse.ArgumentParser(description="Runs every test that waits many times on a busy machine.")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--busy", type=int, default=BUSY_A_CORE * (os.cpu_count() or 1), help="busy loops")
    parser.add_argument("-k", default="", help="only tests that pytest finds by these words")
    parser.add_argument("--list", action="store_true", help="name the tests and run none")
    parser.add_argument("folder", nargs="?", type=Path, default=TESTS, help="where the tests are")
    given = parser.parse_args(words)
    tests = waiting_tests(given.folder.resolve())
    if given.list:
        print(*tests, sep="\n")
        return 0
    found = run(tests, given.times, given.busy, given.k)
    for test, how in sorted(found.items()):
        print(f"{how[PASSED]:5} passed {how[FAILED]:5} failed  {test}")
    return 1 if any(how[FAILED] for how in found.values()) or not found else 0


if __name__ == "__main__":
    sys.exit(main())
