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
        ("; CA; Antares", "The name is empty"),
        ("x" * 61 + "; CA; Antares", "The name has 61 characters; at most 60 are possible"),
        (
            "Pat\u200bton; CA; Antares",
            "holds an invisible character, U+200B ZERO WIDTH SPACE; type it again.",
        ),
        ("Pat\u202eton; CA; Antares", "a mark that changes the direction of writing, U+202E RIGHT-TO-LEFT"),
        ("Pat\u2028ton; CA; Antares", "a line break, U+2028 LINE SEPARATOR"),
        ("Pat\x0cton; CA; Antares", "a control character, U+000C"),
        ("Pat\ue000ton; CA; Antares", "a character of private use, U+E000"),
        ("THOR; CA; Antares", "THOR looks like Thor"),
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
    assert list(found.ships)[:1] == ["Thor"]
    [fault] = found.faults
    assert fault.startswith("Line 2: ")
    assert words in fault


def test_a_name_stands_once() -> None:
    found = read_ships("Thor; CL; Orion\nThor; DD; Orion", "terran", CHART)
    assert found.faults == ("Line 2: There is another ship called Thor.",)


def test_names_are_tidy() -> None:
    text = (
        'Sun\u00a0 Tzu; CA; Orion\nZoe\u0308; DD; Orion\nFort "Lucky"; CL; Orion\nBonnie & Clyde; SC; Orion'
    )
    found = read_ships(text, "terran", CHART)
    assert found.faults == ()
    assert list(found.ships) == ["Sun Tzu", "Zoë", 'Fort "Lucky"', "Bonnie & Clyde"]
