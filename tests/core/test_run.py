"""What the run of all tests says of the parts that failed: the names, from pytest's own report."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench.with_services import PACKAGES, STARTERS, ensure_quickest
from tests import run
from tests.run import MOST_NAMED, Part, failures, main, note
from tests.workers import wait_until

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


def test_modules_are_kept_once_they_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///own")
    given = run._plain_environment()
    assert given.keys().isdisjoint({"PYTHONDONTWRITEBYTECODE", "DATABASE_URL"})
    assert given["PATH"]


def parts_of(folder: Path, monkeypatch: pytest.MonkeyPatch, tests: dict[str, str]) -> None:
    """Parts that hold one file each."""
    own = ["-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={folder}"]
    for name, text in tests.items():
        (folder / f"test_{name}.py").write_text(text)
    parts = [Part(name, name, [str(folder / f"test_{name}.py"), *own]) for name in tests]
    monkeypatch.setattr(run, "PARTS", parts)
    monkeypatch.setattr(run, "REPORTS", folder / "reports")


def test_the_next_part_names_them_and_pytests_summary_ends_the_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts_of(tmp_path, monkeypatch, {"bad": "def test_it(): assert 0", "good": "def test_it(): ..."})
    monkeypatch.setattr(run, "AT_A_TIME", 1)
    assert main([]) == 1
    said = capfd.readouterr().out
    assert " (failed so far: bad)\n    test_bad::test_it\n" in said.partition("=== good: good (")[2]
    bad = said.partition("=== bad: bad (")[2].partition("--- good begins")[0]
    assert "1 failed" in bad.rstrip().splitlines()[-1]
    assert "1 passed" not in bad
    assert "1 passed" in said.rstrip().splitlines()[-1]


ORPHAN = """
import subprocess, sys, time
from pathlib import Path

WORK = "import sys, time\\nwhile time.process_time() < 3: pass\\nopen(sys.argv[1], 'w')"
LEAVE = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', *sys.argv[1:]])"

def test_it():
    ended = Path(__file__).with_suffix(".ended")
    subprocess.run([sys.executable, "-c", LEAVE, WORK, str(ended)], check=True)
    until = time.monotonic() + 120
    while not ended.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
"""


def test_each_heading_says_what_the_part_took_with_all_that_it_began(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One part leaves a process behind that works for three seconds."""
    parts_of(tmp_path, monkeypatch, {"left": ORPHAN, "idle": "def test_it(): ..."})
    assert main([]) == 0
    said = capfd.readouterr().out
    took = {
        name: int(seconds) for name, seconds in re.findall(r"=== (\w+): \w+ \((\d+) s of processors\)", said)
    }
    assert took["left"] >= took["idle"] + 2


def test_what_a_part_needs_can_be_installed_and_started() -> None:
    for part in run.PARTS:
        assert set(part.needs) <= set(PACKAGES), part.name
        assert set(part.needs) - set(run.INSTALLED) <= set(STARTERS), part.name


@pytest.mark.parametrize(
    ("here", "root", "fails", "asked"),
    [
        (["chromium", "apt-get"], True, False, True),
        (["chromium", "apt-get"], True, True, True),
        (["chromium", "apt-get"], False, False, False),
        (["chromium"], True, False, False),
        (["chromium", "chromium-headless-shell", "apt-get"], True, False, False),
        (["apt-get"], True, False, False),
    ],
)
def test_the_browser_without_windows_is_installed_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, here: list[str], root: bool, fails: bool, asked: bool
) -> None:
    """Where only the one with windows stays, the run says so; where there is none, a part says it."""
    given: list[list[str]] = []

    def apt(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        given.append(command)
        return subprocess.CompletedProcess(command, int(fails))

    monkeypatch.setattr("bench.with_services.shutil.which", lambda name: name if name in here else None)
    monkeypatch.setattr("bench.with_services.os.geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr("bench.with_services.subprocess.run", apt)
    said = ensure_quickest("chromium")
    assert bool(given) == asked
    assert not asked or fails or "chromium-headless-shell" in given[-1]
    stays = "chromium" in here and "chromium-headless-shell" not in here and (fails or not asked)
    assert said.startswith("chromium-headless-shell takes") == stays


WAITS = """
import time
from pathlib import Path

def test_it():
    Path(__file__).with_suffix(".here").touch()
    until = time.monotonic() + 120
    while not Path(__file__).with_name("test_{other}.here").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
"""


def test_two_parts_run_at_a_time_and_what_each_says_stays_whole(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits for the other."""
    monkeypatch.setattr(run, "AT_A_TIME", 2)
    others = {"one": "two", "two": "one"}
    parts_of(tmp_path, monkeypatch, {name: WAITS.format(other=other) for name, other in others.items()})
    assert main([]) == 0
    begun, *each = capfd.readouterr().out.split("\n=== ")
    assert begun.endswith("--- one begins\n--- two begins\n")
    assert sorted(said.partition(":")[0] for said in each) == ["one", "two"]
    assert all(said.count("1 passed") == 1 and "1 passed" in said.splitlines()[-1] for said in each)


ENDLESS = """
import os, time
from pathlib import Path

def test_it():
    own = Path(__file__).with_suffix(".pid-unready")
    own.write_text(str(os.getpid()))
    own.rename(own.with_suffix(".pid"))
    time.sleep(600)
"""


def test_told_to_stop_all_parts_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts_of(tmp_path, monkeypatch, {"one": ENDLESS, "two": ENDLESS})
    monkeypatch.setattr(run, "AT_A_TIME", 2)
    whole = multiprocessing.get_context("fork").Process(target=main, args=([],))
    whole.start()
    files = [tmp_path / f"test_{name}.pid" for name in ("one", "two")]
    wait_until(lambda: all(file.exists() for file in files))
    whole.terminate()
    whole.join(60)
    assert whole.exitcode == 128 + signal.SIGTERM
    for file in files:
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.read_text()), 0)
