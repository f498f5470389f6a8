"""Battles stored and taken up again at every decision: the trial `python -m bench resuming`, small."""

import pytest

from bench.trials import resuming
from engines.talon.play.drafts.lines import resumed
from engines.talon.state import Battle


def test_a_stored_battle_goes_on_as_if_it_had_not_been_stored() -> None:
    counts = resuming.resumed_battles(2, first=1)
    assert counts.differences == []
    assert counts.decisions > 100


def test_a_position_that_forgets_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "resumed", without_batteries)
    assert resuming.resumed_battles(1).differences != []


def without_batteries(position: bytes) -> Battle:
    battle = resumed(position)
    for unit in battle.units:
        unit.turn = 0
    return battle
