"""Which build of the tactical engine runs: its plain Python, or the same source compiled (`compiling.py`).

A build lies in a folder of the virtual environment that is named after all it was made of. It is taken if it is whole
and was made of the sources as they are now, and passed over otherwise, so that an edit is never ignored.
ENGINE=plain passes it over in any case; ENGINE=compiled refuses to go on without it.
"""

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from sysconfig import get_platform
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUILDS: Final = Path(sys.prefix) / "engine"
MANIFEST: Final = "manifest"
GROUP: Final = "talon_engine"
TOOLS: Final = "requirements/compile.txt"
PLAIN: Final = {
    "engines/talon": {"__init__", "__main__", "catalogue", "events", "match", "orders", "sealed"},
    "engines/talon/captains": {"__init__"},
    "engines/talon/documents": {
        "__init__",
        "codec",
        "positions",
        "possible",
        "possible_tasks",
        "possible_units",
        "written",
    },
    "engines/talon/rules": {"__init__", "reinforcements"},
}
"""By folder the modules that stay as they are: documents, which are msgspec's; what is asked once for a document; the
list of arrivals, which is a sequence of its own kind; and what stands above the rules."""
READ: Final = (
    *PLAIN,
    "engines/seam",
    "engines/talon/refusals",
    "engines/talon/results",
    "engines/talon/text",
)
"""What the compiler reads: constants and types of the modules that stay plain go into the compiled ones too."""
RECIPE: Final = """\
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify(
    ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent", *{names}],
    opt_level="1", debug_level="0", group_name={group!r},
)
setup(name={group!r}, packages=[], ext_modules=modules, script_args=["-q", "build_ext", "--build-lib", {target!r}])
"""
"""The script that compiles."""


class EngineRefused(RuntimeError):
    """The engine that ENGINE asks for is not there, or is none."""


def wanted() -> str:
    """What ENGINE asks for: "plain", "compiled", or "" for whichever is there; EngineRefused for anything else."""
    word = os.environ.get("ENGINE", "")
    if word not in {"", "plain", "compiled"}:
        raise EngineRefused(
            f"ENGINE={word} is no engine. Set ENGINE=plain or ENGINE=compiled, or leave it out."
        )
    return word


def sources(root: Path) -> list[Path]:
    """The modules of a tree that are compiled, in order, as paths in it."""
    return [
        path.relative_to(root)
        for folder, plain in PLAIN.items()
        for path in sorted((root / folder).glob("*.py"))
        if path.stem not in plain
    ]


def build_name(root: Path) -> str:
    """The name of a build of a tree: a hash of all it is made of; OSError if the tree lacks something."""
    told = sha256(f"{sys.implementation.cache_tag} {get_platform()} {RECIPE} {sources(root)}".encode())
    read = [path for folder in READ for path in sorted((root / folder).glob("*.py"))]
    for path in [root / TOOLS, *read]:
        told.update(f"\0{path.relative_to(root)}\0".encode() + path.read_bytes())
    return told.hexdigest()[:20]


def modules(root: Path) -> dict[str, Path]:
    """By name the file of every module of a build of a tree, as a path in it: the sources, and what they share."""
    names = [*sources(root), Path(f"{GROUP}__mypyc.py")]
    return {".".join(path.with_suffix("").parts): path.with_suffix(EXTENSION_SUFFIXES[0]) for path in names}


def manifest(folder: Path, root: Path) -> str:
    """What a whole build of a tree holds: its compiler, and the hash of each file; OSError if one is missing."""
    tool = next(line for line in (root / TOOLS).read_text().splitlines() if line.startswith("mypy=="))
    files = [f"{sha256((folder / file).read_bytes()).hexdigest()}  {file}" for file in modules(root).values()]
    return "\n".join([tool.rstrip(" \\"), *files, ""])


def built() -> Path | None:
    """The build of the sources as they are now, if it holds what its manifest says; None otherwise."""
    with suppress(OSError, ValueError):
        folder = BUILDS / build_name(ROOT)
        if (folder / MANIFEST).read_text() == manifest(folder, ROOT):
            return folder
    return None


class _Finder:
    """Finds the modules of a build in it alone: importing one that is missing there fails."""

    def __init__(self, folder: Path) -> None:
        self._files = {name: folder / file for name, file in modules(ROOT).items()}

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Where a module of the build lies; None for all others."""
        return spec_from_file_location(name, self._files[name]) if name in self._files else None


@cache
def take() -> Path | None:
    """The build that runs, whose modules are found from now on; None for plain Python.

    EngineRefused if ENGINE asks for what is not there.
    """
    word = wanted()
    folder = None if word == "plain" else built()
    if folder is not None:
        sys.meta_path.insert(0, _Finder(folder))
        with suppress(OSError):  # it may be another's to write; builds that nobody takes are cleared away
            os.utime(folder)
    elif word == "compiled":
        raise EngineRefused("The engine is not compiled. Run: make engine (or set ENGINE=plain)")
    return folder


def is_compiled() -> bool:
    """Whether the compiled engine runs, as its modules say themselves."""
    return bool(import_module("engines.talon.units").COMPILED)


def running() -> str:
    """Which engine runs: "plain", or the name of its build."""
    folder = take()
    return folder.name if folder is not None and is_compiled() else "plain"
