"""The engine as plain Python and compiled: which one runs, and that both fight the same battle to the last die."""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engines.native import builds, compiling
from engines.native.compiling import lacking

ROOT = Path(__file__).resolve().parents[3]
FIGHT = """
import hashlib, msgspec
from engines.talon.captains.admiral import Admiral
from engines.talon.captains.captain import Captain
from engines.talon.captains.ensign import Ensign
from engines.talon.captains.fight import fight
from engines.seeded import SeededDice
from engines.talon import state
from engines.talon.documents import codec
from engines.talon.catalogue import astrometrics
from engines.seam.documents import Doctrine
from engines.talon.terrain import TalonTerrain
from engines.seam.sides import SIDES
from bench.battles.fleets import fleets_of
from engines.talon.set_ups.scenarios import scenario
from tests.core.battle.records import duel, fleets, invasion
told = hashlib.sha256()
setups = [*map(fleets_of, range(1, 13)), *map(scenario, range(5, 13)), fleets(), invasion(), duel()]
for at, (pattern, lie) in enumerate(sorted(astrometrics().items())):
    place = TalonTerrain("rolled", pattern, rolled=True)
    setups.append(msgspec.structs.replace(duel(), terrain=place, initiative=SIDES[at % 2]))
for number, setup in enumerate(setups):
    players = {side: Captain(Doctrine()) for side in SIDES}
    if setup == duel():
        players = {"terran": Admiral(Doctrine(), 1, 4), "talon": Ensign(Doctrine(), 2)}
    fought = fight(setup, players, SeededDice(number))
    told.update(msgspec.json.encode([fought.orders, fought.events]) + codec.encode_position(fought.battle))
print(state.__file__.rpartition(".")[2], told.hexdigest())
"""


