"""A scenario from a file that somebody wrote, and everything that is wrong with it, by line."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import msgspec

from engines.seam.documents import BattleSetup
from engines.talon.scenario_files.judging import aim_faults, battle_faults, ship_faults
from engines.talon.scenario_files.lines import Path, line_at, lines_of
from engines.talon.scenario_files.shape import Wrong, shape_faults
from engines.talon.set_ups.scenarios import Scenario, setup_of

LONGEST: Final = 20_000
"""Characters of the longest file."""
MOST_FAULTS: Final = 25
"""How many faults are said at once."""
_LINE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")


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
    wrong = list(islice(shape_faults(table), MOST_FAULTS))
    keys = {str(path[0]) for path, _words, _rule in wrong if path}
    scenario = _scenario_in(table, keys)
    if scenario is not None:
        wrong += islice(ship_faults(scenario), MOST_FAULTS)
    if wrong or scenario is None:
        return Written(None if keys else scenario, None, _said(wrong, lines), title)
    found = [*battle_faults(scenario, label), *aim_faults(scenario)]
    return Written(scenario, setup_of(scenario, label), _said(found, lines), title)


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
