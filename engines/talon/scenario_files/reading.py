"""A scenario from a file that somebody wrote, and everything that is wrong with it, by line."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, inspect
from msgspec.structs import FieldInfo, fields, replace

from engines.seam.document_errors import in_words, placed
from engines.seam.documents import BattleSetup
from engines.seam.names import fault as fault_of_name
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.talon.catalogue import classes_of
from engines.talon.layout import Zone
from engines.talon.results.setup_check import setup_refusals
from engines.talon.scenario_files.lines import Path, line_at, lines_of
from engines.talon.scenarios import Scenario, setup_of

LONGEST: Final = 20_000
"""Characters of the longest file."""
MOST_UNITS: Final = 24
"""The most units of a side."""
LONGEST_STORY: Final = 1_500
NOT_IN_FILES: Final = ("whole", "notes", "start")
"""What only the printed scenarios say of themselves."""
_LINE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_PART: Final = re.compile(r"\.?([A-Za-z0-9_]+)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a file: the line, what it is, and the rule if it is one of the game's."""

    line: int
    words: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What a file says; `scenario` and `setup` are None where the file does not get so far, `faults` come by line."""

    scenario: Scenario | None
    setup: BattleSetup | None
    faults: tuple[Fault, ...]

    @property
    def playable(self) -> BattleSetup | None:
        """The set-up, if nothing is wrong."""
        return None if self.faults else self.setup


def read(text: str, label: str) -> Written:
    """The scenario of a TOML text, and its battle, whose rules are called `label`."""
    if len(text) > LONGEST:
        return _refused(Fault(1, f"The file has {len(text):,} characters; {LONGEST:,} are allowed."))
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _refused(_malformed(str(error), text))
    except RecursionError:
        return _refused(Fault(1, "There are lists within lists without end."))
    lines = lines_of(text)
    found = sorted(
        (Fault(line_at(lines, path), words, rule) for path, words, rule in _of_the_form(table)),
        key=lambda fault: fault.line,
    )
    if found:
        return _refused(*found)
    scenario = msgspec.convert(table, Scenario)
    if said := [Fault(line_at(lines, path), words, rule) for path, words, rule in _of_the_ships(scenario)]:
        return Written(scenario, None, tuple(said))
    setup = setup_of(scenario, label)
    judged = {*setup_refusals(setup), *_of_the_options(scenario, label)}
    faults = [Fault(line_at(lines, _place_of(one, scenario, label)), one.reason, one.rule) for one in judged]
    return Written(scenario, setup, tuple(sorted(faults, key=lambda fault: (fault.line, fault.words))))


def _refused(*faults: Fault) -> Written:
    return Written(None, None, faults)


# The text as TOML

_SYNTAX: Final = {
    "Expected '=' after a key": 'A name is followed by “=” and what it is, as in: title = "Ambush"',
    "Invalid value": "What follows “=” is text in quotes, a number, true, false, or a list in square brackets.",
    "Unterminated string": "A text begins with a quote, and no quote ends it.",
    "Expected newline or end of document": "There is more in this line than one name and what it is.",
    "Unclosed array": "A list begins with “[”, and no “]” ends it.",
    "Unclosed inline table": "A table begins with “{”, and no “}” ends it.",
    "Invalid initial character for a key part": "Here a name was expected, or the “}” that ends a table.",
    "Cannot overwrite a value": "This name was given before.",
    "Duplicate inline table key": "This name was given before.",
    "Cannot declare": "This table was begun before.",
    "Invalid statement": "A line begins with a name, or with a table such as [[zones]].",
    "Expected ']": "A table's name stands in “[[” and “]]”, as in: [[zones]]",
    "Unescaped": "In a text a backslash is written twice.",
    "Illegal character": "A text in quotes ends in its line; one that is longer stands between three quotes.",
}
"""What is said of a text that is not TOML, by how the library's sentence begins."""


def _malformed(error: str, text: str) -> Fault:
    said = next((words for begins, words in _SYNTAX.items() if error.startswith(begins)), None)
    where = _LINE.search(error)
    line = int(where[1]) if where else text.rstrip().count("\n") + 1
    return Fault(line, said or f"This is not TOML: {_LINE.sub('', error).strip()}.")


# Each part by itself

Wrong = tuple[Path, str, str]
"""Where a part stands, what is wrong with it, and the rule."""


