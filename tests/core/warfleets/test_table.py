"""The table of Warfleets: FTL, from W2, W5, W6, W12 and W20 of its text."""

import pytest

from engines.warfleets.table import DEPTH, WIDTH, base_on_table, edge_left, far_from_edges, in_zone, on_table
from engines.warfleets.terrain import Terrain

ROCK = Terrain("Rock", ("blocking", "cover"), centre=(3600, 2400), radius=300)
CLOUD = Terrain("Cloud", ("cover",), corners=((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)))


def test_w2_the_table_is_six_feet_by_four():
    assert (WIDTH, DEPTH) == (7200, 4800)
    assert on_table((7200, 0))
    assert not on_table((7201, 0))
    assert base_on_table(((118, 118), 118))
    assert not base_on_table(((118, 117), 118))


@pytest.mark.parametrize(
    ("place", "edge", "may"),
    [
        ((3000, 1082), "bottom", True),
        ((3000, 1083), "bottom", False),
        ((3000, 117), "bottom", False),
        ((3000, 3718), "top", True),
        ((1082, 2400), "left", True),
        ((6118, 2400), "right", True),
        ((6117, 2400), "right", False),
    ],
)
def test_w6_wf29_a_whole_base_is_in_its_zone(place, edge, may):
    assert in_zone((place, 118), edge) is may


@pytest.mark.parametrize(
    ("place", "may"),
    [
        ((901, 2400), True),
        ((900, 2400), False),
        ((3600, 2101), True),
        ((3600, 2100), False),
        ((3600, 2700), False),
    ],
)
def test_w5_markers_lie_more_than_9_inches_from_edges_and_zones(place, may):
    assert far_from_edges(place, "bottom") is may


def test_w5_zones_may_be_at_the_short_edges():
    assert far_from_edges((3600, 901), "left")
    assert not far_from_edges((2100, 2400), "right")


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        ((100, 100), (100, 50), None),
        ((100, 100), (100, 0), None),
        ((100, 100), (300, -100), ("bottom", (200, 0))),
        ((7100, 2400), (7300, 2500), ("right", (7200, 2450))),
        ((7100, 4700), (7500, 4850), ("right", (7200, 4737))),
        ((7100, 4700), (7250, 5100), ("top", (7137, 4800))),
    ],
)
def test_w12_a_way_leaves_over_the_edge_that_it_meets_first(start, end, found):
    assert edge_left(start, end) == found


def test_w20_wf5_a_piece_has_the_kinds_that_are_said_of_it():
    assert ROCK.is_("blocking")
    assert ROCK.is_("cover")
    assert not ROCK.is_("dangerous")


def test_w20_terrain_is_on_a_line_of_sight_or_under_a_base():
    assert ROCK.in_sight((0, 2400), (7200, 2400))
    assert not ROCK.in_sight((0, 2701), (7200, 2701))
    assert ROCK.in_the_way((0, 2701), (7200, 2701), 100)
    assert not ROCK.in_the_way((0, 2800), (7200, 2800), 100)
    assert CLOUD.in_sight((0, 1500), (1000, 1500))
    assert not CLOUD.in_the_way((0, 1500), (900, 1500), 100)
    assert CLOUD.in_the_way((0, 1500), (901, 1500), 100)


def test_w20_a_point_is_in_a_piece_or_on_its_edge():
    assert CLOUD.covers((1000, 1500))
    assert not CLOUD.covers((999, 1500))
    assert ROCK.covers((3900, 2400))
    assert not ROCK.covers((3901, 2400))
