"""engines/ works alone, and can be installed: a person who writes a bot needs no Django."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.engines.apart import ROOT, Apart, apart

ENGINES = ROOT / "engines"
EXAMPLES = ROOT / "docs" / "examples"
OUTSIDE = """
import importlib.util, json, sys
from engines.talon.shell.main import main
code = main(sys.argv[1:])
known = {*sys.stdlib_module_names, "__main__", "__mp_main__"}
found = sorted({name.partition(".")[0] for name in sys.modules} - known)
there = [name for name in ("django", "celery", "battles", "config") if importlib.util.find_spec(name)]
print(json.dumps([code, found, there, "socket" in sys.modules]), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Apart:
    found = apart(tmp_path_factory.mktemp("alone"), ENGINES)
    for number in (1, 8):
        shutil.copy(EXAMPLES / f"scenario-{number:02}.json", found.folder)
    return found


def test_battles_are_fought_replayed_drawn_and_played_without_the_site(alone):
    """And are the same as on the site."""
    resolved = alone.run(
        "-m", "engines.talon", "resolve", "scenario-08.json", "--seed", "7", "--record", "battle.txt"
    )
    assert (resolved.returncode, resolved.stderr) == (0, "")
    site = subprocess.run(
        [sys.executable, "manage.py", "resolve_battle", str(EXAMPLES / "scenario-08.json"), "--seed", "7"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert resolved.stdout == site.stdout
    replayed = alone.run("-m", "engines.talon", "replay", "battle.txt")
    assert (replayed.returncode, "as the record says" in replayed.stdout) == (0, True)
    drawn = alone.run("-m", "engines.talon", "draw", "battle.txt", "--order", "60")
    assert (drawn.returncode, "Terran in capitals" in drawn.stdout) == (0, True)
    lines = "deploy Napoleon 5,10 NE\ndeploy Zhukov 6,10 NE\nconcede\n"
    played = alone.run("-m", "engines.talon", "play", "scenario-01.json", "--side", "terran", lines=lines)
    assert (played.returncode, "Talon was conceded to in round 1." in played.stdout) == (0, True)
    wrong = alone.run("-m", "engines.talon", "replay", "scenario-01.json")
    assert (wrong.returncode, wrong.stdout, "Traceback" in wrong.stderr) == (2, "", False)


@pytest.mark.parametrize(
    "words",
    [
        "resolve scenario-01.json --terran-level admiral",
        "draw scenario-08.json",
        "play scenario-01.json --side both",
    ],
)
def test_nothing_but_msgspec_is_there_or_taken(alone, words):
    """No Django, no part of the site, no network."""
    found = alone.run("-c", OUTSIDE, *words.split(), lines="1\n1\n")
    assert json.loads(found.stderr.splitlines()[-1]) == [0, ["engines", "msgspec"], [], False]


def test_every_module_is_imported_alone(alone):
    """But those that compile, which are for a checkout."""
    names = [
        ".".join(("engines", *path.relative_to(ENGINES).with_suffix("").parts))
        for path in sorted(ENGINES.rglob("*.py"))
        if path.stem not in ("__init__", "__main__")
    ]
    found = alone.run("-c", f"import importlib\nfor name in {names}: importlib.import_module(name)")
    assert (found.returncode, found.stderr) == (0, "")


def _project(path: Path) -> dict:
    return tomllib.loads(path.read_text())


def test_the_distribution_lists_every_package_and_what_it_needs():
    """The version is the site's."""
    told = _project(ENGINES / "pyproject.toml")
    packages = {
        ".".join(("engines", *path.parent.relative_to(ENGINES).parts))
        for path in ENGINES.rglob("__init__.py")
    }
    folders = {
        ".".join(("engines", *path.parent.relative_to(ENGINES).parts)) for path in ENGINES.rglob("*.py")
    }
    assert set(told["tool"]["setuptools"]["packages"]) == packages == folders
    assert told["project"]["version"] == _project(ROOT / "pyproject.toml")["project"]["version"]
    assert (
        told["project"]["requires-python"] == _project(ROOT / "pyproject.toml")["project"]["requires-python"]
    )
    needed = [re.split(r"\W", name)[0] for name in told["project"]["dependencies"]]
    assert needed == ["msgspec"]
    [line] = re.findall(r"(?m)^msgspec.*", (ROOT / "requirements" / "run.in").read_text())
    assert told["project"]["dependencies"] == [line]


def _tables(engines: Path) -> set[str]:
    """What is read besides Python."""
    found = {str(path.relative_to(engines)) for end in ("toml", "json") for path in engines.rglob(f"*.{end}")}
    return found - {"pyproject.toml"}


def test_what_setuptools_builds_of_it_fights(tmp_path):
    """In a copy of the folder: a build leaves its own folders behind."""
    pytest.importorskip("setuptools")
    source = tmp_path / "source"
    shutil.copytree(ENGINES, source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    recipe = "import setuptools; setuptools.setup()"
    words = ("-q", "build", "--build-base", str(tmp_path / "base"), "--build-lib", str(tmp_path / "site"))
    subprocess.run([sys.executable, "-c", recipe, *words], cwd=source, check=True, capture_output=True)
    assert _tables(tmp_path / "site" / "engines") == _tables(ENGINES)
    built = apart(tmp_path, tmp_path / "site" / "engines")
    found = built.run("-m", "engines.talon", "resolve", str(EXAMPLES / "scenario-01.json"))
    assert (found.returncode, found.stderr) == (0, "")
    assert "\nTerran: " in found.stdout
