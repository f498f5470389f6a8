"""31.5, first half: Logistics Points, the minimum per sector, surrender (S7, S16, S31)."""

import pytest

from campaign.rules.events import FleetCounted
from engines.talon.catalogue import classes_of
from tests.core.cases.openings import lanes, shipyard
from tests.core.table import Table, three_sectors

LP = {
    "SC": 1, "DD": 1, "FF": 1, "CL": 2, "CA": 3, "BC": 3, "BB": 4, "DN": 4, "FTR": 1, "CV": 1, "Tran": 0, "Base": 0,
}  # fmt: skip
PRINTED = [
    (4, 9),
    (10, 15),
    (16, 21),
    (22, 27),
    (28, 33),
    (34, 39),
    (40, 45),
    (46, 51),
    (52, 57),
    (58, 63),
    (64, 69),
    (70, 75),
    (76, 120),
]


def counted(lp: int, **midway) -> Table:
    """A turn begun with Terran having that many LP in sectors, as destroyers."""
    chart = midway.get("chart")
    sector = chart.order[0] if chart else "Antares"
    table = Table.midway(terran={sector: f"{lp} DD"}, talon={sector: "BB"}, minimum=(0, 0), **midway)
    table.begin_turn()
    return table


@pytest.mark.parametrize("side", ["terran", "talon"])
def test_31_5_a_logistics_points_by_class(side):
    """31.5: the same for both sides; transports and bases none."""
    for kind in classes_of(side):
        assert kind.lp == LP[kind.abbreviation], kind.title


@pytest.mark.parametrize(
    ("lp", "minimum"),
    [(lp, row) for row, (low, high) in enumerate(PRINTED, 1) for lp in range(low, min(high, 80) + 1)],
)
def test_31_5_b_the_printed_table(lp, minimum):
    """31.5: every row of it, both ends and between; 76 and more are 13."""
    assert counted(lp).war.terran.minimum == minimum


def test_31_5_b_the_table_ends_at_13():
    """31.5: also with 120."""
    assert counted(120).war.terran.minimum == 13


@pytest.mark.parametrize(
    ("sectors", "lp", "minimum"),
    [
        (3, 4, 1), (3, 7, 1), (3, 8, 2), (3, 12, 2), (3, 13, 3), (3, 72, 14), (3, 73, 15), (3, 78, 15), (3, 200, 15),
        (2, 4, 1), (2, 5, 1), (2, 6, 2), (2, 73, 18), (2, 74, 19), (2, 200, 19),
        (4, 75, 12), (4, 76, 13),
        (6, 4, 1), (6, 13, 1), (6, 14, 2), (6, 61, 7), (6, 62, 8), (6, 70, 9), (6, 200, 9),
    ],
)  # fmt: skip
def test_s31_minimum_on_maps_of_other_sizes(sectors, lp, minimum):
    """S31: (LP + 2) / (N + 2) rounded down, at least 1, at most 78 / (N + 2) rounded down."""
    assert counted(lp, chart=lanes(sectors)).war.terran.minimum == minimum


def test_s31_on_the_second_map():
    """S31: three sectors, 13 LP, 3 a sector."""
    assert counted(13, chart=three_sectors()).war.terran.minimum == 3


def test_31_5_b_active_lp_are_those_outside_the_reserve():
    """31.5: 9 in sectors, 20 in the Reserve."""
    table = Table.midway(
        terran={"Antares": "BB, CA", "Orion": "CL", "reserve": "5 BB"}, talon={"Orion": "BB"}, minimum=(0, 0)
    )
    table.begin_turn()
    assert (table.war.terran.active_lp, table.war.terran.minimum) == (9, 1)


def test_31_5_b_each_side_has_its_own_minimum():
    """31.5: and each is told only its own."""
    table = Table.midway(terran={"Antares": "10 BB"}, talon={"Orion": "BB"}, minimum=(0, 0))
    table.begin_turn()
    assert [(event.side, event.active_lp, event.minimum) for event in table.happened(FleetCounted)] == [
        ("terran", 40, 7), ("talon", 4, 1),
    ]  # fmt: skip


