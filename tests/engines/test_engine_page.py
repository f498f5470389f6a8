"""docs/engine.md is true: its Python runs, its commands run, and what it names is there."""

import re
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from engines.talon.view import View
from tests.engines.apart import ROOT

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(python|console)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
INSTALLING = "pip install ./engines\n"
"""`tests/engines/test_alone.py` installs them."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """Every block of the page, carried out in turn by one Python and in one folder, with what it printed."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "docs").symlink_to(ROOT / "docs")
    told, python = [], ""
    for kind, block in BLOCKS:
        if kind == "python":
            before, python = python, python + block
            printed = _printed([sys.executable, "-c", python], folder)
            told.append((block, printed.removeprefix(_printed([sys.executable, "-c", before], folder))))
        elif block != INSTALLING:
            told.append((block, _printed(["bash", "-euo", "pipefail", "-c", _SHELL + block], folder)))
    return told


_SHELL = f'python() {{ "{sys.executable}" "$@"; }}\n'


def _printed(command: list[str], folder: Path) -> str:
    environ = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}
    found = subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_no_section_of_the_docs_stands_twice(page: Path) -> None:
    headings = re.findall(r"^## .+$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(headings) == len(set(headings))


@pytest.mark.parametrize(
    ("begins", "said"),
    [
        ("python -m engines.talon resolve", "Played by the rules: "),
        ("printf", "Taken back: terran deploy Napoleon 5,10 NE"),
        ("from pathlib", r"(terran|talon) conceded in round \d+"),
        ("python -m engines.talon replay mine.txt", "It is over: .*; the record does not say how it ends"),
        ("from engines.seam.documents import BattleSetup", r"\['\w+', '\w+', '\w+'\]"),
        ("from engines.talon.captains.fight", r"the gunner won \d+ of 10"),
        ("from engines.talon import text", "put unit Sacrifice place 5,1 facing SW how deployed"),
        ("python -m engines.talon verify", "follows from the seed"),
        (
            "from engines.talon.play.barriers",
            r"^Talon: place your ships\.\ntalon deploy Sacrifice \S+ SW\n\w+$",
        ),
        ("from engines.seam.refusals", r"^3 - It is Terran's turn"),
    ],
)
def test_each_example_does_what_the_page_says(run, begins, said):
    [printed] = [printed for block, printed in run if block.startswith(begins)]
    assert re.search(said, printed)


def test_a_battle_takes_fifteen_lines():
    """From the set-up to the report, without the imports."""
    first = next(block for kind, block in BLOCKS if kind == "python")
    lines = [line for line in first.splitlines() if line and not line.startswith("from ")]
    assert len(lines) <= 15


def test_the_table_of_the_view_names_what_there_is():
    """All of it but what says who owns what and how the draw stands."""
    tables = [after.split("\n\n")[0] for after in PAGE.split("| of a view | |")[1:]]
    lines = [line.split("|")[1] for table in tables for line in table.splitlines()[2:]]
    named = set(re.findall(r"`(\w+)(?:\([^`]*\))?`", "".join(lines)))
    there = {name for name in vars(View) if not name.startswith("_")}
    assert named <= there
    assert there - named == {"top", "mode", "owner", "quiet", "offers"}


def test_every_module_and_name_of_the_page_is_there():
    """`engines.seam.committed_dice.Promise(...)` and the like."""
    for dotted in set(re.findall(r"`(engines(?:\.\w+)+)", PAGE)):
        assert resolve_name(dotted)
