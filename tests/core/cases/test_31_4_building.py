"""31.4: income, purchases, the 5 to 1 limit, missing classes, scrapping (S5, S6, S27)."""

import pytest

from campaign.rules.events import IncomePaid
from tests.core.cases.openings import shipyard
from tests.core.table import Table

TWO_EACH = "2 SC, 2 DD, 2 CL, 2 CA, 2 BC, 2 BB, 2 CV, 2 FTR, 2 Tran"
SIX_CRUISERS = "2 SC, DD, 2 CL, 6 CA, 2 BC, 2 BB, 2 CV, 2 FTR, 2 Tran"
NO_DESTROYER = "2 SC, 2 CL, 2 CA, 2 BC, 2 BB, 2 CV, 2 FTR, 2 Tran"
START = {"Antares": 5, "Badlands": 4, "Maelstrom": 4, "Orion": 5}


INCOMES = [
    (START, 200, 200),
    ({**START, "Antares": 6}, 210, 190),
    ({**START, "Antares": 2, "Orion": 7}, 20 + 50 + 50 + 75, 85 + 50 + 50 + 25),
    ({"Antares": 1, "Badlands": 1, "Maelstrom": 1, "Orion": 1}, 35, 395),
    ({"Antares": 9, "Badlands": 7, "Maelstrom": 7, "Orion": 9}, 395, 35),
    ({"Antares": 1, "Badlands": 7, "Maelstrom": 3, "Orion": 8}, 10 + 100 + 40 + 80, 100 + 10 + 65 + 20),
]


@pytest.mark.parametrize(("markers", "terran", "talon"), INCOMES)
def test_31_4_a_income_of_the_zones_under_the_markers(markers, terran, talon):
    """31.4, S17: each marker pays each side that side's number of its zone, homes included."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB"}, markers=markers, treasury=(7, 0))
    table.begin_turn()
    assert (table.treasury("terran"), table.treasury("talon")) == (7 + terran, talon)


def test_31_4_a_income_by_sector():
    """31.4: each line of the ledger has its sector."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB"}, markers={"Antares": 4})
    table.begin_turn()
    paid = {event.side: event.by_sector for event in table.happened(IncomePaid)}
    assert paid["terran"] == {"Antares": 40, "Badlands": 50, "Maelstrom": 50, "Orion": 50}
    assert paid["talon"] == {"Antares": 60, "Badlands": 50, "Maelstrom": 50, "Orion": 50}


def test_31_4_b_ships_are_paid_from_the_treasury():
    """31.4: to the last point."""
    table = shipyard(TWO_EACH, points=115)
    table.plan("terran", buy="CA")
    assert table.treasury("terran") == 0


def test_31_4_b_not_more_than_the_treasury_holds():
    """31.4: one point short."""
    table = shipyard(TWO_EACH, points=114)
    with table.refused("31.4"):
        table.plan("terran", buy="CA")


def test_31_4_b_the_sum_counts():
    """31.4: 115 + 37 of 151 points."""
    table = shipyard(TWO_EACH, points=151)
    with table.refused("31.4"):
        table.plan("terran", buy="CA, SC")


def test_31_4_b_new_ships_are_assigned_at_once():
    """31.4: in this turn's Ship Assignment Phase, to any sector."""
    table = shipyard(TWO_EACH)
    table.plan("terran", buy="CA", send={"Orion": "Napoleon", "Maelstrom": "Patton"})
    assert (table.where("terran", "Patton"), table.where("terran", "Napoleon")) == ("Maelstrom", "Orion")


def test_31_4_b_a_new_ship_may_wait_in_the_reserve():
    """31.4: it need not be sent out."""
    table = shipyard(TWO_EACH)
    table.plan("terran", buy="CA")
    assert table.where("terran", "Patton") == "reserve"


def test_31_4_b_points_not_spent_are_kept():
    """31.4: into the next turn."""
    table = shipyard(TWO_EACH, points=100)
    table.plan("terran", buy="SC")
    assert table.treasury("terran") == 63


def test_31_4_b_a_class_of_the_other_side():
    """31.4: Terran yards build no dreadnoughts."""
    table = shipyard(TWO_EACH)
    plan = table.planned("terran")
    with table.refused("31.4"):
        table.give("terran", type(plan)(plan.scrap, {"dreadnought": 1}, plan.assign))


def test_31_4_c_six_cruisers_to_one_destroyer_no_more_cruisers():
    """31.4: the published example."""
    table = shipyard(SIX_CRUISERS)
    with table.refused("31.4"):
        table.plan("terran", buy="CA")


@pytest.mark.parametrize(("number", "legal"), [(0, True), (1, True), (4, True), (5, False)])
def test_31_4_c_a_second_destroyer_allows_four_more(number, legal):
    """31.4: the published example; ten cruisers to two destroyers, not eleven."""
    table = shipyard(SIX_CRUISERS)
    if legal:
        table.plan("terran", buy=f"DD, {number} CA")
        return
    with table.refused("31.4"):
        table.plan("terran", buy=f"DD, {number} CA")


def test_31_4_c_other_classes_may_be_bought_meanwhile():
    """31.4, S27: the excess class only is closed."""
    table = shipyard(SIX_CRUISERS)
    table.plan("terran", buy="SC, 2 FTR")
    assert table.treasury("terran") == 1000 - 37 - 88


