"""Every rule of the battle has its cases, and docs/rules-coverage.md says which."""

from pathlib import Path

from battles.battle.rulings import ruling_titles
from tests.conformance.coverage import PAGE, Rule, rules, shortfalls, written
from tests.conformance.reading import Case, read_all
from tests.core.test_rules_coverage import rules_in_the_code

FIGHTING = [f"engines/talon/{part}" for part in ("rules", "refusals", "documents", "text", "captains")]
"""What fights a battle; what judges set-ups and reports cites the rules of wars as well."""


def test_every_rule_has_its_cases():
    """Three for a section or ruling, one for a question; and no case cites what is not in the list."""
    assert list(shortfalls(read_all(), rules())) == []


def test_every_tactical_ruling_is_in_the_list():
    """Those of docs/rulings.md, and besides those that are not in the program yet."""
    listed = [rule.number for rule in rules() if rule.kind == "ruling" and rule.where]
    assert listed == [number for number in ruling_titles() if number.startswith("R")]


def test_every_rule_the_engine_names_is_in_the_list():
    """A refusal can be looked up among the cases: its section, or the parts of it."""
    listed = {rule.number for rule in rules()}
    named = {number for number in rules_in_the_code(*FIGHTING) if not number.startswith("S")}
    parts = {number.rpartition(".")[0] for number in listed}
    assert named - listed - parts == set()


def test_numbers_are_told_once():
    """And a rule without cases says why."""
    numbers = [rule.number for rule in rules()]
    assert sorted(set(numbers)) == sorted(numbers)
    assert [rule for rule in rules() if rule.kind != "question" and not rule.where and not rule.no_case] == []


def test_rules_without_cases_do_not_become_more():
    """Each stands on the page with its reason; whoever adds one changes this number, and says why in the commit."""
    exempt = [rule for rule in rules() if rule.no_case]
    assert len(exempt) == 17
    page = PAGE.read_text(encoding="utf-8").partition("## Without cases")[2]
    assert all(f"- {rule.number}: {rule.no_case}" in page.splitlines() for rule in exempt)


def test_a_rule_with_cases_needs_no_reason():
    """A reason that is left standing where there are cases says what is not so."""
    cited = {number for case in read_all() for number in case.cites}
    assert [rule.number for rule in rules() if rule.no_case and rule.number in cited] == []


def test_the_page_is_what_would_be_written():
    """If not: python -m tests.conformance.coverage."""
    assert PAGE.read_text(encoding="utf-8") == written()


def test_a_shortfall_is_told():
    """Too few cases, and a rule that nobody knows."""
    known = [Rule("section", "7.1", "moving"), Rule("question", "FAQ-6", "staying")]
    case = Case(Path("07.txt"), 3, "7.1-1", "Title", cites=["7.1", "7.9"])
    alike = [Case(Path("07.txt"), 9, f"7.1-{at}", f"Title (place {at},0)", cites=["7.1"]) for at in (2, 3)]
    assert list(shortfalls([case, *alike], known)) == [
        "07.txt:3: 7.9 is cited, which is not in rules.toml.",
        "7.1 (moving) has 1 cases, 3 are needed.",
        "FAQ-6 (staying) has 0 cases, 1 are needed.",
    ]
