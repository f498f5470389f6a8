"""Promises about the project's own files."""

import doctest
import re
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["run.txt", "dev.txt", "compile.txt", "bench.txt"])
def test_requirements_are_hashed_and_name_no_host(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert not re.search(r"https?://|file:|--(find-links|index|extra-index|trusted)", text)
    packages = re.findall(r"^([a-z0-9].*==\S+)", text, re.MULTILINE)
    assert packages
    assert text.count("--hash=sha256:") >= len(packages)


EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for package in ("accounts", "battles", "bench", "campaign", "config", "engines")
    for path in (ROOT / package).rglob("*.py")
    if "\n    >>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    """What is compiled may have lost them."""
    module = import_module(name)
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert found.attempted or not str(module.__file__).endswith(".py")
    assert not found.failed


def test_engines_have_no_import_circles() -> None:
    """None among the modules, and in each package none among what it holds."""
    graph = grimp.build_graph("engines", cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "engines.talon.rules.criticals" in imported["engines.talon.rules.damage"]
    TopologicalSorter(imported).prepare()
    for package in graph.modules:
        held = graph.find_children(package)
        TopologicalSorter({one: _packages_imported(graph, one, held) for one in held}).prepare()


def _packages_imported(graph: grimp.ImportGraph, one: str, held: set[str]) -> set[str]:
    """Which of a package's modules and packages `one` of them imports, or anything in it does."""
    return {
        other
        for other in held - {one}
        if graph.direct_import_exists(importer=one, imported=other, as_packages=True)
    }