def test_31_4_c_nothing_need_be_bought_or_scrapped():
    """31.4, S5: one may go on with six to one."""
    table = shipyard(SIX_CRUISERS)
    table.plan("terran")
    assert table.treasury("terran") == 1000


@pytest.mark.parametrize(("have", "legal"), [(4, True), (5, False)])
def test_31_4_c_exactly_five_to_one(have, legal):
    """31.4: the fifth may be bought, the sixth not."""
    table = shipyard(SIX_CRUISERS.replace("6 CA", f"{have} CA"))
    if legal:
        table.plan("terran", buy="CA")
        return
    with table.refused("31.4"):
        table.plan("terran", buy="CA")


def test_31_4_c_reserve_and_sectors_are_counted_together():
    """31.4: two cruisers out and three in the Reserve are five."""
    fleet = SIX_CRUISERS.replace("6 CA", "3 CA")
    table = Table.midway(
        terran={"Antares": "2 CA", "reserve": fleet},
        talon={"Antares": "BB"},
        treasury=(1000, 0),
        minimum=(0, 0),
    )
    with table.refused("31.4"):
        table.plan("terran", buy="CA")


def test_31_4_c_s5_fighters_are_limited_after_the_first_turn():
    """S5: five squadrons to one destroyer, no sixth."""
    table = shipyard(SIX_CRUISERS.replace("2 FTR", "5 FTR"))
    with table.refused("31.4"):
        table.plan("terran", buy="FTR")


def test_31_4_c_s27_a_squadron_may_be_the_smallest_class():
    """S27: one squadron, six scouts."""
    table = shipyard(TWO_EACH.replace("2 FTR", "FTR").replace("2 SC", "5 SC"))
    with table.refused("31.4"):
        table.plan("terran", buy="SC")


@pytest.mark.parametrize("a_class", [True, False])
def test_31_4_c_s27_transports_by_setting(a_class):
    """S27: one transport and five scouts."""
    table = shipyard(
        TWO_EACH.replace("2 Tran", "Tran").replace("2 SC", "5 SC"), transports_are_a_class=a_class
    )
    if a_class:
        with table.refused("31.4"):
            table.plan("terran", buy="SC")
    else:
        table.plan("terran", buy="SC, 6 Tran")


def test_31_4_c_s5_bases_are_not_counted():
    """S5: one base to six scouts does not matter."""
    table = shipyard(TWO_EACH.replace("2 SC", "5 SC"), bases={"home/terran": ("terran", "")})
    table.plan("terran", buy="SC")
    assert table.treasury("terran") == 963


def test_31_4_d_a_missing_class_comes_first():
    """31.4: no scout while there is no destroyer."""
    table = shipyard(NO_DESTROYER)
    with table.refused("S6"):
        table.plan("terran", buy="SC")


def test_31_4_d_with_the_missing_class_others_may_be_bought():
    """31.4: destroyer and scout together."""
    table = shipyard(NO_DESTROYER)
    table.plan("terran", buy="DD, SC")
    assert table.treasury("terran") == 1000 - 55 - 37


def test_31_4_d_a_missing_class_need_not_be_bought():
    """S27: points may be saved."""
    table = shipyard(NO_DESTROYER)
    table.plan("terran")
    assert table.treasury("terran") == 1000


def test_31_4_d_a_ship_anywhere_is_enough():
    """31.4: the only destroyer is in a sector."""
    table = Table.midway(
        terran={"Orion": "DD", "reserve": NO_DESTROYER},
        talon={"Orion": "BB"},
        treasury=(1000, 0),
        minimum=(0, 0),
    )
    table.plan("terran", buy="SC")


@pytest.mark.parametrize(("fleet", "legal"), [(True, False), (False, True)])
def test_31_4_d_transports_are_a_class_by_setting(fleet, legal):
    """S5: without a transport no scout, unless transports are no class."""
    table = shipyard(TWO_EACH.replace(", 2 Tran", ""), transports_are_a_class=fleet)
    if legal:
        table.plan("terran", buy="SC")
        return
    with table.refused("S6"):
        table.plan("terran", buy="SC")


def test_s6_too_poor_for_the_missing_class_saves():
    """S6: 54 points would buy a scout, but a destroyer at 55 is missing."""
    table = shipyard(NO_DESTROYER, points=54)
    with table.refused("S6"):
        table.plan("terran", buy="SC")
    table.plan("terran")
    assert table.treasury("terran") == 54


def test_s6_just_rich_enough_for_the_missing_class():
    """S6: 55 points."""
    table = shipyard(NO_DESTROYER, points=55)
    table.plan("terran", buy="DD")
    assert table.treasury("terran") == 0


@pytest.mark.parametrize("bought", ["DD", "BB"])
def test_s6_of_two_missing_classes_either_may_be_bought(bought):
    """S6: 200 points pay for one of them; the cheapest need not be taken."""
    table = shipyard(NO_DESTROYER.replace(", 2 BB", ""), points=200)
    table.plan("terran", buy=bought)


@pytest.mark.parametrize("bought", ["DD, SC", "2 DD", "SC"])
def test_s6_while_another_class_is_missing_nothing_else(bought):
    """S6: battleship still missing, and saved for; a second destroyer is no missing class."""
    table = shipyard(NO_DESTROYER.replace(", 2 BB", ""), points=200)
    with table.refused("S6"):
        table.plan("terran", buy=bought)