def run(program: str, engine: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "ENGINE": engine, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.skipif(builds.built() is None, reason="the engine is not compiled here")
def test_both_builds_fight_the_same_battles():
    """The scenarios' fleets, every pattern of terrain, a planet; captains of all levels."""
    plain, compiled = (run(FIGHT, engine) for engine in ("plain", "compiled"))
    kinds, ends = zip(*(done.stdout.split() for done in (plain, compiled)), strict=True)
    assert kinds == ("py", "so"), plain.stderr + compiled.stderr
    assert ends[0] == ends[1]


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    """A copy of what a build is made of, where builds lie in a folder of their own, and nothing is built yet."""
    root: Path = tmp_path / "checkout"
    shutil.copytree(ROOT / "engines", root / "engines", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "requirements", root / "requirements")
    monkeypatch.setattr(builds, "ROOT", root)
    monkeypatch.setattr(builds, "BUILDS", tmp_path / "engine")
    monkeypatch.delenv("ENGINE", raising=False)
    return root


@pytest.fixture
def compiler(tree, monkeypatch) -> list[Path]:
    """A compiler that only writes files; the sources it was given."""
    asked: list[Path] = []

    def compile_(source: Path, _tools: Path, made: Path) -> None:
        asked.append(source)
        for file in builds.modules(source).values():
            (made / file).parent.mkdir(parents=True, exist_ok=True)
            (made / file).write_text(f"compiled {file}")

    builds.BUILDS.mkdir()
    monkeypatch.setattr(compiling, "lacking", lambda: "")
    monkeypatch.setattr(compiling, "_fetch_tools", lambda *_: None)
    monkeypatch.setattr(compiling, "_compile", compile_)
    monkeypatch.setattr(compiling, "_try", lambda *_: None)
    return asked


def build() -> Path:
    assert compiling.main([]) == 0
    folder: Path | None = builds.built()
    assert folder is not None
    return folder


def edit(path: Path) -> None:
    path.write_text(path.read_text() + "# another one\n")


@pytest.mark.parametrize(
    "edited",
    [
        "engines/talon/dice.py",  # compiled
        "engines/talon/catalogue.py",  # plain, and read by what is compiled
        "engines/talon/text/orders.py",
        "engines/talon/captains/__init__.py",
        "engines/seam/documents.py",
        "requirements/compile.txt",
    ],
)
def test_a_build_of_other_sources_is_passed_over(edited, tree, compiler):
    folder = build()
    edit(tree / edited)
    assert builds.built() is None
    assert build() != folder


def test_a_build_made_in_another_way_is_passed_over(tree, compiler, monkeypatch):
    build()
    with monkeypatch.context() as patch:
        patch.setattr(builds, "RECIPE", builds.RECIPE.replace('"1"', '"3"'))
        assert builds.built() is None
    with monkeypatch.context() as patch:
        patch.setitem(builds.PLAIN, "engines/talon/captains", {"__init__", "prng"})
        assert builds.built() is None
    edit(tree / "engines" / "talon" / "sheets" / "sheet.py")
    assert builds.built() is not None


def test_an_edit_while_it_is_compiled_is_not_in_the_build(tree, compiler, monkeypatch, capsys):
    copy = compiling._copy

    def copied_and_edited(target: Path) -> None:
        copy(target)
        edit(tree / "engines" / "talon" / "dice.py")

    monkeypatch.setattr(compiling, "_copy", copied_and_edited)
    assert compiling.main([]) == 1
    assert "changed during compilation" in capsys.readouterr().out
    assert builds.built() is None
    shutil.copy(ROOT / "engines" / "talon" / "dice.py", tree / "engines" / "talon" / "dice.py")
    assert builds.built() is not None


def broken_by(how: str, folder: Path) -> None:
    helm = next(folder.glob("engines/talon/captains/helm.*"))
    if how == "its manifest":
        (folder / builds.MANIFEST).unlink()
    elif how == "what its modules share":
        next(folder.glob(f"{builds.GROUP}__mypyc*")).unlink()
    elif how == "a module":
        helm.unlink()
    elif how == "the end of a module":
        helm.write_text(helm.read_text()[:-1])
    elif how == "a byte of a module":
        helm.write_text(helm.read_text().replace("c", "k", 1))
    else:
        shutil.rmtree(folder)
        folder.touch()


@pytest.mark.parametrize(
    "lost",
    [
        "its manifest",
        "what its modules share",
        "a module",
        "the end of a module",
        "a byte of a module",
        "its folder",
    ],
)
def test_a_build_that_is_not_whole_is_made_anew(lost, tree, compiler):
    folder = build()
    broken_by(lost, folder)
    assert builds.built() is None
    assert build() == folder
    assert len(compiler) == 2
    assert {path.name for path in builds.BUILDS.iterdir()} == {folder.name, "lock"}


def test_a_build_that_does_not_fight_is_not_put_in_its_place(tree, compiler, monkeypatch, capsys):
    monkeypatch.undo()
    monkeypatch.setattr(builds, "BUILDS", tree.parent / "engine")
    made = tree.parent / "made" / builds.build_name(ROOT)
    for file in builds.modules(ROOT).values():
        (made / file).parent.mkdir(parents=True, exist_ok=True)
        (made / file).write_text("no library")
    (made / builds.MANIFEST).write_text(builds.manifest(made, ROOT))
    with pytest.raises(subprocess.CalledProcessError) as raised:
        compiling._try(ROOT, made)
    assert "ImportError" in raised.value.stderr


def test_nothing_half_made_stands_when_it_fails(tree, compiler, monkeypatch, capsys):
    def fail(*_):
        raise subprocess.CalledProcessError(1, "it", "", "no duel was fought")

    monkeypatch.setattr(compiling, "_try", fail)
    assert compiling.main([]) == 1
    assert "no duel was fought" in capsys.readouterr().out
    assert {path.name for path in builds.BUILDS.iterdir()} == {"lock", compiling.FAILED}
    assert compiling.main(["--daily"]) == 0
    assert "less than a day ago" in capsys.readouterr().out
    assert len(compiler) == 1
    os.utime(builds.BUILDS / compiling.FAILED, (0, time.time() - compiling.DAY - 60))
    assert compiling.main(["--daily"]) == 1
    assert len(compiler) == 2


def test_a_module_missing_from_a_build_that_runs_is_an_error(tree, compiler):
    """It is not looked for in the plain sources."""
    program = (
        "import sys; from pathlib import Path; from engines.native import builds\n"
        "builds.ROOT, builds.BUILDS = map(Path, sys.argv[1:])\n"
        "next(builds.take().glob('engines/talon/hexes.*')).unlink()\n"
        "import engines.talon.hexes\n"
    )
    build()
    done = run(program, "compiled", str(tree), str(builds.BUILDS))
    assert "ImportError" in done.stderr
    assert "hexes" in done.stderr
    assert "No module named" not in done.stderr


def test_only_builds_nobody_took_for_a_day_are_cleared_away(tree, compiler):
    """Another checkout may run one; and what lies there besides is nobody's to remove."""
    long_ago = (0, time.time() - compiling.DAY - 60)
    first = build()
    edit(tree / "engines" / "talon" / "dice.py")
    (builds.BUILDS / ".DS_Store").write_text("stray")
    (builds.BUILDS / f"{compiling.MAKING}killed").mkdir()
    second = build()
    assert first.exists()
    assert not (builds.BUILDS / f"{compiling.MAKING}killed").exists()
    os.utime(first, long_ago)
    os.utime(second, long_ago)
    assert run(TAKE, "", str(tree), str(builds.BUILDS)).stdout.strip() == second.name
    edit(tree / "engines" / "talon" / "dice.py")
    third = build()
    kept = {path.name for path in builds.BUILDS.iterdir()}
    assert kept == {second.name, third.name, "lock", ".DS_Store"}


TAKE = """
import sys; from pathlib import Path; from engines.native import builds
builds.ROOT, builds.BUILDS = map(Path, sys.argv[1:])
print(builds.take().name)
"""


def test_two_builders_wait_for_each_other(tree, compiler):
    """A process that finds the place taken waits, and takes what the other has made."""
    program = (
        "import sys; from pathlib import Path; from engines.native import builds, compiling\n"
        "builds.ROOT, builds.BUILDS = map(Path, sys.argv[1:])\n"
        "compiling.lacking = lambda: ''\n"
        "compiling._fetch_tools = compiling._compile = None\n"
        "sys.exit(compiling.main([]))\n"
    )
    folder = build()
    folder.rename(folder.with_name("aside"))
    with (builds.BUILDS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [sys.executable, "-c", program, str(tree), str(builds.BUILDS)]
        other = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert other.stdout is not None
        assert "Compiling" in other.stdout.readline()
        time.sleep(0.5)
        folder.with_name("aside").rename(folder)
    told, _ = other.communicate(timeout=60)
    assert (other.returncode, "Compiled in" in told) == (0, True)


def test_whether_somebody_compiles_is_seen_from_outside(tree, compiler):
    assert not compiling.under_way()
    builds.BUILDS.mkdir(exist_ok=True)
    with (builds.BUILDS / "lock").open("w") as lock:
        assert not compiling.under_way()
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert compiling.under_way()
    assert not compiling.under_way()


def test_a_killed_compiler_leaves_neither_a_lock_nor_its_files(tree, compiler):
    """kill -9 lets it tidy nothing: the next one does."""
    program = (
        "import sys, time; from pathlib import Path; from engines.native import builds, compiling\n"
        "builds.ROOT, builds.BUILDS = map(Path, sys.argv[1:])\n"
        "compiling.lacking = lambda: ''\n"
        "compiling._fetch_tools = lambda *_: (print('begun', flush=True), time.sleep(60))\n"
        "sys.exit(compiling.main([]))\n"
    )
    command = [sys.executable, "-c", program, str(tree), str(builds.BUILDS)]
    killed = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    assert "begun" in (killed.stdout.readline(), killed.stdout.readline())[1]
    assert compiling.under_way()
    killed.kill()
    killed.communicate(timeout=60)
    assert not compiling.under_way()
    assert list(builds.BUILDS.glob(f"{compiling.MAKING}*"))
    build()
    assert not list(builds.BUILDS.glob(f"{compiling.MAKING}*"))


def test_the_compiled_engine_is_asked_for_in_vain(tree, monkeypatch):
    monkeypatch.setenv("ENGINE", "compiled")
    with pytest.raises(builds.EngineRefused, match="make engine"):
        builds.take.__wrapped__()


@pytest.mark.parametrize("word", ["Compiled", "plain ", "python"])
def test_an_engine_that_is_none_is_refused(word, monkeypatch, capsys):
    monkeypatch.setenv("ENGINE", word)
    with pytest.raises(builds.EngineRefused, match="not an engine"):
        builds.take.__wrapped__()
    assert compiling.main([]) == 1
    command = [sys.executable, "manage.py", "check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert f"ENGINE={word} is not an engine" in done.stderr


def test_what_compiling_lacks_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr("engines.native.compiling.shutil.which", lambda _: "/usr/bin/cc")
    (tmp_path / "file").touch()
    monkeypatch.setattr(builds, "BUILDS", tmp_path / "file")
    assert "is not writable" in lacking()
    monkeypatch.setattr("engines.native.compiling.shutil.which", lambda _: None)
    assert "apt-get install gcc" in lacking()


def test_every_module_that_stays_plain_is_there():
    for folder, names in builds.PLAIN.items():
        assert names == {name for name in names if (ROOT / folder / f"{name}.py").exists()}
