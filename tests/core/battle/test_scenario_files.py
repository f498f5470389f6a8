"""Scenarios that people write: every fault with its line and in plain words, and changes that keep the rest."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec.structs import fields

from battles.talon.own_scenarios import changing
from battles.talon.own_scenarios.presets import PRESETS, planet_of
from engines.seam.documents import Fate, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, opponent
from engines.talon.aim_documents import Aim
from engines.talon.catalogue import astrometrics, classes_of
from engines.talon.layout import Kind, Strip, Zone
from engines.talon.results.check import refusals
from engines.talon.scenario_files.lines import DEEPEST, line_at, lines_of
from engines.talon.scenario_files.reading import LONGEST, Fault, read
from engines.talon.scenario_files.shape import NOT_IN_FILES
from engines.talon.set_ups.random_terrain import laid_in_turn, with_terrain
from engines.talon.set_ups.scenarios import Scenario, scenario, scenarios, setup_of
from engines.talon.sheets.table_drawing import draw_table
from engines.talon.terms import terms_of, top_of

GOOD = '''\
title = "Ambush"
story = """
A convoy is late.
"""
terran = [
  "CA Patton",
  "Tran Normandy",
]
talon = [
  "DD Hunter",
  "FF Surprise",
]
most = "great"

[[aims]]
aim = "escape"
side = "terran"
decides = true

[[zones]]
side = "talon"
strips = [
  { row = 1 },
  { row = 2, first = 3, last = 9 },
]
units = ["Hunter"]
facing = "any"

[[terrain]]
kind = "nebula"
row = 6
column = 5

[[terrain]]
kind = "asteroid"
row = 6
column = 6

[[options]]
key = "late"
title = "Late"
words = "A frigate comes instead of the destroyer."
replaced = { "DD Hunter" = "FF Hunter" }
'''
WHOLE = [number for number in scenarios() if changing.can_be_copied(number)]


def faults(text: str) -> list[Fault]:
    """What is wrong with a file."""
    return list(read(text, "Own scenario").faults)


def instead(old: str, new: str, times: int = 1) -> str:
    """The good file with one thing changed."""
    assert old in GOOD
    return GOOD.replace(old, new, times)


def test_a_good_file_is_a_battle() -> None:
    """No fault, and the set-up says what the file says."""
    found = read(GOOD, "Own scenario")
    assert found.faults == ()
    setup = found.playable
    assert setup is not None
    assert setup.place == "Ambush"
    assert [unit.name for unit in setup.terran] == ["Patton", "Normandy"]
    assert terms_of(setup).label == "Own scenario"


@pytest.mark.parametrize("number", WHOLE)
def test_every_printed_scenario_can_be_copied(number: int) -> None:
    """Its text is a file without a fault, and its battle the printed one, but for the name of its rules."""
    found = read(changing.text_of(number), terms_of(scenario(number)).label)
    assert found.faults == ()
    assert found.playable == scenario(number)


# What is wrong, by the line and words of it: at least fifty files
BAD: dict[str, tuple[str, int, str]] = {
    "no equals sign": (instead("title =", "title"), 1, "“=”"),
    "no value": (instead('most = "great"', "most ="), 13, "What follows “=”"),
    "a word without quotes": (instead('"great"', "great"), 13, "text in quotes"),
    "a quote is open": (instead('"CA Patton",', '"CA Patton,'), 6, "ends in its line"),
    "a text without end": ('title = "A', 1, "no quote ends it"),
    "a list without end": (
        GOOD.split("talon = [", maxsplit=1)[0] + 'talon = ["DD Hunter"',
        9,
        "a comma is missing",
    ),
    "a table without end": (instead("{ row = 1 }", "{ row = 1"), 23, "“}”"),
    "two values in a line": (instead('most = "great"', 'most = "great" "minor"'), 13, "more in this line"),
    "a name twice": (instead('most = "great"', 'most = "great"\nmost = "minor"'), 14, "given before"),
    "a table without brackets": (instead("[[aims]]", "[[aims]"), 15, "[[zones]]"),
    "a lonely sign": (instead("[[aims]]", "]"), 15, "begins with a name"),
    "a backslash": (instead('"Ambush"', '"Am\\bush\\x"'), 1, "backslash"),
    "an unknown part": (instead('most = "great"', 'mots = "great"'), 13, "Is “most” meant?"),
    "whole": (instead('most = "great"', "whole = true"), 13, "no “whole”"),
    "no title": (instead('title = "Ambush"\n', ""), 1, "“title” is missing"),
    "no Talon ships": ('title = "A"\nstory = ""\nterran = ["CA P"]', 1, "“talon” is missing"),
    "an empty title": (instead('"Ambush"', '""'), 1, "title is empty"),
    "a long title": (instead("Ambush", "A" * 61), 1, "title"),
    "an unseen letter in the title": (instead("Ambush", "Am\u200bbush"), 1, "invisible"),
    "a number for a title": (instead('"Ambush"', "12"), 1, "text in quotes"),
    "a long story": (instead("A convoy is late.", "A" * 1600), 2, "1,500 are allowed"),
    "ships that are no list": (
        instead('talon = [\n  "DD Hunter",\n  "FF Surprise",\n]', 'talon = "DD Hunter"'),
        9,
        "a list",
    ),
    "a ship that is a number": (instead('"FF Surprise"', "7"), 11, "text in quotes"),
    "an unknown class": (instead("CA Patton", "XX Patton"), 6, "no class “XX”"),
    "a class of the other side": (instead("DD Hunter", "CV Hunter"), 10, "Talon has no class “CV”"),
    "a class in small letters": (instead("CA Patton", "ca Patton"), 6, "no class “ca”"),
    "no class": (instead("CA Patton", "Patton"), 6, "no class “Patton”"),
    "no name": (instead("CA Patton", "CA"), 6, "name is empty"),
    "a comma in a name": (instead("CA Patton", "CA Patton, DD Kirk"), 6, "a text of its own"),
    "a name twice on a side": (instead("FF Surprise", "FF Hunter"), 10, "2 units are named Hunter"),
    "a name on both sides": (instead("DD Hunter", "DD Patton"), 6, "2 units are named Patton"),
    "too many ships": (
        instead('  "CA Patton",\n', "".join(f'  "CA P{n}",\n' for n in range(25))),
        5,
        "24 are allowed",
    ),
    "no ship of a side": (
        instead('  "DD Hunter",\n  "FF Surprise",\n', "").split("[[zones]]", maxsplit=1)[0],
        9,
        "Talon has no ship",
    ),
    "squadrons alone": (
        'title = "A"\nstory = ""\nterran = ["FTR P"]\ntalon = ["CA S"]',
        3,
        "Terran has no ship or base",
    ),
    "two bases": (instead("CA Patton", 'Base A", "Base B'), 5, "more than one base"),
    "an unknown degree": (instead('"great"', '"grand"'), 13, "Is “great” meant?"),
    "an unknown owner": (instead('most = "great"', 'planet = "earth"'), 13, "'earth'"),
    "an unknown initiative": (instead('most = "great"', 'initiative = "me"'), 13, "'me'"),
    "an unknown aim": (instead('"escape"', '"excape"'), 16, "Is “escape” meant?"),
    "an aim without a kind": (instead('aim = "escape"\n', ""), 15, "“aim” is missing in aim 1"),
    "an aim without a side": (
        instead('side = "terran"\ndecides', "decides"),
        15,
        "“side” is missing in aim 1",
    ),
    "an aim for nobody": (instead('side = "terran"', 'side = "both"'), 17, "'both'"),
    "a part that the aim has not": (instead("decides = true", "decide = true"), 15, "Is “decides” meant?"),
    "a word where yes or no is asked": (instead("decides = true", 'decides = "yes"'), 18, "true or false"),
    "it counts ten times": (instead("decides = true", "counts = 10"), 18, "9 or less"),
    "an escape without a transport": (instead("Tran Normandy", "DD Normandy"), 15, "Terran has no transport"),
    "a landing without a planet": (
        instead('"escape"', '"land"').replace("decides = true", "needs = 1"),
        15,
        "no planet",
    ),
    "a target that is not there": (
        instead('"escape"', '"target"').replace("decides = true", 'unit = "Kirk"'),
        15,
        "no Kirk",
    ),
    "a base that is not there": (
        instead('"escape"', '"destroy"').replace("decides = true\n", ""),
        15,
        "enemy has none",
    ),
    "a class that is not there": (
        instead('"escape"', '"unhurt"').replace("decides = true", 'ship_class = "galleon"'),
        15,
        "no class galleon",
    ),
    "no such row": (instead("{ row = 1 }", "{ row = 12 }"), 23, "11 or less"),
    "row nothing": (instead("{ row = 1 }", "{ row = 0 }"), 23, "1 or more"),
    "a strip without a row": (instead("{ row = 1 }", "{ first = 1 }"), 23, "“row” is missing"),
    "a zone without hexes": (
        instead("{ row = 1 },\n  { row = 2, first = 3, last = 9 },\n", ""),
        22,
        "at least 1",
    ),
    "an unknown facing": (instead('"any"', '"north"'), 27, "'north'"),
    "a zone for nobody": (instead('units = ["Hunter"]', 'units = ["Kirk"]'), 26, "no Kirk"),
    "a zone too small": (
        instead('units = ["Hunter"]\n', "")
        .replace("{ row = 1 },\n  ", "")
        .replace("first = 3, last = 9", "first = 3, last = 3"),
        20,
        "room for 1",
    ),
    "zones that overlap": (
        instead('facing = "any"', 'facing = "any"\n\n[[zones]]\nside = "terran"\nstrips = [{ row = 2 }]'),
        29,
        "is in two zones",
    ),
    "unknown terrain": (instead('"nebula"', '"nebulla"'), 30, "Is “nebula” meant?"),
    "terrain off the map": (instead("row = 6\ncolumn = 5", "row = 5\ncolumn = 16"), 29, "no column 16"),
    "terrain on terrain": (instead("column = 6", "column = 5"), 34, "already has terrain"),
    "terrain without a column": (instead("column = 5\n", ""), 29, "“column” is missing in terrain 1"),
    "a row in words": (instead("row = 6", 'row = "six"'), 31, "whole number"),
    "half a row": (instead("row = 6", "row = 6.5"), 31, "whole number"),
    "an option that replaces nobody": (instead('"DD Hunter" = ', '"DD Kirk" = '), 43, "No side has DD Kirk"),
    "an option with no such class": (instead('"FF Hunter" }', '"XX Hunter" }'), 43, "no class “XX”"),
    "two options of a key": (
        GOOD + '\n[[options]]\nkey = "late"\ntitle = "Later"\nwords = "x"\n',
        39,
        "Two options have the key “late”",
    ),
    "an option that takes away what an aim needs": (
        instead('"DD Hunter" = "FF Hunter"', '"Tran Normandy" = "DD Normandy"'),
        39,
        "With the option “Late”: Terran has no transport",
    ),
    "damage of a ship that is not there": (
        GOOD + "\n[damage]\nKirk = { hull = 1 }\n",
        45,
        "No side has a ship Kirk",
    ),
    "damage that is no damage": (GOOD + "\n[damage]\nPatton = { hulls = 1 }\n", 45, "“hulls”"),
    "a rig of a ship that is not there": (GOOD + "\n[jury]\nKirk = 1\n", 45, "No side has a ship Kirk"),
    "squadrons without a carrier": (instead('"CA Patton",', '"CA Patton",\n  "FTR Ace",'), 7, "room for 0"),
    "a target on one side alone": (
        instead('"escape"', '"target"').replace("decides = true", 'unit = "Patton"'),
        15,
        "each side needs one",
    ),
    "two landings needed, one transport": (
        instead('"escape"', '"land"')
        .replace("decides = true", "needs = 2")
        .replace('most = "great"', 'planet = "talon"'),
        15,
        "and has 1",
    ),
    "two aims of a kind": (
        GOOD + '\n[[aims]]\naim = "escape"\nside = "terran"\n',
        45,
        "two aims of the kind",
    ),
    "a rule of somebody's own": (
        instead("decides = true", 'decides = true\nrule = "29.8 away"'),
        19,
        "A rule is a number",
    ),
    "too many aims": (
        "aims = [" + "1," * 9000 + "]\n" + GOOD.replace("[[aims]]", "[[x]]"),
        1,
        "12 are allowed",
    ),
    "terrain in every hex of the usual zone": (
        GOOD
        + "".join(
            f'\n[[terrain]]\nkind = "nebula"\nrow = {r}\ncolumn = {c}\n'
            for r in (10, 11)
            for c in range(1, 16)
        )
        + '\n[[terrain]]\nkind = "nebula"\nrow = 10\ncolumn = 16\n',
        20,
        "room for 0",
    ),
    "a number without end": ("planet = " + "9" * 5000, 1, "too many digits"),
    "an option without words": (
        instead('words = "A frigate comes instead of the destroyer."', 'words = ""'),
        42,
        "empty",
    ),
    "an option with a key of its own kind": (
        instead('key = "late"', 'key = "Late one"'),
        40,
        "small letters",
    ),
    "an option that gives a name twice": (instead('"FF Hunter" }', '"FF Patton" }'), 43, "named Patton"),
    "the letters of a class": (
        instead('"escape"\nside = "terran"\ndecides = true', '"unhurt"\nside = "terran"\nship_class = "CA"'),
        15,
        "Is “heavy_cruiser” meant?",
    ),
    "an aim at no class": (
        instead('"escape"\nside = "terran"\ndecides = true', '"unhurt"\nside = "terran"\nship_class = "CX"'),
        15,
        "no class CX, which an aim names.",
    ),
    "a zone that is one table": (GOOD.replace("[[zones]]", "[zones]"), 20, "begins with [[zones]]"),
    "too long": (GOOD + "#" * LONGEST, 1, "20,000 are allowed"),
    "nothing": ("", 1, "“title” is missing"),
    "something else": ("<html></html>", 1, "begins with a name"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_by_line_in_plain_words(name: str) -> None:
    """The line where it is, what is wrong, and no word of the libraries."""
    text, line, words = BAD[name]
    found = faults(text)
    assert [one for one in found if one.line == line and words in one.words], found
    for one in found:
        assert one.words.endswith((".", "?", "]]", '"')), one.words
        assert not any(word in one.words for word in ("$", "`", "Expected", "Object", "tuple", "str ")), (
            one.words
        )
    assert read(text, "x").playable is None


def test_there_are_more_than_fifty_bad_files() -> None:
    """Which is what was asked."""
    assert len(BAD) > 50


def test_all_faults_are_said_at_once_by_line() -> None:
    """Three faults of three parts, in the order of their lines."""
    text = instead('"great"', '"grand"').replace('"nebula"', '"fog"').replace("{ row = 1 }", "{ row = 12 }")
    assert [one.line for one in faults(text)] == [13, 23, 30]


# Lines


def test_the_line_of_every_part_of_a_file() -> None:
    """Values in lists of tables, in tables on one line, and in lists over several lines."""
    lines = lines_of(GOOD)
    assert lines["title",] == 1
    assert lines["terran", 1] == 7
    assert lines["zones", 0, "strips", 1, "last"] == 24
    assert lines["terrain", 1, "column"] == 37
    assert line_at(lines, ("terrain", 1, "colour")) == 34
    assert line_at(lines, ("nothing", 3)) == 1


KEYS = st.text("abcXYZ09_-", min_size=1, max_size=6)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
VALUES = st.recursive(
    st.one_of(st.integers(-999, 999), st.booleans(), TEXTS, st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=12,
)


@given(
    st.dictionaries(KEYS, VALUES, max_size=6), st.lists(st.dictionaries(KEYS, VALUES, max_size=3), max_size=3)
)
def test_every_part_of_any_toml_has_a_line(table: dict[str, object], tables: list[dict[str, object]]) -> None:
    """What the library reads is found again part by part; lines only rise where the text goes on."""
    document = tomlkit.document()
    for key, value in table.items():
        document[key] = value
    if tables and "list" not in table:
        found = tomlkit.aot()
        for one in tables:
            found.append(tomlkit.item(one))
        document.append("list", found)
    text = tomlkit.dumps(document)
    lines = lines_of(text)
    paths = list(_paths(tomllib.loads(text), ()))
    assert set(paths) <= set(lines)
    assert all(1 <= lines[path] <= text.count("\n") + 1 for path in paths)


def _paths(value: object, path: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        found += _paths(one, (*path, key))
    return found


# Changes


def after(*changes: changing.Change, text: str = GOOD) -> str:
    """The text after some changes."""
    for change in changes:
        text = changing.changed(text, change)
    return text


def test_a_new_scenario_can_be_played() -> None:
    """With any title."""
    found = read(changing.blank('The "Bridge" \\ over'), "x")
    assert found.faults == ()
    assert found.playable is not None
    assert found.playable.place == 'The "Bridge" \\ over'


def test_terrain_is_laid_and_cleared() -> None:
    """A hex has one thing; what else is in the text stays, comments too."""
    text = "# ours\n" + GOOD
    laid = after(changing.with_terrain("planet", 6, 5), changing.with_terrain("black-hole", 3, 3), text=text)
    assert laid.startswith("# ours\n")
    assert read(laid, "x").faults == ()
    patches = tomllib.loads(laid)["terrain"]
    assert [(one["kind"], one["row"], one["column"]) for one in patches] == [
        ("asteroid", 6, 6),
        ("planet", 6, 5),
        ("black-hole", 3, 3),
    ]
    cleared = after(*(changing.with_terrain(None, one["row"], one["column"]) for one in patches), text=laid)
    assert "terrain" not in tomllib.loads(cleared)


def test_comments_stay_wherever_they_stand() -> None:
    """Between tables, in them, and at the end; and a list on one line stays one."""
    text = GOOD.replace("[[zones]]", "# who hides here\n[[zones]]").replace(
        "row = 6\ncolumn = 5", "row = 6  # top\ncolumn = 5"
    )
    text += "\n# the end\n"
    changed = after(
        changing.with_terrain("planet", 3, 3),
        changing.with_terrain(None, 6, 6),
        changing.with_zone(Zone("terran", (Strip(9),))),
        changing.with_aims([{"aim": "losses", "side": "terran", "role": "transport"}], None),
        text=text,
    )
    for words in ("# who hides here", "row = 6  # top", "# the end"):
        assert words in changed
    assert read(changed, "x").faults == ()
    assert len(tomllib.loads(changed)["terrain"]) == 2
    inline = 'title = "A"\nterran = ["CA P"]\ntalon = ["CA S"]\nterrain = [{kind = "nebula", row = 5, column = 5}]\n'
    more = after(changing.with_terrain("nebula", 6, 6), text=inline)
    assert "[[terrain]]" not in more
    assert len(tomllib.loads(more)["terrain"]) == 2


def test_a_zone_takes_the_place_of_the_one_for_the_same_units() -> None:
    """And another zone stands beside it."""
    laid = after(
        changing.with_zone(Zone("talon", (Strip(3, 2, 5),), ("Hunter",))),
        changing.with_zone(Zone("terran", (Strip(9), Strip(10)))),
    )
    zones = tomllib.loads(laid)["zones"]
    assert zones == [
        {"side": "talon", "strips": [{"row": 3, "first": 2, "last": 5}], "units": ["Hunter"]},
        {"side": "terran", "strips": [{"row": 9}, {"row": 10}]},
    ]
    assert [one["side"] for one in tomllib.loads(after(changing.without_zone(0), text=laid))["zones"]] == [
        "terran"
    ]


def test_ships_come_and_go() -> None:
    """One more in a line of its own, one less."""
    text = after(changing.with_ship("talon", "CA", "Service"), changing.without_ship("talon", 0))
    assert tomllib.loads(text)["talon"] == ["FF Surprise", "CA Service"]
    assert '\n  "CA Service",\n' in text


def test_start_and_words() -> None:
    """What is as usual is not written."""
    text = after(changing.with_start("terran", "talon"), changing.with_words('A "title"', "Two\nlines"))
    table = tomllib.loads(text)
    assert (table["initiative"], table["top"], table["title"]) == ("terran", "talon", 'A "title"')
    assert table["story"].strip() == "Two\nlines"
    back = tomllib.loads(after(changing.with_start("talon", "talon"), text=text))
    assert "initiative" not in back
    assert "top" not in back
    found = read(text, "x").playable
    assert found is not None
    assert (found.initiative, top_of(found)) == ("terran", "talon")


def test_aims_come_with_their_planet_and_go_with_it() -> None:
    """A landing needs one; the same aim is not added twice."""
    land = {"aim": "land", "side": "terran", "needs": 1}
    text = after(changing.with_aims([land], "talon"), changing.with_aims([land], "talon"))
    table = tomllib.loads(text)
    assert table["planet"] == "talon"
    assert len(table["aims"]) == 2
    assert read(text, "x").faults == ()
    assert "planet" not in tomllib.loads(after(changing.without_aim(1), text=text))


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_is_an_aim_that_can_be_read(key: str) -> None:
    """Of either side; what it lacks is said, and with what it needs nothing is wrong."""
    full = instead('"DD Hunter",', '"DD Hunter",\n  "Tran Doom",\n  "Tran Gloom",\n  "Base Hope",').replace(
        '"CA Patton",', '"CA Patton",\n  "Tran Oran",\n  "Base Terra",'
    )
    names = {"terran": "Patton", "talon": "Surprise"}
    for side in SIDES:
        preset = PRESETS[key]
        name = "Eden" if key == "bombard" else names[side]
        text = full.split("[[options]]", maxsplit=1)[0].replace('kind = "nebula"', 'kind = "planet"')
        aims = preset.of(side, name)
        if key == "target":
            aims += preset.of(opponent(side), names[opponent(side)])
        found = read(after(changing.with_aims(aims, planet_of(preset, side)), text=text), "x")
        assert [one.words for one in found.faults] == []


@pytest.mark.parametrize(
    "text", ["title =", GOOD.replace("[[zones]]", "[zones]"), instead("[[aims]]", "[[aim]]")]
)
@pytest.mark.parametrize(
    "change",
    [
        changing.with_terrain("planet", 3, 3),
        changing.with_ship("terran", "CA", "Grant"),
        changing.with_zone(Zone("terran", (Strip(3),))),
        changing.without_aim(0),
        changing.with_words("A", "B"),
    ],
)
def test_a_text_that_cannot_be_read_is_not_changed(text: str, change: changing.Change) -> None:
    """Not in parts that are right either: it is corrected first."""
    with pytest.raises(Refused, match="First correct"):
        changing.changed(text, change)


@pytest.mark.parametrize(
    "change",
    [
        changing.without_ship("terran", 2),
        changing.without_zone(1),
        changing.without_aim(1),
    ],
)
def test_what_is_gone_is_not_removed_again(change: changing.Change) -> None:
    """And that is said, as the page was older than the text."""
    with pytest.raises(Refused, match="no longer in the scenario"):
        changing.changed(GOOD, change)


def test_a_printed_scenario_without_rules_of_its_own_is_not_copied() -> None:
    """Its fleets alone are no scenario."""
    lacking = [number for number in scenarios() if number not in WHOLE]
    for number in lacking:
        with pytest.raises(KeyError):
            changing.text_of(number)
    assert terms_of(setup_of(scenarios()[1], "x")).label == "x"


# The page that explains it


def test_the_example_of_the_docs_is_a_scenario() -> None:
    """As it stands there, with its option."""
    page = Path("docs/scenarios.md").read_text("utf-8")
    found = read(page.split("```toml\n")[1].split("```")[0], "x")
    assert found.faults == ()
    assert found.scenario is not None
    with_option = setup_of(found.scenario, "x", ["cruiser"])
    assert [unit.name for unit in with_option.talon] == ["Surprise", "Hunter", "Service"]


def test_the_docs_name_every_part_class_and_kind_of_terrain() -> None:
    """What can stand in a file; and every aim."""
    page = Path("docs/scenarios.md").read_text("utf-8")
    parts = {field.encode_name for field in fields(Scenario)} - set(NOT_IN_FILES)
    classes = {kind.abbreviation for side in SIDES for kind in classes_of(side)}
    aims = {str(aim.__struct_config__.tag) for aim in get_args(Aim)}
    for word in parts | classes | aims | set(get_args(Kind)):
        assert f"`{word}`" in page, word


TRIED = """
title = "T"
terran = ["BC Caesar", "CL Thor", "Tran Normandy", "CV Wasp", "FTR Ace", "Base Rock"]
talon = ["BB Eliminator", "DD Hunter", "Tran Legion", "Tran Tribe", "Base Hope"]
"""
MORE = {
    "land": 'planet = "terran"',
    "bombard": 'terrain = [{ kind = "planet", row = 10, column = 8 }]',
    "target": '[[aims]]\naim = "target"\nside = "terran"\nunit = "Thor"',
}
"""What the scenario of an example needs besides."""


@pytest.mark.parametrize("kind", get_args(Aim), ids=lambda kind: kind.__name__)
def test_the_docs_have_an_example_of_each_aim_and_name_its_parts(kind: type[Any]) -> None:
    """The example is an aim as it stands there, and what may be left out stands with what then holds."""
    tag = str(kind.__struct_config__.tag)
    rows = Path("docs/scenarios.md").read_text("utf-8").split("### The aims")[1].split("\n| ")
    row = next(row for row in rows if row.startswith(f'`{{ aim = "{tag}"'))
    (aim,) = tomllib.loads(f"aims = [{row.split('`')[1]}]")["aims"]
    aims = "[[aims]]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in aim.items())
    more = MORE.get(tag, "")
    first, last = (aims, more) if more.startswith("[[") else (more, aims)
    found = read(f"{TRIED}{first}\n{last}\n", "x")
    assert found.faults == ()
    assert found.scenario is not None
    for part in fields(kind):
        left_out = part.default
        if part.name in aim and left_out is NODEFAULT:
            continue
        words = (
            f"`{part.name}`"
            if left_out is False or part.name == "rule"
            else f"`{part.name}` ({shown(left_out)}"
        )
        assert words in (rows[0] if part.name == "rule" else row), words


def shown(value: str | int) -> str:
    """As the docs write what holds where a part is left out."""
    return f'`"{value}"`' if isinstance(value, str) else str(value)


def test_of_a_hostile_text_no_more_is_looked_at_than_of_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many entries no more are looked at than a scenario may have, and of many faults no more are said."""
    ships = ['title = "T"', "terran = [" + ",".join(f'"SC a{n}"' for n in range(24)) + "]"]
    ships += ["talon = [" + ",".join(f'"FF b{n}"' for n in range(24)) + "]"]
    zone = '\n[[zones]]\nside = "terran"\nstrips = [{row = 5}]\n'
    texts = [
        "\n".join(
            [
                "aims = [" + ",".join('{aim="target",side="terran",unit="z0"}' for _ in range(450)) + "]",
                *ships,
            ]
        ),
        "\n".join(["aims = [" + "1," * 9000 + "]", *ships]),
        "\n".join([*ships, *("[[aims]]" for _ in range(2000))]),
        "\n".join([*ships]) + zone + "units = [" + ",".join(f'"{"a" * 50}{n}"' for n in range(280)) + "]",
        ".".join("a" * 9000) + " = 1",
        "[" + ".".join("a" * 9000) + "]",
        "\n".join([*ships, *(f'[[options]]\nkey="k{n}"\ntitle="t"\nwords="w"' for n in range(350))]),
        "\n".join([*ships, "[damage]", *(f"x{n} = {{ hull = 1 }}" for n in range(900))]),
    ]
    done = Counter[str]()
    for name in ("setup_refusals", "get_close_matches"):
        monkeypatch.setattr(f"engines.talon.scenario_files.{HOME[name]}.{name}", _counted(done, name))
    for text in texts:
        assert len(text) <= LONGEST
        done.clear()
        found = read(text, "x").faults
        assert 0 < len(found) <= 25
        assert done["setup_refusals"] <= 70
        assert done["get_close_matches"] <= 60
    assert max(map(len, lines_of(".".join("a" * 9000) + " = 1"))) <= DEEPEST
    with pytest.raises(Refused, match="First correct"):  # the library that changes it is not asked
        changing.changed(
            "\n".join("a." * 40 + f"b{n} = 1" for n in range(200)), changing.with_terrain(None, 1, 1)
        )


