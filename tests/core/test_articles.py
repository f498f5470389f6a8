"""No sentence says "A anti-matter torpedo": a noun that is put in gets its article in one place."""

import re
from pathlib import Path

import pytest

from engines.seam.sides import SIDES
from engines.seam.words.articles import with_article, with_capital_article
from engines.talon.catalogue import classes_of, weapon_words

ROOT = Path(__file__).resolve().parents[2]
PUT_IN = re.compile(r"\b([Aa]n? )(\{\{? ?[\w.]+)")
ALWAYS_RIGHT = {
    "A {result.degree": "minor, great, devastating",
    "a {owner.title": "Terran, Talon",
    "a {event.commander": "gentle, steady, shrewd",
    "A {settings.commander": "gentle, steady, shrewd",
    "a {zone.base.title": "Terran, Talon",
    "A {zone.base.title": "Terran, Talon",
    "an {level": "ensign, admiral: a captain is not named there",
    "A {kind.title": "classes of ships with criticals",
    "A {self.kind.title": "classes of ships",
    "a {what": "set-up document, doctrine document",
}
"""What follows the article there, with which it is right."""


def test_no_noun_is_put_behind_a_fixed_article() -> None:
    found = {
        f"{match[1]}{match[2]}": path.name
        for folder in ("engines", "battles", "campaign", "clubs", "accounts", "config", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".html", ".txt"}
        for match in PUT_IN.finditer(path.read_text(encoding="utf-8"))
    }
    assert {words: name for words, name in found.items() if words not in ALWAYS_RIGHT} == {}


@pytest.mark.parametrize(
    ("noun", "with_it"),
    [
        ("anti-matter torpedo", "An anti-matter torpedo"),
        ("disruptor", "A disruptor"),
        ("asteroid", "An asteroid"),
        ("SC", "An SC"),
        ("FTR", "An FTR"),
        ("DD", "A DD"),
        ("Tran", "A Tran"),
    ],
)
def test_the_article_is_the_spoken_one(noun: str, with_it: str) -> None:
    assert with_capital_article(noun) == with_it
    assert with_article(noun) == f"a{with_it[1:]}"


def test_weapons_are_written_one_way() -> None:
    kinds = {group.type for side in SIDES for ship in classes_of(side) for group in ship.weapons}
    assert "anti-matter torpedo" in map(weapon_words, kinds)
    assert not any("_" in words or "anti " in words for words in map(weapon_words, kinds))
