"""Promises about the project's own files."""

import ast
import doctest
import re
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from engines.native.builds import sources

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
    for package in ("accounts", "battles", "bench", "campaign", "clubs", "config", "engines")
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


def test_contributing_says_where_to_look_and_it_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("## Where to look")[2].partition("\n## ")[0]
    paths = re.findall(r"`([\w.-]+/[\w./-]*)`", table)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_documents_are_plain_python() -> None:
    """The compiler does not keep what the fields of a document are, and then it cannot be read."""
    compiled = {path: (ROOT / path).read_text(encoding="utf-8") for path in sources(ROOT)}
    assert len(compiled) > 20
    assert [
        str(path) for path, text in compiled.items() if re.search(r"^class .*\bStruct\b", text, re.MULTILINE)
    ] == []


def test_engines_have_no_import_circles() -> None:
    """None among the modules, and in each package none among what it holds."""
    graph = grimp.build_graph("engines", cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "engines.talon.rules.hits.criticals" in imported["engines.talon.rules.hits.damage"]
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


SHORT_FOR_FRONT_LINE = re.compile(
    r"\b(?:the|your|own|each|every|this|that|a|hopeless|hold|stop|stops|move|moves) fronts?\b"
    r"(?![ -](?:lines?|page|half|zones?|arc|shield|and|or)\b)|\bfront (?:held|stopped|moved)\b",
    re.IGNORECASE,
)


def test_the_front_line_has_one_name_wherever_people_read_it() -> None:
    """In templates and sentences of the war, and in docs; docstrings and names in code are not read there."""
    for wrong in ("hold the front in", "a hopeless front that", "Front moved"):
        assert SHORT_FOR_FRONT_LINE.search(wrong)
    shown = {
        path: re.sub(r"{#.*?#}|<[^>]*>", "", path.read_text(), flags=re.DOTALL)
        for path in of_the_war("*.html")
    }
    shown |= {path: "\n".join(sentences(path)) for path in of_the_war("*.py")}
    shown |= {path: path.read_text() for path in (ROOT / "docs").glob("*.md")}
    found = {
        f"{path.relative_to(ROOT)}: {words[0]}"
        for path, text in shown.items()
        for words in SHORT_FOR_FRONT_LINE.finditer(text)
    }
    assert found == set()


def of_the_war(pattern: str) -> list[Path]:
    """The files of the war, without its migrations."""
    return [path for path in (ROOT / "campaign").rglob(pattern) if "migrations" not in path.parts]


def sentences(path: Path) -> list[str]:
    """The texts in a module that stand not by themselves, as docstrings do."""
    tree = ast.parse(path.read_text())
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in alone)
    return [node.value for node in texts if isinstance(node.value, str)]


def test_no_file_is_repeated_on_sqlite_as_a_whole() -> None:
    """`every_view` stands at the tests that ask a view which no other does there (`docs/testing.md`)."""
    marked = re.compile(r"^pytestmark\b[^\n]*(\[[^\]]*)?every_view", re.MULTILINE)
    files = [*(ROOT / "tests" / "site").rglob("*.py")]
    assert len(files) > 100
    assert [file.name for file in files if marked.search(file.read_text())] == []
