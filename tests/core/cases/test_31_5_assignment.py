"""31.5, second half: where ships may go, and the minimum (S8, S11)."""

import pytest

from campaign.rules.orders import Plan
from tests.core.table import Table, three_sectors

SECTORS = ("Antares", "Badlands", "Maelstrom", "Orion")
ONE_A_SECTOR = {
    "Antares": "DD Achilles",
    "Badlands": "DD Caleb",
    "Maelstrom": "DD Hercules",
    "Orion": "CL Thor",
}


def board(terran: dict[str, str], minimum: int = 0, **midway) -> Table:
    """A Ship Assignment Phase of Terran's."""
    return Table.midway(terran=terran, talon={"Antares": "BB"}, minimum=(minimum, 0), **midway)


REACH = {
    "Antares": {"Antares", "Badlands", "reserve"},
    "Badlands": {"Antares", "Badlands", "Maelstrom", "reserve"},
    "Maelstrom": {"Badlands", "Maelstrom", "Orion", "reserve"},
    "Orion": {"Maelstrom", "Orion", "reserve"},
    "reserve": {*SECTORS, "reserve"},
}


@pytest.mark.parametrize("start", REACH)
@pytest.mark.parametrize("end", [*SECTORS, "reserve"])
def test_31_5_d_stay_move_to_a_neighbour_or_retire(start, end):
    """31.5: the published example among them (Orion); from the Reserve anywhere; a line, not a ring."""
    table = board({start: "CA Patton"})
    if end in REACH[start]:
        table.plan("terran", send={end: "Patton"})
        assert table.where("terran", "Patton") == end
        return
    with table.refused("31.5"):
        table.plan("terran", send={end: "Patton"})


def test_31_5_d_neighbours_on_another_map():
    """31.5: the order of the map's sectors."""
    table = board({"Lantern": "CA Patton"}, chart=three_sectors())
    with table.refused("31.5"):
        table.plan("terran", send={"Thorn": "Patton"})
    table.plan("terran", send={"Maw": "Patton"})


def test_31_5_d_a_sector_that_is_not_on_the_map():
    """31.5: nowhere to go."""
    table = board({"Antares": "CA Patton"})
    with table.refused("31.5"):
        table.plan("terran", send={"Lantern": "Patton"})


def test_31_5_d_every_ship_is_assigned():
    """31.5: none may be left out."""
    table = board({"Antares": "CA Patton, DD Achilles"})
    with table.refused("31.5"):
        table.give("terran", Plan(assign={"Patton": "Antares"}))


def test_31_5_d_only_own_ships_are_assigned():
    """31.5: a name not in the fleet."""
    table = board({"Antares": "CA Patton"})
    with table.refused("31.5"):
        table.give("terran", Plan(assign={"Patton": "Antares", "Eradicator": "Antares"}))


def test_31_5_d_ships_that_jumped_are_still_in_their_sector():
    """Facts: where a ship was assigned counts, not what became of it in the battle."""
    table = board({"Orion": "CA Patton hull=4"})
    with table.refused("31.5"):
        table.plan("terran", send={"Badlands": "Patton"})


def test_31_5_e_the_minimum_in_every_sector():
    """31.5: one in each, as it should be."""
    table = board(ONE_A_SECTOR, 1)
    table.plan("terran")
    assert table.war.terran.planned


def test_31_5_e_a_sector_below_the_minimum():
    """31.5: a move that leaves a sector empty."""
    table = board(ONE_A_SECTOR, 1)
    with table.refused("31.5"):
        table.plan("terran", send={"Badlands": "Achilles"})


def test_31_5_e_transports_do_not_meet_the_minimum():
    """31.5: they have no LP."""
    table = board({**ONE_A_SECTOR, "Antares": "DD Achilles, Tran"}, 1)
    with table.refused("31.5"):
        table.plan("terran", send={"Badlands": "Achilles"})


def test_31_5_e_more_than_the_minimum_elsewhere_does_not_help():
    """31.5: each sector for itself."""
    table = board({**ONE_A_SECTOR, "Badlands": "4 BB"}, 1)
    with table.refused("31.5"):
        table.plan("terran", send={"Badlands": "Achilles"})


