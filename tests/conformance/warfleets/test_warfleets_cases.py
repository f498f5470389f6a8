"""Every case of Warfleets: FTL, played by this program's engine, and what has to have cases."""

import re
from collections import Counter
from pathlib import Path
from typing import Final, get_args

import pytest

from engines.warfleets.catalogue import Special, catalogue
from tests.conformance.warfleets.playing import play
from tests.conformance.warfleets.reading import Case, read_all

RULINGS: Final = Path(__file__).parents[3] / "docs" / "rulings.md"
LEAST: Final = 3
"""So many cases are about each rule."""


def rules() -> list[str]:
    """What has to have cases: the rules of the text, and everything that a fleet can have."""
    known = catalogue()
    parts = (known.upgrades, known.weapons, known.heroes, known.titles, known.squadrons, get_args(Special))
    return [*(f"W{number}" for number in range(1, 21)), *(name for part in parts for name in part)]


@pytest.mark.parametrize("case", read_all(), ids=lambda case: case.id)
def test_case(case: Case) -> None:
    """Nothing differs from what the case says."""
    if wrong := play(case):
        pytest.fail(f"{case.id} {case.text}\n" + "\n".join(wrong), pytrace=False)


def test_every_rule_has_its_cases_and_no_case_is_about_anything_else() -> None:
    """Three for each rule, upgrade, weapon, special rule, hero, title and squadron."""
    counts = Counter(case.rule for case in read_all())
    assert [rule for rule in rules() if counts[rule] < LEAST] == []
    assert sorted(counts) == sorted(rules())


def test_a_case_is_numbered_by_its_rule_and_no_number_is_used_twice() -> None:
    """A number stays with its case."""
    cases = read_all()
    assert [case.id for case in cases if not re.fullmatch(rf"{case.rule}-\d+", case.id)] == []
    assert [number for number, count in Counter(case.id for case in cases).items() if count > 1] == []


def test_the_rulings_that_cases_depend_on_are_known() -> None:
    """Each is in docs/rulings.md."""
    known = set(re.findall(r"(?m)^### (WF\d+) ·", RULINGS.read_text(encoding="utf-8")))
    assert {ruling for case in read_all() for ruling in case.rulings} - known == set()


def test_a_case_says_what_follows() -> None:
    """A case that compares nothing cannot fail: in these it is that nothing is refused and no die rolled."""
    allowed = {"W2-2", "W3-1", "W3-4", "W3-6", "W7-3", "W19-2"}
    silent = {
        case.id
        for case in read_all()
        if not (then := case.then).refused and not then.models and not then.shots
    }
    silent -= {case.id for case in read_all() if case.then.winner or case.then.initiative or case.then.to_lay}
    silent -= {case.id for case in read_all() if case.then.markers or case.then.mines}
    assert silent == allowed
