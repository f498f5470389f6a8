"""Migrations run on every database there will ever be: they depend on nothing that changes after them."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MIGRATIONS = sorted(
    file for app in ("accounts", "battles", "campaign") for file in (ROOT / app / "migrations").glob("0*.py")
)
LASTS = {"django", *sys.stdlib_module_names} - {"importlib"}


def imported(tree: ast.AST) -> Iterator[str]:
    """The packages that a module imports, wherever in it; "." for one beside it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." if node.level else (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Name) and node.id == "__import__":
            yield node.id


@pytest.mark.parametrize("file", MIGRATIONS, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_a_migration_imports_django_and_the_standard_library_alone(file: Path) -> None:
    assert set(imported(ast.parse(file.read_text()))) <= LASTS


def test_every_app_has_its_migrations_looked_at() -> None:
    assert {file.parts[-3] for file in MIGRATIONS} == {"accounts", "battles", "campaign"}


@pytest.mark.parametrize(
    "line", ["import engines.talon", "from campaign import rules", "from . import earlier", "__import__('x')"]
)
def test_an_import_of_the_project_is_seen(line: str) -> None:
    assert not set(imported(ast.parse(f"def forward(apps, editor):\n    {line}"))) <= LASTS
