"""31.2, first half: markers, treasury, and the first bases (S5, S39)."""

import pytest

from campaign.rules.orders import PlaceBases
from tests.core.cases.openings import BASES, ONE_EACH, SMALL, building
from tests.core.table import Table, three_sectors

TERRAN_ZONES = (
    "home/terran",
    "Antares/2",
    "Antares/4",
    "Badlands/2",
    "Maelstrom/2",
    "Orion/2",
    "Orion/3",
    "Orion/4",
)


def test_31_2_a_markers_stand_on_the_start_zones():
    """31.2: one marker a sector."""
    table = Table()
    assert {sector: table.marker(sector) for sector in table.war.chart.order} == {
        "Antares": 5, "Badlands": 4, "Maelstrom": 4, "Orion": 5,
    }  # fmt: skip


def test_31_2_a_markers_of_another_map():
    """31.2: the map says where."""
    table = Table(three_sectors())
    assert {s: table.marker(s) for s in table.war.chart.order} == {"Lantern": 3, "Maw": 3, "Thorn": 4}


def test_31_2_b_each_side_has_2000_points():
    """31.2: and the treasury is a setting (S32)."""
    assert (Table().treasury("terran"), Table().treasury("talon")) == (2000, 2000)
    assert Table(treasury=2600).treasury("talon") == 2600


def test_31_2_b_a_handicap():
    """S77: one side may have more; of the other's treasury nothing is taken."""
    assert [Table(handicap=150).treasury(side) for side in ("terran", "talon")] == [2150, 2000]
    assert [Table(handicap=-90).treasury(side) for side in ("terran", "talon")] == [2000, 2090]


def test_31_2_b_three_bases_are_free():
    """31.2: nothing is paid for them."""
    table = building()
    assert (table.treasury("terran"), table.treasury("talon")) == (2000, 2000)
    assert {place: base.side for place, base in table.war.bases.items()} == {
        **dict.fromkeys(BASES["terran"], "terran"), **dict.fromkeys(BASES["talon"], "talon"),
    }  # fmt: skip


def test_31_2_b_both_have_placed_then_ships_are_bought():
    """31.2: the Building Phase of turn 1 follows."""
    table = Table()
    table.bases("terran", *BASES["terran"])
    assert table.war.phase == "bases"
    table.bases("talon", *BASES["talon"])
    assert (table.war.phase, table.war.turn) == ("planning", 1)


def test_31_2_c_a_fourth_base_costs_184():
    """31.2: from the same 2000 points."""
    table = Table()
    table.bases("terran", *TERRAN_ZONES[:4])
    assert table.treasury("terran") == 1816


def test_31_2_c_every_legal_zone_may_have_one():
    """31.2: eight legal Terran zones, five of them paid."""
    table = Table()
    table.bases("terran", *TERRAN_ZONES)
    assert (len(table.war.bases), table.treasury("terran")) == (8, 2000 - 5 * 184)


def test_s39_extra_bases_leave_enough_for_one_of_each_class():
    """S39: of 1000 points a Terran fleet needs 769, so one base may be bought, not two."""
    table = Table(treasury=1000)
    with table.refused("S39"):
        table.bases("terran", *TERRAN_ZONES[:5])
    table.bases("terran", *TERRAN_ZONES[:4])
    assert table.treasury("terran") == 816


def test_s39_to_the_point():
    """S39: 184 + 769 = 953 does, 952 is not reachable by the settings; Talon needs 870 + 184 = 1054."""
    table = Table(treasury=1054)
    table.bases("talon", "home/talon", "Antares/6", "Antares/8", "Orion/6")
    assert table.treasury("talon") == 870
    poorer = Table(treasury=1053)
    with poorer.refused("S39"):
        poorer.bases("talon", "home/talon", "Antares/6", "Antares/8", "Orion/6")


def test_s39_all_free_bases_are_placed():
    """S39: none is kept back while there is room."""
    table = Table()
    with table.refused("S39"):
        table.bases("terran", "home/terran", "Antares/4")


def test_31_2_d_a_base_cannot_be_bought_later():
    """31.2: not with the ships, and not in a later turn."""
    for table in (
        building(),
        Table.midway(terran={"Antares": "DD"}, talon={"Antares": "DD"}, minimum=(0, 0)),
    ):
        table.war.terran.treasury = 2000
        with table.refused("31.2"):
            table.plan("terran", buy=f"{ONE_EACH['terran']}, Base")


