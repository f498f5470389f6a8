"""Which build of the engines runs: their plain Python, or the same source compiled (`compiling.py`).

A build is a folder of the virtual environment, named by a hash of everything it was made from. It is used if it is
complete and matches the current sources, and ignored otherwise, so that an edit always takes effect.
ENGINE=plain always ignores it; ENGINE=compiled fails without it.
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
GROUP: Final = "compiled_engines"
TOOLS: Final = "requirements/compile.txt"
PLAIN: Final = {
    "engines/chance": {"__init__"},
    "engines/talon": {
        "__init__",
        "__main__",
        "aim_documents",
        "catalogue",
        "damage",
        "events",
        "layout",
        "match",
        "orders",
        "system",
        "terms",
        "terrain",
        "worth",
    },
    "engines/talon/captains": {"__init__"},
    "engines/talon/captains/weighing": {"__init__"},
    "engines/talon/documents": {
        "__init__",
        "codec",
        "positions",
        "validity",
        "validity_qualities",
        "validity_tasks",
        "validity_teams",
        "validity_units",
        "written",
    },
    "engines/talon/rules": {"__init__"},
    "engines/talon/rules/arriving": {"__init__", "reinforcements"},
    "engines/talon/rules/hits": {"__init__"},
    "engines/warfleets": {
        "__init__",
        "__main__",
        "building",
        "cards",
        "catalogue",
        "drawing",
        "events",
        "expectations",
        "factions",
        "fleet",
        "fleet_files",
        "game",
        "offers",
        "orders",
        "previews",
        "random_orders",
        "set_ups",
        "shots",
        "stock",
        "system",
        "table_files",
        "terrain",
        "toml_files",
        "trying",
        "view",
    },
    "engines/warfleets/captains": {"__init__", "levels", "match"},
    "engines/warfleets/rules": {"__init__"},
}
"""By folder the modules that stay plain Python: msgspec documents, code that runs once for each document, the list of
arrivals (a sequence class), and the code above the rules. Folders that are not named are plain as a whole, as
`engines/talon/play` is: it writes sentences and documents, and what it asks of the rules is compiled."""
READ: Final = (
    *PLAIN,
    "engines/seam",
    "engines/seam/words",
    "engines/talon/fleets",
    "engines/talon/refusals",
    "engines/talon/results",
    "engines/talon/text",
)
"""The folders that the compiler reads: constants and types of plain modules go into the compiled ones too."""
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
    """The engine that ENGINE asks for is missing or unknown."""


def wanted() -> str:
    """The value of ENGINE: "plain", "compiled", or "" for the best available; EngineRefused for anything else."""
    word = os.environ.get("ENGINE", "")
    if word not in {"", "plain", "compiled"}:
        raise EngineRefused(
            f"ENGINE={word} is not an engine. Set ENGINE=plain or ENGINE=compiled, or leave it unset."
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
    """The name of a build of a tree: a hash of everything it is made from; OSError if a file is missing."""
    digest = sha256(f"{sys.implementation.cache_tag} {get_platform()} {RECIPE} {sources(root)}".encode())
    read = [path for folder in READ for path in sorted((root / folder).glob("*.py"))]
    for path in [root / TOOLS, *read]:
        digest.update(f"\0{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def modules(root: Path) -> dict[str, Path]:
    """The file of every module of a build, by name: the compiled sources and their shared module."""
    names = [*sources(root), Path(f"{GROUP}__mypyc.py")]
    return {".".join(path.with_suffix("").parts): path.with_suffix(EXTENSION_SUFFIXES[0]) for path in names}


def manifest(folder: Path, root: Path) -> str:
    """The manifest of a complete build: its compiler, and the hash of each file; OSError if one is missing."""
    tool = next(line for line in (root / TOOLS).read_text().splitlines() if line.startswith("mypy=="))
    files = [f"{sha256((folder / file).read_bytes()).hexdigest()}  {file}" for file in modules(root).values()]
    return "\n".join([tool.rstrip(" \\"), *files, ""])


def built() -> Path | None:
    """The build of the current sources, if it matches its manifest; None otherwise."""
    with suppress(OSError, ValueError):
        folder = BUILDS / build_name(ROOT)
        if (folder / MANIFEST).read_text() == manifest(folder, ROOT):
            return folder
    return None


class _Finder:
    """Finds the modules of a build only in its folder; a missing one fails to import."""

    def __init__(self, folder: Path) -> None:
        self._files = {name: folder / file for name, file in modules(ROOT).items()}

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Where a module of the build lies; None for all others."""
        return spec_from_file_location(name, self._files[name]) if name in self._files else None


@cache
def take() -> Path | None:
    """The build that is used from now on; None for plain Python.

    EngineRefused if ENGINE asks for a build that is missing.
    """
    word = wanted()
    folder = None if word == "plain" else built()
    if folder is not None:
        sys.meta_path.insert(0, _Finder(folder))
        with suppress(OSError):  # the folder may belong to another user; unused builds are removed
            os.utime(folder)
    elif word == "compiled":
        raise EngineRefused("The engine is not compiled. Run: make engine (or set ENGINE=plain)")
    return folder


def is_compiled() -> bool:
    """Whether the compiled engine runs, according to its modules."""
    return bool(import_module("engines.talon.units").COMPILED)


def running() -> str:
    """Which engine runs: "plain", or the name of its build."""
    folder = take()
    return folder.name if folder is not None and is_compiled() else "plain"
