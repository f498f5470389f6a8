"""Every rule that the code names can be looked up, every strategic ruling is tested, and the coverage page says where.

That every rule of the battle is tested is looked after by `tests/conformance/test_coverage.py`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from battles.battle.rulings import ruling_titles, section_titles
from campaign.rules.dice import side_by_die
from engines.talon.refusals.explain import TASK_RULES
from tests.conformance.reading import read_all

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"(?:[SR]|WF)\d{1,3}|\d{1,2}(\.\d){1,2}")
STRATEGIC = [f"S{number}" for number in (*range(1, 58), *range(60, 103))]
UNUSED = (81, 87, 88)
"""Numbers that no ruling has."""
TACTICAL = [
    f"R{number}" for number in (*range(1, 93), *range(94, 98), 102, *range(104, 122)) if number not in UNUSED
]
WARFLEETS = [f"WF{number}" for number in (*range(1, 49), *range(50, 62))]


def sources(*folders: str) -> Iterator[ast.Module]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield ast.parse(path.read_text(encoding="utf-8"))


def rules_in_the_code(*folders: str) -> set[str]:
    """Every text in these folders that is a rule's number, and whatever the engine or they tell as a refusal's rule."""
    found = set(TASK_RULES.values()).union(*map(_texts, _rules_of_reasons()))
    for node in (node for tree in sources(*folders) for node in ast.walk(tree)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
            found.add(node.value)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Refusal", "refuse") and node.args:
            found |= _texts(node.args[0])
    return found - {""}


def _rules_of_reasons() -> Iterator[ast.AST]:
    """In the engine a reason is yielded: the rule, then the sentence; before them may stand what it is about."""
    for node in (
        node
        for tree in sources("engines/talon/refusals", "engines/talon/documents")
        for node in ast.walk(tree)
    ):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            yield node.value.elts[-2]


def _texts(node: ast.AST) -> set[str]:
    constants = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


@cache
def rulings_under_test() -> dict[str, list[str]]:
    """The tests whose name or docstring names each ruling, and the cases that cite it."""
    found: dict[str, list[str]] = {}
    for case in read_all():
        for number in case.cites:
            found.setdefault(number, []).append(case.number)
    for node in (node for tree in sources("tests") for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named = re.findall(r"(?<=_)(?:[rs]|wf)\d+(?=_|$)", node.name)
            named += re.findall(r"\b(?:[RS]|WF)\d+\b", ast.get_docstring(node) or "")
            for number in named:
                found.setdefault(number.upper(), []).append(node.name)
    return found


def test_every_rule_in_the_code_can_be_looked_up():
    """A refusal's rule is a ruling on the rulings page, a section whose title is known, or a part of Warfleets.

    Of the parts of Warfleets the page has those that a ruling completes.
    """
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    of_warfleets = set(re.findall(r"^\*Completes (W\d+)", page, re.MULTILINE))
    found = rules_in_the_code("battles", "campaign") - ruling_titles().keys() - section_titles().keys()
    assert found - of_warfleets == set()


def test_the_rulings_are_all_there():
    """Each once, in order."""
    assert list(ruling_titles()) == STRATEGIC + TACTICAL + WARFLEETS


@pytest.mark.parametrize("number", STRATEGIC + WARFLEETS)
def test_every_ruling_is_tested(number):
    """Some test says that it is about the ruling."""
    assert rulings_under_test().get(number)


PLAY_BOOK = {20: 4, 29: 8, 30: 4, 31: 9, 32: 6, 33: 2}
"""The parts that a section of the Play Book has; those not named here have none."""


def sections_of_the_play_book() -> list[str]:
    """The numbers of all sections, 20 to 33, each of its parts by itself."""
    return [
        f"{section}.{part}" if section in PLAY_BOOK else str(section)
        for section in range(20, 34)
        for part in range(1, PLAY_BOOK.get(section, 1) + 1)
    ]


@pytest.mark.parametrize("section", sections_of_the_play_book())
def test_the_coverage_page_names_every_section_of_the_play_book(section):
    """In a row of its own, or among those that are not in the program yet."""
    page = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| (\d+(?:\.\d)?)(?:,[\w ]+)? \|", page, re.MULTILINE)
    later = page.partition("## Not in the program yet")[2].partition("## Without cases")[0]
    assert section in {*named, *re.findall(r"^- (\d+(?:\.\d)?):", later, re.MULTILINE)}


def test_the_coverage_page_has_a_row_for_every_ruling_and_names_only_what_is_there():
    """docs/rules-coverage.md is kept up: its files exist and its tests can be found in them."""
    page = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| ((?:[RS]|WF)\d+) \|", page, re.MULTILINE) == STRATEGIC + WARFLEETS + TACTICAL
    for path, name in re.findall(r"`([\w/]+\.(?:py|toml|md|html))(?:::(\w+))?`", page):
        assert (ROOT / path).exists(), path
        if name:
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"


@pytest.mark.parametrize(("die", "side"), [(1, "terran"), (3, "terran"), (4, "talon"), (6, "talon")])
def test_s40_a_die_between_the_sides(die, side):
    """S40: low is Terran, high is Talon."""
    assert side_by_die(die) == side
