"""What rules and captains make of three battles, to the byte, for the state of both that `RULES_VERSION` names."""

from hashlib import sha256

import pytest

from battles.record import RULES_VERSION, pack
from tests.core.battle.records import SETUPS, fought

FOUGHT_BY = "5"
GOLDEN = {
    "duel": "1fb144241439da8912008f3f867c85ae79150069bc1ed873b8fd431a84977944",
    "fleets": "9dd50b2990a6538677fea6c08432f018af3dbe618a7e048a3efcb61e7beabdeb",
    "invasion": "3b5fd5869f660c8308eaa3277cc7a4fd60281ec256add9cf94cc9ddec4b73bab",
}


@pytest.mark.parametrize("name", SETUPS)
def test_rules_and_captains_fight_as_their_version_says(name):
    """In plain Python and compiled alike."""
    told = sha256(pack(fought(name))).hexdigest()
    assert (FOUGHT_BY, GOLDEN[name]) == (RULES_VERSION, told), (
        "rules or captains fight otherwise now, or a record is written otherwise: "
        "raise RULES_VERSION and write down the new hashes here"
    )
