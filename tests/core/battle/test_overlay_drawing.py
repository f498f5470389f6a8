"""The overlays as they are drawn: marks in the right hexes, and figures that agree with the tables."""

import pytest

from engines.talon.hexes import at
from engines.talon.play.drawing.overlay_drawing import overlay
from engines.talon.report.drawing.geometry import centre
from engines.talon.view import View
from tests.core.battle.test_offers import COVERED
from tests.core.board import board

CLOSE = """
    clock 2E terran fire
    terran CA Patton 0,0 E
    terran CA Thor -6,0 E
    talon CA Sacrifice 2,0 W shields 3/4/4/3
"""


def numbers() -> dict[str, int]:
    return {unit.name: unit.number for unit in board(CLOSE).battle.units}


def test_8_reach_has_range_and_groups_in_each_hex() -> None:
    view = View(board(CLOSE).battle, "terran")
    found = overlay(view, "arcs", numbers()["Patton"])
    cells = {(cell.x, cell.y): cell for cell in found.cells}
    ahead = cells[centre(at(2, 0))]
    assert ahead.top == "2"
    assert ahead.strong
    assert centre(at(0, 0)) not in cells
    assert centre(at(5, 0)) not in cells
    (table,) = found.tables
    assert table.head == ("Group", "Range 1", "Range 2", "Range 3", "Range 4")
    assert all(len(row) == len(table.head) for row in table.rows)


def test_8_who_shoots_whom_says_chance_damage_and_what_reaches_the_hull() -> None:
    """The arc that is hit is Sacrifice's front, with three shields."""
    view = View(board(CLOSE).battle, "terran")
    found = overlay(view, "shots", numbers()["Patton"])
    assert [line.side for line in found.lines] == ["terran", "talon"]
    assert found.tables[0].title == "Patton at Sacrifice, range 2, front shield 3"
    assert found.tables[1].title.startswith("Sacrifice at Patton, range 2")
    _group, hits, damage, hull = found.tables[0].rows[0]
    assert hits.endswith("%")
    assert float(damage) > float(hull)
    assert found.tables[0].note.startswith("All that is ready: ")


def test_a_ship_that_nobody_reaches_has_no_line() -> None:
    view = View(board(CLOSE).battle, "terran")
    found = overlay(view, "shots", numbers()["Thor"])
    assert (found.lines, found.tables) == ((), ())
    assert len(overlay(view, "shots", None).lines) == 2


def test_7_where_a_ship_can_be_is_marked_for_this_impulse_and_the_next() -> None:
    view = View(
        board("clock 2B terran move\nterran CA Patton 0,0 E speed 5\ntalon CA Unity 8,0 W").battle, "terran"
    )
    found = overlay(view, "where", 0)
    first = [cell for cell in found.cells if cell.strong]
    assert {(cell.x, cell.y) for cell in first} == {centre(at(1, r)) for r in (-1, 0)} | {centre(at(0, 1))}
    assert {cell.top for cell in first} == {"B"}
    assert {cell.bottom for cell in found.cells if not cell.strong} == {"C"}
    assert any(arrow.strong for arrow in found.arrows)


@pytest.mark.parametrize("kind", ["arcs", "where", "shots"])
def test_r37_there_is_no_overlay_of_a_covered_counter(kind: str) -> None:
    battle = board(COVERED.format(patton="3,10", thor="6,10", facing="NW")).battle
    patton = next(unit.number for unit in battle.units if unit.name == "Patton")
    with pytest.raises(LookupError):
        overlay(View(battle, "talon"), kind, patton)
