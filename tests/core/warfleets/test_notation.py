"""Orders and events of Warfleets: FTL as lines, and back."""

import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from msgspec import inspect

from engines.seam.refusals import Unreadable
from engines.seeded import SeededDice
from engines.warfleets.events import AnyEvent
from engines.warfleets.fleet import Fleet, Ship, Squadron
from engines.warfleets.game import apply, asked, begin
from engines.warfleets.notation.forms import EVENTS, ORDERS
from engines.warfleets.notation.lines import read_event, read_order, write_event, write_order
from engines.warfleets.orders import AnyOrder, Go, Hold, Shoot
from engines.warfleets.random_orders import random_order
from engines.warfleets.set_ups import SetUp
from tests.core.warfleets.random_battles import decisions, near_each_other

PAGE = Path(__file__).parents[3] / "docs" / "warfleets.md"
MODELS = near_each_other().models


def number(kind: inspect.IntType, chance: Random) -> int:
    """A number within the bounds of a field, often at one of them."""
    low = -1200 if kind.ge is None else kind.ge
    high = kind.le if kind.le is not None else 1200 if kind.lt is None else kind.lt - 1
    return chance.choice((low, high, chance.randint(low, high)))


def drawn(kind: inspect.Type, chance: Random) -> Any:
    """A value of a field."""
    match kind:
        case inspect.IntType():
            found: Any = number(kind, chance)
        case inspect.LiteralType():
            found = chance.choice(kind.values)
        case inspect.TupleType():
            found = tuple(drawn(one, chance) for one in kind.item_types)
        case inspect.VarTupleType():
            found = tuple(drawn(kind.item_type, chance) for _ in range(chance.randint(0, 4)))
        case inspect.BoolType():
            found = chance.random() < 0.5
        case inspect.UnionType():
            found = drawn(chance.choice(kind.types), chance)
        case inspect.NoneType():
            found = None
        case _:
            found = chance.choice(("planet", "Odd “name”", 'with "quotes" \\ and blanks', "", "ümläut 3"))
    return found


def drawn_record(kind: type[Any], chance: Random) -> Any:
    """A record with values anywhere within the bounds of its fields, or as the rules have them."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    values = {one.name: drawn(one.type, chance) for one in found.fields}
    values |= {"heading": chance.randrange(3600)} if "heading" in values else {}
    for name, word in {"edge": "top", "action": "cruise"}.items():
        values |= {name: word} if name in values else {}
    return kind(**values)


@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_any_order_within_its_bounds_reads_back(kind):
    chance = Random(kind.__name__)
    for _ in range(60):
        order = drawn_record(kind, chance)
        assert read_order(write_order(order, MODELS), MODELS) == order


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_any_event_reads_back(kind):
    chance = Random(kind.__name__)
    for _ in range(60):
        event = drawn_record(kind, chance)
        assert read_event(write_event(event, MODELS), MODELS) == event


def test_every_order_and_every_event_has_its_form():
    assert set(ORDERS) == set(get_args(AnyOrder))
    assert set(EVENTS) == set(get_args(AnyEvent))


@pytest.mark.parametrize("seed", [1])
def test_a_whole_battle_reads_back(seed):
    ships = (Ship("One", "light", ("repair-bay", "warp-drive")), Ship("Two", "medium", ("repair-bay",) * 3))
    fleet = Fleet("Fleet", (ships[0],), (Squadron("Wing", "fighter"),))
    on = begin(SetUp(fleet, fleet))
    chance, dice, seen = Random(seed), SeededDice(seed), 0
    while asked(on) is not None:
        order = random_order(on, chance)
        assert read_order(write_order(order, on.models), on.models) == order
        for event in apply(on, order, dice):
            assert read_event(write_event(event, on.models), on.models) == event
            seen += 1
    assert seen > 50


def test_sizes_weapons_and_upgrades_are_written_by_name():
    for on, order in decisions(3, near_each_other()):
        if isinstance(order, Shoot):
            assert re.search(r"weapon \d", write_order(order, on.models)) is None
    assert (
        write_order(Go("terran", 1, "cruise", 450, -300), MODELS) == "terran medium 1 cruise pivot 4.50 L30"
    )
    assert write_order(Hold("talon", 999), MODELS) == "talon model 999 hold"


def test_lengths_may_be_written_short():
    assert read_order("terran medium 1 cruise pivot 4.5 L30", MODELS) == Go("terran", 1, "cruise", 450, -300)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "a word in small letters is expected at the end of the line"),
        ("terran", "is expected at the end of the line"),
        ("terran heavy 1 hold", "medium 1, not heavy 1 is expected"),
        ("terran medium one hold", "the number of the medium is expected at “one”"),
        ("terran medium 1 hold pivot 30", "a turn such as L30 or R12.5 is expected at “30”"),
        ("terran medium 1 hold pivot L181", "“turn” must be -1800 or more"),
        ("terran medium 1 hold now", "nothing more is expected at “now”"),
        ("terran medium 1 jump", "“reserve” or “skip” or “mine”"),
        ("nobody medium 1 hold", "“side” cannot be"),
        ("terran medium 1 cruise pivot 4.505 L30", "a length such as 4.50 is expected at “4.505”"),
        ("terran medium 1 cruise pivot 400 L30", "“before” must be 20000 or less"),
        (
            "terran medium 1 cruise pivot 4.5",
            "a turn such as L30 or R12.5 is expected at the end of the line",
        ),
        ("terran medium 1 shoot plasma-cannon at light 3", "the number of the weapon is expected"),
        ("terran heavy 0 shoot plasma-cannon at light 3", "one of its weapons: missile-cluster"),
        ("terran heavy 0 shoot weapon 12 at light 3", "“weapon” must be 9 or less"),
        ("terran heavy 0 damage warp-drive", "one of its upgrades: shield-booster"),
        ("terran marker 12", "a place such as 12.50,30.00 is expected at “12”"),
        ("terran marker 12,201", "must be 20000 or less"),
        ("terran lay", "a name is expected at the end of the line"),
        ('terran lay "planet 1,1', "is expected"),
        ("terran edge middle", "“edge” cannot be"),
        ("terran model 1000 hold", "“model” must be 999 or less"),
        ("x" * 1001, "The line is too long"),
    ],
)
def test_what_is_no_order_is_said_in_plain_words(line, said):
    with pytest.raises(Unreadable, match=re.escape(said)):
        read_order(line, MODELS)


def test_the_examples_of_the_page_are_orders_and_events():
    page = PAGE.read_text(encoding="utf-8")
    part = page[page.index("## Orders and events as text") :]
    [orders, events] = re.findall(r"^```text\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)[:2]
    kinds = set()
    for line in orders.splitlines():
        order = read_order(line, MODELS)
        assert write_order(order, MODELS) == line
        kinds.add(type(order))
    assert kinds == set(ORDERS)
    seen = set()
    for line in events.splitlines():
        event = read_event(line, MODELS)
        assert write_event(event, MODELS) == line
        seen.add(type(event))
    assert seen == set(EVENTS)
