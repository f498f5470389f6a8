"""Every example that a page or a guide prints is taken by the form, the reader or the program it is printed for.

They are found by walking templates, forms and docs. A new one is tried without being listed here; one that nothing here
can try fails.
"""

import re
import shlex
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from html import unescape
from importlib.util import find_spec
from os import X_OK, access
from pathlib import Path

import msgspec
import pytest
from django import forms
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.test import Client

from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.paper.ship_lines import read_seen, read_ships
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from engines.seam.documents import Damage
from engines.seam.sides import SIDES, Side
from engines.talon import text
from engines.talon.catalogue import ship_class
from engines.talon.lessons.lesson import Lesson
from engines.talon.records.reading import read_record
from engines.talon.results.damage_check import damage_refusals
from engines.talon.sheets.damage_lines import HOW_TO_WRITE, read_damage
from engines.talon.space_empires.chart import chart_of
from engines.warfleets.factions import read_faction
from engines.warfleets.fleet_files import read_fleet
from engines.warfleets.table_files import read_table
from tests.people import browser, make_person
from tests.template_files import name_of, template_files

ROOT: Path = settings.BASE_DIR
TYPED = re.compile(r"<(pre|code|samp)\b([^>]*)>(.*?)</\1>", re.DOTALL)
READ = re.compile(r'data-read="(\w+)"')
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:\A|\n[ ]*\n)((?:[ ]{4,}[^\n]*\n(?:[ ]*\n(?=[ ]{4}))*)+)")
SETTING = re.compile(r"(?:[A-Z_]+=\S+ )+")
TRIED_ELSEWHERE = {
    "docs/engine.md": "tests/engines/test_engine_page.py",
    "docs/design.md": "how pages are written",
    "docs/scenarios.md": "tests/core/battle/test_scenario_files.py",
}
"""Docs whose blocks are tried by tests of their own, or are for programmers."""
TRIED_WITH_ITS_GAME = {"docs/warfleets.md": ("text", "python")}
"""Languages of blocks that tests of Warfleets try: test_notation.py and test_captains.py."""
FOR_NGINX = "map $remote_addr"
COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )*(?:make|python|celery|git|sudo|\.venv/bin/\w+) ")


def blocks_of(page: str) -> Iterator[tuple[str, str]]:
    """The language and words of each block of code in a Markdown text."""
    yield from FENCED.findall(page)
    for block in INDENTED.findall(FENCED.sub("", page)):
        lines = block.rstrip().split("\n")
        margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        yield "", "\n".join(line[margin:] for line in lines)


