"""Ships as people write them down."""

import pytest

from campaign.rules.ship_lines import read_ships
from campaign.rules.taken import TakenShip
from engines.seam.documents import Damage
from tests.core.table import four_sectors

CHART = four_sectors()
SHIPS = {
    "Patton": (
        "Patton; CA; Antares; hull 2, weapon 1, relays 1",
        TakenShip("heavy_cruiser", "Antares", Damage(2, (0,), 0, 1)),
    ),
    "Thor": ("Thor\tlight cruiser\torion", TakenShip("light_cruiser", "Orion")),
    "Reds": (
        "Reds ; ftr ; RESERVE ; fighters 2 1 0",
        TakenShip("fighter", "reserve", Damage(fighters=(2, 1, 0))),
    ),
    "Ark": ("  Ark;carrier;Badlands;  ", TakenShip("carrier", "Badlands")),
}


def test_ships_are_read_by_line() -> None:
    text = "\n\n".join(line for line, _ in SHIPS.values())
    found = read_ships(text, "terran", CHART)
    assert found.faults == ()
    assert found.ships == {name: ship for name, (_, ship) in SHIPS.items()}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Patton", "name; class; place"),
        ("Patton; CA; Antares; hull 2; more", "name; class; place"),
        ("; CA; Antares", "A name has"),
        ("x" * 61 + "; CA; Antares", "A name has"),
        ("<b>; CA; Antares", "A name has"),
        ("Patton; dreadnought; Antares", "Terran has no class"),
        ("Patton; base; Antares", "Terran has no class"),
        ("Patton; CA; Nowhere", "is no sector"),
        ("Patton; CA; Antares; hull 21", "is no damage"),
        ("Patton; CA; Antares; hull 0", "is no damage"),
        ("Patton; CA; Antares; thrusters 3", "is no damage"),
        ("Patton; CA; Antares; broken", "is no damage"),
        ("Reds; FTR; Antares; fighters 3 0 0", "is no damage"),
    ],
)
def test_what_is_no_ship_is_named_with_its_line(line: str, words: str) -> None:
    found = read_ships(f"Thor; CL; Orion\n{line}", "terran", CHART)
    assert list(found.ships) == ["Thor"]
    [fault] = found.faults
    assert fault.startswith("Line 2: ")
    assert words in fault


def test_a_name_stands_once() -> None:
    found = read_ships("Thor; CL; Orion\nThor; DD; Orion", "terran", CHART)
    assert found.faults == ("Line 2: There is another ship called Thor.",)
