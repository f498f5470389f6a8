"""Migrations run on every database there will ever be: they depend on nothing that changes after them."""

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

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


@pytest.mark.parametrize(
    ("stored", "kind", "place", "name"),
    [
        ("Place your bases", "bases", "", ""),
        ("Plan turn 3", "plan", "", ""),
        ("Engage or decline at Antares 4?", "engage", "Antares/4", ""),
        ("Which home is fought over first?", "first", "", ""),
        ("Which transports land at Terran home?", "land", "home/terran", ""),
        ("Which squadrons are left behind at The Long Reach 12?", "strand", "The Long Reach/12", ""),
        ("Go on to the next battle", "go_on", "", ""),
        ("Record the battle (Antares 4)", "record", "Antares/4", ""),
        ("Settle the disputed report (Antares 4)", "settle", "Antares/4", ""),
        (
            "anna asks to let the computer fight it: agree, or record it (Antares 4)",
            "agree_or_record",
            "Antares/4",
            "anna",
        ),
        (
            "anna asks to let the computer fight it: agree, or settle the report (Talon home)",
            "agree_or_settle",
            "home/talon",
            "anna",
        ),
        ("Confirm o'neil's report (Antares 4)", "confirm", "Antares/4", "o'neil"),
        ("Confirm the report (Antares 4)", "confirm", "Antares/4", ""),
        ("See why it was not fought (Antares 4)", "failed", "Antares/4", ""),
        ("Withdraw the last result, or let it stand?", "withdraw", "", ""),
        ("Answer the offer of a draw", "draw", "", ""),
    ],
)
def test_what_waited_is_read_out_of_its_sentence(stored: str, kind: str, place: str, name: str) -> None:
    row = SimpleNamespace(sentence=stored, war=SimpleNamespace(turn=3))
    assert importlib.import_module("campaign.migrations.0004_waiting_kinds")._read(row)
    assert (row.kind, row.turn, row.place, row.name) == (kind, 3, place, name)


def test_a_sentence_that_was_never_written_is_not_read() -> None:
    row = SimpleNamespace(sentence="Do something", war=SimpleNamespace(turn=3))
    assert not importlib.import_module("campaign.migrations.0004_waiting_kinds")._read(row)
