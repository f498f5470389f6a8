"""Maps that cannot be played on are refused, each with its place and a rule."""

from collections.abc import Callable

import pytest

from campaign.rules.map.map_files import read_map
from engines.seam.refusals import Refused
from tests.core.table import MAPS

GOOD = (MAPS / "four_sectors.toml").read_text()

FAULTS: dict[str, Callable[[str], str]] = {
    "not TOML": lambda text: text + "\n[[[",
    "an unknown field": lambda text: "colour = 3\n" + text,
    "an income out of bounds": lambda text: text.replace("[10, 100]", "[10, 100000]", 1),
    "an income that is no number": lambda text: text.replace("[10, 100]", '["ten", 100]', 1),
    "a sector missing from the order": lambda text: text.replace('"Antares", ', "", 1),
    "a sector twice in the order": lambda text: text.replace('"Badlands"', '"Antares"', 1),
    "no start zone": lambda text: text.replace(", start = true", "", 1),
    "a planet without an owner": lambda text: text.replace(', owner = "terran" },', " },", 1),
    "a home that is no planet": lambda text: text.replace(
        'terrain = "planet", home', 'terrain = "open", home', 1
    ),
    "a pattern nobody knows": lambda text: text.replace('"asteroid chain" },', '"ring of fire" },', 1),
    "a pattern beyond the dice": lambda text: text.replace("[3, 4]", "[3, 7]", 1),
    "a sector called reserve": lambda text: text.replace("Antares", "reserve"),
    "a base in a start zone": lambda text: text.replace("start = true", 'start = true, base = "talon"', 1),
    "a base of the enemy's at a home": lambda text: text.replace(
        "home = true", 'home = true, base = "talon"', 1
    ),
    "a base at one lane's home alone": lambda text: text.replace(
        "home = true", 'home = true, base = "terran"', 1
    ),
    "a planet of Talon's on Terran's side": lambda text: text.replace(
        'terrain = "planet", owner = "terran" }', 'terrain = "planet", owner = "talon" }', 1
    ),
    "a planet of Terran's on Talon's side": lambda text: text.replace(
        'terrain = "planet", owner = "talon" }', 'terrain = "planet", owner = "terran" }', 1
    ),
    "a base on a zone with dice": lambda text: text.replace(
        'terrain = "random" }', 'terrain = "random", base = "terran" }', 1
    ),
    "a base of Talon's on Terran's side": lambda text: text.replace(
        'terrain = "asteroid chain" }', 'terrain = "asteroid chain", base = "talon" }', 1
    ),
    "a base of Terran's on Talon's side": lambda text: text.replace(
        '[85, 20], terrain = "asteroid chain" }', '[85, 20], terrain = "asteroid chain", base = "terran" }', 1
    ),
    "markup in a name": lambda text: text.replace('"Four Sectors"', '"<b>Four</b>"', 1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_map_with_a_fault_is_refused(fault: str) -> None:
    text = FAULTS[fault](GOOD)
    assert text != GOOD
    with pytest.raises(Refused):
        read_map(text)


def test_a_start_zone_may_have_a_planet_of_either_side() -> None:
    """31.2: the face of the marker shows whose it is."""
    for owner in ("terran", "talon"):
        started = f'terrain = "planet", owner = "{owner}", start = true'
        chart = read_map(GOOD.replace('terrain = "open", start = true', started, 1))
        assert chart.zone("Antares", chart.start("Antares")).owner == owner


def test_a_base_may_stand_on_its_own_side_of_the_start_zone() -> None:
    """31.2: on a zone whose terrain is known."""
    chart = read_map(
        GOOD.replace('terrain = "asteroid chain" }', 'terrain = "asteroid chain", base = "terran" }', 1)
    )
    assert chart.zone("Antares", 1).base == "terran"


@pytest.mark.parametrize("file", sorted(MAPS.glob("*.toml")), ids=lambda file: file.stem)
def test_every_map_of_the_house_can_be_played_on(file: object) -> None:
    read_map(MAPS.joinpath(str(file)).read_text())


SAID = {
    "colour = 3\n{}": "it has “colour”, which is not a part of a map",
    "name = 'A map'": "“order” is missing",
    "sectors = 3\nname = 'A map'\norder = ['A', 'B']": "“sectors” must be a table, not a whole number",
}
ZONES = {
    ("[10, 100]", "[10, 100000]"): "“income” (zone {} of sector “",
    ("[10, 100]", '["ten", 100]'): "“income” (zone {} of sector “",
    (
        "start = true",
        'start = "yes"',
    ): "“start” (zone {} of sector “",
    ("start = true", "begin = true"): "zone {} of sector “",
    ("boxes = 1", "boxes = 'two'"): "“boxes” must be a whole number, not text in quotes",
    ("[3, 4]", "[3, 7]"): "“patterns” must be 6 or less",
    (
        '"Four Sectors"',
        '"<b>Four</b>"',
    ): "a name is empty, too long, or has characters that names cannot have: “name”",
}


@pytest.mark.parametrize("file", SAID)
def test_what_does_not_fit_is_said_for_people(file: str) -> None:
    with pytest.raises(Refused) as refused:
        read_map(file.replace("{}", GOOD))
    assert SAID[file] in str(refused.value)


@pytest.mark.parametrize("change", ZONES)
def test_where_it_does_not_fit_is_said_too(change: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        read_map(GOOD.replace(*change, 1))
    said = str(refused.value)
    before, _, after = ZONES[change].partition("{}")
    assert before in said
    assert after in said


@pytest.mark.parametrize("fault", FAULTS)
def test_no_sentence_is_for_programmers(fault: str) -> None:
    with pytest.raises(Refused) as refused:
        read_map(FAULTS[fault](GOOD))
    assert not any(word in str(refused.value) for word in ("`", "$", "Object", "Expected `", "regex"))
