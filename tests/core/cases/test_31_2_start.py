"""31.2, second half: first purchases, the Fleet Reserve, first assignment and battles."""

import pytest

from campaign.rules.events import IncomePaid, ShipsBought
from tests.core.cases.openings import ONE_EACH, SMALL, begun, building, small_plan

FIVE_HUNDRED = {
    "Antares": "Guderian, Hornet, Ace_of_Spades", "Badlands": "Alexander", "Maelstrom": "Asgard",
    "Orion": "Explorer, Achilles",
}  # fmt: skip


@pytest.mark.parametrize(("side", "price"), [("terran", 769), ("talon", 870)])
def test_31_2_i_one_of_every_class_must_be_bought(side, price):
    """31.2: the smallest fleet there can be."""
    table = building()
    small_plan(table, side)
    assert table.treasury(side) == 2000 - price
    assert table.happened(ShipsBought)[0].total == price


FIRST_NAMES = {
    "SC": "Explorer", "DD": "Achilles", "CL": "Asgard", "CA": "Guderian", "BC": "Alexander", "BB": "Defiant",
    "CV": "Hornet", "FTR": "Ace_of_Spades", "Tran": "Normandy",
}  # fmt: skip


@pytest.mark.parametrize("missing", FIRST_NAMES)
def test_31_2_i_no_class_may_be_missing(missing):
    """31.2: whatever it is, fighters and transports too (S5); two of each other class do not make up for it."""
    table = building()
    others = [kind for kind in FIRST_NAMES if kind != missing]
    sent = {sector: FIRST_NAMES[kind] for sector, kind in zip(table.war.chart.order, others, strict=False)}
    with table.refused("31.2"):
        table.plan("terran", buy=", ".join(f"2 {kind}" for kind in others), send=sent)


def test_31_2_i_transports_may_be_left_out_by_setting():
    """S5: if they are no class."""
    table = building(transports_are_a_class=False, reserve=400)
    table.plan("terran", buy="SC, DD, CL, CA, BC, BB, CV, FTR", send=SMALL["terran"])
    assert table.treasury("terran") == 2000 - 737


def test_31_2_i_five_of_a_class_to_one_of_another():
    """31.2: five destroyers with one of each other class."""
    table = building()
    table.plan("terran", buy=f"{ONE_EACH['terran']}, 4 DD", send=SMALL["terran"])
    assert table.treasury("terran") == 2000 - 769 - 4 * 55


def test_31_2_i_six_of_a_class_to_one_of_another():
    """31.2: the published example, with one destroyer and six of another class."""
    table = building()
    with table.refused("31.2"):
        table.plan("terran", buy=f"{ONE_EACH['terran']}, 5 SC", send=SMALL["terran"])


def test_31_2_i_six_to_two_is_within_five_to_one():
    """31.2: with two of every other class six scouts are legal."""
    table = building()
    table.plan("terran", buy="6 SC, 2 DD, 2 CL, 2 CA, 2 BC, 2 BB, 2 CV, 2 FTR, 2 Tran", send=SMALL["terran"])
    assert table.treasury("terran") == 2000 - 2 * 769 - 4 * 37


def test_31_2_i_any_number_of_fighters():
    """31.2: six squadrons and more with one of each other class."""
    table = building()
    table.plan("terran", buy=f"{ONE_EACH['terran']}, 11 FTR", send=SMALL["terran"])
    assert table.treasury("terran") == 2000 - 769 - 11 * 44


def test_31_2_i_one_squadron_does_not_allow_six_others():
    """31.2: the exception is for the number of fighters, not for other classes."""
    table = building()
    with table.refused("31.2"):
        table.plan("terran", buy="6 SC, 2 DD, 2 CL, 2 CA, 2 BC, BB, 2 CV, FTR, 2 Tran", send=SMALL["terran"])


