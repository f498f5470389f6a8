"""Migrations run on every database there will ever be: they depend on nothing that changes after them."""

import ast
import importlib
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from accounts.models import LifetimeLine
from battles.models import DraftLine, Way
from battles.talon.skirmish.beginning import open_skirmish
from campaign.models import Deadline, Waiting
from engines.talon.set_ups.scenarios import scenario
from tests.campaign_games import nobody_wins
from tests.people import make_person
from tests.site.plays import begun
from tests.site.wars import make_war

ROOT = Path(__file__).parents[3]
MIGRATIONS = sorted(
    file
    for app in ("accounts", "battles", "campaign", "clubs")
    for file in (ROOT / app / "migrations").glob("0*.py")
)
SCORES = "accounts.migrations.0020_scores_for_life"
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
    assert {file.parts[-3] for file in MIGRATIONS} == {"accounts", "battles", "campaign", "clubs"}


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


@pytest.mark.django_db
def test_what_stood_at_the_end_of_keys_becomes_columns() -> None:
    """The plan that waits is the same, and so is the phase of the deadline."""
    war, now = make_war(make_person("anna"), make_person("bo")), timezone.now()
    plan = Waiting.objects.filter(war=war).latest("pk")
    Waiting.objects.filter(pk=plan.pk).update(key=f"{plan.key}:again-2:corrected-17")
    Deadline.objects.create(war=war, key="turn:1:plan:lent", begun_at=now, falls_at=now, due_at=now)
    take_apart("campaign.migrations.0033_waiting_columns")
    assert Waiting.objects.filter(pk=plan.pk).values_list("key", "corrected").get() == (
        f"{plan.key}:again-2",
        17,
    )
    assert Deadline.objects.values_list("key", "lent").get() == ("turn:1:plan", True)


@pytest.mark.django_db
def test_what_stood_in_the_request_of_a_draft_line_becomes_columns() -> None:
    play = begun(make_person("anna"), make_person("bo"))
    drafts = DraftLine.objects.filter(play__battle=play.battle).order_by("side")
    drafts.filter(side="talon").update(did="talon pass\ntalon pass\nand left 3")
    drafts.filter(side="terran").update(did="captain until the end, 4.7")
    strange = begun(make_person("cid"), make_person("dee"))
    odd = DraftLine.objects.filter(play=strange)
    odd.filter(side="talon").update(did="talon pass\nand left x\nand left 1")
    odd.filter(side="terran").update(did="terran pass\nAnd Left 3")
    take_apart("battles.migrations.0020_draft_line_columns")
    assert list(drafts.values_list("did", "not_given", "handed")) == [
        ("talon pass\ntalon pass", 3, ""),
        ("captain until the end, 4.7", 0, "captain until the end, 4.7"),
    ]
    assert list(odd.order_by("side").values_list("did", "not_given")) == [
        ("talon pass\nand left x", 1),
        ("terran pass\nAnd Left 3", 0),
    ]


@pytest.mark.django_db
def test_lines_of_the_score_learn_what_their_battle_knows_and_forget_it_again() -> None:
    anna, bo = make_person("anna"), make_person("bo")
    battle = open_skirmish(setup=scenario(1), user=anna, rival=bo, side="terran", way=Way.TABLE)
    nobody_wins(battle)
    lines = LifetimeLine.objects
    lines.all().delete()
    old = {"points": 2, "kind": "battle", "words": "Great victory", "path": "/"}
    lines.create(source=f"battle:{battle.pk}", player=bo, opponent=anna, **old)
    lines.create(source="battle:99999", player=bo, opponent=anna, **old)
    lines.create(source="leg:7:user", player=anna, opponent=bo, **old)
    lines.update(made_at=datetime(2024, 12, 31, 23, 30, tzinfo=UTC))
    since, back = (getattr(importlib.import_module(SCORES), name) for name in ("say_when", "battles_again"))
    since(apps, None)
    importlib.import_module("battles.migrations.0035_facts_of_scores").say_more(apps, None)
    told = ("kind", "side", "scenario", "mode", "way", "played_on")
    day = date(2024, 12, 31)
    assert list(lines.order_by("pk").values_list(*told)) == [
        ("battle", "talon", "War is Upon Us", "", "table", day),
        ("battle", "", "", "", "", day),
        ("leg", "", "", "", "", day),
    ]
    lines.create(source="war:5", player=bo, opponent=anna, **{**old, "points": 0, "kind": "war"}, drawn=True)
    back(apps, None)
    assert list(lines.order_by("pk").values_list("kind", flat=True)) == ["battle", "battle", "battle"]


def take_apart(migration: str) -> None:
    """What the migration does with rows, on tables that have the old columns and the new."""
    importlib.import_module(migration).take_apart(apps, SimpleNamespace(connection=connection))