def _of_the_form(table: Mapping[str, Any]) -> Iterator[Wrong]:
    """Parts that a scenario does not have, parts that are missing, and parts that are not what they must be."""
    known = {field.encode_name: field for field in fields(Scenario) if field.name not in NOT_IN_FILES}
    for key in table:
        if key not in known:
            yield (key,), f"A scenario has no “{key}”.{_meant(key, list(known))}", ""
    for key, field in known.items():
        if key in table:
            yield from _part(key, table[key], field)
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield (), f"“{key}” is missing.", ""
    title, story = table.get("title"), table.get("story")
    if isinstance(title, str) and (wrong := fault_of_name(title, what="title")):
        yield ("title",), wrong, "S34"
    if isinstance(story, str) and len(story) > LONGEST_STORY:
        yield ("story",), f"The story has {len(story):,} characters; {LONGEST_STORY:,} are allowed.", ""


def _part(key: str, value: object, field: FieldInfo) -> Iterator[Wrong]:
    """What is wrong with a part; of a list, with each of its entries."""
    kind = field.type
    each = get_args(kind)[0] if get_origin(kind) is tuple else None
    if each is None:
        yield from _judged((key,), value, kind)
    elif not isinstance(value, list):
        yield (key,), f"“{key}” is a list in square brackets.", ""
    else:
        for place, entry in enumerate(value):
            yield from _judged((key, place), entry, each)


def _judged(path: Path, value: object, kind: Any) -> Iterator[Wrong]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, where = placed(error)
        inner = _path(where.removeprefix("$"))
        last = next((part for part in reversed((*path, *inner)) if isinstance(part, str)), "")
        said = in_words(what, f"“{last}”", _place(path), "a scenario")
        yield (*path, *inner), f"{said[0].upper()}{said[1:]}.{_choices(kind, value, inner, what)}", ""


def _place(path: Path) -> str:
    """What an entry of a list is called: “zones” 2 is “zone 2”."""
    if len(path) < 2:
        return ""
    return f"{str(path[0]).removesuffix('s')} {int(path[1]) + 1}"


def _path(where: str) -> Path:
    """A path as msgspec or a refusal has it, without what stands around a scenario in a set-up."""
    parts = _PART.findall(where.removeprefix("terms.layout.").removeprefix("terms.").split(" ")[0])
    return tuple(int(number) if number else name for name, number in parts)


def _choices(kind: Any, value: object, inner: Path, what: str) -> str:
    """What would be right where a word is not one of a few, and what may have been meant."""
    found = _type_at(inspect.type_info(kind), value, inner)
    if isinstance(found, inspect.LiteralType):
        return _meant(what, [str(one) for one in found.values])
    if isinstance(found, inspect.UnionType):
        return _meant(what, [str(one.tag) for one in found.types if isinstance(one, inspect.StructType)])
    if isinstance(found, inspect.StructType) and "unknown field" in what:
        return _meant(what, [field.encode_name for field in found.fields])
    return ""


def _type_at(kind: inspect.Type, value: Any, inner: Path) -> inspect.Type | None:
    """The type of what stands at a path in a value; all that it might be, where its tag is none of theirs."""
    for part in (*inner, None):
        if isinstance(kind, inspect.UnionType):
            tagged = [
                one for one in kind.types if isinstance(one, inspect.StructType) and _has_tag(one, value)
            ]
            if not tagged:
                return kind if any(isinstance(one, inspect.StructType) for one in kind.types) else None
            kind = tagged[0]
        if part is None:
            return kind
        value = value.get(part) if isinstance(value, dict) else value[part]
        if isinstance(kind, inspect.StructType):
            inside = next((field.type for field in kind.fields if field.encode_name == part), None)
        else:
            inside = kind.item_type if isinstance(kind, inspect.VarTupleType) else None
        if inside is None:
            return None
        kind = inside
    return None


def _has_tag(kind: inspect.StructType, value: Any) -> bool:
    return isinstance(value, dict) and kind.tag_field is not None and value.get(kind.tag_field) == kind.tag


def _meant(word: str, known: list[str]) -> str:
    quoted = re.search(r"[`'“](.+?)[`'”]", word)
    near = get_close_matches(quoted[1] if quoted else word, known, 1)
    if near:
        return f" Is “{near[0]}” meant?"
    return f" Possible are: {', '.join(known)}."


# The ships, and what the options change


