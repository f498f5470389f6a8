"""Past results from a file, one a line: each is judged by the form, or named with the reason why it is not taken."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Final

from accounts.models import LifetimeLine, PastResult, User
from accounts.scores.confirming import enter
from campaign.past_results.forms import ResultForm
from engines.seam.refusals import Refused

COLUMNS: Final = {
    "date": "played_on",
    "opponent": "opponent",
    "class": "kind",
    "result": "outcome",
    "degree": "degree",
    "side": "side",
    "scenario": "scenario",
    "mode": "mode",
    "fought": "way",
    "lp": "own_lp",
    "their lp": "their_lp",
    "game": "game",
}
"""The columns of a file, and the fields of the form."""
NEEDED: Final = ("date", "opponent", "class", "result")
LINK: Final = "link"
"""The column of a file of this site that says where a result is: what is here counts already."""
MOST_LINES: Final = 300
MOST_BYTES: Final = 100_000
EXAMPLE: Final = (
    "date,opponent,class,result,degree,side,scenario,fought\n"
    "2024-03-31,Marlow,single battle,won,great,terran,Patton's End,table\n"
    "2024-04-06,Marlow,war,lost,,talon,,\n"
)
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "kind": {label.lower(): value for value, label in LifetimeLine.Kind.choices},
    "way": {label.lower(): value for value, label in LifetimeLine.Way.choices}
    | {"board": "hand", "captains": "worker"},
    "outcome": {label.lower(): value for value, label in PastResult.Outcome.choices},
    "degree": {label.lower(): value for value, label in PastResult.Degree.choices},
    "side": {},
}
"""What may be written for a choice, besides how it is stored."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that was not taken: its number in the file, what it says, and why."""

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a file: how many results were entered, how many were known, and the lines that were not taken.

    `rest` is a file of those lines alone, to be corrected and sent again.
    """

    entered: int = 0
    known: int = 0
    faults: tuple[Fault, ...] = ()
    rest: str = ""


class NoFile(ValueError):
    """The file is none that could be read at all; the words say why."""


def text_of(raw: bytes) -> str:
    """The text of a file; `NoFile` if it is too long, or no text."""
    if len(raw) > MOST_BYTES:
        raise NoFile(f"The file is longer than {MOST_BYTES // 1000} kB. Send it in parts.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoFile("The file is no text in UTF-8. Save it as CSV in UTF-8.") from error


def take(user: User, text: str, here: str = "") -> Taken:
    """Enters what the lines of a file tell, for the user; `NoFile` if there is nothing to be read.

    `here` is how the addresses of this site begin, with its host.
    """
    if len(text.encode()) > MOST_BYTES:
        raise NoFile(f"The file is longer than {MOST_BYTES // 1000} kB. Send it in parts.")
    head, lines = _read(text)
    if len(lines) > MOST_LINES:
        raise NoFile(f"The file has {len(lines)} results; {MOST_LINES} are taken at once. Send it in parts.")
    entered, known, faults = 0, 0, []
    people: dict[str, User | None] = {}
    rest = []
    for number, cells in lines:
        try:
            reason, fresh = ("", False) if _is_here(head, cells, here) else _enter(user, head, cells, people)
        except Refused as refused:
            reason, fresh = refused.reasons, False
        if reason:
            faults.append(Fault(number, _written([cells]).strip(), reason))
            rest.append(cells)
        elif fresh:
            entered += 1
        else:
            known += 1
    return Taken(entered, known, tuple(faults), _written([head, *rest]) if rest else "")


def _read(text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The head of a file, and its lines with their numbers; empty lines are left out."""
    first = text.lstrip("\ufeff\r\n ").partition("\n")[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(StringIO(text.lstrip("\ufeff")), delimiter=mark)
    try:
        read = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise NoFile(f"Line {reader.line_num} cannot be read: {error}.") from error
    rows = [(number, cells) for number, cells in read if any(cells)]
    if not rows:
        raise NoFile("There is nothing in it.")
    head = [cell.lower() for cell in rows[0][1]]
    if missing := [name for name in NEEDED if name not in head]:
        raise NoFile(f"The first line names the columns. Missing: {', '.join(missing)}.")
    if len(set(head)) < len(head):
        raise NoFile("The first line names a column twice.")
    return head, rows[1:]


def _is_here(head: list[str], cells: list[str], here: str) -> bool:
    """Whether a line is of a file of this site, and so counts already."""
    link = dict(zip(head, cells, strict=False)).get(LINK, "")
    return bool(here) and link.startswith(here)


def _enter(user: User, head: list[str], cells: list[str], people: dict[str, User | None]) -> tuple[str, bool]:
    """Why a line is not taken, "" if it is, and whether it was entered now; `Refused` by the rules."""
    if len(cells) > len(head):
        return f"It has {len(cells)} cells, and the first line names {len(head)} columns.", False
    said = dict(zip(head, cells, strict=False))
    written = {COLUMNS[name]: _plain(COLUMNS[name], cell) for name, cell in said.items() if name in COLUMNS}
    form = ResultForm(written, user=user, known=people)
    if not form.is_valid():
        return _reasons(form), False
    return "", enter(user=user, other=form.other, told=form.told).fresh


def _plain(field: str, written: str) -> str:
    """A cell as the form reads it: a choice in any case and in words, without the mark against formulas."""
    written = written.removeprefix("'")
    known = WORDS.get(field)
    return written if known is None else known.get(written.lower(), written.lower())


def _reasons(form: ResultForm) -> str:
    names = {field: column for column, field in COLUMNS.items()}
    return " ".join(
        f"{names.get(field, '')}: {error}".removeprefix(": ")
        for field, errors in form.errors.items()
        for error in errors
    )


def _written(rows: Iterable[list[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