def test_s16_stranded_squadrons_are_counted():
    """S16: nine ships and a stranded squadron are 10 LP."""
    table = Table.midway(terran={"Antares": "9 DD, FTR stranded"}, talon={"Orion": "BB"}, minimum=(0, 0))
    table.begin_turn()
    assert (table.war.terran.active_lp, table.war.terran.minimum) == (10, 2)


def test_s16_new_and_brought_out_ships_do_not_raise_this_turns_minimum():
    """S16: the minimum is fixed before building."""
    table = shipyard("2 SC, 2 DD, 2 CL, 2 CA, 2 BC, 2 BB, 2 CV, 2 FTR, 2 Tran")
    table.war.terran.minimum = 1
    sent = {
        "Antares": "Explorer",
        "Badlands": "Voyager",
        "Maelstrom": "Achilles",
        "Orion": "Defiant, Prometheus, Caleb, Patton",
    }
    table.plan("terran", buy="CA", send=sent)
    assert table.war.terran.minimum == 1


def test_31_5_c_two_markers_on_the_home_forty_lp():
    """31.5: the published example: 7 less 2."""
    table = counted(40, markers={"Antares": 1, "Badlands": 1})
    assert table.war.terran.minimum == 5


@pytest.mark.parametrize(("markers", "minimum"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3)])
def test_31_5_c_one_less_for_each_marker(markers, minimum):
    """31.5: up to four."""
    sectors = ("Antares", "Badlands", "Maelstrom", "Orion")[:markers]
    assert counted(40, markers=dict.fromkeys(sectors, 1)).war.terran.minimum == minimum


def test_31_5_c_markers_on_the_enemy_home_do_not_help():
    """31.5: the own home planet only; Talon is relieved there."""
    table = counted(40, markers={"Antares": 9, "Badlands": 7})
    assert (table.war.terran.minimum, table.war.talon.minimum) == (7, 0)


def test_s7_the_minimum_is_never_below_zero():
    """S7: 4 LP, 1 a sector, four markers."""
    table = counted(4, markers=dict.fromkeys(("Antares", "Badlands", "Maelstrom", "Orion"), 1))
    assert table.war.terran.minimum == 0


def test_31_5_three_active_lp_are_a_surrender():
    """31.5, S16: counted at the start of the turn, whatever is in the Reserve."""
    table = Table.midway(
        terran={"Antares": "3 DD", "reserve": "10 BB"}, talon={"Orion": "BB"}, minimum=(0, 0)
    )
    table.begin_turn()
    assert (table.war.phase, table.war.winner, table.war.ended) == ("over", "talon", "logistics")


def test_31_5_four_active_lp_are_not():
    """31.5: the first row of the table."""
    table = counted(4)
    assert (table.war.phase, table.war.terran.minimum) == ("planning", 1)


def test_31_5_transports_and_bases_do_not_help():
    """31.5: they have no LP."""
    table = Table.midway(
        terran={"Antares": "3 DD, 5 Tran"},
        talon={"Orion": "BB"},
        bases={"Antares/4": ("terran", "")},
        minimum=(0, 0),
    )
    table.begin_turn()
    assert table.war.winner == "talon"


def test_s16_both_sides_at_three_draw_the_war():
    """S16: nobody wins."""
    table = Table.midway(terran={"Antares": "CA"}, talon={"Orion": "CA"}, minimum=(0, 0))
    table.begin_turn()
    assert (table.war.phase, table.war.winner, table.war.ended) == ("over", None, "logistics")


def test_s16_surrender_comes_before_income():
    """Facts: the beaten side is paid nothing more."""
    table = Table.midway(terran={"Antares": "3 DD"}, talon={"Orion": "BB"}, minimum=(0, 0))
    table.begin_turn()
    assert table.treasury("terran") == 0
