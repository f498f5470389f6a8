"""The text form of positions, orders and answers (`docs/notation.md`)."""

from battles.engine.text.differences import differences
from battles.engine.text.orders import read_order, write_order
from battles.engine.text.positions import write_clock, write_ending, write_position, write_question
from battles.engine.text.reading import read_position

__all__ = [
    "differences",
    "read_order",
    "read_position",
    "write_clock",
    "write_ending",
    "write_order",
    "write_position",
    "write_question",
]
