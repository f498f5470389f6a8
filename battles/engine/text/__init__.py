"""The text form of positions, orders and answers (`docs/notation.md`)."""

from battles.engine.text.differences import differences
from battles.engine.text.events import write_event
from battles.engine.text.orders import read_order, write_order
from battles.engine.text.positions import write_clock, write_ending, write_position, write_question
from battles.engine.text.reading import read_position
from battles.engine.text.units import write_unit
from battles.engine.text.words import write_unit_ref

__all__ = [
    "differences",
    "read_order",
    "read_position",
    "write_clock",
    "write_ending",
    "write_event",
    "write_order",
    "write_position",
    "write_question",
    "write_unit",
    "write_unit_ref",
]
