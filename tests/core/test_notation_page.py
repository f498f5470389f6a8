"""docs/notation.md is true: what stands on it can be read, and every word the program reads stands on it."""

import re
import textwrap
from pathlib import Path
from typing import get_args

import pytest

from engines.seam.refusals import Refused
from engines.talon import text
from engines.talon.documents.codec import decode_position
from engines.talon.events import AnyEvent
from engines.talon.records.reading import read_record
from engines.talon.text import header_lines, orders, tasks, units

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
UNDER_WAY = re.findall(r"^\| `(then \w+.*?)` \|", PAGE, re.MULTILINE)
IN_A_ROUND = """
    clock {clock}
    map 0,0
    terrain black-hole 5,5
    terran BB Defiant 0,4 E
    terran CA Patton 3,3 W
    terran CA Zhukov 1,4 W
    terran FTR Cougar 0,6 E
    talon CA Justice {justice}
    talon CA Sacrifice 2,4 W
    talon DN Imperial 4,4 W
    talon DD Hunter 1,1 SE
    talon missile m4 3,3 W at Patton
"""
BEFORE_IT = """
    clock 0 terran launch
    terran CV Wasp 3,10 NE
    terran FTR Cougar waiting
    talon FF Vision 5,1 SW
"""
CLOCKS = {"push": "1E terran fire", "hammer": "1E terran fire", "pull": "1 talon pull"}


def under_way(line: str) -> str:
    """A position in which the line can stand."""
    word = line.split()[1]
    if word == "berthing":
        return textwrap.dedent(BEFORE_IT) + line
    justice = "destroyed" if word == "blast" else "3,4 W"
    position = IN_A_ROUND.format(clock=CLOCKS.get(word, "1E talon fire"), justice=justice)
    return textwrap.dedent(position) + line + ("\nthen blasts" if word == "blast" else "")


@pytest.mark.parametrize("line", UNDER_WAY)
def test_what_is_under_way_can_be_read_and_is_written_so(line):
    """Each `then` line of the page, in a position in which it can be."""
    assert line in text.write_position(text.read_position(under_way(line))).splitlines()


def test_everything_that_can_be_under_way_stands_on_the_page():
    """And nothing else."""
    assert {line.split()[1] for line in UNDER_WAY} == tasks.READERS.keys()


@pytest.mark.parametrize("word", [*header_lines.LINES, *units.ITEMS, *orders.READERS])
def test_every_word_stands_on_the_page(word):
    """Lines and items by themselves, orders after a side."""
    assert re.search(rf"`(?:terran |talon )?{word}\b", PAGE)


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=lambda kind: kind.__name__)
def test_every_event_stands_on_the_page(kind):
    """With all its fields, in the order in which they are written."""
    words = [kind.__struct_config__.tag, *(name.replace("_", "-") for name in kind.__struct_fields__)]
    assert re.search(
        r"^\| `" + r" (?:[^`|]+ )?".join(map(re.escape, words)) + r" [^`|]+` \|", PAGE, re.MULTILINE
    )


def test_the_position_on_the_page_can_be_read():
    """Its lines come back as they are told, among those that were left out."""
    told = textwrap.dedent("".join(re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE)[0]))
    written = text.write_position(text.read_position(told)).splitlines()
    assert [line for line in told.splitlines() if line not in written] == []


def test_what_cannot_be_read_breaks_no_rule():
    """The refusal names line and column, or path, and no rule of the game."""
    with pytest.raises(Refused) as caught:
        text.read_position("position 1\nclock 2E terran shoot")
    assert [(found.rule, found.where) for found in caught.value.refusals] == [("", "2:17")]
    with pytest.raises(Refused) as caught:
        decode_position(b'{"units": 3}')
    assert [(found.rule, found.where) for found in caught.value.refusals] == [("", "$.units")]
    assert str(caught.value) == caught.value.refusals[0].reason


def test_the_record_on_the_page_can_be_replayed_to_its_end():
    """As it stands there, with every die it tells."""
    shown = re.search(r"(?m)^    record 1\n(?:(?:    .*)?\n)*", PAGE)
    assert shown is not None
    _, replay = read_record(textwrap.dedent(shown[0]).strip().encode())
    assert replay.battle.ending == "held"
