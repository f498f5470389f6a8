"""Distances, arcs and ways of Warfleets: FTL, in whole numbers."""

import math
from random import Random

import pytest

from engines.warfleets.geometry import (
    SCALE,
    SINES,
    TURN,
    ahead,
    arc,
    as_near,
    away,
    first_contact,
    gap,
    inside,
    length,
    overlap,
    rounded,
    sees_through_polygon,
    sweeps_disc,
    sweeps_polygon,
    within,
)

SQUARE = ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000))
NOTCHED = ((0, 0), (400, 0), (400, 400), (200, 100), (0, 400))


def test_every_sine_is_the_nearest_whole_number():
    assert len(SINES) == TURN
    assert list(SINES) == [round(math.sin(math.pi * tenth / 1800) * SCALE) for tenth in range(TURN)]


@pytest.mark.parametrize(
    ("number", "divisor", "found"), [(1, 2, 0), (3, 2, 2), (-1, 2, 0), (-3, 2, -2), (7, 4, 2)]
)
def test_halves_go_to_the_even_number(number, divisor, found):
    assert rounded(number, divisor) == found


@pytest.mark.parametrize(
    ("heading", "place"),
    [
        (0, (0, 600)),
        (900, (600, 0)),
        (1800, (0, -600)),
        (2700, (-600, 0)),
        (450, (424, 424)),
        (300, (300, 520)),
    ],
)
def test_a_heading_of_0_is_up_the_table_and_headings_grow_clockwise(heading, place):
    assert ahead((0, 0), heading, 600) == place


def test_a_push_goes_straight_away_and_a_pull_towards():
    assert away((300, 400), (0, 0), 500) == (600, 800)
    assert away((300, 400), (0, 0), -250) == (150, 200)
    assert away((3, 3), (3, 3), 100) == (3, 103)


def test_a_push_is_as_long_as_it_should_be_to_the_nearest_hundredth():
    chance = Random(7)
    for _ in range(500):
        start, source = ((chance.randrange(7200), chance.randrange(4800)) for _ in range(2))
        apart = math.dist(start, source)
        x, y = away(start, source, 350)
        assert x == round(start[0] + 350 * (start[0] - source[0]) / apart)
        assert y == round(start[1] + 350 * (start[1] - source[1]) / apart)


def test_wf1_distances_are_from_edge_to_edge():
    one, other = ((0, 0), 118), ((300, 400), 49)
    assert gap(one, other) == 500 - 118 - 49
    assert within(one, other, 333)
    assert not within(one, other, 332)


def test_discs_that_touch_do_not_overlap():
    one = ((0, 0), 200)
    assert within(one, ((300, 400), 300), 0)
    assert not overlap(one, ((300, 400), 300))
    assert overlap(one, ((300, 400), 301))
    assert gap(one, ((100, 0), 50)) == 0


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (0, 100, "front"),
        (100, 100, "front"),
        (-100, 100, "front"),
        (101, 100, "right"),
        (100, -100, "right"),
        (-100, -100, "left"),
        (-101, 100, "left"),
        (99, -100, "rear"),
        (0, -100, "rear"),
    ],
)
def test_wf1_arcs_are_quarters_round_the_centre(x, y, found):
    assert arc((500, 500), 0, (500 + x, 500 + y)) == found


@pytest.mark.parametrize("heading", range(0, TURN, 50))
def test_arcs_turn_with_the_model(heading):
    place = (3000, 2000)
    quarters = ("front", "right", "rear", "left")
    assert tuple(arc(place, heading, ahead(place, heading + 900 * at, 1000)) for at in range(4)) == quarters
    assert arc(place, heading, ahead(place, heading + 440, 1000)) == "front"
    assert arc(place, heading, ahead(place, heading + 460, 1000)) == "right"


def test_a_disc_sweeps_what_lies_nearer_than_both_radii():
    start, end = (0, 0), (0, 1000)
    assert sweeps_disc(start, end, 100, ((199, 500), 100))
    assert not sweeps_disc(start, end, 100, ((200, 500), 100))
    assert not sweeps_disc(start, end, 100, ((0, 1200), 100))
    assert sweeps_disc(start, end, 100, ((0, 1199), 100))


def test_a_disc_sweeps_a_polygon_that_it_comes_over():
    assert sweeps_polygon((901, 0), (901, 3000), 100, SQUARE)
    assert not sweeps_polygon((900, 0), (900, 3000), 100, SQUARE)
    assert not sweeps_polygon((1500, 0), (1500, 900), 100, SQUARE)
    assert sweeps_polygon((1500, 0), (1500, 901), 100, SQUARE)
    assert sweeps_polygon((1400, 1500), (1600, 1500), 10, SQUARE)
    assert not sweeps_polygon((929, 929), (929, 0), 100, SQUARE)
    assert sweeps_polygon((930, 930), (930, 0), 100, SQUARE)


def test_sight_is_a_line_and_the_edge_of_terrain_counts():
    assert sees_through_polygon((0, 1000), (3000, 1000), SQUARE)
    assert not sees_through_polygon((0, 999), (3000, 999), SQUARE)
    assert sees_through_polygon((1500, 1500), (5000, 5000), SQUARE)
    assert not sees_through_polygon((0, 0), (999, 999), SQUARE)
    assert as_near((100, 500), (0, 0), (0, 1000), 100)
    assert not as_near((101, 500), (0, 0), (0, 1000), 100)
    assert as_near((0, 1100), (0, 0), (0, 1000), 100)


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [(200, 99, True), (200, 100, True), (200, 101, False), (0, 200, True), (-1, 0, False), (401, 0, False)],
)
def test_a_point_is_inside_a_polygon_that_is_not_convex(x, y, found):
    assert inside((x, y), NOTCHED) is found


def test_a_ram_stops_where_the_bases_touch():
    start = ((1000, 1000), 100)
    assert first_contact(start, 900, 600, ((1500, 1000), 100)) == 300
    assert first_contact(start, 900, 299, ((1500, 1000), 100)) is None
    assert first_contact(start, 2700, 600, ((1500, 1000), 100)) is None
    assert first_contact(start, 900, 600, ((1500, 1201), 100)) is None
    assert first_contact(start, 900, 600, ((1200, 1000), 100)) == 0


def test_wherever_a_ram_stops_the_bases_do_not_overlap_and_are_as_near_as_can_be():
    chance = Random(11)
    met = 0
    for _ in range(2000):
        start = ((chance.randrange(2000), chance.randrange(2000)), 118)
        other = ((chance.randrange(2000), chance.randrange(2000)), 79)
        heading = chance.randrange(TURN)
        far = first_contact(start, heading, 900, other)
        if far is None:
            continue
        met += 1
        stopped = (ahead(start[0], heading, far), 118)
        assert not overlap(stopped, other)
        assert gap(stopped, other) <= 2
    assert met > 100


def test_a_way_is_never_shorter_than_it_is_drawn():
    assert length((0, 0), (300, 400)) == 500
    assert length((0, 0), (1, 1)) == 2