DOCS = [
    pytest.param(language, block, id=f"{file.name}: {block.splitlines()[0][:40]}")
    for file in sorted([*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
    if str(file.relative_to(ROOT)) not in TRIED_ELSEWHERE
    for language, block in blocks_of(file.read_text(encoding="utf-8"))
    if language not in TRIED_WITH_ITS_GAME.get(str(file.relative_to(ROOT)), ())
]
IN_TEMPLATES = [
    pytest.param(attributes, words, id=f"{name_of(file)}: {words.strip()[:40]}")
    for file in template_files()
    for _, attributes, words in TYPED.findall(file.read_text(encoding="utf-8"))
]


def try_lines(words: str, chart: StrategicMap, reads: str = "") -> None:
    """Lines of ships, or of what was seen of them, can be entered as they stand."""
    sides = [side for side in SIDES if reads.startswith(side)] or list(SIDES)
    if reads.endswith("seen") or (not reads and any(read_seen(words, side, chart).found for side in sides)):
        assert any(_seen_well(words, side, chart) for side in sides), words
    else:
        assert any(_ships_well(words, side, chart) for side in sides), words


def _ships_well(words: str, side: Side, chart: StrategicMap) -> bool:
    read = read_ships(words, side, chart)
    return (
        bool(read.found)
        and not read.faults
        and all(_possible(side, ship.ship_class, ship.damage) for ship in read.found.values())
    )


def _seen_well(words: str, side: Side, chart: StrategicMap) -> bool:
    read = read_seen(words, side, chart)
    return (
        bool(read.found)
        and not read.faults
        and all(_possible(side, one.ship_class, one.damage) for one in read.found.values())
    )


def _possible(side: Side, key: str, damage: Damage) -> bool:
    return not [*damage_refusals(ship_class(side, key), "It", damage)]


def try_command(line: str) -> None:
    """A line for the shell names programs that are there, commands they have, and what these take."""
    for part in line.split(" && "):
        _try_one(part)


def _try_one(line: str) -> None:
    words = shlex.split(SETTING.sub("", re.split(r"\s{3,}|(?:^|\s+)#", line.strip())[0]))
    if not words:
        return
    program, *rest = words
    if program == "make":
        assert re.search(
            rf"^(?:[\w-]+ )*{rest[0]}(?: [\w-]+)*:", (ROOT / "Makefile").read_text(), re.MULTILINE
        ), line
    elif program.endswith(("pytest", "celery")):
        assert all((ROOT / word).exists() for word in rest if "/" in word), line
    elif program == "sudo":
        assert access(ROOT / rest[0].removeprefix("front-line/").removeprefix("/opt/front-line/"), X_OK), line
    elif program == "git":
        assert (rest[0], rest[-1]) == ("clone", "front-line"), line
    else:
        assert program.rpartition("/")[2] == "python", line
        _try_python(rest, line)


def _try_python(rest: list[str], line: str) -> None:
    if rest[0] == "manage.py":
        _parser_of(rest[1]).parse_args(rest[2:])
    elif rest[0] == "-m":
        assert find_spec(rest[1]), line
    elif rest[0] == "-c":
        compile(rest[1], "docs", "exec")
    else:
        found = next(
            (place / rest[0] for place in (ROOT, ROOT / "static/verify") if (place / rest[0]).exists()), None
        )
        assert found, line
        assert all(word in found.read_text() for word in rest[1:] if word.startswith("--")), line


def _parser_of(command: str) -> ArgumentParser:
    return load_command_class(get_commands()[command], command).create_parser("manage.py", command)


def try_toml(words: str) -> None:
    """Read a chart, a fleet, a table, a faction, or a lesson."""
    if words.startswith("[attack]"):
        chart_of(words)
    elif "[[ships]]" in words:
        assert read_fleet(words.encode()).ships
    elif words.startswith("[[terrain]]"):
        assert read_table(words.encode())
    elif "works_as" in words:
        assert read_faction(words.encode()).weapons
    else:
        assert msgspec.convert({"name": "printed", **tomllib.loads(words)}, Lesson).scenes


@pytest.mark.parametrize(("language", "block"), DOCS)
def test_a_block_of_the_docs_is_taken(language: str, block: str) -> None:
    words = block.strip()
    if words.startswith("record 1"):
        read_record(block.encode())
    elif words.startswith("position 1"):
        text.read_position(block)
    elif language == "toml" or words.startswith("["):
        try_toml(words)
    elif words.startswith(FOR_NGINX):
        assert words.count("{") == words.count("}")
    elif COMMAND.match(words):
        for line in words.replace("\\\n", " ").splitlines():
            try_command(line)
    else:
        try_lines(block, shipped_maps()[DEFAULT])


def test_a_command_within_a_sentence_of_the_docs_is_taken() -> None:
    found = [
        (file.name, command)
        for file in sorted([*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
        for command in re.findall(
            r"`((?:python|make|\.venv/bin/\w+) [^`]+)`", file.read_text(encoding="utf-8")
        )
    ]
    assert found
    for _name, command in found:
        try_command(command)


@pytest.mark.parametrize(("attributes", "words"), IN_TEMPLATES)
def test_what_a_template_prints_to_be_typed_is_known(attributes: str, words: str) -> None:
    """It is a command, a value that the page works out, or says what reads it; then the page's test below tries it."""
    literal = re.sub(r"\{[{%].*?[%}]\}", "", words, flags=re.DOTALL)
    if READ.search(attributes) or not re.sub(r"</?code>", "", literal).strip():
        return
    for line in (
        unescape(re.sub(r"</?code[^>]*>", "", re.sub(r"\{\{.*?\}\}", "X", words))).strip().splitlines()
    ):
        try_command(line)


@pytest.mark.django_db
@pytest.mark.parametrize("key", shipped_maps())
def test_the_examples_on_the_page_for_a_war_from_paper(key: str) -> None:
    page = browser(make_person("anna")).get(f"/wars/take-over/?chart={key}").text
    found = [
        (reads, unescape(words))
        for _, attributes, words in TYPED.findall(page)
        for reads in READ.findall(attributes)
    ]
    assert {reads for reads, _ in found} == set(_reads_in_templates())
    for reads, words in found:
        if reads in ("damage", "squadron"):
            kind = ship_class("terran", "fighter" if reads == "squadron" else "heavy_cruiser")
            assert read_damage(words, kind)
        else:
            try_lines(words, shipped_maps()[key], reads)


def _reads_in_templates() -> Iterator[str]:
    for file in template_files():
        yield from READ.findall(file.read_text(encoding="utf-8"))


def test_the_words_of_a_refusal_are_an_example_too() -> None:
    words = HOW_TO_WRITE.removeprefix("Write ").replace(" or ", ", ").split(", ")
    for one in words:
        assert read_damage(one, ship_class("terran", "fighter" if "fighters" in one else "heavy_cruiser"))


@pytest.mark.django_db
def test_a_placeholder_can_be_entered() -> None:
    """All of them are in the form of a skirmish, which is asked for below."""
    told = [
        placeholder
        for file in ROOT.glob("*/**/*.py")
        if file.relative_to(ROOT).parts[0] in ("accounts", "battles", "campaign")
        for placeholder in re.findall(r'"placeholder": "(.*?)"', file.read_text())
    ]
    shown = re.findall(r'placeholder="(.*?)"', Client().get("/skirmish/").text)
    assert set(told) == set(shown)
    label_again = 'placeholder="Write to '  # in the chat, and no example
    pages = (file.read_text().replace(label_again, "") for file in template_files())
    assert not [page for page in pages if "placeholder=" in page]
    for one in shown:
        assert forms.IntegerField(min_value=0).clean(one) == 0
