"""Set-ups of format 2 are read for ever: each as it was stored, and the battle that follows from it."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec import UNSET, Struct
from msgspec.structs import fields

from engines.seam import codec
from engines.seam.documents import Quality, Unit
from engines.talon.aim_documents import Aim
from engines.talon.damage import TalonDamage
from engines.talon.layout import Arrival, Layout, Stand, Start, Strip, Zone
from engines.talon.results.layout_check import layout_of
from engines.talon.terms import TalonTerms, Teams
from engines.talon.terrain import TalonTerrain
from tests.core.battle.golden_set_ups import FILE, kept

GOLDEN: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
GROWING = (
    TalonTerms,
    Unit,
    TalonDamage,
    Quality,
    TalonTerrain,
    Teams,
    *get_args(Aim),
    Layout,
    Zone,
    Strip,
    Arrival,
    Stand,
    Start,
)
"""What may get a field more."""
OF_A_WAR: set[tuple[str, str]] = {
    ("TalonTerrain", "pattern"),
    ("TalonDamage", "thrusters"),
    ("TalonDamage", "relays"),
    ("TalonDamage", "fighters"),
}
"""Fields that format 1 has already, and battles of wars alone."""


@pytest.mark.parametrize("name", GOLDEN)
def test_it_is_read_as_it_was_stored_and_comes_to_the_same_battle(name: str) -> None:
    stored = GOLDEN[name]["set-up"]
    setup = codec.decode_setup(msgspec.json.encode(stored))
    assert kept(setup) == GOLDEN[name]


def structs_in(told: object) -> Iterator[Struct]:
    """A struct and all within it."""
    if isinstance(told, Struct):
        yield told
        for field in fields(told):
            yield from structs_in(getattr(told, field.name))
    elif isinstance(told, tuple | list):
        for one in told:
            yield from structs_in(one)


def test_every_field_is_stored_there_with_more_than_its_default() -> None:
    """A field that is new asks for a set-up in which it says something."""
    seen: dict[type, set[str]] = defaultdict(set)
    for name in GOLDEN:
        setup = codec.decode_setup(msgspec.json.encode(GOLDEN[name]["set-up"]))
        for one in (*structs_in(setup), *structs_in(layout_of(setup))):
            seen[type(one)] |= {
                field.name for field in fields(one) if getattr(one, field.name) not in (field.default, UNSET)
            }
    wanted = {(kind, field.name) for kind in GROWING for field in fields(kind)}
    missing = {(kind.__name__, name) for kind, name in wanted if name not in seen[kind]}
    assert missing <= OF_A_WAR, "python -m tests.core.battle.golden_set_ups, after a set-up that has it"
