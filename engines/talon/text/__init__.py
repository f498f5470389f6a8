"""The text form of positions, orders and answers (`docs/notation.md`)."""

from engines.talon.text.differences import differences
from engines.talon.text.events import write_event
from engines.talon.text.orders import read_order, write_order
from engines.talon.text.positions import write_clock, write_ending, write_position, write_question
from engines.talon.text.reading import read_position
from engines.talon.text.units import write_unit
from engines.talon.text.words import write_unit_ref

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