def test_s5_transports_fall_under_five_to_one():
    """S5: six transports to one of each other class."""
    table = building()
    with table.refused("31.2"):
        table.plan("talon", buy=f"{ONE_EACH['talon']}, 5 Tran", send=SMALL["talon"])


def test_s5_transports_free_of_five_to_one_by_setting():
    """S5: if they are no class."""
    table = building(transports_are_a_class=False)
    table.plan("talon", buy=f"{ONE_EACH['talon']}, 5 Tran", send=SMALL["talon"])
    assert table.treasury("talon") == 2000 - 870 - 180


def test_31_2_purchases_to_the_last_point():
    """31.2: these come to 2000."""
    table = building()
    table.plan("terran", buy="2 SC, 3 DD, 3 CL, 3 CA, 3 BC, 2 BB, 3 CV, 2 FTR, 2 Tran", send=SMALL["terran"])
    assert table.treasury("terran") == 0


def test_31_2_purchases_one_point_beyond_the_treasury():
    """31.2: these come to 2001."""
    table = building()
    with table.refused("31.2"):
        table.plan(
            "terran", buy="2 SC, DD, 3 CL, 2 CA, 3 BC, 3 BB, 3 CV, 2 FTR, 3 Tran", send=SMALL["terran"]
        )


def test_31_2_j_points_not_spent_are_kept():
    """31.2: 2000 - 769 are there after the first turn has begun."""
    table = begun(1)
    assert (table.treasury("terran"), table.treasury("talon")) == (1231, 1130)


def test_31_2_k_five_hundred_points_in_the_reserve():
    """31.2: 2 heavy cruisers, a battleship, a squadron and a transport are 500 to the point."""
    table = building()
    table.plan("terran", buy="SC, DD, CL, 3 CA, BC, BB, CV, 2 FTR, Tran", send=FIVE_HUNDRED)
    kept = {name for name, ship in table.war.terran.ships.items() if ship.where == "reserve"}
    assert kept == {"Napoleon", "Patton", "Defiant", "Black Jack", "Normandy"}


def test_31_2_k_499_points_are_too_few():
    """31.2: a scout, two battle cruisers and a battleship are one point short."""
    table = building()
    sent = {
        "Antares": "Guderian, Normandy", "Badlands": "Asgard", "Maelstrom": "Explorer, Hornet, Ace_of_Spades",
        "Orion": "Achilles",
    }  # fmt: skip
    with table.refused("31.2"):
        table.plan("terran", buy="2 SC, DD, CL, CA, 2 BC, BB, CV, FTR, Tran", send=sent)


def test_31_2_k_squadrons_and_transports_count_in_the_reserve():
    """Facts: without the transport, or without a squadron, the 500 points are too few."""
    table = building()
    sent = {**FIVE_HUNDRED, "Orion": "Explorer, Achilles, Normandy"}
    with table.refused("31.2"):
        table.plan("terran", buy="SC, DD, CL, 3 CA, BC, BB, CV, 2 FTR, Tran", send=sent)
    sent = {**FIVE_HUNDRED, "Orion": "Explorer, Achilles, Black_Jack"}
    with table.refused("31.2"):
        table.plan("terran", buy="SC, DD, CL, 3 CA, BC, BB, CV, 2 FTR, Tran", send=sent)


def test_31_2_k_the_reserve_is_a_setting():
    """S32: 519 points there meet 519 and not 520."""
    enough, short = building(reserve=519), building(reserve=520)
    small_plan(enough, "terran")
    with short.refused("31.2"):
        small_plan(short, "terran")


def test_31_2_k_without_a_reserve_all_may_go_out():
    """S32: a war without one."""
    table = building(reserve=0)
    sent = {
        "Antares": "Defiant", "Badlands": "Guderian, Normandy", "Maelstrom": "Alexander, Hornet",
        "Orion": "Asgard, Explorer, Achilles, Ace_of_Spades",
    }  # fmt: skip
    table.plan("terran", buy=ONE_EACH["terran"], send=sent)
    assert table.war.terran.planned


