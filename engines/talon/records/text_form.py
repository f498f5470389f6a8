"""Battle records as text (`docs/notation.md`); reading replays them, because orders name units of the position."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from engines.seam.refusals import refuse
from engines.talon import text
from engines.talon.documents import codec
from engines.talon.documents.written import (
    HEADER_KEY,
    MOST_DICE,
    MOST_HEADERS,
    MOST_ORDERS,
    BattleRecord,
    Rolled,
    line_fault,
)
from engines.talon.match import Match, RecordedDie
from engines.talon.state import Battle
from engines.talon.text.words import Word, lines_of, unit_of, words_of

LONGEST = 4 * 1024 * 1024
"""The most characters of a text."""
HEADER = re.compile(rf"({HEADER_KEY})(?:[ \t]+(.*))?")
ENTROPY = re.compile(r"[0-9a-zA-Z_-]{1,64}")


def write_text(written: BattleRecord) -> str:
    """The record as text that reads back as the same record; `Refused` if its position is impossible.

    A die without a unit is written without its other details.
    """
    battle = codec.battle_of(written.position, "$.position")
    lines = ["record 1", *(f"{key} {value}".rstrip() for key, value in written.headers.items()), ""]
    lines += [text.write_position(battle).rstrip(), "", "orders"]
    lines += [_die(one, battle) for one in written.opening]
    for given in written.given:
        lines += [_remark(one) for one in given.comment]
        entropy = f" ~ {given.entropy}" if given.entropy else ""
        lines.append(text.write_order(given.order, battle) + entropy)
        lines += [_die(one, battle) for one in given.dice]
    lines += [_remark(one) for one in written.closing]
    return "\n".join(lines) + "\n"


def _remark(words: str) -> str:
    return f"# {words}".rstrip()


def _die(one: Rolled, battle: Battle) -> str:
    unit = "" if one.unit is None else text.write_unit_ref(battle, one.unit)
    return f"  {one.die} {unit} {one.cause or '' if unit else ''}".rstrip()


@dataclass(slots=True)
class _Lines:
    """The lines of a record, taken one after the other; `number` is that of the last line taken.

    Remarks are kept once `keeps` is set.
    """

    lines: list[str]
    number: int = 0
    keeps: bool = False
    remarks: list[str] = field(default_factory=list)

    def next(self) -> list[Word]:
        """The words of the next line that is not empty, none at the end."""
        while line := self.next_line():
            words = words_of(line, self.number)
            if words:
                return words
        return []

    def next_line(self) -> str:
        """The next line that is not empty, "" at the end."""
        while self.number < len(self.lines):
            line = self.lines[self.number]
            self.number += 1
            if line.lstrip().startswith("#"):
                self._note(line)
            elif line.strip():
                return line
        return ""

    def _note(self, line: str) -> None:
        if self.keeps:
            before, _, words = line.partition("#")
            self.remarks.append(self.readable(words, len(before) + 1))

    def readable(self, words: str, at: int) -> str:
        """The text of a header or remark that starts at column `at`, without the blanks around it."""
        found = words.strip(" \t")
        place, reason = line_fault(found)
        if reason:
            column = at + words.index(found) + place + 1
            raise Word("", self.number, column).wrong(f"{reason}.")
        return found

    @property
    def line(self) -> str:
        """The line taken last."""
        return self.lines[self.number - 1]

    def end(self) -> Word:
        """The place after the last line."""
        return Word("", max(1, len(self.lines)), 1)


def read_text(
    source: str, until: int | None = None, begins: Callable[[Match], None] | None = None
) -> tuple[BattleRecord, Match]:
    """The record of a text and its battle, played to its end or for `until` orders.

    `begins` is called before the first order. `Refused` with line, column and reason if the text is malformed, and also
    with the rule at the first illegal order or the first die that is missing, extra or for something else.
    """
    if len(source) > LONGEST:
        raise refuse("", f"The record is too long. The limit is {LONGEST} characters.")
    lines = _Lines(lines_of(source))
    first = lines.next()
    if [word.text for word in first] != ["record", "1"]:
        raise (first[0] if first else lines.end()).wrong('a battle record begins with the line "record 1".')
    headers = _headers(lines)
    match = Match(_position(lines))
    if begins is not None:
        begins(match)
    _play(lines, match, until)
    if until is None:
        match.check_result(headers, f"Line {_line_of(lines, 'result')}, column 1")
    return match.written(headers, lines.remarks), match


def _headers(lines: _Lines) -> dict[str, str]:
    """The headers; the first line of the position has been taken then."""
    headers: dict[str, str] = {}
    while line := lines.next_line():
        column = len(line) - len(line.lstrip())
        first = Word("", lines.number, column + 1)
        if re.match(r"position(?![a-z-])", line[column:]):
            return headers
        match = HEADER.fullmatch(line, column)
        if not match:
            raise first.wrong(
                "a header is a lower-case word, not the first word of another kind of line, then a blank and a text."
            )
        if match[1] in headers:
            raise first.wrong(f"the header {match[1]} appears twice.")
        if len(headers) == MOST_HEADERS:
            raise first.wrong(f"a record has at most {MOST_HEADERS} headers.")
        headers[match[1]] = lines.readable(match[2] or "", max(match.start(2), 0))
    raise lines.end().wrong("the position at the beginning is missing; its first line is: position 1.")


def _position(lines: _Lines) -> Battle:
    begun = lines.number
    while words := lines.next():
        if words[0].text == "orders" and len(words) == 1:
            lines.keeps = True
            position = lines.lines[begun - 1 : lines.number - 1]
            return text.read_position("\n".join(position), begun)
    raise lines.end().wrong("the line with the word orders is missing after the position.")


def _play(lines: _Lines, match: Match, until: int | None) -> None:
    dice, words = _dice(lines, match.battle)
    match.begin(dice, f"Line {lines.number}, column 1")
    while words and (until is None or len(match.given) < until):
        if len(match.given) == MOST_ORDERS:
            raise words[0].wrong(f"a record has at most {MOST_ORDERS} orders.")
        remarks, lines.remarks = lines.remarks, []
        where, line, entropy = _where(words[0]), _without_entropy(lines, words), _entropy(words)
        order = text.read_order(line, match.battle, words[0].line)
        dice, words = _dice(lines, match.battle)
        match.give(order, dice, where, entropy, remarks)


def _where(word: Word) -> str:
    return f"Line {word.line}, column {word.column}"


def _tilde(words: list[Word]) -> int:
    return next((at for at, word in enumerate(words) if word.text == "~"), len(words))


def _without_entropy(lines: _Lines, words: list[Word]) -> str:
    at = _tilde(words)
    return lines.line if at == len(words) else lines.line[: words[at].column - 1]


def _entropy(words: list[Word]) -> str:
    at = _tilde(words)
    if at == len(words):
        return ""
    rest = words[at + 1 :]
    if len(rest) != 1 or not ENTROPY.fullmatch(rest[0].text):
        raise words[at].wrong("after ~ there must be one word of up to 64 letters, digits, - and _.")
    return rest[0].text


def _dice(lines: _Lines, battle: Battle) -> tuple[list[RecordedDie], list[Word]]:
    """The dice on the lines that follow, and the words of the first line that is none."""
    found: list[RecordedDie] = []
    while (words := lines.next()) and re.fullmatch(r"[0-9]+", words[0].text):
        if not re.fullmatch(r"[1-6]", words[0].text):
            raise words[0].wrong(f"{words[0].text} is not a die: use 1 to 6.")
        if len(found) == MOST_DICE:
            raise words[0].wrong(f"an order rolls at most {MOST_DICE} dice.")
        unit = unit_of(battle, words[1]).number if len(words) > 1 else None
        cause = " ".join(word.text for word in words[2:]) or None
        found.append(RecordedDie(int(words[0].text), _where(words[0]), unit, cause))
    return found, words


def _line_of(lines: _Lines, header: str) -> int:
    return next((at for at, line in enumerate(lines.lines, 1) if line.split()[:1] == [header]), 1)
