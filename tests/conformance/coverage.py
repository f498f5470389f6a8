"""Which rule has which cases: `python -m tests.conformance.coverage` writes that part of docs/rules-coverage.md.

It also counts the tests of each strategic ruling in the part that is kept by hand.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import django

from battles.battle.rulings import ruling_titles
from tests.conformance.reading import Case, read_all
from tests.core.test_rules_coverage import rulings_under_test

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules-coverage.md"
MARK = "<!-- What follows is written by: python -m tests.conformance.coverage -->\n"
LEAST = {"section": 3, "ruling": 3, "question": 1}
"""Different cases that a rule needs, by its kind."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the battle; `no_case` is the reason why it need not have any."""

    kind: str
    number: str
    what: str
    where: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    no_case: str = ""


@cache
def rules() -> tuple[Rule, ...]:
    """The rules of rules.toml: sections, rulings, questions of the Play Book."""
    table = tomllib.loads((Path(__file__).parent / "rules.toml").read_text(encoding="utf-8"))
    return tuple(_rule(kind, told) for kind in LEAST for told in table[kind])


def _rule(kind: str, told: dict[str, str | list[str]]) -> Rule:
    number = str(told["number"])
    what = str(told.get("what") or ruling_titles().get(number, ""))
    where, tests = tuple(told.get("where", ())), tuple(told.get("tests", ()))
    return Rule(kind, number, what, where, tests, str(told.get("no_case", "")))


def shortfalls(cases: Iterable[Case], known: Iterable[Rule]) -> Iterator[str]:
    """What is wrong with the cases as a whole: a rule with too few, a rule cited that is not in the list."""
    cited: dict[str, list[Case]] = {}
    for case in cases:
        for number in case.cites:
            cited.setdefault(number, []).append(case)
    listed = {rule.number: rule for rule in known}
    for number, those in cited.items():
        if number not in listed and not (number.startswith("S") and number in ruling_titles()):
            yield f"{those[0].where(those[0].line)}: {number} is cited, which is not in rules.toml."
    for number, rule in listed.items():
        found, least = len({_told(case) for case in cited.get(number, ())}), LEAST[rule.kind]
        if found < least and not rule.no_case:
            yield f"{number} ({rule.what}) has {found} cases, {least} are needed."


def _told(case: Case) -> str:
    """What the case is about: a title without what stands in brackets behind it, which only tells one from its like."""
    return re.sub(r" \([^()]*\)$", "", case.title)


def written() -> str:
    """The page as it should be: what is kept by hand, then the tables."""
    kept, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    return f"{_counted(kept)}{MARK}\n" + "\n".join(_tables(read_all(), rules())) + "\n"


def _counted(kept: str) -> str:
    """The rows of strategic rulings, each with whether there are tests besides the one that is named."""
    return re.sub(
        r"^(?=\| ((?:S|WF)\d+) \|)(\|.*`)(?: and others)? \|$", _with_others, kept, flags=re.MULTILINE
    )


def _with_others(row: re.Match[str]) -> str:
    return f"{row[2]} and others |" if len(set(rulings_under_test()[row[1]])) > 1 else f"{row[2]} |"


def _tables(cases: list[Case], known: tuple[Rule, ...]) -> Iterator[str]:
    kinds = {kind: [rule for rule in known if rule.kind == kind] for kind in LEAST}
    told = [rule for rule in kinds["section"] if rule.where]
    yield "## The battle: sections\n"
    yield "| section | what | where | cases | further tests |\n|---|---|---|---|---|"
    yield from (_row(rule, cases) for rule in told)
    yield "\n## Tactical rulings\n"
    yield "| ruling | what | where | cases | further tests |\n|---|---|---|---|---|"
    yield from (_row(rule, cases) for rule in kinds["ruling"] if rule.where)
    yield "\n## Questions of the Play Book\n"
    yield "| question | what about | cases |\n|---|---|---|"
    yield from (
        f"| {rule.number.removeprefix('FAQ-')} | {rule.what} | {_cases(rule, cases)} |"
        for rule in kinds["question"]
    )
    yield "\n## Not in the program yet\n"
    missing = [rule for rule in known if not rule.where and rule.kind != "question"]
    yield "\n".join(
        f"- {': '.join(filter(None, (rule.number, rule.what, rule.no_case)))}" for rule in missing
    )
    yield "\n## Without cases\n"
    yield "These rules have no case, for the reasons given. A test checks how many there are.\n"
    yield from (f"- {rule.number}: {rule.no_case}" for rule in known if rule.no_case)
    yield f"\n{len(cases)} cases in all."


def _row(rule: Rule, cases: list[Case]) -> str:
    parts = (rule.number, rule.what, _files(rule.where), _cases(rule, cases), _files(rule.tests))
    return f"| {' | '.join(parts)} |"


def _files(paths: tuple[str, ...]) -> str:
    return ", ".join(f"`{path}`" for path in paths)


def _cases(rule: Rule, cases: list[Case]) -> str:
    """How many cases cite the rule in which file; or why none does."""
    counts: dict[str, int] = {}
    for case in cases:
        if rule.number in case.cites:
            counts[case.path.name] = counts.get(case.path.name, 0) + 1
    links = [
        f"{count} in [{name.removesuffix('.txt')}](../tests/conformance/cases/{name})"
        for name, count in counts.items()
    ]
    return ", ".join(links) or f"none: {rule.no_case}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()  # the titles of rulings come with links to their page
    PAGE.write_text(written(), encoding="utf-8")