HOME = {"setup_refusals": "judging", "get_close_matches": "shape"}


def _counted(done: Counter[str], name: str) -> Callable[..., Any]:
    module = import_module(f"engines.talon.scenario_files.{HOME[name]}")
    real = getattr(module, name)

    def counted(*args: Any) -> Any:
        done[name] += 1
        return real(*args)

    return counted


@pytest.mark.parametrize("unit", ["Ace", "Normandy", "Terra"])
def test_r70_only_a_warship_or_a_carrier_is_to_dock(unit: str) -> None:
    """Not a squadron, which could be docked from the start, a transport, or a base."""
    text = instead('"CA Patton",', '"CV Patton",\n  "FTR Ace",\n  "Base Terra",').replace(
        '"escape"', '"dock"'
    )
    good = text.replace("decides = true", 'unit = "Patton"').split("[[options]]", maxsplit=1)[0]
    assert faults(good) == []
    assert "only a warship or carrier" in faults(good.replace('unit = "Patton"', f'unit = "{unit}"'))[0].words
    hole = good.replace('kind = "nebula"', 'kind = "worm-hole"')
    assert "so there is no worm hole" in faults(hole)[0].words


def test_r97_a_base_that_a_black_hole_drags_into_a_worm_hole_is_reported() -> None:
    """With the squadron that was docked in it; and where there is no worm hole it is refused."""
    text = 'title = "A"\nterran = ["CA P"]\ntalon = ["FF B", "Base C"]\n'
    text += '[[terrain]]\nkind = "black-hole"\nrow = 5\ncolumn = 3\n'
    hole = text + '[[terrain]]\nkind = "worm-hole"\nrow = 5\ncolumn = 4\n'
    report = Report(
        9, "held", (Fate("P", "destroyed"),), (Fate("B", "stands"), Fate("C", "through")), winner="talon"
    )
    for written, rules in ((hole, set()), (text, {"19"})):
        setup = read(written, "x").playable
        assert setup is not None
        assert {refusal.rule for refusal in refusals(setup, report)} == rules


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_terrain_is_drawn_on_the_table(kind: str) -> None:
    """In a colour and with a symbol of its own, in the hex that the file says and in a pattern."""
    setup = read(instead('kind = "nebula"', f'kind = "{kind}"'), "x").setup
    assert setup is not None
    drawn = draw_table(setup).terrain[0]
    assert (drawn.kind, drawn.symbol) == (kind, kind)
    for sheet in ("battles/battle/static/css/battle.css", "static/css/paper.css"):
        style = Path(sheet).read_text("utf-8")
        assert f".hex-{kind}" in style
        assert f".symbol-{kind}" in style
    assert f'id="{kind}"' in Path("static/svg/icons.svg").read_text("utf-8")


def test_a_pattern_is_drawn_with_the_same_names() -> None:
    """Whatever its table calls them."""
    kinds = {
        one.kind
        for dice in astrometrics()
        for one in draw_table(with_terrain(scenario(1), laid_in_turn([dice]))).terrain
    }
    assert kinds <= set(get_args(Kind))
    assert "black-hole" in kinds
