"""Map files: what is written is read as the same map, and what nobody should send is refused in time."""

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.map.map_edits import blank_map, rename_sector
from campaign.rules.map.map_files import MOST_BYTES, map_faults, map_text, read_map, read_map_bytes
from campaign.rules.map.strategic_map import StrategicMap
from engines.seam.refusals import Refused
from engines.seam.words.names import tidy
from tests.core.table import MAPS

SECONDS = 2.0
TOO_MUCH = {
    "a huge file": b"# " + b"x" * MOST_BYTES,
    "brackets inside each other": b"a=" + b"[" * 30_000,
    "a key of many parts": b"a" + b".a" * 16_000 + b"=1",
    "many keys of many parts": b"\n".join(b"a%d" % at + b".a" * 299 + b"=1" for at in range(53)),
    "parts that other programs take for lines": b"a" + '."\u2028"'.encode() * 5000 + b"=1",
    "a number of many digits": b"start_treasury=" + b"1" * 30_000,
    "a number in hexadecimal": b"start_treasury=0x" + b"f" * 30_000,
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "a long name": b'name="' + b"x" * 30_000 + b'"',
}
names = st.from_regex(r"[A-Za-z0-9äß\\ .:;\[\]{}%$()\-]{1,20}", fullmatch=True).map(tidy).filter(bool)


@pytest.mark.parametrize("file", sorted(MAPS.glob("*.toml")), ids=lambda file: file.stem)
def test_a_map_of_the_house_is_written_and_read_again(file: object) -> None:
    chart = read_map(MAPS.joinpath(str(file)).read_text())
    assert read_map(map_text(chart)) == chart


@given(name=names, sector=names)
def test_any_name_is_written_and_read_again(name: str, sector: str) -> None:
    chart = blank_map("A map", 3)
    chart = rename_sector(msgspec.structs.replace(chart, name=name), "Alpha", f"{sector} 1")
    assert read_map(map_text(chart)) == chart


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_nobody_should_send_is_refused_in_time(what: str) -> None:
    began = time.monotonic()
    with pytest.raises(Refused) as refused:
        read_map_bytes(TOO_MUCH[what])
    assert time.monotonic() - began < SECONDS
    assert len(str(refused.value)) < 400


def faulty(**fields: object) -> list[tuple[str, str]]:
    """Rule and place of what is wrong with an empty map of two sectors that has these fields."""
    chart = msgspec.structs.replace(blank_map("Two", 2), **fields)
    return [(fault.rule, fault.where) for fault in map_faults(chart)]


def test_an_empty_map_can_be_played_on() -> None:
    for sectors in range(2, 7):
        assert [*map_faults(blank_map("Empty", sectors))] == []


def test_what_a_map_suggests_is_judged() -> None:
    """S32, 31.2: a war on it could not be begun as it suggests."""
    assert faulty(start_treasury=10**9) == [("S32", "settings")]
    assert faulty(boxes=0) == [("S32", "settings")]
    assert faulty(start_treasury=1000, reserve_points=1000) == [("31.2", "reserve")]


def test_a_black_hole_has_to_be_allowed() -> None:
    """S50"""
    text = MAPS.joinpath("three_gates.toml").read_text().replace("black_holes = true", "black_holes = false")
    with pytest.raises(Refused, match="S50"):
        read_map(text)


@pytest.mark.parametrize("name", ["Al\u202epha", "Alpha\u200b", "\ue000"])
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    assert faulty(name=name) == [("31", name)]


@pytest.mark.parametrize("name", ["alpha", "BETA", "Reserve", "Home"])
def test_names_that_people_take_for_each_other_are_refused(name: str) -> None:
    chart = blank_map("Three", 3)
    called: StrategicMap = rename_sector(chart, "Gamma", name)
    assert [fault.rule for fault in map_faults(called)] == ["31"]


@pytest.mark.parametrize("order", [("A", "B", "C"), ("A", "A"), ("A", "C"), ("A", "home")])
def test_an_order_of_other_sectors_is_refused_with_a_sentence(order: tuple[str, ...]) -> None:
    """31: the sectors are A and B."""
    chart = rename_sector(rename_sector(blank_map("Two", 2), "Alpha", "A"), "Beta", "B")
    text = map_text(chart)
    assert read_map(text) == chart
    names = ", ".join(f'"{sector}"' for sector in order)
    with pytest.raises(Refused, match="The battle order must name every sector once"):
        read_map_bytes(text.replace('order = ["A", "B"]', f"order = [{names}]").encode())


@pytest.mark.parametrize("name", ["open", "random", "planet"])
def test_no_pattern_has_the_name_of_other_terrain(name: str) -> None:
    """31.7: zones would show the pattern and roll, or be, something else."""
    assert faulty(patterns={name: (4, 4)}) == [("31.7", name)]
    assert faulty(patterns={f"{name} 4-4": (4, 4)}) == []
