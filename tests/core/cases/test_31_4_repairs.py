"""31.4, second half: repairs in the Fleet Reserve and of bases (S11, S14)."""

from campaign.rules.events import BaseRepaired, ShipsRepaired
from engines.seam.documents import UNDAMAGED
from engines.talon.damage import TalonDamage
from tests.core.table import Table


def waiting(terran: dict[str, str], **midway) -> Table:
    """A turn that has just begun anew with those Terran ships."""
    table = Table.midway(terran=terran, talon={"Antares": "BB"}, minimum=(0, 0), **midway)
    table.begin_turn()
    return table


def test_31_4_f_ships_in_the_reserve_are_repaired():
    """31.4: hull and criticals, all of it."""
    table = waiting({"Antares": "BB", "reserve": "CA Patton hull=5 lost=0 thrusters=1 relays=2"})
    assert table.ship("terran", "Patton").damage == UNDAMAGED
    assert table.happened(ShipsRepaired)[0].names == ("Patton",)


def test_31_4_f_ships_in_sectors_are_not_repaired():
    """31.4: only in the Reserve."""
    table = waiting({"Antares": "BB, CA Patton hull=5 thrusters=1"})
    assert table.ship("terran", "Patton").damage == TalonDamage(hull=5, thrusters=1)
    assert table.happened(ShipsRepaired) == []


def test_31_4_f_repairs_come_a_turn_after_the_ship_went_in():
    """31.4: assigned to the Reserve this turn, mended in the next Building Phase, not before."""
    table = Table.midway(terran={"Antares": "BB, CA Patton hull=2"}, talon={"Orion": "BB"}, minimum=(0, 0))
    table.plan("terran", send={"reserve": "Patton"})
    assert table.ship("terran", "Patton").damage == TalonDamage(hull=2)
    table.plan("talon")
    assert table.war.turn == 4
    assert table.ship("terran", "Patton").damage == UNDAMAGED


def test_31_4_g_destroyed_fighters_are_restored():
    """31.4: a squadron in the Reserve is whole again."""
    table = waiting({"Antares": "BB", "reserve": "FTR Cougar fighters=221"})
    assert table.ship("terran", "Cougar").damage == UNDAMAGED


def test_31_4_g_not_in_a_sector():
    """31.4: also not with its carrier."""
    table = waiting({"Antares": "BB, CV, FTR Cougar fighters=221"})
    assert table.ship("terran", "Cougar").damage == TalonDamage(fighters=(2, 2, 1))


def test_31_4_h_repairs_cost_nothing():
    """31.4: the treasury holds the income and nothing is taken off."""
    table = waiting({"Antares": "BB", "reserve": "CA hull=5"})
    assert table.treasury("terran") == 200


def test_31_4_h_a_repaired_ship_may_go_out_at_once():
    """31.4: in the Ship Assignment Phase of the same turn."""
    table = waiting({"Antares": "BB", "reserve": "CA Patton hull=5"})
    table.plan("terran", send={"Orion": "Patton"})
    assert table.where("terran", "Patton") == "Orion"


def test_31_4_i_a_base_mends_one_box_and_its_criticals():
    """31.4, S14: three boxes marked become two, the criticals go."""
    table = waiting({"Antares": "BB"}, bases={"Orion/4": ("terran", "hull=5 lost=0+1 relays=1")})
    assert table.war.bases["Orion/4"].damage == TalonDamage(hull=4)


def test_31_4_i_a_base_with_one_box_is_whole():
    """31.4: and no further."""
    table = waiting({"Antares": "BB"}, bases={"Orion/4": ("terran", "hull=1")})
    assert table.war.bases["Orion/4"].damage == UNDAMAGED


def test_31_4_i_a_whole_base_is_not_mentioned():
    """31.4: nothing to repair."""
    table = waiting({"Antares": "BB"}, bases={"Orion/4": ("terran", "")})
    assert table.happened(BaseRepaired) == []


def test_31_4_i_a_base_in_the_front_line_mends_too():
    """S14: each Building Phase, wherever the marker stands; both sides' bases."""
    table = waiting(
        {"Antares": "BB"}, markers={"Antares": 4},
        bases={"Antares/4": ("terran", "hull=2"), "home/talon": ("talon", "hull=6")},
    )  # fmt: skip
    assert table.war.bases["Antares/4"].damage == TalonDamage(hull=1)
    assert table.war.bases["home/talon"].damage == TalonDamage(hull=5)


def test_s11_a_stranded_squadron_is_not_repaired_where_it_is():
    """S11: it must be fetched first."""
    table = waiting({"Antares": "BB, FTR Cougar fighters=210 stranded"})
    assert table.ship("terran", "Cougar").damage == TalonDamage(fighters=(2, 1, 0))


def test_s11_fetched_then_repaired():
    """S11: to the Reserve in the next assignment, whole in the Building Phase after that."""
    table = Table.midway(
        terran={"Antares": "BB, FTR Cougar fighters=210 stranded"}, talon={"Orion": "BB"}, minimum=(0, 0)
    )
    table.plan("terran")
    assert table.where("terran", "Cougar") == "reserve"
    assert table.ship("terran", "Cougar").damage == TalonDamage(fighters=(2, 1, 0))
    table.plan("talon")
    assert table.war.turn == 4
    ship = table.ship("terran", "Cougar")
    assert (ship.damage, ship.stranded) == (UNDAMAGED, False)
