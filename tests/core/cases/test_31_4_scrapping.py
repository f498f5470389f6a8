"""31.4: scrapping, and what it does to the limits of purchases (S27)."""

import pytest

from campaign.rules.events import ShipsScrapped
from tests.core.cases.openings import shipyard
from tests.core.cases.test_31_4_building import SIX_CRUISERS, TWO_EACH
from tests.core.table import Table


def test_31_4_e_scrapping_gains_nothing():
    """31.4: the ship is gone, the treasury unchanged."""
    table = shipyard(TWO_EACH)
    table.plan("terran", scrap="Guderian")
    assert (table.alive("terran", "Guderian"), table.treasury("terran")) == (False, 1000)
    assert table.happened(ShipsScrapped)[0].names == ("Guderian",)


def test_31_4_e_a_ship_in_a_sector_may_be_scrapped():
    """31.4: wherever it is."""
    table = Table.midway(terran={"Antares": "BB, DD"}, talon={"Antares": "BB"}, minimum=(0, 0))
    table.plan("terran", scrap="Achilles")
    assert not table.alive("terran", "Achilles")


@pytest.mark.parametrize("name", ["Nobody", "Justice"])
def test_31_4_e_only_own_ships_are_scrapped(name):
    """31.4: nothing of that name in the own fleet."""
    table = shipyard(TWO_EACH, "CA")
    with table.refused("31.4"):
        table.plan("terran", scrap=name)


def test_31_4_e_a_scrapped_ship_is_not_assigned():
    """31.4: scrapping comes before assignment."""
    table = shipyard(TWO_EACH)
    plan = table.planned("terran")
    with table.refused("31.5"):
        table.give("terran", type(plan)(("Guderian",), {}, plan.assign))


@pytest.mark.parametrize(("scrapped", "legal"), [("Guderian, Napoleon", True), ("Guderian", False)])
def test_s27_scrapping_first_makes_room(scrapped, legal):
    """S27: of six cruisers to one destroyer two must go before one can be bought."""
    table = shipyard(SIX_CRUISERS)
    if legal:
        table.plan("terran", scrap=scrapped, buy="CA")
        return
    with table.refused("31.4"):
        table.plan("terran", scrap=scrapped, buy="CA")


def test_s27_scrapping_the_last_of_a_class_makes_it_missing():
    """S27: then it must be bought again before a scout."""
    table = shipyard(SIX_CRUISERS)
    with table.refused("S6"):
        table.plan("terran", scrap="Achilles", buy="SC")
    table.plan("terran", scrap="Achilles", buy="DD, SC")
    assert table.treasury("terran") == 1000 - 55 - 37
