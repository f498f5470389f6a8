"""Which tests of the site run on both databases: what may come out differently there, and every view."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.thorough import WHOLE

MARKS = ("embedded", "worker", "every_view")
OF_A_DATABASE = re.compile(
    r"transaction|select_for_update|vendor|(?<!capture_)on_commit|IntegrityError|OperationalError|\blocked\b"
    r"|\bconnections?\b|[Tt]hread|sqlite"
)
"""What a test or its helper names if it may come out differently on the other database, or with the other queue."""
WORKERS = {"tests.workers", "bench.site.workers"}
"""Modules whose functions start real workers or wait for them."""


def on_both(item: pytest.Item) -> bool:
    """Whether the test is marked, leaves its rows committed, or names something of a database.

    A function or fixture of its file that it names, at whatever remove, counts as a part of it. One that is `shared`
    runs on PostgreSQL alone; `make test-all` runs it here too.
    """
    if item.get_closest_marker("shared") and not WHOLE:
        return False
    if any(map(item.get_closest_marker, MARKS)):
        return True
    fixtures = getattr(item, "fixturenames", [])
    marked = item.get_closest_marker("django_db")
    commits = marked is not None and bool(marked.kwargs.get("transaction"))
    own = {getattr(item, "originalname", item.name), *fixtures}
    return commits or "transactional_db" in fixtures or not own.isdisjoint(_of_a_database(item.path))


@cache
def _of_a_database(file: Path) -> set[str]:
    """The functions of a file that name something of a database, or a function that does."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    named = {one.name: set(_names(one)) for one in _functions(tree)}
    found = {
        one.name
        for one in _functions(tree)
        if OF_A_DATABASE.search(ast.get_source_segment(source, one) or "")
    }
    found |= set(_of_workers(tree))
    while more := {name for name, others in named.items() if name not in found and others & found}:
        found |= more
    return found


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def _names(function: ast.AST) -> Iterator[str]:
    """What a function names: others, and the fixtures it asks for."""
    for one in ast.walk(function):
        if isinstance(one, ast.Name):
            yield one.id
        elif isinstance(one, ast.Attribute):
            yield one.attr
        elif isinstance(one, ast.arg):
            yield one.arg


def _of_workers(tree: ast.AST) -> Iterator[str]:
    """What a file takes from the modules of WORKERS."""
    for one in ast.walk(tree):
        if isinstance(one, ast.ImportFrom) and one.module in WORKERS:
            yield from (alias.asname or alias.name for alias in one.names)