def test_31_2_d_bases_are_placed_once():
    """31.2: they are not moved afterwards, nor placed again."""
    table = Table()
    table.bases("terran", *BASES["terran"])
    with table.refused("31.2"):
        table.bases("terran", "home/terran", "Antares/2", "Orion/4")


def test_31_2_e_one_base_a_zone():
    """31.2: the same zone twice."""
    table = Table()
    with table.refused("31.2"):
        table.bases("terran", "home/terran", "Antares/4", "Antares/4")


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("Antares/5", "a start zone"),
        ("Orion/5", "a start zone with dice"),
        ("Antares/3", "dice"),
        ("Antares/6", "the enemy's side"),
        ("Antares/7", "dice on the enemy's side"),
        ("home/talon", "the enemy's home"),
        ("Antares/1", "the home under another name"),
        ("Antares/10", "off the map"),
        ("Nowhere/2", "no such sector"),
    ],
)
def test_31_2_f_zones_without_a_terran_base(place, why):
    """31.2: own side, no start zone, no dice."""
    table = Table()
    with table.refused("31.2"):
        table.bases("terran", "home/terran", "Antares/4", place)


@pytest.mark.parametrize("place", TERRAN_ZONES[1:])
def test_31_2_f_zones_for_a_terran_base(place):
    """31.2: planets, patterns and open space on the own side."""
    table = Table()
    others = [zone for zone in TERRAN_ZONES[1:] if zone != place]
    table.bases("terran", "home/terran", place, others[0])
    assert table.war.bases[place].side == "terran"


def test_31_2_f_the_same_zone_is_the_other_side_for_talon():
    """31.2: Talon may not build before Terran planets."""
    table = Table()
    with table.refused("31.2"):
        table.bases("talon", "home/talon", "Antares/6", "Antares/4")


def test_31_2_g_one_base_stands_at_home():
    """31.2: without one the placement is refused."""
    table = Table()
    with table.refused("31.2"):
        table.bases("terran", "Antares/2", "Antares/4", "Orion/4")


def test_31_2_g_with_one_base_only_it_stands_at_home():
    """31.2, S32: a war with a single free base."""
    table = Table(free_bases=1)
    with table.refused("31.2"):
        table.bases("terran", "Antares/4")
    table.bases("terran", "home/terran")
    assert set(table.war.bases) == {"home/terran"}


def test_31_2_g_a_free_base_without_a_legal_zone_is_lost():
    """Facts: ten free bases, eight Terran zones; nothing is paid and nothing owed."""
    table = Table(free_bases=10)
    table.bases("terran", *TERRAN_ZONES)
    assert (len(table.war.bases), table.treasury("terran")) == (8, 2000)


def test_31_2_h_bases_are_open():
    """31.2: both placements stand on the map for all to see, each with a name (S34)."""
    table = building()
    assert len({(base.side, base.name) for base in table.war.bases.values()}) == 6
    assert "Valley Forge" in {base.name for base in table.war.bases.values()}


def test_31_2_fixed_bases_of_a_map_stand_from_the_start():
    """31, Facts: a map may bring its own bases; they are extra and free."""
    table = Table(three_sectors(), treasury=1600, reserve=400, free_bases=1, black_holes=True)
    table.bases("terran", "home/terran")
    table.bases("talon", "home/talon")
    assert {place: base.side for place, base in table.war.bases.items()} == {
        "Lantern/2": "terran", "Lantern/4": "talon", "home/terran": "terran", "home/talon": "talon",
    }  # fmt: skip
    assert table.treasury("terran") == 1600


def test_31_2_no_second_base_beside_a_fixed_one():
    """31.2: one a zone, whoever put it there."""
    table = Table(three_sectors(), free_bases=2)
    with table.refused("31.2"):
        table.bases("terran", "home/terran", "Lantern/2")


def test_31_2_no_ships_before_the_bases():
    """31.2: the order of set-up."""
    table = Table()
    with table.refused("31.2"):
        table.plan("terran", buy=ONE_EACH["terran"], send=SMALL["terran"])


def test_31_2_a_base_order_is_refused_in_a_later_turn():
    """31.2: only at the start."""
    table = Table.midway(terran={"Antares": "DD"}, talon={"Antares": "DD"}, minimum=(0, 0))
    with table.refused("31.2"):
        table.give("terran", PlaceBases(("home/terran",)))
