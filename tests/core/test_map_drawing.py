"""The strategic map is drawn for any number of sectors and zones, and says the same in words."""

import re
from dataclasses import replace

import pytest

from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import FleetSight, FrontNow, MapPicture, Plate, SectorSight, ZoneSight


def lane(name: str, zones: int, front: int) -> SectorSight:
    """Return a lane of open zones between two homes."""
    last = zones - 1
    return SectorSight(
        name,
        tuple(
            ZoneSight(
                place, last - place, is_home=place in (0, last), has_marker=place == front, href=f"/{place}"
            )
            for place in range(zones)
        ),
    )


def box(plate: Plate) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of what can be tapped."""
    found = re.fullmatch(r"M(-?\d+) (-?\d+)h(\d+)v(\d+)h-\d+Z", plate.area)
    assert found
    left, top, width, height = map(int, found.groups())
    return left, top, left + width, top + height


def assert_apart(picture: MapPicture) -> None:
    """No plate leaves the drawing, and no two overlap."""
    boxes = [box(plate) for plate in picture.plates]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= picture.width
        assert 0 <= top < bottom <= picture.height
    for one, a in enumerate(boxes):
        for b in boxes[one + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)


@pytest.mark.parametrize("sectors", range(1, 9))
@pytest.mark.parametrize("zones", range(3, 14))
def test_plates_stand_apart_on_maps_of_every_size(sectors: int, zones: int) -> None:
    lanes = [lane(f"Sector {number}", 3 + (zones + number) % 11, number % 3) for number in range(sectors)]
    for picture in draw_map([lane("First", zones, 1), *lanes[1:]]).pictures:
        assert_apart(picture)


def test_plates_can_be_tapped_on_a_phone() -> None:
    _, tall = draw_map([lane(str(number), 13, 4) for number in range(8)]).pictures
    scale = 356 / tall.width
    for left, top, right, bottom in map(box, tall.plates):
        assert (right - left) * scale >= 43.5
        assert (bottom - top) * scale >= 43.5


def test_the_front_runs_through_every_marker() -> None:
    wide, _ = draw_map([lane("A", 5, 1), lane("B", 5, 4)]).pictures
    assert wide.front[-1].path.count("L") == 3
    assert [plate.css for plate in wide.plates if "plate-marked" in plate.css] == [
        "plate plate-front plate-marked",
        "plate plate-front plate-marked plate-home",
    ]


def test_no_front_is_drawn_before_markers_stand() -> None:
    for picture in draw_map([lane("A", 5, 9)]).pictures:
        assert picture.front == ()


def test_ground_is_held_up_to_the_front() -> None:
    wide, _ = draw_map([lane("A", 5, 2)]).pictures
    holders = [plate.css.split()[1] for plate in wide.plates]
    assert holders == ["plate-terran", "plate-terran", "plate-front", "plate-talon", "plate-talon"]


def test_the_map_in_words() -> None:
    zone = ZoneSight(
        40, 60, has_planet=True, planet_owner="talon", base_side="talon", has_marker=True, visited=(1, 3)
    )
    board = draw_map([SectorSight("Orion", (ZoneSight(5, 95), zone, ZoneSight(95, 5)))])
    sentence = board.sectors[0].zones[1].sentence
    assert (
        sentence
        == "Orion 2: Terran 40, Talon 60, Talon planet, Talon base, front line here now and in turns 1, 3"
    )


def test_a_zone_shows_the_last_turn_of_its_front_line() -> None:
    """All of them would run into the zone's number."""
    visited = ZoneSight(40, 60, visited=(1, 5, 8, 10))
    for picture in draw_map([SectorSight("Orion", (ZoneSight(5, 95), visited, ZoneSight(95, 5)))]).pictures:
        turns = [label.text for plate in picture.plates for label in plate.labels if label.css == "turns"]
        assert turns == ["T10"]


def test_every_zone_but_the_homes_shows_its_number() -> None:
    for picture in draw_map([lane("A", 5, 2)]).pictures:
        numbers = [
            [label.text for label in plate.labels if label.css == "zone-number"] for plate in picture.plates
        ]
        assert numbers == [[], ["2"], ["3"], ["4"], []]


def test_the_fronts_are_told_apart_from_the_map() -> None:
    home, port = lane("Alpha", 7, 3), lane("Beta", 5, 4)
    fleet = FleetSight("terran", 3, 8, need=9)
    fronts = draw_map([replace(home, fleets=(fleet,)), port]).fronts
    assert fronts == (
        FrontNow("Alpha", "zone 4", "/3", (fleet,)),
        FrontNow("Beta", "Talon home", "/4", ()),
    )


def test_counters_in_the_homes_keep_off_the_edge_of_the_map() -> None:
    kept = (FleetSight("terran", 3, 11), FleetSight("talon", 1, 3, turn=1, is_own=False))
    for picture in draw_map([lane("Alpha", 7, 3)], kept).pictures:
        for counter in picture.counters:
            xs = [int(x) for x in re.findall(r"(-?\d+) -?\d+", counter.outline)]
            assert min(xs) >= 2
            assert max(xs) <= picture.width - 2
