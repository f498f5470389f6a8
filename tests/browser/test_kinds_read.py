"""What axe has read is known to every process of a run."""

from pathlib import Path

from tests.browser.kinds_read import KindsRead


def test_what_one_process_has_read_another_knows(tmp_path: Path) -> None:
    one, two = KindsRead(tmp_path), KindsRead(tmp_path)
    one.add("1280 dark", ["P in MAIN", "A\n· in P"])
    two.add("1280 dark", ["P in MAIN", "H1 in MAIN"])
    assert one.on("1280 dark") == two.on("1280 dark") == {"P in MAIN", "A\n· in P", "H1 in MAIN"}
    assert one.on("390 dark") == set()


def test_a_line_that_is_being_written_is_not_read_yet(tmp_path: Path) -> None:
    read = KindsRead(tmp_path)
    read.add("1280 dark", ["P in MAIN"])
    [file] = tmp_path.iterdir()
    with file.open("a") as half:
        half.write('"H1 in')
    assert read.on("1280 dark") == {"P in MAIN"}
