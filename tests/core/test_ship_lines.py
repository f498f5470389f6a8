"""Ships as people write them down."""

import json
import re

import pytest

from campaign.history.tracking import as_csv
from campaign.rules.map.map_files import read_map
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.paper.ship_lines import read_seen, read_ships
from campaign.rules.paper.taken import TakenShip, TakenSighting
from campaign.rules.paper.tracking_sheets import read_sheets
from campaign.war.words.fleet_tables import Table
from engines.talon.damage import TalonDamage
from tests.core.table import MAPS, four_sectors

CHART = four_sectors()
SHIPS = {
    "Patton": (
        "Patton; CA; Antares; hull 2, weapon 1, relays 1",
        TakenShip("heavy_cruiser", "Antares", TalonDamage(2, (0,), 0, 1)),
    ),
    "Thor": ("Thor\tlight cruiser\torion", TakenShip("light_cruiser", "Orion")),
    "Reds": (
        "Reds ; ftr ; RESERVE ; fighters 2 1 0",
        TakenShip("fighter", "reserve", TalonDamage(fighters=(2, 1, 0))),
    ),
    "Ark": ("  Ark;carrier;Badlands;  ", TakenShip("carrier", "Badlands")),
}


def test_ships_are_read_by_line() -> None:
    text = "\n\n".join(line for line, _ in SHIPS.values())
    found = read_ships(text, "terran", CHART)
    assert found.faults == ()
    assert found.found == {name: ship for name, (_, ship) in SHIPS.items()}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Patton", "name; class; place"),
        ("Patton; CA; Antares; hull 2; more", "“more” is no damage"),
        ("Patton; CA; Antares; hull 2, hull 3", "names hull twice"),
        ("Patton; CA; Antares; hull 2 of 9", "has 6 hull boxes, not 9"),
        ("Patton; CA; Antares; disruptor (front) lost", "no other weapon"),
        ("Antares,Patton,Dreadnought,115,3,none", "no class"),
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
        ("Patton; CA; Antares; weapon 0", "is no damage"),
        ("Patton; CA; Antares; thrusters 3", "is no damage"),
        ("Patton; CA; Antares; broken", "is no damage"),
        ("Reds; FTR; Antares; fighters 3 0 0", "is no damage"),
    ],
)
def test_what_is_no_ship_is_named_with_its_line(line: str, words: str) -> None:
    found = read_ships(f"Thor; CL; Orion\n{line}", "terran", CHART)
    assert list(found.found)[:1] == ["Thor"]
    [fault] = found.faults
    assert fault.startswith("Line 2: ")
    assert words in fault


HURT = '"hull 4, weapon 1"'
ON_SHEET = '"hull 4 of 6, phaser (front and left) lost"'
TABLES = {
    "commas": ["Patton, CA, Antares, hull 4, weapon 1", "Thor, CL, Reserve"],
    "rows of a sheet": [
        f"Antares,Patton,Heavy Cruiser,115,3,{ON_SHEET}",
        "Reserve,Thor,Light Cruiser,88,2,none",
    ],
    "a sheet": [
        "Terran fleet",
        "Place,Ship,Class,Points,LP,Damage",
        f"Antares,Patton,Heavy Cruiser,115,3,{ON_SHEET}",
        "Reserve,Thor,CL,88,2,",
    ],
    "other order": [
        "Ship\tDamage\tClass\tSector",
        "Patton\thull 4, weapon 1\tCA\tAntares",
        "Thor\tnone\tCL\tReserve",
    ],
    "a head": ["NAME; CLASS; SECTOR; DAMAGE", "Patton; CA; Antares; hull 4, weapon 1", "Thor; CL; Reserve"],
    "semicolons": [
        "Terran fleet;;;",
        "Place;Ship;Class;Damage",
        f"Antares;Patton;CA;{HURT}",
        "Reserve;Thor;CL;none",
        ";;;",
        "Talon fleet;;;",
        "Place;Ship;Class;Damage",
        "Antares;Hunter;DD;none",
    ],
    "a whole sheet": [
        "Turns",
        "Turn,Terran treasury,Terran LP",
        "1,20,3",
        "",
        "Terran fleet",
        "Place,Ship,Class,Damage",
        f"Antares,Patton,CA,{HURT}",
        "Reserve,Thor,CL,none",
        "",
        "Terran ships as last seen",
        "Turn,Place,Ship,Class,Damage",
        "1,Antares 4,Patton,CA,none",
    ],
}


