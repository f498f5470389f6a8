"""Files that people bring: every door reads the same text however it was saved, and says of others what they are."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from campaign.files.document import read_whole
from campaign.paper.sheets import with_sheets
from campaign.rules.map.map_files import map_text, read_map_bytes
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from engines.seam.refusals import Refused
from engines.talon.records.reading import read_record
from tests.template_files import template_files

GOLDEN = Path(__file__).parents[2] / "golden"
MAP = map_text(shipped_maps()[DEFAULT]).encode()
SHEET = "Terran fleet\nPlace,Ship,Class,Points,LP,Damage\nAntares,Pätton,Heavy Cruiser,115,3,none\n".encode()


def _sheet(raw: bytes) -> object:
    return with_sheets({}, [raw], shipped_maps()[DEFAULT])


DOORS: dict[str, tuple[Callable[[bytes], object], bytes, str]] = {
    "war": (read_whole, GOLDEN.joinpath("whole_war.json").read_bytes(), "not a war file"),
    "map": (read_map_bytes, MAP, "not a map"),
    "record as text": (read_record, GOLDEN.joinpath("fought.txt").read_bytes(), "not a battle record"),
    "record as JSON": (read_record, GOLDEN.joinpath("fought.json").read_bytes(), "not a battle record"),
    "tracking sheet": (_sheet, SHEET, "not a tracking sheet"),
}
"""What reads each kind of upload, a file of that kind, and how the refusal of another begins."""
SAVED: dict[str, Callable[[str], bytes]] = {
    "UTF-8": lambda text: text.encode(),
    "UTF-8 with a mark": lambda text: BOM_UTF8 + text.encode(),
    "UTF-16": lambda text: BOM_UTF16_LE + text.encode("utf-16-le"),
    "UTF-16, the other way round": lambda text: BOM_UTF16_BE + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: BOM_UTF32_LE + text.encode("utf-32-le"),
    "UTF-32, the other way round": lambda text: BOM_UTF32_BE + text.encode("utf-32-be"),
    "with Windows' ends of lines": lambda text: text.replace("\n", "\r\n").encode(),
}
FOREIGN = {
    "a PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "an Excel": b"PK\x03\x04\x14\x00\x06\x00",
    "an old Excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "a picture": b"\x89PNG\r\n\x1a\n\x00",
    "a compressed file": b"\x1f\x8b\x08\x00",
    "a program": b"MZ\x90\x00",
    "a web page": b"<!doctype html>\n<title>Antares</title>",
    "a Word file": b"{\\rtf1\\ansi Hello}",
    "not saved as UTF-8": "Größe: fünf".encode("latin-1"),
    "no text": b"a\x00\x00\x00b",
}
PARSERS = re.compile(
    r"codec can't|Expected `|Object (contains|missing)|Invalid (value|statement|enum)|JSON is malformed|\(byte |"
    r"Input data|Traceback|Cannot (declare|overwrite)|\$\.|Unescaped|_csv"
)
"""Words of msgspec, tomllib, csv and Python."""


def refused(read: Callable[[bytes], object], raw: bytes) -> str:
    with pytest.raises(Refused) as found:
        read(raw)
    return str(found.value)


@pytest.mark.parametrize("saved", SAVED)
@pytest.mark.parametrize("door", DOORS)
def test_a_file_is_read_however_it_was_saved(door: str, saved: str) -> None:
    read, raw, _ = DOORS[door]
    again = read(SAVED[saved](raw.decode()))
    if saved != "with Windows' ends of lines":
        plain = read(raw)
        if isinstance(plain, tuple):
            assert isinstance(again, tuple)
            plain, again = plain[0], again[0]
        assert again == plain


@pytest.mark.parametrize("foreign", FOREIGN)
@pytest.mark.parametrize("door", DOORS)
def test_a_foreign_file_is_refused_by_what_it_is(door: str, foreign: str) -> None:
    read, _, words = DOORS[door]
    said = refused(read, FOREIGN[foreign])
    assert words in said
    assert foreign in said
    assert said.count(". ") >= 1, "what is taken instead is not said"
    assert not PARSERS.search(said)


@pytest.mark.parametrize("other", DOORS)
@pytest.mark.parametrize("door", DOORS)
def test_a_file_at_the_wrong_door_is_named(door: str, other: str) -> None:
    if door[:6] == other[:6]:
        return
    read, _, words = DOORS[door]
    said = refused(read, DOORS[other][1])
    if "too large for a map" in said:
        return
    assert words in said
    kind = {"war": "the file of a war", "map": "a map"}.get(
        other, "a battle record" if "record" in other else ""
    )
    assert (kind or "tracking sheet") in said
    assert not PARSERS.search(said)


@pytest.mark.parametrize("door", ["war", "map", "record as JSON"])
def test_a_broken_file_is_refused_in_plain_words(door: str) -> None:
    """Cut off at each of many places, and with a sign that does not belong there."""
    read, raw, _ = DOORS[door]
    for share in (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99):
        cut = raw[: int(len(raw) * share)]
        for broken in (cut, cut + b"\x01" + raw[len(cut) :], cut + b"\xff" + raw[len(cut) :]):
            said = refused(read, broken).replace("At $", "")
            assert not PARSERS.search(said), said


def test_every_field_for_a_file_has_its_door_here() -> None:
    """A new one is added to `DOORS`, which is read as the others are."""
    found = set()
    for file in sorted(settings.BASE_DIR.glob("*/**/*.py")):
        if file.relative_to(settings.BASE_DIR).parts[0] in (
            "accounts",
            "battles",
            "campaign",
            "clubs",
            "config",
        ):
            found |= set(re.findall(r"(\w+) = forms\.FileField", file.read_text()))
    for file in template_files():
        found |= set(re.findall(r'type="file"[^>]*name="(\w+)"', file.read_text()))
    assert found == {"file", "record", "sheets"}, (
        "a war's or a map's file, a battle's record, tracking sheets"
    )
