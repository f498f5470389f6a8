"""What rules and captains make of battles, to the last die, for the state of both that `RULES_VERSION` names."""

from engines.talon.records.record import RULES_VERSION
from tests.core.battle.golden_battles import LIST, lines

FOUGHT_BY = "15"


def test_rules_and_captains_fight_as_their_version_says():
    """In plain Python and compiled alike."""
    assert FOUGHT_BY == RULES_VERSION, "write the golden battles anew: golden_battles.py says how"
    assert list(lines()) == LIST.read_text().splitlines(), (
        "rules or captains fight otherwise now: raise RULES_VERSION and write the golden battles anew"
    )
