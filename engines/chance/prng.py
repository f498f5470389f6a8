"""A small generator of numbers whose whole state is one number: what an ensign fancies, and the dice of play-outs."""

from typing import Final

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

    def roll(self, label: object) -> int:  # noqa: ARG002
        """The next roll, 1 to 6, whatever it is for."""
        return self.below(6) + 1


def mixed(*numbers: int) -> int:
    """One number of 31 bits that depends on all the numbers, and on their order."""
    found = 17
    for number in numbers:
        found = mixed_on(found, number)
    return found


def mixed_on(found: int, number: int) -> int:
    """What was mixed of some numbers, with one number more.

    >>> mixed_on(mixed(3, 4), 5) == mixed(3, 4, 5)
    True
    """
    return scattered(found * 5 + number + STRIDE)