def test_31_5_e_a_needed_ship_may_not_retire():
    """31.5: its sector would be short."""
    table = board(ONE_A_SECTOR, 1)
    with table.refused("31.5"):
        table.plan("terran", send={"reserve": "Thor"})


def test_31_5_e_a_ship_that_is_not_needed_may_retire():
    """31.5: the minimum is met without it."""
    table = board({**ONE_A_SECTOR, "Antares": "DD Achilles, CA Patton"}, 1)
    table.plan("terran", send={"reserve": "Patton"})
    assert table.where("terran", "Patton") == "reserve"


def test_s8_a_needed_ship_may_not_stay_in_the_reserve():
    """S8: Orion is empty and the Reserve can fill it."""
    table = board({"Antares": "DD", "Badlands": "DD", "Maelstrom": "DD", "reserve": "CA Patton"}, 1)
    with table.refused("31.5"):
        table.plan("terran")
    table.plan("terran", send={"Orion": "Patton"})


def test_s8_a_new_ship_fills_the_gap_or_excuses_nothing():
    """S8: bought this turn, it goes anywhere, so it may not be kept in the Reserve."""
    table = board({"Antares": "DD", "Badlands": "SC", "Maelstrom": "CL"}, 1, treasury=(500, 0))
    with table.refused("31.5"):
        table.plan("terran", buy="CA")
    table.plan("terran", buy="CA", send={"Orion": "Guderian"})
    assert table.where("terran", "Guderian") == "Orion"


CHAIN = {"Antares": "DD Achilles, DD Caleb", "Badlands": "DD Hercules", "Maelstrom": "SC Explorer"}


def test_s8_ships_move_up_in_a_chain():
    """S8: each goes one sector on, and nothing is short."""
    table = board(CHAIN, 1)
    table.plan("terran", send={"Badlands": "Caleb", "Maelstrom": "Hercules", "Orion": "Explorer"})
    assert table.where("terran", "Explorer") == "Orion"


def test_s8_a_chain_within_reach_must_be_used():
    """S8: staying leaves Orion short without need, and so does a move of the wrong ship."""
    table = board(CHAIN, 1)
    with table.refused("31.5"):
        table.plan("terran")
    with table.refused("31.5"):
        table.plan("terran", send={"Badlands": "Caleb"})


def test_s8_no_far_move_while_reach_is_enough():
    """S8: Antares to Orion, though the chain would do."""
    table = board(CHAIN, 1)
    with table.refused("31.5"):
        table.plan("terran", send={"Orion": "Caleb"})


HUDDLE = {"Antares": "DD Achilles, DD Caleb, DD Hercules, SC Explorer"}


def test_s8_a_shortage_within_reach_is_legal():
    """S8: nobody must go beyond reach; two sectors stay short."""
    table = board(HUDDLE, 1)
    table.plan("terran", send={"Badlands": "Caleb"})
    assert table.war.terran.planned


def test_s8_a_greater_shortage_than_needed_is_not():
    """S8: with all four in Antares three sectors are short."""
    table = board(HUDDLE, 1)
    with table.refused("S8"):
        table.plan("terran")


def test_s8_in_a_shortage_ships_may_go_beyond_reach():
    """31.5, S8: one to each sector, two of them far."""
    table = board(HUDDLE, 1)
    table.plan("terran", send={"Badlands": "Caleb", "Maelstrom": "Hercules", "Orion": "Explorer"})
    assert table.where("terran", "Explorer") == "Orion"


def test_s8_far_moves_must_leave_the_smallest_shortage_of_all():
    """S8: one far move where two would do better."""
    table = board(HUDDLE, 1)
    with table.refused("S8"):
        table.plan("terran", send={"Badlands": "Caleb, Hercules", "Orion": "Explorer"})


def test_s8_no_far_move_more_than_needed():
    """31.5, S8: a second ship to Orion is not needed there."""
    table = board({"Antares": "DD Achilles, DD Caleb, DD Hercules, SC Explorer, SC Voyager"}, 1)
    sent = {"Badlands": "Caleb", "Maelstrom": "Hercules", "Orion": "Explorer, Voyager"}
    with table.refused("S8"):
        table.plan("terran", send=sent)
    table.plan("terran", send={**sent, "Orion": "Explorer"})


