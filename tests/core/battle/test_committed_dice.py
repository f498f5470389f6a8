"""Sealed dice: even and without memory, the same for the same, other for anything else; records find their seal."""

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.seam.commitments import DiceCommitment, canonical, commitment_of, entropy_of_order
from engines.seam.committed_dice import CommittedDice, dice_of
from engines.seam.documents import Doctrine
from engines.talon import game
from engines.talon.dice import Label
from engines.talon.documents import codec
from engines.talon.records.dice_check import fault
from engines.talon.records.exchange import written_of
from engines.talon.records.json_form import read_json, write_json
from engines.talon.records.record import fight_out, pack, unpack
from tests.core.battle.records import SETUPS, duel

SEED = "5c" * 32
ROLLS = 1_000_000
FACES, PAIRS = 25.75, 67.64
"""What chi-square exceeds once in 10,000 times with 5 degrees of freedom, and with the 30 of pairs that overlap."""
PROMISE = DiceCommitment("battle:17", SEED, {"terran": "a1b2c3", "talon": "d4e5f6"})
LABEL = Label(2, 4, 7, "phaser")


def chi_square(found: Counter[Any], cells: int) -> float:
    """How far the counts are from even ones."""
    mean = sum(found.values()) / cells
    return sum((count - mean) ** 2 / mean for count in found.values()) + (cells - len(found)) * mean


def test_a_million_rolls_are_even_and_do_not_remember() -> None:
    """Chi-square over the faces, and serial: over pairs of a roll and the next."""
    dice = dice_of(PROMISE, {})
    labels = [Label(1 + turn // 6, turn % 6, turn % 11, "phaser") for turn in range(60)]
    rolled = [dice.roll(label) for _ in range(ROLLS // 60 + 1) for label in labels][:ROLLS]
    faces = chi_square(Counter(rolled), 6)
    assert faces < FACES
    assert chi_square(Counter(pairwise(rolled)), 36) - faces < PAIRS
    assert chi_square(Counter(zip(rolled, rolled[11:], strict=False)), 36) - faces < PAIRS


def test_what_was_published_stays_so() -> None:
    """Records that were taken along must be checked in ten years: format 1 never changes."""
    dice = dice_of(PROMISE, {"step": "deploy", "round": 0})
    assert dice.commitment == "c7854afab0bc15fb5d2214390d56caebc18cc372db9e6dd469fbbdb6d2918860"
    dice.give({"order": "done", "side": "terran"}, PROMISE.entropy("terran", 1))
    assert [dice.roll(LABEL) for _ in range(8)] == [5, 3, 2, 4, 3, 6, 4, 6]
    assert dice.seal() == "37fd0bdd3160e2990ad9455b3c3af1445264b8f20d8c4fecee294102b2ce6fdb"


def rolls(dice: CommittedDice, *more: tuple[object, str], label: Label = LABEL) -> list[int]:
    """Forty rolls after some orders."""
    for order, entropy in more:
        dice.give(order, entropy)
    return [dice.roll(label) for _ in range(40)]


ORDER = ({"order": "done", "side": "terran"}, "ab12")
USUAL = rolls(dice_of(PROMISE, {"round": 0}), ORDER)


@pytest.mark.parametrize(
    "other",
    [
        rolls(dice_of(DiceCommitment("battle:18", SEED, PROMISE.entropies), {"round": 0}), ORDER),
        rolls(dice_of(DiceCommitment("battle:17", "5d" * 32, PROMISE.entropies), {"round": 0}), ORDER),
        rolls(dice_of(DiceCommitment("battle:17", SEED, {"terran": "a1b2c4", "talon": "d4e5f6"}), {"round": 0}), ORDER),
        rolls(dice_of(PROMISE, {"round": 1}), ORDER),
        rolls(dice_of(PROMISE, {"round": 0})),
        rolls(dice_of(PROMISE, {"round": 0}), ORDER, ORDER),
        rolls(dice_of(PROMISE, {"round": 0}), (ORDER[0], "ab13")),
        rolls(dice_of(PROMISE, {"round": 0}), ({"order": "done", "side": "talon"}, "ab12")),
        *(rolls(dice_of(PROMISE, {"round": 0}), ORDER, label=LABEL._replace(**change)) for change in (
            {"round": 3}, {"impulse": 5}, {"unit": 8}, {"cause": "disruptor"},
        )),
    ],
)  # fmt: skip
def test_anything_else_gives_other_dice(other: list[int]) -> None:
    assert rolls(dice_of(PROMISE, {"round": 0}), ORDER) == USUAL
    assert other != USUAL


def test_bytes_that_would_favour_a_face_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def digest(_key: bytes, message: bytes, _name: str) -> bytes:
        asked.append(message)
        return bytes([252, 255] * 16) if len(asked) == 1 else bytes([254, 251])

    monkeypatch.setattr("engines.seam.committed_dice.hmac.digest", digest)
    assert dice_of(PROMISE, {}).roll(LABEL) == 251 % 6 + 1
    assert asked[1] == asked[0] + b"#1"


@pytest.mark.parametrize("seed", ["", "5c" * 31, "5C" * 32, "5c" * 33])
def test_a_seed_is_32_bytes(seed: str) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        CommittedDice("battle:1", seed, {}, {})


def test_the_promise_tells_nothing_of_the_seed_and_binds_to_the_battle() -> None:
    assert commitment_of("battle:17", SEED) != commitment_of("battle:18", SEED)
    assert SEED not in commitment_of("battle:17", SEED)
    assert entropy_of_order("", 3) == ""
    assert len({entropy_of_order("a1", number) for number in range(50)}) == 50


@pytest.mark.parametrize("name", SETUPS)
def test_a_battle_of_sealed_dice_is_the_same_again_and_its_record_proves_it(name: str) -> None:
    setup, doctrines = SETUPS[name](), {"terran": Doctrine(), "talon": Doctrine(stance="hold")}
    record = fight_out(setup, doctrines, PROMISE)  # type: ignore[arg-type]
    assert pack(record) == pack(fight_out(setup, doctrines, PROMISE))  # type: ignore[arg-type]
    assert unpack(pack(record)) == record
    assert record.sealed is not None
    assert record.sealed.promise == PROMISE
    written = written_of(record, {"place": setup.place})
    assert fault(written) == ""
    assert [len(one.dice) for one in written.given] == [len(step.dice) for step in record.steps]
    assert fault(read_json(write_json(written))) == ""


def test_documents_are_hashed_as_they_are_written() -> None:
    """What the site hashes is what somebody reads from the record's JSON."""
    position = codec.document_of(game.new_battle(duel()))
    read = msgspec.json.decode(msgspec.json.encode(position))
    assert canonical(msgspec.to_builtins(position)) == canonical(read)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 20), st.integers(0, 5), st.integers(0, 30), st.text(max_size=8))))
def test_any_label_rolls_a_die(labels: list[tuple[int, int, int, str]]) -> None:
    dice = dice_of(PROMISE, {})
    assert all(dice.roll(Label(*label)) in range(1, 7) for label in labels)
    assert dice.rolls == len(labels)
