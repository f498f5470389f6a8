"""What the run of all tests says of the parts that failed: the names, from pytest's own report."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import run
from tests.run import MOST_NAMED, Part, failures, main, note

TESTS = """
import pytest

seen = []

def test_good(): ...

@pytest.mark.parametrize("one", ["a b", "<&>"])
def test_bad(one): assert one == ""

class TestInside:
    def test_bad(self): assert False

@pytest.fixture
def broken(): raise ValueError

def test_broken(broken): ...

def test_shaky():
    seen.append(1)
    assert len(seen) == 2
"""
BAD = [
    "test_some::test_bad[a b]",
    "test_some::test_bad[<&>]",
    "test_some.TestInside::test_bad",
    "test_some::test_broken",
]


def reported(folder: Path, text: str, *options: str) -> Path:
    """pytest's report of a file of tests."""
    report = folder / "report.xml"
    (folder / "test_some.py").write_text(text)
    alone = ["-p", "no:cacheprovider", "-p", "no:django", "-c", "/dev/null"]
    command = [sys.executable, "-m", "pytest", "-q", *alone, "test_some.py"]
    subprocess.run(
        [*command, *options, f"--junit-xml={report}"], cwd=folder, check=False, capture_output=True
    )
    return report


def test_the_report_names_what_failed_and_what_broke(tmp_path: Path) -> None:
    assert failures(reported(tmp_path, TESTS, "--reruns", "1")) == BAD
    shaky = [*BAD, "test_some::test_shaky"]
    assert failures(reported(tmp_path, TESTS, "-n", "2", "--dist", "loadfile")) == shaky
    assert failures(reported(tmp_path, "import nothing_of_that_name")) == ["test_some"]
    assert failures(reported(tmp_path, "def test_good(): ...")) == []


def test_without_a_whole_report_nothing_is_named(tmp_path: Path) -> None:
    assert failures(tmp_path / "none.xml") == []
    (tmp_path / "cut.xml").write_text("<testsuites><testsuite><testcase name=")
    assert failures(tmp_path / "cut.xml") == []


def test_the_note_names_a_dozen_at_most() -> None:
    assert note({}) == ""
    assert note({"core": []}) == " (failed so far: core)"
    many = [f"t::{number}" for number in range(MOST_NAMED + 3)]
    said = note({"core": many[:2], "pg": many[2:]}).splitlines()
    assert said[0] == " (failed so far: core, pg)"
    assert said[1:] == [f"    {name}" for name in many[:MOST_NAMED]] + ["    and 3 more"]


def test_the_next_part_names_them_and_pytests_summary_ends_the_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("bad", "def test_it(): assert 0"), ("good", "def test_it(): ...")):
        (tmp_path / f"test_{name}.py").write_text(text)
    own = ["-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={tmp_path}"]
    parts = [Part(name, name, [str(tmp_path / f"test_{name}.py"), *own]) for name in ("bad", "good")]
    monkeypatch.setattr(run, "PARTS", parts)
    monkeypatch.setattr(run, "REPORTS", tmp_path / "reports")
    assert main([]) == 1
    said = capfd.readouterr().out
    assert "=== good: good (failed so far: bad)\n    test_bad::test_it\n" in said
    assert "1 passed" in said.rstrip().splitlines()[-1]
