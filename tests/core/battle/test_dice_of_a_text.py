"""The dice of a record in text are those of the set-up: both say what is as usual in the same way."""

import tomllib

import msgspec
import pytest

from bench.battles.scenarios import battles
from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES
from engines.talon.aim_documents import Escape, Land
from engines.talon.records.dice_check import fault
from engines.talon.records.exchange import beginning_of, read_upload, written_of
from engines.talon.records.reading import read_record
from engines.talon.records.record import beginning, fight_out
from engines.talon.records.text_form import write_text
from engines.talon.set_ups.scenarios import Scenario, setup_of
from tests.endings.captains import promise_of
from tests.endings.printed import printed_endings

SPELLED_OUT = """
title = "What is as usual"
story = ""
terran = ["CL Thor", "Tran Normandy"]
talon = ["FF Vision"]

[[aims]]
aim = "escape"
side = "terran"
role = "transport"
rule = "29.4"

[[aims]]
aim = "bombard"
side = "talon"
planet = "Eden"
needs = 50
rule = "26"
degree = "devastating"

[[zones]]
side = "terran"
facing = "forward"
strips = [{ row = 9, first = 1, last = 16 }, { row = 10 }]

[[terrain]]
kind = "planet"
row = 6
column = 8
"""


def own() -> BattleSetup:
    """A scenario whose file spells out what is as usual."""
    return setup_of(msgspec.convert(tomllib.loads(SPELLED_OUT), Scenario), "Own scenario")


@pytest.mark.parametrize("name", [*battles(), "own"])
def test_the_beginning_is_the_same_as_its_set_up_is_stored_and_as_it_is_read_from_text(name: str) -> None:
    """Of each scenario and mode, and of one of somebody's own."""
    setup = own() if name == "own" else battles()[name]
    told = msgspec.to_builtins(beginning(setup))
    assert msgspec.to_builtins(beginning(codec.decode_setup(codec.encode(setup)))) == told
    read, _ = read_record(write_text(beginning_of(setup, {})).encode())
    assert msgspec.to_builtins(read.position) == told


@pytest.mark.parametrize("rule", ["29.4", "29.5", "29.7", "29.8"])
def test_a_record_of_a_mode_bears_its_seal(rule: str) -> None:
    """With everything that the site writes above it."""
    ending = next(one for one in printed_endings() if one.mode == rule and one.fleets is None)
    doctrines = {side: Doctrine("hold") for side in SIDES}
    record = fight_out(ending.setup, doctrines, promise_of(ending, 1))
    assert read_upload(ending.setup, write_text(written_of(record, {})).encode())
    assert fault(record.written) == ""


def test_a_default_that_is_spelled_out_is_left_out() -> None:
    """However its text came about."""
    spelled = tomllib.loads('rule = "29.4"')["rule"]
    assert codec.as_usual(Escape("terran", rule=spelled)) == Escape("terran")
    assert b"rule" not in msgspec.json.encode(codec.as_usual(Escape("terran", rule=spelled)))
    assert codec.as_usual(Land("talon", 2, "29.2", net=True)) == Land("talon", 2, "29.2", net=True)
