"""Changes to a map, one at a time, and the rule that each can break."""

from typing import Any

import pytest

from campaign.rules.map import map_edits
from campaign.rules.map.map_edits import blank_map, change_zone, ground_of_zone
from campaign.rules.map.map_files import map_faults
from campaign.rules.map.strategic_map import StrategicMap, check_map
from engines.seam.refusals import Refused
from engines.talon.catalogue import astrometrics


@pytest.fixture
def chart() -> StrategicMap:
    """Two empty sectors: zone 3 is the start, zones 2 and 4 are Terran's and Talon's."""
    return blank_map("Two", 2)


def changed(chart: StrategicMap, index: int, **fields: Any) -> StrategicMap:
    """The map with some fields of a zone of Alpha changed."""
    zone = chart.zone("Alpha", index)
    usual = {
        "income": zone.income,
        "ground": ground_of_zone(chart, zone),
        "base": zone.base,
        "start": zone.start,
    }
    return change_zone(chart, "Alpha", index, **{**usual, **fields})


def faults(chart: StrategicMap) -> list[tuple[str, str]]:
    """Rule and place of everything that is wrong."""
    return [(fault.rule, fault.where) for fault in map_faults(chart)]


@pytest.mark.parametrize(
    ("index", "fields", "fault"),
    [
        (1, {"ground": "planet:talon"}, ("31.8", "Alpha zone 2")),
        (3, {"ground": "planet:terran"}, ("31.8", "Alpha zone 4")),
        (2, {"base": "terran"}, ("31.2", "Alpha zone 3")),
        (1, {"base": "talon"}, ("31.2", "Alpha zone 2")),
        (3, {"base": "terran"}, ("31.2", "Alpha zone 4")),
        (1, {"ground": "random", "base": "terran"}, ("31.2", "Alpha zone 2")),
        (2, {"start": False}, ("31.2", "Alpha")),
        (1, {"ground": "1,6"}, ("S50", "black_holes")),
    ],
)
def test_a_change_that_breaks_a_rule_is_made_and_judged(
    chart: StrategicMap, index: int, fields: dict[str, Any], fault: tuple[str, str]
) -> None:
    after = changed(chart, index, **fields)
    assert faults(after) == [fault]
    before = chart.zone("Alpha", index)
    back = changed(
        after,
        index,
        income=before.income,
        ground=ground_of_zone(chart, before),
        base=before.base,
        start=before.start,
    )
    assert back == chart


def test_31_2_removing_the_start_zone_leaves_none(chart: StrategicMap) -> None:
    assert faults(map_edits.remove_zone(chart, "Alpha", 2)) == [("31.2", "Alpha")]


def test_31_8_a_planet_changes_sides_with_the_start_zone(chart: StrategicMap) -> None:
    after = changed(changed(chart, 1, ground="planet:terran"), 2, start=False)
    moved = changed(map_edits.add_zone(after, "Alpha", 1), 1, start=True)
    assert faults(moved) == [("31.8", "Alpha zone 3")]


def test_there_is_one_start_zone_after_another_was_chosen(chart: StrategicMap) -> None:
    after = changed(chart, 3, start=True)
    assert [zone.start for zone in after.zones("Alpha")] == [False, False, False, True, False]
    assert faults(after) == []


def test_s17_the_base_of_a_home_is_that_of_every_sector(chart: StrategicMap) -> None:
    after = changed(chart, 0, base="terran", income=(7, 8))
    assert [after.zone(sector, 0).base for sector in after.order] == ["terran", "terran"]
    assert (after.zone("Alpha", 0).income, after.zone("Beta", 0).income) == ((7, 8), (10, 100))
    assert faults(after) == []
    assert faults(map_edits.add_sector(after)) == []
    assert faults(changed(after, 0, base="talon")) == [("31.2", "Alpha zone 1"), ("31.2", "Beta zone 1")]


def test_every_pattern_can_be_chosen_and_leaves_nothing_behind(chart: StrategicMap) -> None:
    for column, row in astrometrics():
        after = changed(chart, 1, ground=f"{column},{row}")
        check_map(after)
        assert ground_of_zone(after, after.zone("Alpha", 1)) == f"{column},{row}"
        assert changed(after, 1, ground="open") == chart


def test_limits_of_sectors_and_zones(chart: StrategicMap) -> None:
    for _ in range(6):
        chart = map_edits.add_zone(chart, "Alpha", 1)
    with pytest.raises(Refused, match="11 zones"):
        map_edits.add_zone(chart, "Alpha", 1)
    for _ in range(4):
        chart = map_edits.add_sector(chart)
    assert len(chart.order) == 6
    check_map(chart)
    with pytest.raises(Refused, match="6 sectors"):
        map_edits.add_sector(chart)
    for sector in chart.order[:4]:
        chart = map_edits.remove_sector(chart, sector)
    with pytest.raises(Refused, match="at least 2 sectors"):
        map_edits.remove_sector(chart, chart.order[0])
    small = map_edits.remove_zone(map_edits.remove_zone(blank_map("Two", 2), "Alpha", 1), "Alpha", 2)
    with pytest.raises(Refused, match="at least 3 zones"):
        map_edits.remove_zone(small, "Alpha", 1)
    with pytest.raises(Refused, match="home"):
        map_edits.remove_zone(blank_map("Two", 2), "Alpha", 0)


def test_sectors_are_renamed_and_moved(chart: StrategicMap) -> None:
    after = map_edits.move_sector(map_edits.rename_sector(chart, "Alpha", "Far Reach"), "Far Reach", 1)
    assert after.order == ("Beta", "Far Reach")
    assert after.zones("Far Reach") == chart.zones("Alpha")
    assert map_edits.move_sector(after, "Beta", -1) == after
    assert map_edits.rename_sector(after, "Beta", "Beta") == after
    with pytest.raises(Refused, match="another sector called Beta"):
        map_edits.rename_sector(after, "Far Reach", "Beta")