@pytest.mark.parametrize("lines", TABLES.values(), ids=TABLES)
def test_tables_are_read_with_any_separator_and_head(lines: list[str]) -> None:
    found = read_ships("\n".join(lines), "terran", CHART)
    assert found.faults == ()
    assert found.found == {
        "Patton": TakenShip("heavy_cruiser", "Antares", TalonDamage(4, (0,))),
        "Thor": TakenShip("light_cruiser", "reserve"),
    }


def test_what_was_seen_is_read_in_both_orders() -> None:
    seen = {"Patton": TakenSighting("heavy_cruiser", "Antares/4", 3, TalonDamage(2))}
    for text in ("Patton; CA; antares 4; turn 3; hull 2", "3,Antares 4,Patton,Heavy Cruiser,hull 2 of 6"):
        assert read_seen(text, "terran", CHART).found == seen


@pytest.mark.parametrize(("written", "name"), [("'=1+1", "=1+1"), ("''=x", "'=x"), ("'Tis", "'Tis")])
def test_the_apostrophe_before_a_formula_is_none_of_the_name(written: str, name: str) -> None:
    assert list(read_ships(f"{written}; CA; Antares", "terran", CHART).found) == [name]


def test_a_greek_question_mark_is_a_semicolon_wherever_it_stands() -> None:
    """Unicode says so: tidied after the line was split, it would be a part of the name."""
    found = read_ships("Patton\u037e CA\u037e Antares; hull 2", "terran", CHART)
    assert (found.faults, list(found.found)) == ((), ["Patton"])


def test_what_people_write_at_the_end_of_a_sentence() -> None:
    found = read_ships("Patton; CA; Antares; weapons 1, 2.\nThor; CL; Orion.", "terran", CHART)
    assert found.faults == ()
    assert found.found["Patton"] == TakenShip("heavy_cruiser", "Antares", TalonDamage(0, (0, 1)))
    assert found.found["Thor"] == TakenShip("light_cruiser", "Orion")
    assert read_seen("Patton; CA; Antares 4; turn 3.", "terran", CHART).faults == ()


def test_a_column_that_the_site_does_not_know_is_named() -> None:
    found = read_ships("Ship; Class; Sector; Notes\nPatton; CA; Antares; fast", "terran", CHART)
    assert found.faults == (
        "Line 2: The site knows no column “Notes” here. Its columns are name, class, place, damage.",
    )


def test_a_name_stands_once() -> None:
    found = read_ships("Thor; CL; Orion\nThor; DD; Orion", "terran", CHART)
    assert found.faults == ("Line 2: There is another ship called Thor.",)


def test_names_are_tidy() -> None:
    text = (
        'Sun\u00a0 Tzu; CA; Orion\nZoe\u0308; DD; Orion\nFort "Lucky"; CL; Orion\nBonnie & Clyde; SC; Orion'
    )
    found = read_ships(text, "terran", CHART)
    assert found.faults == ()
    assert list(found.found) == ["Sun Tzu", "Zoë", 'Fort "Lucky"', "Bonnie & Clyde"]


def chart_with(sector: str) -> StrategicMap:
    """The default map with another name for Antares."""
    return read_map(
        re.sub(r'"Antares"|\bAntares\b', json.dumps(sector), (MAPS / "four_sectors.toml").read_text())
    )


def test_lines_that_the_site_fills_in_name_ship_and_place_as_they_are_called() -> None:
    """A sheet keeps a spreadsheet from taking them for formulas; the lines are read as a spreadsheet's are, too."""
    odd = ("'=x", "''=x", "=x", "'Tis", '"Lucky"', "a; b")
    for called in odd:
        chart = chart_with(called)
        fleet = Table("Terran fleet", ("Place", "Ship", "Class", "Damage"), ((called, called, "CA", "none"),))
        last = Table(
            "Terran ships as last seen",
            ("Turn", "Place", "Ship", "Class", "Damage"),
            (("3", f"{called} 4", called, "CA", "none"),),
        )
        found = read_sheets([as_csv([fleet, last])], chart)
        ships = read_ships("\n".join(found.ships["terran"]), "terran", chart)
        assert (ships.faults, list(ships.found)) == ((), [called])
        assert ships.found[called].where == called
        seen = read_seen("\n".join(found.seen["terran"]), "terran", chart)
        assert (seen.faults, list(seen.found)) == ((), [called])


def test_a_place_is_read_as_a_refusal_says_to_write_it() -> None:
    chart = chart_with("'=x")
    for written in ("'=x", "''=x"):
        assert read_ships(f"Thor; CL; {written}", "terran", chart).found["Thor"].where == "'=x"
