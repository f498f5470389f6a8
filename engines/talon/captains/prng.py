"""A small generator of numbers whose whole state is one number: what an ensign fancies, and the dice of play-outs."""

from typing import Final

from engines.seam.sides import SIDES
from engines.talon.dice import Label
from engines.talon.units import Unit
from engines.talon.view import View

BITS: Final = 31
MASK: Final = (1 << BITS) - 1
STRIDE: Final = 0x1E3779B9
"""Odd, so that a state that goes on by it comes to every number."""


def scattered(number: int) -> int:
    """A number of 31 bits of which each bit depends on all of the number's, by shifts and products within 62 bits."""
    found = number & MASK
    found = ((found ^ found >> 16) * 0x7FEB352D) & MASK
    found = ((found ^ found >> 15) * 0x5BD1E995) & MASK
    found = ((found ^ found >> 14) * 0x2C1B3C6D) & MASK
    return found ^ found >> 16


class Prng:
    """Numbers that follow from a seed alone, the same in any process; also dice.

    The state goes on by one stride and is scattered, so that the numbers of two seeds have nothing to do with each
    other.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = scattered(seed)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; bounds of more than some thousands are not evenly hit."""
        self.state = (self.state + STRIDE) & MASK
        return scattered(self.state) * bound >> BITS

    def roll(self, label: Label) -> int:
        """The next roll, 1 to 6."""
        return self.below(6) + 1


def mixed(*numbers: int) -> int:
    """One number of 31 bits that depends on all the numbers, and on their order."""
    found = 17
    for number in numbers:
        found = scattered(found * 5 + number + STRIDE)
    return found


def dice_of(seed: int, course: int) -> Prng:
    """The dice of one of a seed's courses of events, the first being number 0."""
    return Prng(mixed(seed, course))


def fingerprint(view: View) -> int:
    """A number by which positions differ, the same in any process."""
    question = view.question
    found = mixed(
        view.round,
        view.impulse,
        SIDES.index(view.turn_of),
        SIDES.index(view.initiative),
        ord(view.step[0]),
        -1 if question is None else 0,
        len(view.orders),
        len(view.missiles),
    )
    for side in SIDES:
        for unit in view.units(side):
            found = scattered(found * 5 + _unit_fingerprint(unit))
    return found


def _unit_fingerprint(unit: Unit) -> int:
    """What a unit's number, place and state come to."""
    found = mixed(unit.place, unit.facing + 6 * unit.row + 64 * unit.turn, unit.hull, unit.power)
    flags = (
        unit.spent + 2 * unit.moved + 4 * unit.fired + 8 * unit.slip + 16 * unit.battery + 32 * unit.firing
    )
    found = mixed(found, flags, len(unit.status), len(unit.vote), unit.afterburners)
    for values in (unit.shields, unit.red, unit.yellow, unit.markers, unit.fighters):
        for value in values:
            found = scattered(found * 5 + value)
        found = scattered(found * 5 - 1)
    if unit.jury < 0 and not unit.shift:
        return found
    return scattered(found * 5 + unit.broken + 3 * unit.shift)
