"""Records that are brought in: of this battle, from its beginning to its end, as far as its orders and dice go."""

import json
import re
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from engines.seam.refusals import MOST_REASONS, Refused
from engines.talon import text
from engines.talon.damage import TalonDamage
from engines.talon.records.exchange import LARGEST_UPLOAD, beginning_of, in_form, read_upload, written_of
from engines.talon.records.text_form import read_text, write_text
from engines.talon.system import own
from engines.talon.terrain import TalonTerrain
from tests.core.battle.records import SETUPS, fought

FORMS = ("json", "txt")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SETUPS)
def test_what_is_taken_along_comes_back_as_the_same_battle(name: str, form: str) -> None:
    record = fought(name)
    brought = read_upload(record.setup, in_form(written_of(record, {"place": "Vega"}), form))
    assert not brought.committed
    again = own(brought.battle)
    assert again.steps == record.steps
    assert again.result == record.result
    assert again.prospects == record.prospects
    assert again.positions == record.positions
    assert (again.said, again.doctrines) == ((), {})
    assert again.written.headers["place"] == "Vega"


@pytest.mark.parametrize("name", SETUPS)
def test_a_record_does_not_begin_when_something_stands(name: str) -> None:
    """Where fleets stand already, nobody has seen whether they may stand there (21)."""
    source = write_text(written_of(fought(name), {}))
    for count in (1, 3):
        standing = read_text(source, until=count)[1].battle
        told = "record 1\n\n" + text.write_position(standing) + "\norders\n"
        with pytest.raises(Refused, match="with nothing placed yet"):
            read_upload(fought(name).setup, told.encode())


@pytest.mark.parametrize("planted", ["quiet 4", "top terran"])
def test_nothing_is_planted_in_the_beginning(planted: str) -> None:
    source = text_of()
    told = source.replace("position 1\n", f"position 1\n{planted}\n")
    with pytest.raises(Refused, match="does not start like this battle"):
        read_upload(fought("duel").setup, told.encode())


@pytest.mark.parametrize("name", SETUPS)
def test_the_beginning_is_given_out_to_be_gone_on_with(name: str) -> None:
    record = fought(name)
    begun = in_form(beginning_of(record.setup, {"place": "Vega"}), "txt").decode()
    orders = in_form(written_of(record, {}), "txt").decode().split("\norders\n")[1]
    assert read_upload(record.setup, (begun + orders).encode()).battle.result == record.result


def test_a_record_of_another_battle_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, written = fought("fleets").setup, written_of(fought("duel"), {})
    monkeypatch.setattr("engines.talon.match.Match.give", None)
    for form in FORMS:
        with pytest.raises(Refused, match="does not start like this battle"):
            read_upload(setup, in_form(written, form))


def text_of(name: str = "duel") -> str:
    return in_form(written_of(fought(name), {}), "txt").decode()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"mode": "planet", "planet_owner": "talon"}, "battle mode"),
        ({"terrain": TalonTerrain("2 nebulae, 1 asteroid", (2, 2))}, "terrain"),
        ({"boxes": 2}, "number of boxes"),
    ],
)
def test_a_record_of_another_battle_is_refused(changes: dict[str, Any], words: str) -> None:
    record = fought("duel")
    setup = replace(record.setup, **changes)
    with pytest.raises(Refused, match=words):
        read_upload(setup, text_of().encode())


def test_other_units_and_other_damage_are_named() -> None:
    setup = fought("duel").setup
    first, second = setup.terran
    with pytest.raises(Refused, match="Terran's Nobody is missing"):
        read_upload(replace(setup, terran=(replace(first, name="Nobody"), second)), text_of().encode())
    with pytest.raises(Refused, match="order of the units"):
        read_upload(replace(setup, terran=(second, first)), text_of().encode())
    with pytest.raises(Refused, match=f"damage or charge of {first.name} differs"):
        read_upload(
            replace(setup, terran=(replace(first, damage=TalonDamage(hull=1)), second)), text_of().encode()
        )


WORDS = ["".join(signs) for signs in product("abcdefghij", repeat=4)]
HEADS = (
    b'{"document":"battle record","headers":{%s}}' % ",".join(f'"{word}":""' for word in WORDS).encode(),
    b"record 1\n%s\n\nposition 1\n" % "\n".join(WORDS).encode(),
)
"""Records of ten thousand headers."""


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "begins with the line"),
        (b"\xff\xff", "not saved as UTF-8"),
        (b"{", "At "),
        (b"{}", "missing"),
        (b"x" * (LARGEST_UPLOAD + 1), "too large"),
        (b"[" * 1_000_000, "begins with the line"),
        (b"{" + b'"headers":{"a":' * 50_000, "At "),
        (HEADS[0], "At .*headers.*at most 100 entries"),
        (HEADS[1], "at most 100 headers"),
    ],
)
def test_what_is_no_record_is_refused(raw: bytes, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read_upload(fought("duel").setup, raw)


def test_what_is_told_twice_is_found_among_a_great_many() -> None:
    """In one look at each key."""
    told = json.loads(in_form(written_of(fought("duel"), {}), "json"))
    keys = ",".join(f'"{word}":""' for word in WORDS[:90])
    raw = json.dumps(told).replace('"headers": {', f'"headers": {{{keys},"{WORDS[7]}":"",', 1)
    with pytest.raises(Refused, match=f"`{WORDS[7]}` appears twice"):
        read_upload(fought("duel").setup, raw.encode())


def test_of_a_great_many_faults_the_first_are_told() -> None:
    source = text_of()
    terrain = "terrain nebula " + " ".join(
        f"{row},{column}" for row in range(100, 150) for column in range(100, 150)
    )
    with pytest.raises(Refused) as refused:
        read_upload(fought("duel").setup, source.replace("\nmap ", f"\n{terrain}\nmap ", 1).encode())
    *_, last = told = refused.value.refusals
    assert len(told) == MOST_REASONS + 1
    assert last.reason.startswith("There is more of it")


def test_an_order_that_may_not_be_given_is_refused_with_its_line() -> None:
    source = text_of()
    line = next(number for number, words in enumerate(source.splitlines(), 1) if words == "talon done")
    lines = source.splitlines()
    lines[line - 1] = "talon planet 3,3"
    with pytest.raises(Refused, match=f"Line {line}, column 1"):
        read_upload(fought("duel").setup, "\n".join(lines).encode())


def test_a_battle_that_is_not_over_has_no_result() -> None:
    source = re.sub("^result .*\n", "", text_of(), flags=re.MULTILINE)
    half = source.splitlines()[: source.splitlines().index("orders") + 6]
    with pytest.raises(Refused, match="before the battle is over"):
        read_upload(fought("duel").setup, "\n".join(half).encode())


def test_dice_that_are_said_to_be_sealed_and_are_not_are_refused() -> None:
    written = written_of(
        fought("duel"), {"seed": "5c" * 32, "battle": "battle:1", "commitment": "0" * 64, "seal": "0" * 64}
    )
    with pytest.raises(Refused, match="do not match its seal"):
        read_upload(fought("duel").setup, in_form(written, "json"))
