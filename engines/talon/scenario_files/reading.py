"""A scenario from a file that somebody wrote, and everything that is wrong with it, by line."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, inspect
from msgspec.structs import FieldInfo, fields, replace

from engines.seam.aims import Aim, Bombard, Dock, Land, Losses, Target, Unhurt
from engines.seam.document_errors import in_words, placed
from engines.seam.documents import BattleSetup
from engines.seam.names import LONGEST as LONGEST_NAME
from engines.seam.names import fault as fault_of_name
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.catalogue import classes_of
from engines.talon.deployment import SQUADRONS_CARRIED, takes_squadrons
from engines.talon.layout import Zone
from engines.talon.results.setup_check import setup_refusals
from engines.talon.scenario_files.lines import Path, line_at, lines_of
from engines.talon.scenarios import Scenario, setup_of

LONGEST: Final = 20_000
"""Characters of the longest file."""
MOST_UNITS: Final = 24
"""The most units of a side."""
LONGEST_STORY: Final = 1_500
MOST_FAULTS: Final = 25
"""How many faults are said at once."""
MOST: Final = {
    "terran": 60,
    "talon": 60,
    "aims": 12,
    "zones": 48,
    "terrain": 171,
    "arrivals": 24,
    "options": 6,
}
"""The most entries of a list; a side has its own limit, which is said more kindly."""
MOST_NAMED: Final = 48
"""The most names in a table."""
NUMBERED: Final = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?|[RS][0-9]{1,3}")
"""How a rule or ruling is numbered."""
KEYED: Final = re.compile(r"[a-z0-9-]{1,30}")
NOT_IN_FILES: Final = ("whole", "notes", "start")
"""What only the printed scenarios say of themselves."""
_LINE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_PART: Final = re.compile(r"\.?([A-Za-z0-9_]+)|\[(\d+)\]")


Wrong = tuple[Path, str, str]
"""Where a part stands, what is wrong with it, and the rule."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a file: the line, what it is, and the rule if it is one of the game's."""

    line: int
    words: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What a file says; `scenario` and `setup` are None where the file does not get so far, `faults` come by line.

    `title` is what the file is called, "" where it does not say so.
    """

    scenario: Scenario | None
    setup: BattleSetup | None
    faults: tuple[Fault, ...]
    title: str = ""

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
    except ValueError:
        return _refused(Fault(1, "A number has too many digits."))
    lines = lines_of(text)
    title = table["title"] if isinstance(table.get("title"), str) else ""
    wrong = list(islice(_of_the_form(table), MOST_FAULTS))
    keys = {str(path[0]) for path, _words, _rule in wrong if path}
    scenario = _scenario_in(table, keys)
    if scenario is not None:
        wrong += islice(_of_the_ships(scenario), MOST_FAULTS)
    if wrong or scenario is None:
        return Written(None if keys else scenario, None, _said(wrong, lines), title)
    setup = setup_of(scenario, label)
    judged = [*setup_refusals(setup), *_of_the_options(scenario, label)]
    places = _places(scenario, label) if judged else {}
    found = [(places.get(one) or _path(one.where), one.reason, one.rule) for one in judged]
    return Written(scenario, setup, _said([*found, *_of_the_aims(scenario)], lines), title)


def _scenario_in(table: Mapping[str, Any], wrong: set[str]) -> Scenario | None:
    """The scenario by those parts of a table that are as they must be; None if no fleets are among them."""
    parts = {key: value for key, value in table.items() if key not in wrong}
    if not {"terran", "talon"} <= parts.keys():
        return None
    return msgspec.convert({"title": "", "story": "", **parts}, Scenario)


def _said(wrong: Iterable[Wrong], lines: dict[Path, int]) -> tuple[Fault, ...]:
    """Each fault once, by line, and no more than can be read."""
    found = {Fault(line_at(lines, path), words, rule) for path, words, rule in wrong}
    return tuple(sorted(found, key=lambda fault: (fault.line, fault.words))[:MOST_FAULTS])


def _refused(*faults: Fault) -> Written:
    return Written(None, None, faults)


# The text as TOML

_SYNTAX: Final = {
    "Expected '=' after a key": 'A name is followed by “=” and what it is, as in: title = "Ambush"',
    "Invalid value": "What follows “=” is text in quotes, a number, true, false, or a list in square brackets.",
    "Unterminated string": "A text begins with a quote, and no quote ends it.",
    "Expected newline or end of document": "There is more in this line than one name and what it is.",
    "Unclosed array": "Before this a comma is missing in a list, or the “]” that ends it.",
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


def _of_the_form(table: Mapping[str, Any]) -> Iterator[Wrong]:
    """Parts that a scenario does not have, parts that are missing, and parts that are not what they must be."""
    known = {field.encode_name: field for field in fields(Scenario) if field.name not in NOT_IN_FILES}
    for key in table:
        if key not in known:
            yield (key,), f"A scenario has no “{key}”.{_meant(key, list(known))}", ""
    for key, field in known.items():
        if key in table:
            yield from _part(key, table[key], field)
        elif key != "story" and field.default is NODEFAULT and field.default_factory is NODEFAULT:
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
        many = len(value) if isinstance(value, dict) else 0
        if many > MOST_NAMED:
            yield (key,), f"“{key}” has {many} entries; {MOST_NAMED} are allowed.", ""
        else:
            yield from _judged((key,), value, kind)
    elif not isinstance(value, list):
        is_one = isinstance(value, dict)
        words = (
            f"Each of “{key}” begins with [[{key}]]." if is_one else f"“{key}” is a list in square brackets."
        )
        yield (key,), words, ""
    elif len(value) > MOST[key]:
        yield (key,), f"“{key}” has {len(value)} entries; {MOST[key]} are allowed.", ""
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
    meant = quoted[1] if quoted else word
    near = get_close_matches(meant, known, 1) if len(meant) <= LONGEST_NAME else []
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
        yield from _squadrons(scenario, side)
    yield from _of_the_replaced(scenario, names)
    yield from _of_the_words(scenario)
    names_of_all = sorted({_name_of(ship) for ship in _every_ship(scenario)})
    for key, named in (("damage", scenario.damage), ("jury", scenario.jury)):
        for name in named:
            if name not in names_of_all:
                yield (key,), f"No side has a ship {name}.{_meant(name, names_of_all)}", ""
    for path, zone in _zones(scenario):
        for name in zone.units:
            if name not in names_of_all:
                own = sorted(_name_of(ship) for ship in scenario.force(zone.side))
                words = f"{SIDE_TITLES[zone.side]} has no {name} to set up.{_meant(name, own)}"
                yield (*path, "units"), words, "26"


def _squadrons(scenario: Scenario, side: Side) -> Iterator[Wrong]:
    """Squadrons for which no carrier and no base has room (27)."""
    roles = {kind.abbreviation: kind.role for kind in classes_of(side)}
    own: list[str] = [roles.get(ship.partition(" ")[0], "") for ship in scenario.force(side)]
    room = SQUADRONS_CARRIED * sum(takes_squadrons(role) for role in own)
    squadrons = [place for place, role in enumerate(own) if role == "squadron"]
    if room < len(squadrons) < len(own):
        words = f"{SIDE_TITLES[side]} has {len(squadrons)} squadrons, and its carriers and bases have room for {room}."
        yield (side, squadrons[room]), words, "27"


def _of_the_words(scenario: Scenario) -> Iterator[Wrong]:
    """Words of aims and options that cannot be shown, or written into a record."""
    for place, aim in enumerate(scenario.aims):
        yield from ((("aims", place, *path), words, "") for path, words in _aim(aim))
    for at, option in enumerate(scenario.options):
        if not KEYED.fullmatch(option.key):
            words = "The key of an option has small letters, digits and hyphens, at most 30."
            yield ("options", at, "key"), words, ""
        for key, text, longest in (("title", option.title, 60), ("words", option.words, 240)):
            if wrong := fault_of_name(text, longest, what=key):
                yield ("options", at, key), wrong, ""
        for aim in option.aims:
            yield from ((("options", at, "aims"), words, "") for _path, words in _aim(aim))


def _aim(aim: Aim) -> Iterator[tuple[Path, str]]:
    rule = getattr(aim, "rule", "26")
    if not NUMBERED.fullmatch(rule):
        yield ("rule",), "A rule is a number, such as 29.4, or a ruling, such as R71."
    if isinstance(aim, Bombard) and (wrong := fault_of_name(aim.planet)):
        yield ("planet",), wrong


def _of_the_aims(scenario: Scenario) -> Iterator[Wrong]:
    """Landings for which there are too few transports, two aims of a kind, and a target on one side alone."""
    kinds: set[tuple[str, Side]] = set()
    targeted = {aim.side for aim in scenario.aims if isinstance(aim, Target)}
    for place, aim in enumerate(scenario.aims):
        title, kind = SIDE_TITLES[aim.side], type(aim).__name__.lower()
        if isinstance(aim, Dock) and any(isinstance(one, Dock) for one in scenario.aims[:place]):
            yield ("aims", place), "Only one unit of both sides can be to dock.", aim.rule
        elif not isinstance(aim, Losses | Unhurt) and (kind, aim.side) in kinds:
            yield ("aims", place), f"{title} has two aims of the kind “{kind}”; one is allowed.", ""
        kinds.add((kind, aim.side))
        if isinstance(aim, Land):
            brought = sum(ship.startswith("Tran ") for ship in scenario.force(aim.side))
            if 0 < brought < aim.needs:
                words = f"{title} is to land {aim.needs} transports, and has {brought}."
                yield ("aims", place), words, aim.rule
        elif isinstance(aim, Target) and opponent(aim.side) not in targeted:
            enemy = SIDE_TITLES[opponent(aim.side)]
            yield (
                ("aims", place),
                f"{title} has a target, and {enemy} has none: each side needs one.",
                aim.rule,
            )


def _of_the_replaced(scenario: Scenario, names: Counter[str]) -> Iterator[Wrong]:
    """Ships that an option replaces and nobody has, and what is wrong with those that come instead."""
    for at, option in enumerate(scenario.options):
        for old, new in option.replaced.items():
            side: Side = "terran" if old in scenario.terran else "talon"
            if old not in scenario.force(side):
                yield ("options", at, "replaced"), f"No side has {old}, which is to be replaced.", ""
            for words, rule in _ship(side, new, Counter()):
                yield ("options", at, "replaced"), words, rule
            name = _name_of(new)
            if names[name] and name != _name_of(old):
                yield ("options", at, "replaced"), f"2 units would be named {name}.", "S34"


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


def _places(scenario: Scenario, label: str) -> dict[Refusal, Path]:
    """Where a refusal belongs that names all aims or zones: at the first without which it is not there."""
    found: dict[Refusal, Path] = {}
    for key in ("aims", "zones"):
        entries = getattr(scenario, key)
        for many in range(1, len(entries) + 1):
            fewer = replace(scenario, **{key: entries[:many]})
            for refusal in setup_refusals(setup_of(fewer, label)):
                if _path(refusal.where) == (key,):
                    found.setdefault(refusal, (key, many - 1))
    return found


def _name_of(ship: str) -> str:
    return ship.partition(" ")[2].strip()


def _ship(side: Side, ship: str, names: Counter[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with a ship as it is written, as "CA Patton"."""
    kind, _, name = ship.partition(" ")
    known = [one.abbreviation for one in classes_of(side)]
    if kind not in known:
        words = f"{SIDE_TITLES[side]} has no class “{kind}”. A ship is written as “{_example(side)}”."
        yield words + _meant(kind, known), "5"
    elif wrong := fault_of_name(name.strip()):
        yield f"{kind}: {wrong} A ship is written as “{_example(side)}”.", "S34"
    elif "," in name:
        yield f"“{name}” has a comma. Each ship is a text of its own.", "S34"
    elif names[name.strip()] > 1:
        yield f"{names[name.strip()]} units are named {name.strip()}.", "S34"


def _example(side: Side) -> str:
    return "CA Patton" if side == "terran" else "CA Sacrifice"


def _of_the_options(scenario: Scenario, label: str) -> Iterator[Refusal]:
    """What is wrong as soon as an option is chosen, and was not before."""
    before = set(setup_refusals(setup_of(scenario, label)))
    keys = Counter(option.key for option in scenario.options)
    for at, option in enumerate(scenario.options):
        if keys[option.key] > 1:
            yield Refusal("", f"Two options have the key “{option.key}”.", f"options[{at}]")
        for one in setup_refusals(setup_of(scenario, label, [option.key])):
            if one not in before:
                before.add(one)
                yield Refusal(one.rule, f"With the option “{option.title}”: {one.reason}", f"options[{at}]")
    if len(keys) > 1:
        for one in setup_refusals(setup_of(scenario, label, keys)):
            if one not in before:
                yield Refusal(one.rule, f"With all options together: {one.reason}", "options")