def _of_the_ships(scenario: Scenario) -> Iterator[Wrong]:
    """Ships of no class or without a name, names that two have, and too many of them."""
    names = Counter(_name_of(ship) for side in SIDES for ship in scenario.force(side))
    for side in SIDES:
        ships = scenario.force(side)
        if len(ships) > MOST_UNITS:
            words = f"{SIDE_TITLES[side]} has {len(ships)} units; {MOST_UNITS} are allowed."
            yield (side,), words, ""
        for place, ship in enumerate(ships):
            yield from (((side, place), words, rule) for words, rule in _ship(side, ship, names))
    yield from _of_the_replaced(scenario)
    names_of_all = sorted({_name_of(ship) for ship in _every_ship(scenario)})
    for key, named in (("damage", scenario.damage), ("jury", scenario.jury)):
        for name in named:
            if name not in names_of_all:
                yield (key,), f"No side has a ship {name}.{_meant(name, names_of_all)}", ""
    for path, zone in _zones(scenario):
        for name in zone.units:
            if name not in names_of_all:
                words = f"{SIDE_TITLES[zone.side]} has no {name} to set up.{_meant(name, names_of_all)}"
                yield (*path, "units"), words, "26"


def _of_the_replaced(scenario: Scenario) -> Iterator[Wrong]:
    """Ships that an option replaces and nobody has, and what is wrong with those that come instead."""
    for at, option in enumerate(scenario.options):
        for old, new in option.replaced.items():
            side: Side = "terran" if old in scenario.terran else "talon"
            if old not in scenario.force(side):
                yield ("options", at, "replaced"), f"No side has {old}, which is to be replaced.", ""
            for words, rule in _ship(side, new, Counter()):
                yield ("options", at, "replaced"), words, rule


def _zones(scenario: Scenario) -> Iterator[tuple[Path, Zone]]:
    """The zones of the scenario and those of its options, with where they stand."""
    yield from ((("zones", at), zone) for at, zone in enumerate(scenario.zones))
    for at, option in enumerate(scenario.options):
        yield from ((("options", at, "zones", place), zone) for place, zone in enumerate(option.zones))


def _every_ship(scenario: Scenario) -> Iterator[str]:
    """The ships of both sides, with those that an option brings."""
    for side in SIDES:
        yield from scenario.force(side)
    for option in scenario.options:
        yield from option.replaced.values()


def _place_of(refusal: Refusal, scenario: Scenario, label: str) -> Path:
    """Where a refusal belongs; of one that names all aims or zones, the first without which it is not there."""
    path = _path(refusal.where)
    if path not in (("aims",), ("zones",)):
        return path
    key = str(path[0])
    entries = getattr(scenario, key)
    for many in range(1, len(entries) + 1):
        fewer = replace(scenario, **{key: entries[:many]})
        if refusal in setup_refusals(setup_of(fewer, label)):
            return key, many - 1
    return path


def _name_of(ship: str) -> str:
    return ship.partition(" ")[2].strip()


def _ship(side: Side, ship: str, names: Counter[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with a ship as it is written, as "CA Patton"."""
    kind, _, name = ship.partition(" ")
    known = [one.abbreviation for one in classes_of(side)]
    if kind not in known:
        yield (
            f"{SIDE_TITLES[side]} has no class “{kind}”. A ship is written as “{known[0]} Patton”."
            + _meant(kind, known),
            "5",
        )
    elif wrong := fault_of_name(name.strip()):
        yield f"{kind}: {wrong} A ship is written as “{kind} Patton”.", "S34"
    elif "," in name:
        yield f"“{name}” has a comma. Each ship is a text of its own.", "S34"
    elif names[name.strip()] > 1:
        yield f"{names[name.strip()]} units are named {name.strip()}.", "S34"


def _of_the_options(scenario: Scenario, label: str) -> Iterator[Refusal]:
    """What is wrong as soon as an option is chosen, and was not before."""
    before = set(setup_refusals(setup_of(scenario, label)))
    keys = Counter(option.key for option in scenario.options)
    for at, option in enumerate(scenario.options):
        if keys[option.key] > 1:
            yield Refusal("", f"Two options have the key “{option.key}”.", f"options[{at}]")
        for one in setup_refusals(setup_of(scenario, label, [option.key])):
            if one not in before:
                yield Refusal(one.rule, f"With the option “{option.title}”: {one.reason}", f"options[{at}]")