def test_31_2_l_the_first_assignment_meets_the_minimum():
    """31.2, 31.5, S16: 5 LP sent out, at least 1 a sector; a sector left empty is refused."""
    table = building()
    sent = {"Antares": "Explorer, Achilles", "Badlands": "Asgard", "Maelstrom": "Hornet"}
    with table.refused("31.5"):
        table.plan("terran", buy=ONE_EACH["terran"], send=sent)


def test_31_2_l_s16_the_first_assignment_itself_is_counted():
    """S16: 12 LP sent out ask for 2 a sector, so a sector with 1 is refused, and 2 is enough."""
    table = building()
    sent = {**FIVE_HUNDRED, "Orion": "Explorer", "Badlands": "Alexander, Achilles"}
    with table.refused("31.5"):
        table.plan("terran", buy="SC, DD, CL, 3 CA, BC, BB, CV, 2 FTR, Tran", send=sent)
    table.plan("terran", buy="SC, DD, CL, 3 CA, BC, BB, CV, 2 FTR, Tran", send=FIVE_HUNDRED)
    small_plan(table, "talon")
    assert (table.war.terran.active_lp, table.war.terran.minimum) == (12, 2)


def test_31_2_l_new_ships_go_to_any_sector():
    """31.2: nothing was anywhere before."""
    table = building()
    sent = {"Orion": "Explorer", "Maelstrom": "Achilles", "Badlands": "Asgard", "Antares": "Hornet"}
    table.plan("terran", buy=ONE_EACH["terran"], send=sent)
    assert table.where("terran", "Hornet") == "Antares"


def test_31_2_m_a_battle_in_every_sector():
    """31.2: four battles of turn 1, in the sectors' order."""
    table = begun(1)
    assert (table.war.phase, table.war.turn) == ("battles", 1)
    assert [battle.place for battle in table.war.battles] == [
        "Antares/5",
        "Badlands/4",
        "Maelstrom/4",
        "Orion/5",
    ]


def test_31_2_m_no_income_before_the_first_battles():
    """Facts: nothing is paid on turn 1."""
    assert begun(1).happened(IncomePaid) == []


def test_s16_three_lp_in_the_first_assignment_are_a_surrender():
    """S16: 0-3 on turn 1."""
    table = building()
    table.plan(
        "terran",
        buy=ONE_EACH["terran"],
        send={"Antares": "Explorer", "Badlands": "Achilles", "Orion": "Hornet"},
    )
    small_plan(table, "talon")
    assert (table.war.phase, table.war.winner, table.war.ended) == ("over", "talon", "logistics")


def test_s16_both_with_three_lp_draw_the_war():
    """S16: both at once."""
    table = building()
    table.plan(
        "terran",
        buy=ONE_EACH["terran"],
        send={"Antares": "Explorer", "Badlands": "Achilles", "Orion": "Hornet"},
    )
    table.plan("talon", buy=ONE_EACH["talon"], send={"Antares": "Surprise", "Maelstrom": "Hunter"})
    assert (table.war.phase, table.war.winner, table.war.ended) == ("over", None, "logistics")


def test_31_2_the_order_of_the_two_sides_does_not_matter():
    """31.2: both plan in secret; who is first makes no difference."""
    table = building()
    table.roll(1)
    small_plan(table, "talon")
    assert table.war.phase == "planning"
    small_plan(table, "terran")
    assert (table.war.terran, table.war.talon) == (begun(1).war.terran, begun(1).war.talon)


def test_s44_the_first_minimum_is_met_in_full():
    """S44: 10 LP as three heavy ships ask for 2 in four sectors; no shortage is excused, though all can go anywhere."""
    table = building()
    sent = {"Antares": "Defiant", "Badlands": "Guderian", "Maelstrom": "Alexander"}
    with table.refused("31.5"):
        table.plan("terran", buy=f"{ONE_EACH['terran']}, BC, BB", send=sent)
