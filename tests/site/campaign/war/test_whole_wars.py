"""Whole wars played by random legal players through the services: thousands of turns, and nothing gets lost."""

from random import Random

import pytest

from campaign import models as m
from campaign.models import War
from campaign.war.log.rebuild import differences
from engines.seam.sides import SIDES
from tests.people import make_person
from tests.site.wars import make_war, state_of, step
from tests.thorough import some

# The core plays many more, and these show that it holds with rows too.
SEEDS = some(range(12), 6)


@pytest.mark.django_db
@pytest.mark.parametrize("map_name", ["four_sectors", "three_gates"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_war_keeps_every_promise(map_name: str, seed: int) -> None:
    """Treasuries add up, every ship is in one place, and the rows are what the log leads to, turn after turn."""
    terran, talon = make_person("anna"), make_person("bo")
    random = Random(seed)
    war = make_war(terran, talon, map_name=map_name, reveal=random.choice(("one_by_one", "together")))
    state = state_of(war)
    for _ in range(600):
        if state.phase == "over" or state.turn > 25:
            break
        turn = state.turn
        state = step(war, random)
        if state.turn != turn:
            check_books(war)
    check_books(war)
    assert differences(War.objects.get(pk=war.pk)) == []


def check_books(war: War) -> None:
    """The ledger ends at the treasury, and each living ship has one row."""
    state = state_of(war)
    for side in SIDES:
        fleet = state.fleet(side)
        amounts = m.LedgerLine.objects.filter(war=war, seat=side).values_list("amount", flat=True)
        assert sum(amounts) == fleet.treasury >= 0
        rows = set(m.Ship.objects.filter(war=war, side=side).values_list("name", flat=True))
        assert rows == set(fleet.ships)
