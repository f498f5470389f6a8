"""Case files, read strictly (`README.md` beside this says how they are written)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

CASES = Path(__file__).parent / "cases"
RULE = r"(?:[RS]?\d+|\d+(?:\.\d)+|FAQ-\d+[ab]?)"
"""A section, a ruling or a question of the Play Book."""
CASE = re.compile(rf"case ({RULE})-(\d+) (\S.*)")
REFUSED = re.compile(r"! (\S+) (\S.*)")
AMONG = re.compile(r"\? (.+?): (\S.*)")
LOOK = re.compile(r"([-+:|]) (\S.*)")
ORDER = re.compile(r"(?:terran|talon) \S.*")
DIE = re.compile(r"  ([1-6]\b.*)")
EVENT = re.compile(r"  = (\S.*)")
MORE = re.compile(r"  ; (\S.*)")


class Malformed(Exception):
    """A case file that cannot be read, told as "file:line: reason"."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, and its number from 1."""

    number: int
    text: str


@dataclass(slots=True)
class Step:
    """An order, or something to look at.

    `sign` is "" for an order and for what happens before the first one, else the line's own: `!`, `+`, `-`, `?`, `:`
    or `|`. `words` is what follows it, of `!` without its `rule`, of `?` without what is `among`.
    """

    line: int
    sign: str
    words: str
    rule: str = ""
    among: list[str] = field(default_factory=list)
    dice: list[Line] = field(default_factory=list)
    events: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Case:
    """One case; `steps` begins with what happens before the first order, `end` is None where it is not told yet."""

    path: Path
    line: int
    number: str
    title: str
    cites: list[str] = field(default_factory=list)
    position: list[Line] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    end: list[Line] | None = None
    last: int = 0

    @property
    def rule(self) -> str:
        """The rule it is numbered after."""
        return self.number.rpartition("-")[0]

    @property
    def is_complete(self) -> bool:
        """Whether it tells all that another program needs: its map and its end."""
        return self.end is not None and any(line.text.startswith("map ") for line in self.position)

    def where(self, line: int) -> str:
        """A line of the case as messages tell it."""
        return f"{self.path.name}:{line}"

    def wrong(self, line: int, reason: str) -> Malformed:
        """What is raised because of a line."""
        return Malformed(f"{self.where(line)}: {reason}")


def read_file(path: Path) -> list[Case]:
    """The cases of a file; `Malformed` with line and reason."""
    return list(read_cases(path.read_text(encoding="utf-8"), path))


def read_all(folder: Path = CASES) -> list[Case]:
    """The cases of every file of a folder; `Malformed` if two have one number."""
    known: dict[str, Case] = {}
    for path in sorted(folder.glob("*.txt")):
        for case in read_file(path):
            if case.number in known:
                before = known[case.number]
                raise case.wrong(case.line, f"case {case.number} is already in {before.where(before.line)}.")
            known[case.number] = case
    return list(known.values())


def read_cases(source: str, path: Path) -> Iterator[Case]:
    """The cases of a text."""
    case: Case | None = None
    part: Part = _cites
    for line in _said(source):
        if line.text.startswith("case"):
            if case:
                yield _whole(case)
            case, part = _begun(line, path), _cites
        elif case is None:
            raise Malformed(f'{path.name}:{line.number}: a file of cases begins with a line "case ...".')
        else:
            part = part(case, line)
        case.last = line.number
    if case:
        yield _whole(case)


def _said(source: str) -> Iterator[Line]:
    """The lines that are neither empty nor a remark."""
    for number, text in enumerate(source.splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            yield Line(number, text.rstrip())


def _begun(line: Line, path: Path) -> Case:
    match = CASE.fullmatch(line.text)
    if not match:
        raise Malformed(
            f"{path.name}:{line.number}: a case begins with its rule and number: case 7.1-2 Title."
        )
    return Case(path, line.number, f"{match[1]}-{match[2]}", match[3])


def _whole(case: Case) -> Case:
    """The case; `Malformed` if something is missing."""
    if not case.steps:
        raise case.wrong(case.last, f"case {case.number} has no orders.")
    if case.end == []:
        raise case.wrong(case.last, f"case {case.number} has no position at its end.")
    return case


Part = Callable[[Case, Line], "Part"]
"""What a line means in one part of a case, and the part the next line belongs to."""


def _cites(case: Case, line: Line) -> Part:
    word, *cited = line.text.split()
    if word != "cites" or not cited:
        raise case.wrong(line.number, "after its first line a case says what it is about: cites 7.1 R5.")
    bad = next((one for one in cited if not re.fullmatch(RULE, one)), None)
    if bad or len(set(cited)) < len(cited):
        raise case.wrong(line.number, f"{bad} is no number of a rule." if bad else "a rule is cited twice.")
    if cited[0] != case.rule:
        raise case.wrong(
            line.number, f"the first rule cited is the one the case is numbered after, {case.rule}."
        )
    case.cites = cited
    return _first_of_position


def _first_of_position(case: Case, line: Line) -> Part:
    if line.text != "position 1":
        raise case.wrong(line.number, 'here the position begins, with a line "position 1".')
    return _position(case, line)


def _position(case: Case, line: Line) -> Part:
    if line.text != "orders":
        case.position.append(line)
        return _position
    case.steps.append(Step(line.number, "", ""))
    return _step


def _step(case: Case, line: Line) -> Part:
    if line.text == "end":
        case.end = []
        return _end
    if line.text.startswith(" "):
        _continue(case, line)
    else:
        case.steps.append(_begin(case, line))
    return _step


def _begin(case: Case, line: Line) -> Step:
    """The step a line begins."""
    if ORDER.fullmatch(line.text):
        return Step(line.number, "", line.text)
    if match := REFUSED.fullmatch(line.text):
        if not re.fullmatch(RULE, match[1]):
            raise case.wrong(line.number, f"{match[1]} is no number of a rule.")
        return Step(line.number, "!", match[2], rule=match[1])
    if match := AMONG.fullmatch(line.text):
        return Step(line.number, "?", match[1], among=match[2].split("; "))
    if match := LOOK.fullmatch(line.text):
        return Step(line.number, match[1], match[2])
    raise case.wrong(
        line.number, "this is neither an order, nor ! + - ? : | with what belongs to it, nor end."
    )


def _continue(case: Case, line: Line) -> None:
    """A line that belongs to the one before: a die, an event, more of a list."""
    step = case.steps[-1]
    if (match := MORE.fullmatch(line.text)) and step.sign == "?":
        step.among += match[1].split("; ")
    elif (match := DIE.fullmatch(line.text)) and not step.sign and not step.events:
        step.dice.append(Line(line.number, match[1]))
    elif (match := EVENT.fullmatch(line.text)) and not step.sign:
        step.events.append(Line(line.number, match[1]))
    else:
        reason = "after an order come its dice, then its events; after ? more of its list; nothing else is indented."
        raise case.wrong(line.number, reason)


def _end(case: Case, line: Line) -> Part:
    if case.end is None or (not case.end and line.text != "position 1"):
        raise case.wrong(line.number, 'here the position at the end begins, with a line "position 1".')
    case.end.append(line)
    return _end
