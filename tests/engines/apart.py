"""The engines alone: a fresh environment with them and msgspec, and nothing of the site."""

import shutil
import subprocess
import venv
from dataclasses import dataclass
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Apart:
    """A Python that knows nothing else, and an empty folder in which it runs."""

    python: Path
    folder: Path

    def run(self, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        """What the Python says, isolated from the environment and the folder it is called in."""
        return subprocess.run(
            [self.python, "-I", *words],
            cwd=self.folder,
            env={},
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )


def apart(folder: Path, engines: Path) -> Apart:
    """An environment below the folder with these engines and msgspec."""
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    packages = next((folder / "venv").glob("lib/python3*/site-packages"))
    shutil.copytree(engines, packages / "engines", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(Path(msgspec.__file__).parent, packages / "msgspec")
    work = folder / "work"
    work.mkdir()
    return Apart(folder / "venv" / "bin" / "python", work)
