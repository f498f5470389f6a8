"""Every ship class of the catalogue can be drawn, with as many boxes as it has."""

import re
from pathlib import Path

import pytest

from engines.talon.catalogue import ShipClass, ship_classes
from engines.talon.sheets.ship_drawing import draw_sheet
from tests.styleguide import contrast
from tests.template_files import template_files


@pytest.mark.parametrize("kind", ship_classes().values(), ids=lambda kind: f"{kind.side} {kind.key}")
def test_a_sheet_shows_every_box(kind: ShipClass) -> None:
    sheet = draw_sheet(kind)
    assert [box.critical for box in sheet.hull] == [
        kind.is_critical(place) for place in range(len(kind.hull))
    ]
    assert [len(group.bar) for group in sheet.groups] == [
        weapon.red + weapon.yellow for weapon in kind.weapons
    ]
    assert [len(group.wedges) for group in sheet.groups] == [len(weapon.arcs) for weapon in kind.weapons]
    assert sorted((dot.power, dot.speed, dot.turn) for dot in sheet.curve.points) == sorted(kind.power_curve)
    for arc in sheet.shields:
        assert len(arc.boxes) == arc.count
        for box in arc.boxes:
            assert 0 <= box.x <= box.x + box.width <= 200
            assert 0 <= box.y <= box.y + box.height <= 200


def test_every_class_and_icon_in_use_has_a_symbol() -> None:
    tree = Path(__file__).resolve().parents[2]
    ships = set(re.findall(r'<symbol id="([^"]+)"', (tree / "static/svg/ships.svg").read_text()))
    icons = set(re.findall(r'<symbol id="([^"]+)"', (tree / "static/svg/icons.svg").read_text()))
    used = {
        name
        for page in template_files()
        for name in re.findall(r'icon\.html" with name="([^"]+)"', page.read_text())
    }
    assert ships == {f"{side}-{key}" for side, key in ship_classes()}
    assert used <= icons


def test_the_colours_can_be_told_apart() -> None:
    assert contrast.poor_pairs() == []
