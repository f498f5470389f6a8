"""The command that runs every test that waits many times: what it finds, and what it says."""

from pathlib import Path

import pytest

from bench.waiting_tests import main, waiting_tests

WRITTEN = """
import time
from pathlib import Path

def slow():
    time.sleep(0)

class TestOfAClass:
    def test_waits(self):
        slow()

def test_fails_the_second_time():
    time.sleep(0)
    mark = Path(__file__).with_name("mark")
    assert not mark.exists()
    mark.touch()

def test_does_not_wait():
    assert False
"""


def test_tests_that_wait_are_found_in_the_code() -> None:
    found = {test.partition("/tests/")[2] for test in waiting_tests()}
    assert "site/config/test_stopping.py::test_services_that_are_still_starting_leave_no_folder" in found
    assert {test.partition("::")[0] for test in found} >= {
        "site/accounts/owed_work/test_worker.py",
        "site/config/test_serving.py",
        "site/accounts/live/test_live.py",
    }
    assert not [test for test in found if test.startswith(("site/campaign/war/test_names.py", "browser/"))]


def test_each_is_counted_and_a_failure_is_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_written.py").write_text(WRITTEN)
    assert main(["--times", "2", "--busy", "1", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "2 passed     0 failed  test_written.TestOfAClass::test_waits" in said
    assert "1 passed     1 failed  test_written::test_fails_the_second_time" in said
    assert "test_does_not_wait" not in said
    assert main(["--times", "1", "--busy", "1", "-k", "OfAClass", str(tmp_path)]) == 0