def test_s8_a_far_move_that_does_not_shorten_is_refused():
    """S8: two ships, one in each near sector; sending one far only moves the gap."""
    table = board({"Antares": "DD Achilles, DD Caleb"}, 1)
    table_far = board({"Antares": "DD Achilles, DD Caleb"}, 1)
    table.plan("terran", send={"Badlands": "Caleb"})
    with table_far.refused("S8"):
        table_far.plan("terran", send={"Orion": "Caleb"})


def test_s8_a_big_ship_counts_only_up_to_the_minimum():
    """S8: a battleship in a sector that needs 2 covers 2, so the cruiser is needed elsewhere."""
    table = board(
        {
            "Antares": "BB Defiant, CL Thor",
            "Badlands": "CL Asgard",
            "Maelstrom": "CL Valhalla",
            "reserve": "CA Patton",
        },
        2,
    )
    with table.refused("31.5"):
        table.plan("terran", send={"Antares": "Patton"})
    table.plan("terran", send={"Orion": "Patton"})


def test_s8_zero_shortage_is_always_legal():
    """S8: however the ships are spread within reach."""
    table = board({"Badlands": "4 CA", "Maelstrom": "4 CA", "reserve": "2 BB"}, 3)
    table.plan(
        "terran", send={"Antares": "Guderian", "Orion": "Defiant", "reserve": "Prometheus"},
    )  # fmt: skip
    assert table.where("terran", "Prometheus") == "reserve"


def test_s8_a_scrapped_ship_does_not_excuse():
    """S8, 31.4: scrapping the only ship of a sector makes a gap that others must fill."""
    table = board({**ONE_A_SECTOR, "reserve": "CA Patton"}, 1)
    with table.refused("31.5"):
        table.plan("terran", scrap="Achilles")
    table.plan("terran", scrap="Achilles", send={"Antares": "Patton"})


def test_31_6_stranded_squadrons_go_to_the_reserve():
    """31.6, S11: and nowhere else, not even where they are."""
    table = board({"Antares": "CV, FTR Cougar stranded"})
    for target in ("Antares", "Badlands"):
        with table.refused("31.6"):
            table.plan("terran", send={target: "Cougar"})
    table.plan("terran", send={"reserve": "Cougar"})
    assert table.where("terran", "Cougar") == "reserve"


def test_s8_stranded_squadrons_do_not_fill_a_gap():
    """S8: of three destroyers and a stranded squadron one sector stays short, and that is excused."""
    table = board({"Antares": "DD", "Badlands": "DD", "Maelstrom": "DD", "Orion": "FTR Cougar stranded"}, 1)
    table.plan("terran")
    assert table.where("terran", "Cougar") == "reserve"


def test_s8_only_stranded_squadrons_left():
    """S8: nothing can be sent anywhere; all go to the Reserve."""
    table = board({"Orion": "4 FTR stranded"}, 1)
    table.plan("terran")
    assert {ship.where for ship in table.war.terran.ships.values()} == {"reserve"}


def test_31_5_f_sectors_of_one_home_stay_apart():
    """31.5, S17: both markers are over the home, yet each sector has its own minimum and reach."""
    table = board(
        {"Antares": "2 DD", "Maelstrom": "DD", "Orion": "SC"}, 1, markers={"Antares": 1, "Badlands": 1}
    )
    with table.refused("31.5"):
        table.plan("terran")
    table.plan("terran", send={"Badlands": "Caleb"})


def test_31_5_f_no_shortcut_over_a_home():
    """S17: from Antares to Orion is still three sectors, though both markers are over one planet."""
    table = board({"Antares": "CA Patton"}, markers={"Antares": 1, "Orion": 1})
    with table.refused("31.5"):
        table.plan("terran", send={"Orion": "Patton"})


def test_31_5_g_both_assign_in_secret():
    """31.5: until both have, nothing is revealed."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, DD"}, minimum=(0, 0))
    table.plan("terran")
    assert (table.war.battles, table.war.question) == ([], None)
