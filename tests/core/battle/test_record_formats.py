"""Fought battles as earlier versions stored them are shown, whatever the rules are now."""

import zlib

import msgspec
import pytest

from engines.talon.records.record import pack, unpack
from tests.core.battle.records import SETUPS, fought


def first_format(name: str, *, dice_kept: int | None = None) -> bytes:
    """A battle as format 1 stored it: orders, events and dice in steps; only so many of the dice if it says so."""
    record = fought(name)
    stored = msgspec.json.decode(zlib.decompress(pack(record)))
    del stored["written"], stored["events"]
    steps = [
        {
            "order": msgspec.to_builtins(step.order),
            "events": msgspec.to_builtins(step.events),
            "dice": step.dice[:dice_kept],
        }
        for step in record.steps
    ]
    return zlib.compress(
        msgspec.json.encode({**stored, "document": "battle record", "format": 1, "steps": steps})
    )


@pytest.mark.parametrize("name", SETUPS)
def test_the_first_format_is_read_as_the_same_battle(name: str) -> None:
    assert unpack(first_format(name)) == fought(name)


def test_a_battle_that_the_rules_of_now_refuse_is_still_shown() -> None:
    record = unpack(first_format("duel", dice_kept=0))
    assert [step.events for step in record.steps] == [step.events for step in fought("duel").steps]
    assert record.result == fought("duel").result
    assert not any(given.dice for given in record.written.given)
