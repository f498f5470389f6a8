"""Battle records as text (`docs/notation.md`); read by replaying them, as an order names what is there by then."""

import re
from dataclasses import dataclass, field

from battles.engine import codec, text
from battles.engine.state import Battle
from battles.engine.text.words import Word, unit_of, words_of
from battles.notation.replaying import Replay, Told
from battles.notation.written import MOST_DICE, MOST_ORDERS, Rolled, WrittenBattle
from battles.seam.refusal import refuse

LONGEST = 4 * 1024 * 1024
"""Characters of a text that is read at all."""
HEADER = re.compile(r"([a-z][a-z-]{0,29})(?: +(.{0,200}))?")
ENTROPY = re.compile(r"[0-9a-zA-Z_-]{1,64}")


def write_text(written: WrittenBattle) -> str:
    """The record as text that reads back as the same record; `Refused` if its position cannot be."""
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
    return f"  {one.die} {text.write_unit_ref(battle, one.unit)} {one.cause}"


@dataclass(slots=True)
class _Lines:
    """The lines of a record, taken one after the other; `number` is that of the line taken last."""

    lines: list[str]
    number: int = 0
    remarks: list[str] = field(default_factory=list)

    def next(self) -> list[Word]:
        """The words of the next line that says anything, none at the end; remarks on the way are kept."""
        while self.number < len(self.lines):
            line = self.lines[self.number]
            self.number += 1
            if line.lstrip().startswith("#"):
                self.remarks.append(line.lstrip()[1:].strip()[:200])
            words = words_of(line, self.number)
            if words:
                return words
        return []

    @property
    def line(self) -> str:
        """The line taken last."""
        return self.lines[self.number - 1]

    def end(self) -> Word:
        """The place after the last line."""
        return Word("", max(1, len(self.lines)), 1)


def read_text(source: str, until: int | None = None) -> tuple[WrittenBattle, Replay]:
    """The record of a text, and its replay to its end or through so many orders.

    `Refused` with line, column and reason if it is malformed, and with the rule besides at the first order that is
    illegal; the same for a die that is missing, is not rolled, or is rolled for something else.
    """
    if len(source) > LONGEST:
        raise refuse("", f"The record is too long: {LONGEST} characters at most are read.")
    lines = _Lines(source.splitlines())
    first = lines.next()
    if [word.text for word in first] != ["record", "1"]:
        raise (first[0] if first else lines.end()).wrong('a battle record begins with the line "record 1".')
    headers = _headers(lines)
    battle = _position(lines)
    position = codec.document_of(battle)
    replay = Replay(battle)
    lines.remarks.clear()
    _play(lines, replay, until)
    if until is None:
        replay.check_result(headers, f"Line {_line_of(lines, 'result')}, column 1")
    told = WrittenBattle(headers, position, tuple(replay.given), replay.opening, tuple(lines.remarks))
    return told, replay


def _headers(lines: _Lines) -> dict[str, str]:
    """The headers; the first line of the position has been taken then."""
    headers: dict[str, str] = {}
    while words := lines.next():
        if words[0].text == "position":
            return headers
        match = HEADER.fullmatch(lines.line.strip())
        if not match:
            raise words[0].wrong("a header is a word in small letters and a text of at most 200 characters.")
        if match[1] in headers:
            raise words[0].wrong(f"the header {match[1]} is told twice.")
        headers[match[1]] = (match[2] or "").strip()
    raise lines.end().wrong("the position at the beginning is missing; it begins with: position 1.")


def _position(lines: _Lines) -> Battle:
    begun = lines.number
    while words := lines.next():
        if words[0].text == "orders" and len(words) == 1:
            told = [""] * (begun - 1) + lines.lines[begun - 1 : lines.number - 1]
            return text.read_position("\n".join(told))
    raise lines.end().wrong("after the position a line with the word orders is missing.")


def _play(lines: _Lines, replay: Replay, until: int | None) -> None:
    dice, words = _dice(lines, replay.battle)
    replay.open(dice, f"Line {lines.number}, column 1")
    while words and (until is None or len(replay.given) < until):
        if len(replay.given) == MOST_ORDERS:
            raise words[0].wrong(f"a record has {MOST_ORDERS} orders at most.")
        remarks, lines.remarks = lines.remarks, []
        where, line, entropy = _where(words[0]), _without_entropy(lines, words), _entropy(words)
        order = text.read_order(line, replay.battle, words[0].line)
        dice, words = _dice(lines, replay.battle)
        replay.give(order, dice, where, entropy, remarks)


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
        raise words[at].wrong("after ~ stands one word of letters and digits, 64 at most.")
    return rest[0].text


def _dice(lines: _Lines, battle: Battle) -> tuple[list[Told], list[Word]]:
    """The dice on the lines that follow, and the words of the first line that is none."""
    found: list[Told] = []
    while (words := lines.next()) and re.fullmatch(r"[0-9]+", words[0].text):
        if not re.fullmatch(r"[1-6]", words[0].text):
            raise words[0].wrong(f"{words[0].text} is no die: 1 to 6.")
        if len(found) == MOST_DICE:
            raise words[0].wrong(f"no order rolls more than {MOST_DICE} dice.")
        unit = unit_of(battle, words[1]).number if len(words) > 1 else None
        cause = " ".join(word.text for word in words[2:]) or None
        found.append(Told(int(words[0].text), _where(words[0]), unit, cause))
    return found, words


def _line_of(lines: _Lines, header: str) -> int:
    return next((at for at, line in enumerate(lines.lines, 1) if line.split()[:1] == [header]), 1)
