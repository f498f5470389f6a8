"""Battles of Warfleets: FTL written down, read strictly, played again, and their dice checked."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.seam.commitments import DiceCommitment
from engines.seam.refusals import Refused, Unreadable
from engines.warfleets.fleet import Fleet, Ship, Squadron
from engines.warfleets.game import asked
from engines.warfleets.orders import Enough, RollOff
from engines.warfleets.random_orders import random_order
from engines.warfleets.records.dice_check import fault
from engines.warfleets.records.document import MOST_BYTES, Given, Record, read_record, write_record
from engines.warfleets.records.match import Match, SealedMatch, replay
from engines.warfleets.set_ups import SetUp

SHIP = Ship("Ark", "light", ("shield-booster", "warp-drive"))
FLEET = Fleet("Home", (SHIP, replace(SHIP, name="Oak")), (Squadron("Sparks", "fighter"),))
SET_UP = SetUp(FLEET, replace(FLEET, name="Away"))
PROMISE = DiceCommitment("test", "1f" * 32, {"terran": "ours", "talon": ""})


def fought() -> SealedMatch:
    """A whole battle of random orders with sealed dice."""
    match, chance = SealedMatch.of(SET_UP, PROMISE), Random(4)
    while asked(match.match.battle) is not None:
        match.play(random_order(match.match.battle, chance))
    return match


@pytest.fixture(scope="module")
def match() -> SealedMatch:
    """The battle of this module."""
    return fought()


@pytest.fixture(scope="module")
def record(match: SealedMatch) -> Record:
    """It, written down."""
    return match.record()


def test_a_record_reads_back_and_is_played_again(match, record):
    raw = write_record(record)
    assert read_record(raw) == record
    assert write_record(read_record(raw)) == raw
    again = replay(record)
    assert again.events == match.match.events
    assert again.battle == match.match.battle
    assert record.result in ("terran", "talon", "draw")
    assert len(record.given) > 40


def test_its_dice_follow_from_the_seed(record):
    assert fault(record, replay(record)) == ""


def test_the_same_seed_and_orders_give_the_same_battle(record):
    again = SealedMatch.of(SET_UP, PROMISE)
    for given in record.given:
        again.play(given.order)
    assert again.record() == record


def test_a_refused_order_leaves_the_dice_as_they_were():
    match = SealedMatch.of(SET_UP, PROMISE)
    before = match.dice.mark()
    with pytest.raises(Refused):
        match.play(Enough("terran"))
    assert match.dice.mark() == before
    match.play(RollOff("terran"))
    assert fault(match.record(), replay(match.record())) == ""


def other(record: Record, **changes: Any) -> Record:
    """The record with something else in what the dice follow from."""
    assert record.sealed is not None
    return replace(record, sealed=replace(record.sealed, **changes))


def test_dice_that_do_not_follow_are_found(record):
    played = replay(record)
    assert fault(other(record, commitment="0" * 64), played) == "The seed does not match the commitment."
    assert fault(other(record, seed="2e" * 32), played) == "The seed does not match the commitment."
    assert fault(other(record, seal="0" * 64), played).startswith("The seal does not match")
    assert "does not follow from its side's entropy" in fault(other(record, terran="theirs"), played)
    assert fault(replace(record, sealed=None), played) == "The record names no seed: its dice are not sealed."
    assert fault(replace(record, name="another"), played) == "The seed does not match the commitment."
    short = replace(record, given=record.given[:-1], result="unfinished")
    assert "The seal does not match" in fault(short, replay(short))


def test_a_die_that_was_changed_is_found(record):
    first = record.given[0]
    assert len(first.dice) == 2
    for dice in ("61", "16", "65"):
        changed = replace(record, given=(replace(first, dice=dice),), result="unfinished")
        if dice != first.dice:
            assert "in the record, but the seed gives" in fault(changed, replay(changed))


def refused(record: Record) -> str:
    """Why a record cannot be played again."""
    with pytest.raises(Refused) as why:
        replay(record)
    return str(why.value.refusals[0])


def test_what_cannot_have_gone_like_that_is_refused(record):
    first = record.given[0]
    start = replace(record, result="unfinished")
    assert "A die is missing, for roll-off" in refused(replace(start, given=(replace(first, dice=""),)))
    assert "its dice are not rolled" in refused(replace(start, given=(replace(first, dice="615"),)))
    assert "Order 1: First both sides roll" in refused(replace(start, given=(Given(Enough("terran")),)))
    assert "but the result is" in refused(start)
    assert "The battle is over" in refused(replace(record, given=(*record.given, record.given[-1])))
    costly = replace(record.set_up, points=10)
    assert "Terran: The fleet costs" in refused(replace(record, set_up=costly))


def changed(record: Record, *path: str | int, to: Any = None) -> bytes:
    """The record as JSON with something else at a path; what is to be None is left out."""
    document = json.loads(write_record(record))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if to is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return json.dumps(document).encode()


BAD: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("document",), None, "“document” is missing"),
    (("document",), "battle record", "“document” cannot be 'battle record'"),
    (("format",), 2, "“format” cannot be 2"),
    (("name",), "", "“name”"),
    (("name",), "x" * 201, "“name”"),
    (("name",), 7, "“name” must be text in quotes"),
    (("more",), 1, "“more”, which is not a part of a battle"),
    (("result",), "victory", "“result” cannot be 'victory'"),
    (("given",), None, "“given” is missing"),
    (("given",), {}, "“given” must be a list"),
    (("given", 0, "dice"), "7", "the dice of order 1 are not up to 1000 digits from 1 to 6"),
    (("given", 0, "dice"), "1" * 1001, "the dice of order 1 are not"),
    (("given", 0, "dice"), [1, 2], "“given[0].dice” must be text in quotes"),
    (("given", 0, "entropy"), "with blanks", "the entropy of order 1 is not up to 64 letters"),
    (("given", 0, "order", "order"), "surrender", "surrender"),
    (("given", 0, "order", "side"), "nobody", "“given[0].order.side” cannot be 'nobody'"),
    (("given", 0, "order", "model"), 0, "“model”, which is not a part of a battle"),
    (("given", 0, "order"), {"order": "hold", "side": "terran", "model": 1000}, "must be 999 or less"),
    (
        ("given", 0, "order"),
        {"order": "hold", "side": "terran", "model": 1, "turn": 1801},
        "must be 1800 or less",
    ),
    (("given", 0, "order"), {"order": "hold", "side": "terran"}, "“model” is missing"),
    (
        ("given", 0, "order"),
        {"order": "fly", "side": "terran", "model": 1, "action": "ram", "by": []},
        "'ram'",
    ),
    (("set_up", "terran"), None, "“terran” is missing"),
    (("set_up", "terran", "ships", 0, "size"), "huge", "cannot be 'huge'"),
    (("set_up", "terran", "ships", 0, "colour"), "red", "“colour”, which is not a part of a battle"),
    (("set_up", "terran", "name"), "x" * 101, "a name has more than 100 characters"),
    (("set_up", "terran", "name"), "bell \u0007", "or some that cannot be shown"),
    (
        ("set_up", "terrain"),
        [{"name": "A", "kinds": ["cover"], "radius": 10_001}],
        "a number of more than 10000",
    ),
    (("set_up", "terrain"), [{"name": "A", "kinds": ["lava"]}], "cannot be 'lava'"),
    (("set_up", "terrain"), [{"name": "A", "kinds": []}] * 11, "11 pieces of terrain; at most 10"),
    (("set_up", "terran", "squadrons"), [{"name": "A", "kind": "fighter"}] * 200, "models; at most 200"),
    (("sealed", "seed"), "1F" * 32, "the seed is not 64 lower-case hex digits"),
    (("sealed", "talon"), "with blanks", "the entropy of a side is not up to 64 letters"),
    (("sealed", "seed"), None, "“seed” is missing"),
    (("sealed", "seal"), "12", "the seal is not 64 lower-case hex digits"),
]


@pytest.mark.parametrize(("path", "to", "said"), BAD)
def test_a_bad_document_is_refused_in_plain_words(record, path, to, said):
    with pytest.raises(Unreadable) as why:
        read_record(changed(record, *path, to=to))
    words = str(why.value)
    assert words.startswith("This is not a battle: ")
    assert said in words
    assert "`" not in words
    assert "$" not in words


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "it is incomplete"),
        (b"{", "it is incomplete"),
        (b"[]", "the whole must be"),
        (b"\xff", "This is not a battle"),
        (b" " * (MOST_BYTES + 1), "a battle has at most 2,000,000"),
        (b'{"document": "warfleets battle", "name": ' + b"[" * 100_000, "brackets"),
    ],
)
def test_what_is_no_document_is_refused_in_plain_words(raw, said):
    with pytest.raises(Unreadable) as why:
        read_record(raw)
    assert said in str(why.value)


def test_a_match_with_other_dice_is_recorded_too():
    match = Match.of(SET_UP)
    match.play(RollOff("terran"), _Sixes())
    record = match.record("by hand")
    assert record.sealed is None
    assert record.result == "unfinished"
    assert replay(record).battle.initiative == match.battle.initiative


class _Sixes:
    """Dice that roll 6 and then 1."""

    def __init__(self) -> None:
        self.rolled = 0

    def roll(self, label: object) -> int:
        """The next die."""
        self.rolled += 1
        return 6 if self.rolled % 2 else 1
