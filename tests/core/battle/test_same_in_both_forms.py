"""Text and JSON say the same: what one form accepts is written in the other and read back as the same record."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.seam.refusals import Refused
from engines.talon.documents.written import LONGEST_LINE, BattleRecord, line_fault
from engines.talon.match import Match
from engines.talon.records.exchange import check_readable
from engines.talon.records.json_form import read_json, write_json
from engines.talon.records.reading import read_record
from engines.talon.records.text_form import read_text, write_text
from engines.talon.text import write_position

SHORT = """\
record 1
place Antares 5
terran Anna

position 1
clock 2E terran fire
terran CA Patton 0,0 E
terran FTR Cougar 0,3 E
terran CV Wasp destroyed
talon CA Sacrifice 2,0 W
talon missile m1 5,0 W at Patton

orders
# at last
terran fire Patton 2 Sacrifice ~ ab12
  6 Patton anti_matter_torpedo
terran done
# well fought
"""
STRANGE = "\t\n\r\x00\x0b\x0c\x1c\x1f\x7f\x85\xa0\u2028\u2029\u202e\ufeff\u200d#\"'~_:/,@+m4 aé😀"
"""Signs that mean something to one form or the other, and some that mean nothing."""
FIT = st.text("#\"'~_:/,@+m4 aé😀", max_size=12).map(str.strip)
"""Words that can stand in a line, however they look."""
TELLING = st.sampled_from(
    ["", "a" * 200, "a" * 201, "x # y", "~", "nothing", "found", "m4", "talon:x", "1", "# x"]
)
WORDS = st.one_of(*[FIT] * 8, TELLING, st.text(STRANGE, max_size=12), st.text(max_size=12))
KEYS = st.sampled_from(
    [*["place", "title", "date", "a", "orders-x"] * 5, "record", "position", "orders", "result"]
)


def short() -> BattleRecord:
    return read_text(SHORT)[0]


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """A document with strange words and names in it, and units that are not as they usually are."""
    told: dict[str, Any] = json.loads(write_json(short()))
    told["headers"] = draw(st.dictionaries(KEYS, WORDS, max_size=3))
    told["closing"] = draw(st.lists(WORDS, max_size=2))
    told["given"][0]["comment"] = draw(st.lists(WORDS, max_size=2))
    unit = told["position"]["units"][draw(st.integers(0, 3))]
    if draw(st.sampled_from([True, False, False, False])):
        unit["name"] = draw(WORDS)
    if draw(st.sampled_from([True, False, False, False])):
        unit[
            draw(st.sampled_from(["hull", "place", "facing", "row", "turn", "home", "carrier", "spent"]))
        ] = draw(st.integers(-1, 3) | st.booleans())
    return json.dumps(told).encode()


def tried(raw: bytes) -> tuple[tuple[BattleRecord, Match] | None, list[str]]:
    """The record and its replay, or None and where it is refused."""
    try:
        return read_record(raw), []
    except Refused as refused:
        return None, [one.where for one in refused.refusals]


@settings(max_examples=300)
@given(documents())
def test_a_document_that_is_accepted_is_the_same_in_text(raw: bytes) -> None:
    found, wheres = tried(raw)
    if found is None:
        assert all(where.startswith("$") for where in wheres)
        return
    told, replay = found
    again, played = read_record(write_text(told).encode())
    assert again == told
    assert played.events == replay.events
    assert read_record(write_json(told))[0] == told
    check_readable(told)


@settings(max_examples=300)
@given(st.dictionaries(KEYS, WORDS, max_size=3), st.lists(WORDS, max_size=3), WORDS)
def test_a_text_that_is_accepted_is_the_same_as_a_document(
    headers: dict[str, str], remarks: list[str], name: str
) -> None:
    told = "".join(f"{key} {words}\n" for key, words in headers.items())
    source = SHORT.replace("place Antares 5\n", told).replace(
        "# at last\n", "".join(f"#{one}\n" for one in remarks)
    )
    if name.strip():
        source = source.replace("CA Sacrifice", f'CA "{name}"').replace("2 Sacrifice", f'2 "{name}"')
    found, wheres = tried(source.encode("utf-8", "replace"))
    if found is None:
        if "\0" in source:  # that is no text at all, and has no place
            assert wheres == [""]
        else:
            assert all(":" in where for where in wheres)
        return
    written, replay = found
    again, played = read_record(write_json(written))
    assert again == written
    assert played.events == replay.events
    assert read_record(write_text(written).encode())[0] == written
    check_readable(written)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("# at last", "# at\tlast", "14:5"),
        ("# at last", "  # at\x1b last", "14:7"),
        ("# at last", "#" + "y" * 201, "14:202"),
        ("# at last", "# at last\u2028terran done", "14:10"),
        ("place Antares 5", "place Antares\x005", "2:14"),
        ("place Antares 5", "  place   Antares\u00855", "2:18"),
        ("place Antares 5", "place " + "y" * 201, "2:207"),
        ("place Antares 5", "orders Antares", "2:1"),
        ("terran Anna", "place Antares 6\nplace Antares 7", "3:1"),
    ],
)
def test_a_line_that_cannot_be_is_refused_in_text_with_its_place(old: str, new: str, place: str) -> None:
    with pytest.raises(Refused) as caught:
        read_text(SHORT.replace(old, new, 1))
    assert caught.value.refusals[0].where == place


@pytest.mark.parametrize("words", ["a\tb", "a\u2028b", "a\u0085b", "a\x0cb", " a", "a ", "\u00a0a"])
def test_the_same_lines_are_refused_in_a_document_with_their_path(words: str) -> None:
    told = short()
    first = replace(told.given[0], comment=("fine", words))
    for wrong, path in (
        (replace(told, headers={"title": words}), "$.headers.title"),
        (replace(told, given=(first, *told.given[1:])), "$.given[0].comment[1]"),
        (replace(told, closing=(words,)), "$.closing[0]"),
    ):
        for read in (read_record, read_json):
            with pytest.raises(Refused) as caught:
                read(write_json(wrong))
            assert caught.value.refusals[0].where == path
        with pytest.raises(Refused):
            check_readable(wrong)


@pytest.mark.parametrize("title", ['An "unclosed', "Ann's # day", 'said "so"', "~", "# x", "m4", "x  y"])
def test_a_header_holds_any_text(title: str) -> None:
    told = read_text(SHORT.replace("place Antares 5", f"title {title}"))[0]
    assert told.headers["title"] == title
    assert read_record(write_text(told).encode())[0] == read_record(write_json(told))[0] == told


@pytest.mark.parametrize("key", ["record", "position", "orders"])
def test_a_header_does_not_begin_as_another_line(key: str) -> None:
    with pytest.raises(Refused):
        read_json(write_json(replace(short(), headers={key: "x"})))


def test_a_unit_may_have_any_printable_name() -> None:
    for name in ("~", "m4", "nothing", "found", "1", "terran:x", "a b", "a_b", 'a "b', "# a", "-"):
        source = write_json(short()).replace(b'"Sacrifice"', json.dumps(name).encode())
        told = read_record(source)[0]
        assert told.position.units[3].name == name
        assert read_record(write_text(told).encode())[0] == told


def test_of_a_die_all_but_what_it_showed_may_be_left_out() -> None:
    told = short()
    whole = b'[6,0,"anti_matter_torpedo",2,4]'
    assert whole in write_json(told)
    for some in (
        b"[6]",
        b"[6,null,null,null,null]",
        b"[6,null]",
        b"[6,0]",
        b'[6,null,"anti_matter_torpedo"]',
    ):
        raw = write_json(told).replace(whole, some)
        assert read_record(raw)[0] == told
        assert read_record(write_text(read_json(raw)).encode())[0] == told
    for wrong in (b"[6,1]", b'[6,null,"phaser"]', b"[6,null,null,3]"):
        with pytest.raises(Refused, match="not for what the record says") as caught:
            read_record(write_json(told).replace(whole, wrong))
        assert (caught.value.refusals[0].rule, caught.value.refusals[0].where) == ("8", "$.given[0].dice[0]")


def test_what_text_has_no_word_for_is_refused_with_its_path() -> None:
    raw = write_json(short()).replace(b'"status":"destroyed"', b'"status":"destroyed","hull":3')
    with pytest.raises(Refused, match="no word for this") as caught:
        read_record(raw)
    assert caught.value.refusals[0].where == "$.position.units[2].hull"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"document":"battle record",', b"", "`document` is missing"),
        (
            b'"place":"Antares 5"',
            b'"place":"Vega","place":"Antares 5"',
            r"At \$\.headers: `place` appears twice",
        ),
        (
            b'"entropy":"ab12"',
            b'"entropy":"x","entropy":"ab12"',
            r"At \$\.given\[0\]: `entropy` appears twice",
        ),
    ],
)
def test_a_document_says_what_it_is_and_each_thing_once(old: bytes, new: bytes, words: str) -> None:
    raw = write_json(short())
    assert old in raw
    with pytest.raises(Refused, match=words):
        read_json(raw.replace(old, new))


def test_a_byte_order_mark_says_nothing() -> None:
    told = short()
    for raw in (write_json(told), write_text(told).encode()):
        assert read_record(b"\xef\xbb\xbf" + raw)[0] == told


def test_what_a_line_may_hold() -> None:
    assert line_fault("Ünïcödé, 漢字 and 😀") == (0, "")
    assert line_fault("a" * LONGEST_LINE) == (0, "")
    assert line_fault("ab\tc")[0] == 2
    assert write_position(read_text(SHORT)[1].battle).count("\n") > 5
