"""A unit's fields are listed once, in its class; what lists them again for speed, or in words, has them all.

The constructor, the copy and the two ways between a unit and its document name every field, since both builds are
slower with anything else.
"""

from dataclasses import fields
from typing import Any

import pytest

from engines.talon.documents.positions import UnitDocument
from engines.talon.documents.unit_documents import unit_document, unit_of
from engines.talon.ships import kind_of
from engines.talon.text.unit_lines import ITEMS_OF
from engines.talon.text.units import ITEMS
from engines.talon.units import Unit

FIELDS = [field.name for field in fields(Unit)]
IN_THE_DOCUMENT = [name for name in FIELDS if name not in ("number", "changes")]
OTHERWISE: dict[str, Any] = {"side": "talon", "kind": kind_of("terran", "destroyer"), "lost": (True,)}


def other_value(name: str, value: object) -> Any:
    """A value of the field's type that is not the one it has."""
    if name in OTHERWISE:
        return OTHERWISE[name]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 7
    return f"{value} II" if isinstance(value, str) else (*value, 3)  # type: ignore[misc]


def plain() -> Unit:
    return Unit(3, "terran", kind_of("terran", "heavy_cruiser"), "Patton")


def changed(name: str) -> Unit:
    """A unit of which one field is not as on `plain`."""
    unit = plain()
    setattr(unit, name, other_value(name, getattr(unit, name)))
    return unit


def values(unit: Unit) -> dict[str, object]:
    return {name: getattr(unit, name) for name in FIELDS}


def differing(one: Unit, other: Unit) -> list[str]:
    before, after = values(one), values(other)
    return [name for name in FIELDS if before[name] != after[name]]


def test_a_unit_has_every_field_from_the_start() -> None:
    """A slot that the constructor leaves out cannot be read."""
    assert None not in values(plain()).values()


@pytest.mark.parametrize("name", FIELDS)
def test_a_copy_has_every_field(name: str) -> None:
    unit = changed(name)
    assert differing(plain(), unit) == [name]
    assert differing(unit, unit.clone()) == []


def test_the_document_has_every_field_in_the_units_order() -> None:
    told = ["ship_class" if name == "kind" else name for name in IN_THE_DOCUMENT]
    assert list(UnitDocument.__struct_fields__) == told


@pytest.mark.parametrize("name", IN_THE_DOCUMENT)
def test_the_document_says_every_field_and_gives_it_back(name: str) -> None:
    unit = changed(name)
    told, before = unit_document(unit), unit_document(plain())
    field = "ship_class" if name == "kind" else name
    assert [one for one in UnitDocument.__struct_fields__ if getattr(told, one) != getattr(before, one)] == [
        field
    ]
    assert differing(unit, unit_of(unit.number, unit.kind, told)) == []


def test_every_field_is_told_by_an_item_of_a_units_line() -> None:
    """But for what stands before the items."""
    first = {"side", "kind", "name", "facing"}
    for name in set(IN_THE_DOCUMENT) - first:
        assert set(ITEMS_OF.get(name, (name,))) <= {*ITEMS, "where", "docked", "boarded", "since"}, name
