"""The text of a file that somebody brings, whatever program wrote it, and what a file is that is something else."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from dataclasses import dataclass
from typing import Final

from engines.seam.refusals import Refused, refuse

MARKS: Final = {
    BOM_UTF8: "utf-8-sig",
    BOM_UTF32_LE: "utf-32",
    BOM_UTF32_BE: "utf-32",
    BOM_UTF16_LE: "utf-16",
    BOM_UTF16_BE: "utf-16",
}
"""The encoding that the first bytes name; UTF-32 stands before UTF-16, whose mark its own begins with."""
SIGNATURES: Final = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "an Excel, Word or OpenDocument file, or a ZIP archive",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file",
    b"\x1f\x8b": "a compressed file (gzip)",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"RIFF": "a picture, sound or film",
    b"MZ": "a program",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a database",
}
"""What a file that is no text is, by its first bytes."""
DOCUMENT: Final = re.compile(r'\A\s*\{.*?"document"\s*:\s*"(.{1,20}?)"', re.DOTALL)
DOCUMENTS: Final = {
    "battle record": "a battle record",
    "whole-war": "the file of a war",
    "seen-war": "the file of a war",
    "set-up": "the set-up of a battle",
    "position": "a position of a battle",
    "doctrine": "a doctrine",
    "report": "the report of a battle",
    "result": "the result of a battle",
}
TEXTS: Final = {
    r"\A\s*record\s+1\b": "a battle record",
    r"\A\s*position\s+1\b": "a position of a battle",
    r"^\[sectors\.": "a map",
    r"\A\"?(?:Turns|T(?:erran|alon) fleet)\"?[,;\t]*\s*$": "the tracking sheet of a war",
    r"\A\s*<": "a web page",
    r"\A\{\\rtf": "a Word file",
}
LOOKED_AT: Final = 100_000
"""So many characters at the beginning say what a text is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a file should be, such as "a map", and a sentence that says which files are taken."""

    what: str
    taken: str

    def refusal(self, found: str = "") -> Refused:
        """The refusal of a file that is something else, `found`, or that nobody can name."""
        return refuse("", f"This is not {self.what}{f': it is {found}' if found else ''}. {self.taken}")

    def broken(self, how: str) -> Refused:
        """The refusal of a file that may be the wanted one, and a part of a sentence that says what is wrong."""
        return refuse("", f"This is not {self.what}: {how}. {self.taken}")


def text_of(raw: bytes, wanted: Wanted) -> str:
    """The text of a file in UTF-8, UTF-16 or UTF-32, without its byte-order mark; `Refused` if it is no text."""
    for signature, found in SIGNATURES.items():
        if raw.startswith(signature):
            raise wanted.refusal(found)
    try:
        text = raw.decode(_encoding(raw)).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise wanted.broken("it is no text, or it is not saved as UTF-8") from error
    if "\0" in text:
        raise wanted.broken("it is no text")
    return text


def shown_text(raw: bytes) -> str:
    """The text of a file that was refused, to be corrected on the page: what is no text in it has signs that say so."""
    return raw.decode(_encoding(raw), "replace").removeprefix("\ufeff").replace("\0", "")


def _encoding(raw: bytes) -> str:
    """What the mark says; without one UTF-16 if one of the first two bytes is 0, else UTF-8."""
    for mark, encoding in MARKS.items():
        if raw.startswith(mark):
            return encoding
    if len(raw) > 1 and (raw[0] == 0) != (raw[1] == 0):
        return "utf-16-be" if raw[0] == 0 else "utf-16-le"
    return "utf-8"


def kind_of_text(text: str) -> str:
    """What a text is, as "a map"; "" if it is none of the site's files and no web page."""
    start = text[:LOOKED_AT]
    if (tagged := DOCUMENT.search(start)) is not None:
        return DOCUMENTS.get(tagged[1], "")
    return next((kind for pattern, kind in TEXTS.items() if re.search(pattern, start, re.MULTILINE)), "")
