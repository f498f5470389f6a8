"""What pages of a war keep between requests: each side's own view of a state, unchanged by whoever reads it."""

from random import Random

import pytest
from django.test import Client

from campaign.rules.sight import view
from campaign.war.at import _seen
from campaign.war.log.documents import decode_state
from engines.seam.sides import SIDES
from tests.people import make_person
from tests.site.wars import make_war, state_of, step

pytestmark = pytest.mark.django_db
PAGES = (
    "",
    "?part=table",
    "?part=board",
    "?part=calls",
    "plan/",
    "bases/",
    "history/",
    "treasury/",
    "surrender/",
)


def test_a_kept_view_is_that_of_its_side_and_no_page_changes_it() -> None:
    users = {"terran": make_person("anna"), "talon": make_person("ben")}
    war, random = make_war(users["terran"], users["talon"]), Random(2)
    phases = set()
    for _ in range(14):
        state = state_of(war)
        if state.phase not in phases:
            phases.add(state.phase)
            for side in SIDES:
                reader = Client()
                reader.force_login(users[side])
                for page in PAGES:
                    assert reader.get(f"/wars/{war.pk}/{side}/{page}").status_code in (200, 302), page
            stored = bytes(war.state or b"")
            for side in SIDES:
                assert _seen(stored, side) == view(decode_state(stored), side)
        step(war, random)
    assert phases >= {"bases", "planning", "battles"}
