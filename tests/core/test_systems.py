"""A battle names its system, and the seam knows which engine plays it."""

import ast
from pathlib import Path

import pytest

from engines.seam.systems import MODULES, system
from engines.seeded import SeededDice
from engines.talon.system import own
from tests.core.battle.records import duel, fought

ROOT = Path(__file__).parents[2]
DRAWN = ("battles/pages", "battles/views", "battles/templatetags", "battles/management", "campaign")
"""What draws Talon, and the war, which buys its ships: they may name the catalogue, sheets and reports."""
SHOWN = ("catalogue", "deployment", "sheets", "ship_names", "report", "results")
BY_HAND = (
    *("battles/services/play", "battles/models/play.py"),
    *("battles/forms/skirmish.py", "battles/forms/round_orders.py"),
)
"""A battle played by hand is played on Talon's board, by Talon's orders: it may name these of its modules."""
PLAYED = {
    *("captains", "catalogue", "committed_dice", "documents", "lessons", "orders"),
    *("play", "scenarios", "state", "text", "view"),
}
TRIED_OUT = ("battles/services/play/sandboxes.py", {"records", "report", "system"})
"""A battle that is tried out begins in the midst of a record, as its report steps through it."""
SAMPLE = ("campaign/sample/", "campaign/views/sample.py")
"""The finished war that is shipped is fought by Talon, whatever a new war is."""


@pytest.mark.parametrize("key", MODULES)
def test_a_system_is_found_by_its_name_and_fights_as_itself(key: str) -> None:
    engine = system(key)
    assert engine.key == key
    record = fought("duel")
    doctrines = {side: record.doctrine(side) for side in ("terran", "talon")}
    again = engine.fight(duel(), doctrines, SeededDice("lamp"))  # type: ignore[arg-type]
    assert again.result == record.result
    assert engine.unpack(engine.pack(again)) == again
    brought = engine.upload(duel(), engine.download(again, {"place": "Vega"}, "txt"))
    assert (brought.battle.result, brought.committed) == (again.result, False)
    assert own(brought.battle).written.headers["place"] == "Vega"
    assert engine.result_of(duel(), again.result.report) == again.result
    assert b"\norders" in engine.beginning(duel(), {})


def test_there_is_no_other_system() -> None:
    with pytest.raises(KeyError):
        system("chess")


def test_battles_reach_an_engine_by_its_system_alone() -> None:
    """Services, models and selectors name no module of Talon; pages that draw it do."""
    for path in (path for app in ("battles", "campaign", "accounts") for path in (ROOT / app).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        names = [
            node.module
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engines.talon")
        ]
        if not place.startswith((*DRAWN, *BY_HAND)):
            assert set(names) <= {"engines.talon.catalogue"}, place
        if place.startswith(BY_HAND):
            more = TRIED_OUT[1] if place == TRIED_OUT[0] else set()
            assert {name.split(".")[2] for name in names if name and name.count(".") > 1} <= PLAYED | more, (
                place
            )
        if place.startswith("campaign"):
            shown = (*SHOWN, "system") if place.startswith(SAMPLE) else SHOWN
            assert all(name and name.split(".")[2] in shown for name in names), place
