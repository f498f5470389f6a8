"""Compile the engine and the captains with mypyc: `python -m engines.native.compiling`, at the end of `make setup`.

It needs a C compiler and Python's headers. Without them it prints a message, and the engine runs as plain Python. The
compiler's Python packages are installed into a temporary folder. A build is made in a temporary folder, tested, and
moved to its place in one step, by one process at a time.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from engines.native import builds

DAY = 24 * 3600
FAILED = "failed"
MAKING = "making-"
SLOW = "runs as plain Python, several times slower."
TRIAL = """\
import sys
from importlib import import_module
from pathlib import Path
from engines.native import builds
builds.BUILDS = Path(sys.argv[1])
for name in builds.modules(builds.ROOT):
    import_module(name)
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import fight
from engines.seeded import SeededDice
from engines.seam.documents import BattleSetup, Doctrine, Unit
setup = BattleSetup("A trial", "last_ship_standing", (Unit("Caleb", "destroyer"),), (Unit("Hunter", "destroyer"),))
fight(setup, {side: Captain(Doctrine()) for side in ("terran", "talon")}, SeededDice(1))
"""
"""Uses the build in a folder as the site does, imports all of it, and fights a duel."""


def lacking() -> str:
    """What is missing to compile, as a sentence; "" if nothing is."""
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        return "There is no C compiler (on Debian: apt-get install gcc)."
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return "Python's headers are missing (on Debian: apt-get install python3-dev)."
    try:
        builds.BUILDS.mkdir(exist_ok=True)
        tempfile.TemporaryFile(dir=builds.BUILDS).close()
    except OSError as error:
        return f"{builds.BUILDS} is not writable ({error.strerror})."
    return ""


def compile_engine() -> None:
    """Makes a complete build of the sources; waits if another process is doing so.

    CalledProcessError if installing the tools, compiling or the trial fails; OSError if writing fails.
    """
    with (builds.BUILDS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if builds.built() is not None:
            return
        _clear_unfinished()
        with tempfile.TemporaryDirectory("", MAKING, builds.BUILDS, ignore_cleanup_errors=True) as name:
            work = Path(name)
            source = work / "source"
            _copy(source)
            made = work / "built" / builds.build_name(source)
            _fetch_tools(source, work / "tools")
            _compile(source, work / "tools", made)
            (made / builds.MANIFEST).write_text(builds.manifest(made, source))
            _try(source, made)
            place = builds.BUILDS / made.name
            if os.path.lexists(place):  # it is not whole
                place.rename(work / "broken")
            made.rename(place)
        _clear(place)


def under_way() -> bool:
    """Whether a process is compiling the engine now."""
    with suppress(OSError), (builds.BUILDS / "lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def failed_today() -> bool:
    """Whether compiling failed less than a day ago."""
    return _is_of_today(builds.BUILDS / FAILED)


def _copy(target: Path) -> None:
    """Copies the current sources, so that the compiled files are the ones that name the build."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(builds.ROOT / "engines", target / "engines", ignore=ignored)
    (target / builds.TOOLS).parent.mkdir()
    shutil.copy(builds.ROOT / builds.TOOLS, target / builds.TOOLS)


def _fetch_tools(source: Path, target: Path) -> None:
    fetch = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
    _run([*fetch, "--only-binary", ":all:", "--target", str(target), "-r", builds.TOOLS], source)


def _compile(source: Path, tools: Path, made: Path) -> None:
    names = [str(path) for path in builds.sources(source)]
    recipe = builds.RECIPE.format(names=names, group=builds.GROUP, target=str(made))
    _run([sys.executable, "-c", recipe], source, PYTHONPATH=str(tools))


def _try(source: Path, made: Path) -> None:
    command = [sys.executable, "-c", TRIAL, str(made.parent)]
    _run(command, source, PYTHONPATH=str(source), ENGINE="compiled")


def _run(command: list[str], place: Path, **environment: str) -> None:
    environ = {**os.environ, **environment}
    subprocess.run(command, cwd=place, env=environ, check=True, capture_output=True, text=True)  # noqa: S603


def _clear_unfinished() -> None:
    """Removes what builders left that were killed; call it with the lock."""
    for path in builds.BUILDS.glob(f"{MAKING}*"):
        shutil.rmtree(path, ignore_errors=True)


def _clear(place: Path) -> None:
    """Removes builds unused for a day: another checkout may still use one."""
    for path in builds.BUILDS.glob("?" * 20):
        if path != place and not _is_of_today(path):
            shutil.rmtree(path, ignore_errors=True)


def _is_of_today(path: Path) -> bool:
    return path.exists() and path.stat().st_mtime > time.time() - DAY


def main(arguments: list[str]) -> int:
    """0 if the engine is compiled, ENGINE=plain is set, or this machine cannot compile; 1 if compiling failed.

    With --daily it does not try again within a day after a failure.
    """
    try:
        if builds.wanted() == "plain" or builds.built() is not None:
            return 0
    except builds.EngineRefused as refused:
        print(refused)
        return 1
    lack = lacking() and f"{lacking()} Then run"
    if not lack and "--daily" in arguments and failed_today():
        lack = "Compiling failed less than a day ago. To try again now, run"
    if lack:
        print(f"The engine {SLOW} {lack}: make engine")
        return 0
    print(
        "Compiling the engine, which makes battles several times faster. It takes a minute or more.",
        flush=True,
    )
    return _compile_and_report(builds.BUILDS / FAILED)


def _compile_and_report(failed: Path) -> int:
    began = time.monotonic()
    try:
        compile_engine()
    except (OSError, subprocess.CalledProcessError) as error:
        with suppress(OSError):
            failed.touch()
        output = (
            error.stdout + error.stderr if isinstance(error, subprocess.CalledProcessError) else str(error)
        )
        print("\n".join(output.strip().splitlines()[-12:]))
        print(f"Compiling the engine failed. It {SLOW}")
        return 1
    failed.unlink(missing_ok=True)
    if builds.built() is None:
        print(f"The engine's sources changed during compilation. It {SLOW} Run again: make engine")
        return 1
    print(f"Compiled in {time.monotonic() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))  # so that what is half made is removed
    sys.exit(main(sys.argv[1:]))
